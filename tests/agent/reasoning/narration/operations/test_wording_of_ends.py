"""How the ends of a comparison are said: in words that hold for the numbers, with no more digits than it needs."""

import pytest

from tests.agent.reasoning.narration.worked import Spec, shop, told

LARGE = shop(
    "team,month,pay\nA,2025-01-01,12000.25\nA,2025-02-28,9000.5\nB,2025-01-31,15000.75\nB,2025-02-28,1.5\n", "pay.csv"
)
BY_TEAM: Spec = {"op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": ["sum"]}}
BY_MONTH: Spec = {"op": "time_trend", "date_col": "month", "metrics": {"pay": ["sum"]}}
ONLY_A = {"filters": [{"col": "team", "op": "==", "value": "A"}]}


def test_large_numbers_that_are_compared_have_no_decimals_and_one_that_was_asked_for_has_them() -> None:
    assert told(BY_TEAM, table=LARGE).text.startswith("A has the most pay: 21,001. B has the least: 15,002.")
    assert told({**BY_TEAM, "group_cols": []}, table=LARGE).text == "Total pay: 36,003."


def test_a_rounded_number_is_held_to_its_cell() -> None:
    answer = told(BY_TEAM, table=LARGE)
    assert answer.violations == ()
    assert "_sum | integer}" in answer.narration.text


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "pay per month?",
            "January 2025 was the strongest month for pay: 27,001. February 2025 was the weakest: 9,002.",
        ),
        (
            "Wie viel je Monat?",
            "Januar 2025 war der stärkste Monat bei pay: 27.001. Am schwächsten war Februar 2025: 9.002.",
        ),
        (
            "月ごとの合計は?",
            "payが最も多かった月は2025年1月で、27,001 です。最も少なかったのは2025年2月で、9,002 です。",
        ),
    ],
)
def test_periods_are_strong_and_weak_in_amounts(question: str, said: str) -> None:
    assert said in told(BY_MONTH, question=question, table=LARGE).text


def test_nothing_is_most_or_strong_of_numbers_below_zero() -> None:
    table = shop("team,month,pay\nA,2025-01-01,-5\nB,2025-02-28,-2\n", "pay.csv")
    groups, months = told(BY_TEAM, table=table).text, told(BY_MONTH, table=table).text
    assert groups.startswith("B has the highest total pay: -2. A has the lowest: -5.")
    assert "strongest" not in months and "most" not in months


@pytest.mark.parametrize("spec", [BY_TEAM, BY_MONTH, {"op": "value_counts", "column": "team"}])
def test_the_condition_stands_in_the_sentence(spec: Spec) -> None:
    assert told({**spec, **ONLY_A}, table=LARGE).text.count("where team is A") == 1


def test_rows_are_many_or_few() -> None:
    spec: Spec = {"op": "groupby_agg", "group_cols": ["kind"], "metrics": {"*": ["count"]}}
    assert told(spec).text.startswith("bread has the most rows: 5. tea has the fewest: 3.")


def test_a_moving_average_that_was_asked_for_is_what_is_told() -> None:
    text = told({**BY_MONTH, "moving": 2}, table=LARGE).text
    assert text.startswith("Moving average of the total pay of February 2025: 18,001.5.")


def test_of_several_figures_the_one_that_rose_is_the_one_told_before() -> None:
    text = told({**BY_MONTH, "metrics": {"pay": ["sum"], "*": ["count"]}}, table=LARGE).text
    fell, rows = text.index("it fell by"), text.index("rows")
    assert text.index("pay") < fell < rows


def test_a_running_total_within_groups_is_what_is_told() -> None:
    text = told({**BY_MONTH, "group_col": "team", "cumulative": True}, table=LARGE).text
    assert text.startswith("A in February 2025 has the highest total pay so far: 21,001.")
