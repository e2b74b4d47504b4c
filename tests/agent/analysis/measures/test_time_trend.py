"""time_trend: the numbers of plain pandas, gaps filled, growth only from what was there."""

from typing import get_args

import pandas as pd
import pytest

from agent.analysis.periods import label, ordinal
from agent.errors import ActionLimitError, DataError, SpecError
from agent.specs.measures import Grain
from tests.agent.analysis.made_tables import (
    ENGINES,
    Engine,
    by_key,
    column,
    moments,
    notes,
    payload,
    people,
    people_table,
    rows,
    rows_used,
    run,
    table,
)

GRAINS: tuple[Grain, ...] = get_args(Grain)
SALES = pd.DataFrame(
    {
        "day": moments("2015-01-01", "2015-01-31", "2015-02-10", "2015-04-30", "2016-01-01", None),
        "shop": ["a", "b", "a", "b", "a", "a"],
        "amount": [10.0, 20.0, 0.0, 30.0, 45.0, 99.0],
    }
)
MONTHS = {"op": "time_trend", "date_col": "day", "grain": "month", "metrics": {"amount": ["sum", "mean"]}}


@pytest.mark.parametrize(("grain", "frequency"), [("day", "D"), ("month", "M"), ("quarter", "Q"), ("year", "Y")])
def test_sums_a_period_are_those_of_pandas(grain: str, frequency: str) -> None:
    frame = people().dropna(subset=["hired"])
    spec = {"op": "time_trend", "date_col": "hired", "grain": grain, "metrics": {"pay": ["sum"], "*": ["count"]}}
    (found,) = run(spec, people_table())
    expected = frame.groupby(frame["hired"].dt.to_period(frequency))["pay"].sum()
    every = expected.reindex(pd.period_range(expected.index.min(), expected.index.max(), freq=frequency), fill_value=0)
    assert column(found, "pay_sum") == pytest.approx(every.tolist())
    assert sum(int(str(n)) for n in column(found, "rows")) == len(frame)


def test_weeks_are_iso_weeks() -> None:
    frame = people().dropna(subset=["hired"])
    spec = {"op": "time_trend", "date_col": "hired", "grain": "week", "metrics": {"*": ["count"]}}
    found = by_key(run(spec, people_table())[0], "rows")
    iso = frame["hired"].dt.isocalendar()
    expected = (iso["year"].astype(str) + "-W" + iso["week"].astype(str).str.zfill(2)).value_counts()
    assert {week: found[week] for week in expected.index} == expected.to_dict()


def test_months_without_rows_are_0_for_sums_and_null_for_means() -> None:
    (found,) = run(MONTHS, table(SALES))
    assert rows(found)[:4] == [["2015-01", 30, 15], ["2015-02", 0, 0], ["2015-03", 0, None], ["2015-04", 30, 30]]
    assert len(rows(found)) == 13 and "9 periods without rows" in notes(found)


def test_growth_needs_a_base_that_had_rows_and_is_not_0() -> None:
    (found,) = run(MONTHS | {"growth": "previous"}, table(SALES))
    growth = by_key(found, "amount_sum_growth_pct")
    assert growth["2015-01"] is None  # nothing before
    assert growth["2015-02"] == -100
    assert growth["2015-03"] is None  # base 0
    assert growth["2015-04"] is None  # base is a gap
    assert by_key(found, "amount_sum_change")["2015-02"] == -30
    year = by_key(run(MONTHS | {"growth": "year"}, table(SALES))[0], "amount_sum_growth_pct")
    assert year["2016-01"] == 50 and year["2015-04"] is None


def test_a_moving_average_is_of_the_last_periods_of_its_group_all_with_values() -> None:
    (found,) = run(MONTHS | {"moving": 2}, table(SALES))
    sums, means = by_key(found, "amount_sum_moving"), by_key(found, "amount_mean_moving")
    assert [sums[month] for month in ("2015-01", "2015-02", "2015-03", "2015-04")] == [None, 15, 0, 15]
    assert [means[month] for month in ("2015-02", "2015-03", "2015-04")] == [7.5, None, None]
    by_shop = {**MONTHS, "metrics": {"amount": ["sum"]}, "group_col": "shop", "moving": 3, "gaps": "skip"}
    moving = [row[3] for row in rows(run(by_shop, table(SALES))[0])]
    assert moving[-1] == pytest.approx(55 / 3) and set(moving[:-1]) == {None}


def test_every_moving_average_is_that_of_pandas() -> None:
    spec = {"op": "time_trend", "date_col": "hired", "grain": "quarter", "metrics": {"pay": ["sum"]}, "moving": 4}
    (found,) = run(spec, people_table())
    by_pandas = pd.Series(column(found, "pay_sum"), dtype=float).rolling(4).mean()
    assert [-1 if each is None else each for each in column(found, "pay_sum_moving")] == pytest.approx(
        by_pandas.fillna(-1).tolist()
    )


TOTALS = MONTHS | {"metrics": {"amount": ["sum"], "*": ["count"]}, "grain": "year", "cumulative": True}


def test_running_totals_add_up_what_each_period_and_those_before_have() -> None:
    (found,) = run(TOTALS, table(SALES))
    assert by_key(found, "amount_sum_cumulative") == {"2015": 60, "2016": 105}
    assert by_key(found, "rows_cumulative") == {"2015": 4, "2016": 5}


def test_running_totals_are_those_of_each_group() -> None:
    (found,) = run(TOTALS | {"group_col": "shop", "metrics": {"amount": ["sum"]}}, table(SALES))
    assert rows(found) == [["2015", "a", 10, 10], ["2015", "b", 50, 50], ["2016", "a", 45, 55], ["2016", "b", 0, 50]]


def test_a_mean_has_no_running_total() -> None:
    with pytest.raises(SpecError, match="cumulative"):
        run(MONTHS | {"cumulative": True}, table(SALES))


def test_each_group_has_every_period() -> None:
    (found,) = run(MONTHS | {"group_col": "shop", "grain": "year"}, table(SALES))
    assert payload(found)["key_columns"] == ["period", "shop"]
    assert rows(found) == [["2015", "a", 10, 5], ["2015", "b", 50, 25], ["2016", "a", 45, 45], ["2016", "b", 0, None]]


def test_rows_without_a_date_are_left_out_and_partial_ends_are_told() -> None:
    (found,) = run(MONTHS, table(SALES))
    assert found["ledger"] is not None
    assert found["ledger"]["rows_used"] == 5
    assert "The last period January 2016 is not whole: the data end on 1 January 2016." in notes(found)
    assert "first period" not in notes(found)


def test_periods_can_be_sorted_and_cut() -> None:
    spec = MONTHS | {"sort": {"by": "amount_sum"}, "top_k": 2}
    assert column(run(spec, table(SALES))[0], "period") == ["2016-01", "2015-01"]
    assert column(run(MONTHS | {"top_k": 1}, table(SALES))[0], "period") == ["2016-01"]
    with pytest.raises(SpecError, match="amount_sum"):
        run(MONTHS | {"sort": {"by": "amount"}}, table(SALES))


def test_no_rows_make_no_periods() -> None:
    spec = MONTHS | {"filters": [{"col": "amount", "op": ">", "value": 1000}]}
    assert rows(run(spec, table(SALES))[0]) == []


def test_far_too_many_periods_are_refused() -> None:
    frame = pd.DataFrame({"day": moments("1500-01-01", "2900-01-01"), "amount": [1, 2]})
    with pytest.raises(ActionLimitError, match="coarser grain"):
        run(MONTHS | {"grain": "day"}, table(frame))


def test_only_dates_make_a_trend() -> None:
    with pytest.raises(SpecError, match="Date columns: day"):
        run(MONTHS | {"date_col": "shop"}, table(SALES))
    with pytest.raises(DataError, match="day/month"):
        run(MONTHS | {"date_col": "shop"}, table(SALES, kinds={"shop": "ambiguous_date"}))


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("grain", GRAINS)
def test_every_day_falls_into_the_period_of_the_calendar(engine: Engine, grain: Grain) -> None:
    texts = (
        "1752-09-14 23:59:59",
        "1899-12-31",
        "1900-01-01",
        "1969-12-31 12:00",
        "2000-02-29",
        "2021-01-03 23:59:59.9",
    )
    frame = pd.DataFrame({"day": moments(*texts)})
    for at, day in enumerate(frame["day"]):
        spec = {"op": "time_trend", "date_col": "day", "grain": grain, "metrics": {"*": ["count"]}}
        (found,) = run(spec, table(frame.iloc[[at]], engine))
        assert rows(found) == [[label(ordinal(day.date(), grain), grain), 1]]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("grain", GRAINS)
def test_dates_that_mean_no_end_are_left_out_of_the_time_axis_and_said(grain: Grain, engine: Engine) -> None:
    ends = moments("2024-12-31", "9999-12-31", "2025-03-31", "9999-12-31", None)
    spec = {"op": "time_trend", "date_col": "end", "grain": grain, "gaps": "skip", "metrics": {"*": ["count"]}}
    (found,) = run(spec, table(pd.DataFrame({"end": ends}), engine=engine))
    assert column(found, "rows") == [1, 1]
    assert "2 rows with end in the year 9999, which means no end: not on the time axis." in notes(found)
    assert rows_used(found) == 2
