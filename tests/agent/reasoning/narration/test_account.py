"""The account of an answer says what its record says, for every measure, in every language, and nothing else."""

from collections.abc import Sequence

import pytest

from agent.grounding.citations import resolve, violations
from agent.reasoning.prompts import AboutAnswer
from agent.reasoning.rules.narration.account import Answered, account_of, figures_of
from tests.agent.reasoning.narration.specs import EVERY
from tests.agent.reasoning.narration.worked import Spec, executed, shop
from tests.cases import sampled


def answered(spec: Spec) -> Answered:
    return Answered("asked in the year 2024?", "Read so.", ("Taken so.",), executed([spec]).artifacts)


def account(kind: AboutAnswer, spec: Spec, language: str = "en") -> str:
    given = answered(spec)
    told = account_of(kind, language, given, (shop().profile,))
    found = resolve(
        told.text, {one["artifact_id"]: one for one in given.artifacts},
        facts=figures_of(given), names=("sales.csv", shop().name),
    )  # fmt: skip
    assert violations(found) == (), told.text
    return found["text"]


@sampled(
    ((language, name, spec) for name, spec in EVERY for language in ("en", "de", "ja")), kind=lambda case: case[:2]
)
def test_every_measure_and_plot_can_be_accounted_for(
    cases: Sequence[tuple[str, str, Spec]], subtests: pytest.Subtests
) -> None:
    for language, name, spec in cases:
        with subtests.test(name, language=language, spec=spec):
            assert "asked in the year 2024?" in account("how", spec, language)


def test_rows_kept_and_left_out_are_told_with_their_numbers() -> None:
    spec = {
        "op": "groupby_agg", "metrics": {"price": ["mean"]},
        "filters": [{"col": "shop", "op": "==", "value": "North"}],
    }  # fmt: skip
    told = account("how", spec)
    assert "Rows: 5 of 12 of" in told and "Kept where shop is North: 5 of 12 rows." in told
    assert "Computed: 6.3 = all values of price added up, divided by 5, how many there are" in told
    assert "- Read as: Read so." in told and "- Taken for granted: Taken so." in told
    assert "where shop is North" not in account("how", spec, "de") and "shop ist North" in account("how", spec, "de")


@pytest.mark.parametrize(
    ("language", "rows", "made"),
    [
        ("en", "Rows: all 12 of", "Rows used after unpivot: 24."),
        ("de", "Zeilen: alle 12 von", "Verwendete Zeilen nach Spalten zu Zeilen: 24."),
        ("ja", "12 行すべて", "列から行への変換 の後に使った行：24 行。"),
    ],
)
def test_rows_that_became_several_are_told_as_both(language: str, rows: str, made: str) -> None:
    unpivot = {"step": "unpivot", "cols": ["price", "units"], "name": "which", "value": "amount"}
    told = account("how", {"op": "groupby_agg", "prepare": [unpivot], "metrics": {"*": ["count"]}}, language)
    assert rows in told and made in told


def test_a_ratio_is_told_with_both_its_numbers() -> None:
    spec = {"op": "share_ratio", "mode": "ratio", "numerator": {"col": "units", "agg": "sum"}, "denominator": {}}
    assert "Computed: 7.08 = 85 / 12" in account("how", spec)


def test_the_rows_used_are_told_without_the_formula() -> None:
    told = account("rows", {"op": "groupby_agg", "metrics": {"note": ["count"]}})
    assert "Rows left out, for no value in note: 10." in told and "Computed" not in told


def test_why_and_how_much_hold_no_judgement_and_offer_questions() -> None:
    given = answered({"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"price": ["mean"]}})
    why = account_of("why", "en", given, (shop().profile,))
    assert "causes stand in no table" in why.text
    assert why.next_questions[:1] == ["average price by kind"]
    much = account_of("judge", "en", given, (shop().profile,))
    assert "only allow comparing" in much.text and "histogram of price" in much.next_questions


def test_a_test_is_told_with_its_p_value() -> None:
    told = account("judge", {"op": "correlation", "columns": ["units", "price"]})
    assert "Its test gave p = 0.545" in told


def test_doubts_are_met_with_other_ways_to_compute_it() -> None:
    given = answered({"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"price": ["mean"]}})
    offered = account_of("sure", "en", given, (shop().profile,)).next_questions
    assert offered[:2] == ["median of price by shop", "Are there outliers in price?"]


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_before_any_answer_it_says_so_kindly(language: str) -> None:
    told = account_of("how", language, None, ())
    assert told.text and told.next_questions == []
