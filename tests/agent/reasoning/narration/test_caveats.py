"""Caveats come when they hold, and stay away when they do not."""

from datetime import date

import pytest

from agent.reasoning.rules.narration.caveats import last_day
from agent.specs.measures import Grain
from tests.agent.reasoning.narration.worked import SALES, Spec, shop, told

SUM: Spec = {"op": "groupby_agg", "metrics": {"units": ["sum"]}}
ENDS_EARLY = SALES.rsplit("\n", 2)[0] + "\n2024-06-03,North,cake,30,11.5,,A-12\n"


def caveats(spec: Spec, content: str = SALES) -> str:
    return " ".join(told(spec, table=shop(content)).narration.caveats)


def test_few_rows_are_a_caveat_for_a_sum_but_not_for_a_count() -> None:
    condition = [{"col": "units", "op": ">", "value": 8}]
    assert "very few rows are left" in caveats({**SUM, "filters": condition})
    assert caveats({**SUM, "metrics": {"*": ["count"]}, "filters": condition}) == ""
    assert caveats(SUM) == ""


def test_correlation_is_not_causation() -> None:
    assert "causes" in caveats({"op": "correlation", "columns": ["units", "price"]})


def test_what_goes_together_is_no_cause() -> None:
    for spec in (
        {"op": "contingency_test", "rows": "shop", "columns": "kind"},
        {"op": "ols_regression", "y": "units", "x": ["price"]},
    ):
        assert "does not show that one causes" in caveats(spec)


def test_an_unfinished_last_period_is_said_once() -> None:
    trend: Spec = {"op": "time_trend", "date_col": "day", "metrics": {"units": ["sum"]}}
    assert "is not complete" in told(trend, table=shop(ENDS_EARLY)).text
    assert "period" not in caveats(trend, ENDS_EARLY)
    chosen = {**trend, "having": [{"col": "units_sum", "op": ">", "value": 0}]}
    assert "is not complete" not in told(chosen, table=shop(ENDS_EARLY)).text
    assert "before the last period is over" in caveats(chosen, ENDS_EARLY)
    assert "period" not in caveats(trend)
    chosen = {**chosen, "filters": [{"col": "day", "op": "<=", "value": "2024-05"}]}
    assert "period" not in caveats(chosen, ENDS_EARLY)


def test_repeated_rows_are_said_where_they_are_added_up() -> None:
    twice = SALES + SALES.splitlines()[1] + "\n"
    assert "counted too" in caveats(SUM, twice)
    assert "counted too" not in caveats({**SUM, "metrics": {"units": ["max"]}}, twice)
    assert "counted too" not in caveats({**SUM, "prepare": [{"step": "drop_duplicates"}]}, twice)


def test_many_rows_without_a_value_are_said() -> None:
    gaps = "a,b\n" + "".join(f"{number},{number if number < 9 else ''}\n" for number in range(20))
    assert "hold no value" in caveats({"op": "correlation", "columns": ["a", "b"]}, gaps)


def test_small_groups_are_said_where_groups_are_compared() -> None:
    assert "very few rows" in caveats({"op": "compare_groups", "value": "price", "group": "kind"})


def test_a_sampled_scatter_plot_says_so_first() -> None:
    points = "x,y\n" + "".join(f"{number},{number % 97}\n" for number in range(5200))
    answer = told({"kind": "scatter", "x": "x", "y": "y"}, table=shop(points, "points.csv"))
    assert "5,000" not in answer.text, "how many are drawn stands below the chart"
    assert "random sample" in answer.narration.caveats[0]


@pytest.mark.parametrize(
    ("grain", "end"),
    [
        ("day", "2024-02-10"),
        ("week", "2024-02-11"),
        ("month", "2024-02-29"),
        ("quarter", "2024-03-31"),
        ("half", "2024-06-30"),
        ("year", "2024-12-31"),
    ],
)
def test_the_last_day_of_a_period(grain: Grain, end: str) -> None:
    assert last_day(date(2024, 2, 10), grain) == date.fromisoformat(end)
