"""Rules of a task: which numbers lead to which word."""

import pytest

from agent.reasoning.rules.narration.decision_rules import rules_in

LINK = (
    "Consider the relationship to be linear if the p-value is less than 0.05 and the absolute value of r is greater "
    "than or equal to 0.4. If the p-value is less than 0.05 and the absolute r is below 0.4, call it weak. "
    "Otherwise, report none."
)


@pytest.mark.parametrize(
    ("p", "r", "word"), [(0.01, -0.4, "linear"), (0.01, 0.39, "weak"), (0.05, 0.9, "none"), (0.2, 0.1, "none")]
)
def test_the_rule_that_holds_gives_the_outcome(p: float, r: float, word: str) -> None:
    outcomes = rules_in(LINK).outcomes_of({"p": p, "r": r})
    assert len(outcomes) == 1
    assert word in outcomes[0]


@pytest.mark.parametrize(
    ("rule", "values", "outcome"),
    [
        ('Report "A" if the p-value is above 5 % and "B" otherwise.', {"p": 0.06}, '"A"'),
        ('Report "A" if the p-value is above 5 % and "B" otherwise.', {"p": 0.04}, '"B"'),
        ("If skewness is between -0.5 and 0.5, it is even.", {"skew": 0.1}, "it is even."),
        ("Use alpha 0.01. If the p-value is less than alpha, say yes.", {"p": 0.02}, None),
        ("Call it good if R-squared is equal to or greater than 0.7.", {"r2": 0.7}, "Call it good"),
    ],
)
def test_forms_of_rules(rule: str, values: dict[str, float], outcome: str | None) -> None:
    found = rules_in(rule).outcomes_of(values)
    assert (outcome in found[0] if outcome and found else not found) and bool(outcome) == bool(found)


def test_a_rule_with_or_between_its_bounds_is_not_clear() -> None:
    assert not rules_in("Call it odd if r is greater than 0.5 or p is less than 0.01.").is_clear


def test_sentences_without_a_comparison_are_no_rules() -> None:
    assert rules_in("Drop a row if its load is empty. Use pandas if you like.").rules == ()
