"""Rates over time and beside their parts, differences as one figure, groups with nothing: by hand, by plain pandas, in
both engines, and by the program that is written."""

from typing import Any

import pandas as pd
import pytest

from agent.analysis.evidence import CellPlace, evidence_of
from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import Table
from agent.specs.parse import parse_analysis
from registry.store import DatasetStore
from tests.agent.analysis.made_tables import ENGINES, Engine, column, moments, notes, one, payload, run, table, tables
from tests.agent.analysis.program_runs import assert_program_agrees

ORDERS = pd.DataFrame(
    {
        "day": moments("2024-01-05", "2024-01-20", "2024-02-03", "2024-02-10", "2024-02-11", "2024-04-09"),
        "campaign": pd.Series(["spring", "winter", "spring", "winter", "spring", "none"], dtype="str"),
        "clicks": [5, 3, 2, 8, 4, 0], "shown": [100, 50, 40, 80, 100, 0],
        "price": [10.0, 20.0, 30.0, 40.0, 50.0, 60.0],
        "returned": [True, False, False, True, True, False],
    }
)  # fmt: skip
RETURNED = [{"col": "returned", "op": "==", "value": True}]
RATE: dict[str, Any] = {
    "quantities": {"back": {"filters": RETURNED}, "orders": {}},
    "computed": {"return_rate": ["percent", "back", "orders"]},
}  # fmt: skip
BY_MONTH = {"op": "time_trend", "date_col": "day", **RATE, "growth": "previous"}
BY_CAMPAIGN = {
    "op": "groupby_agg", "group_cols": ["campaign"], "metrics": {"clicks": ["sum"], "shown": ["sum"]},
    "quantities": RATE["quantities"], "sort": {"by": "ctr"},
    "computed": {"ctr": ["percent", "clicks_sum", "shown_sum"], **RATE["computed"]},
}  # fmt: skip


def mean_price(*conditions: dict[str, object]) -> dict[str, object]:
    return {"col": "price", "agg": "mean", "filters": list(conditions)}


APART = {
    "op": "groupby_agg",
    "quantities": {
        "spring": mean_price({"col": "campaign", "op": "==", "value": "spring"}),
        "winter": mean_price({"col": "campaign", "op": "==", "value": "winter"}),
    },
    "computed": {"more": ["sub", "winter", "spring"], "more_pct": ["pct_change", "winter", "spring"]},
}
NONE_TOO = {"op": "groupby_agg", "group_cols": ["campaign"], "quantities": {"back": {"filters": RETURNED}}}
NEVER = {**NONE_TOO, "having": [{"col": "back", "op": "==", "value": 0}]}


@pytest.mark.parametrize("engine", ENGINES)
def test_a_rate_over_time_grows(engine: Engine) -> None:
    (found,) = run(BY_MONTH, table(ORDERS, engine))
    by_month = ORDERS.groupby(ORDERS["day"].dt.strftime("%Y-%m"))["returned"].mean() * 100
    assert column(found, "return_rate") == pytest.approx([*by_month[:2], None, by_month.iloc[2]])
    assert column(found, "return_rate_growth_pct") == [None, pytest.approx(100 * (200 / 3 - 50) / 50), None, None]
    assert payload(found)["formats"]["return_rate"] == "percent"


@pytest.mark.parametrize("engine", ENGINES)
def test_several_rates_stand_beside_their_parts(engine: Engine) -> None:
    (found,) = run(BY_CAMPAIGN, table(ORDERS, engine))
    named = ORDERS.groupby("campaign")
    expected = (named["clicks"].sum() / named["shown"].sum() * 100).sort_values(ascending=False)
    assert column(found, "campaign") == [*expected.index]
    assert column(found, "ctr") == [*expected[:2], None]  # nothing is divided by 0
    assert column(found, "return_rate") == pytest.approx([*named["returned"].mean()[expected.index] * 100])
    assert column(found, "shown_sum") == [130, 240, 0]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_difference_and_a_change_in_percent_are_one_figure(engine: Engine) -> None:
    (found,) = run(APART, table(ORDERS, engine))
    assert one(found) == {"spring": 30, "winter": 30, "more": 0, "more_pct": 0}
    months = {name: mean_price({"col": "day", "op": "==", "value": month}) for name, month in
              (("January", "2024-01"), ("February", "2024-02"))}  # fmt: skip
    change = {"change": ["pct_change", "February", "January"]}
    (found,) = run({"op": "groupby_agg", "quantities": months, "computed": change}, table(ORDERS, engine))
    assert one(found)["change"] == pytest.approx(100 * (40 - 15) / 15)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_group_without_a_matching_row_has_0(engine: Engine) -> None:
    (found,) = run(NONE_TOO, table(ORDERS, engine))
    counted = ORDERS["returned"].groupby(ORDERS["campaign"]).sum()
    assert dict(zip(column(found, "campaign"), column(found, "back"), strict=True)) == counted.to_dict()
    assert column(run(NEVER, table(ORDERS, engine))[0], "campaign") == ["none"]


def test_who_has_no_row_in_another_table_has_0() -> None:
    store = DatasetStore()
    campaigns = store.add("owner", "campaigns.csv", b"name,budget\nspring,10\nwinter,20\nsummer,30\n")
    orders = store.add("owner", "orders.csv", ORDERS.to_csv(index=False).encode())
    brought = {"step": "join", "dataset_id": orders.dataset_id, "left_on": ["name"], "right_on": ["campaign"]}
    spec = parse_analysis({
        "op": "groupby_agg", "dataset_id": campaigns.dataset_id, "group_cols": ["name"], "prepare": [brought],
        "metrics": {"day": ["count"]}, "having": [{"col": "day_count", "op": "==", "value": 0}],
    })  # fmt: skip
    held = tables(*(Table(each.dataset_id, each.name, each.frame, each.profile) for each in (campaigns, orders)))
    assert column(execute_analysis(spec, held)[0], "name") == ["summer"]
    assert_program_agrees(spec, [campaigns, orders])


IN_FEBRUARY = {"filters": [{"col": "day", "op": "==", "value": "2024-02"}], "empty_groups": True}
ALL_CAMPAIGNS = {
    "op": "groupby_agg", "group_cols": ["campaign"], "metrics": {"*": ["count"], "price": ["sum", "mean"]},
    **IN_FEBRUARY,
}  # fmt: skip
ALL_MONTHS = {"op": "time_trend", "date_col": "day", "metrics": {"*": ["count"]}, "filters": RETURNED,
              "empty_groups": True}  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_groups_without_a_row_that_fulfils_the_conditions_stay_where_asked(engine: Engine) -> None:
    held = tables(table(ORDERS, engine))
    (found,) = execute_analysis(parse_analysis(ALL_CAMPAIGNS), held)
    february = ORDERS[ORDERS["day"].dt.month == 2].groupby("campaign")["price"].agg(["size", "sum", "mean"])
    expected = february.reindex(["none", "spring", "winter"])
    assert column(found, "rows") == [*expected["size"].fillna(0)]
    assert column(found, "price_sum") == [*expected["sum"].fillna(0)]
    assert column(found, "price_mean") == [None, *expected["mean"][1:]]
    assert "3 rows count: day is February 2024" in notes(found)
    assert evidence_of(found, CellPlace(1, "price_sum"), held).used == 2
    never = {**ALL_CAMPAIGNS, "having": [{"col": "rows", "op": "==", "value": 0}]}
    assert column(run(never, table(ORDERS, engine))[0], "campaign") == ["none"]


@pytest.mark.parametrize("engine", ENGINES)
def test_periods_before_the_first_such_row_stay_where_asked(engine: Engine) -> None:
    (found,) = run(ALL_MONTHS, table(ORDERS, engine))
    assert column(found, "rows") == [1, 2, 0, 0]
    (found,) = run({**ALL_MONTHS, "empty_groups": False}, table(ORDERS, engine))
    assert column(found, "rows") == [1, 2]


@pytest.mark.parametrize(
    "spec",
    [BY_MONTH, {**BY_MONTH, "group_col": "campaign"}, BY_CAMPAIGN, APART, NONE_TOO, NEVER, ALL_CAMPAIGNS, ALL_MONTHS],
)
def test_the_program_gives_the_same(spec: dict[str, Any]) -> None:
    orders = DatasetStore().add("owner", "orders.csv", ORDERS.to_csv(index=False).encode())
    assert_program_agrees(parse_analysis(spec), [orders])


MOVES = pd.DataFrame(
    {
        "hired": moments("2024-01-05", "2024-01-20", "2024-03-03", None, "2023-12-11"),
        "left": moments(None, "2024-03-20", "2024-03-29", "2024-02-10", None),
    }
)  # fmt: skip
COMINGS: dict[str, Any] = {
    "op": "time_trend", "date_col": "day", "cumulative": True,
    "prepare": [{"step": "unpivot", "cols": ["hired", "left"], "name": "event", "value": "day"},
                {"step": "drop_missing", "cols": ["day"]}],
    "quantities": {each: {"filters": [{"col": "event", "op": "==", "value": each}]} for each in ("hired", "left")},
    "computed": {"more": ["sub", "hired", "left"], "half": ["div", "more", 2]},
}  # fmt: skip


@pytest.mark.parametrize("engine", ENGINES)
def test_two_dates_are_counted_side_by_side_and_what_is_left_runs_on(engine: Engine) -> None:
    (found,) = run(COMINGS, table(MOVES, engine))
    months = pd.period_range("2023-12", "2024-03", freq="M")
    by_month = {each: MOVES[each].dt.to_period("M").value_counts().reindex(months, fill_value=0) for each in MOVES}
    assert column(found, "period") == [str(month) for month in months]
    assert column(found, "hired") == [*by_month["hired"]]
    assert column(found, "left") == [*by_month["left"]]
    assert column(found, "more_cumulative") == [*(by_month["hired"] - by_month["left"]).cumsum()]
    assert "half_cumulative" not in payload(found)["columns"]  # a half of a total is none


def test_the_program_counts_two_dates_too() -> None:
    moves = DatasetStore().add("owner", "moves.csv", MOVES.to_csv(index=False).encode())
    assert_program_agrees(parse_analysis(COMINGS), [moves])
