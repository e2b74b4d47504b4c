"""Steps that make groups, flags, places and parts of texts, on both engines: exact results, and nothing silent."""

from collections.abc import Mapping, Sequence
from datetime import datetime

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from agent.errors import DataError, SpecError
from agent.specs.parse import parse_analysis
from tests.agent.analysis.made_tables import ENGINES, Engine, column, moments, notes, rows, run, table
from tests.cases import examples

FRAME = pd.DataFrame(
    {
        "i": [1, 2, 3, 4, 5, 6],
        "region": pd.Series(["North", "North", "South", None, "South", "north"], dtype="str"),
        "day": moments("2024-01-05", "2024-01-31", "2024-02-10", "2024-03-01", "2024-03-31", None),
        "at": moments("2024-01-05 00:00:30", "2024-01-05 10:00", None, "2024-01-05 23:59:59", "2024-01-06",
                      "2024-01-07"),
        "sales": [10.0, 20.0, -99.0, 40.0, None, 5.0],
        "mail": pd.Series(["a@x.org", "b@y.com", "nobody", " c d@x.org ", None, "@"], dtype="str"),
        "took": pd.Series(["1:30", "0:00:05", None, "1h 20min 5s", "PT1H", "90 min"], dtype="str"),
        "year": [2015, 2016, 2015, 2017, 2018, 2018],
        "paid": [True, False, True, True, False, False],
    }
)  # fmt: skip


def after(
    engine: Engine, steps: Sequence[Mapping[str, object]], columns: Sequence[str] = (), frame: pd.DataFrame = FRAME,
    **more: object,
) -> list[list[object]]:  # fmt: skip
    """The rows after the steps, in the order of the first column."""
    spec = {"op": "row_lookup", "prepare": list(steps), "columns": list(columns), "order_by": columns[0], **more}
    return [list(row) for row in rows(run(spec, table(frame, engine, {"at": "datetime"}))[0])]


def made(engine: Engine, step: Mapping[str, object]) -> list[object]:
    """The column `made`, by row."""
    return [row[1] for row in after(engine, [{"name": "made", **step}], ["i", "made"])]


def told(engine: Engine, step: Mapping[str, object]) -> str:
    """The ledger's notes."""
    return notes(run({"op": "row_lookup", "prepare": [step]}, table(FRAME, engine, {"at": "datetime"}))[0])


def where(col: str, op: str, value: object = None) -> dict[str, object]:
    return {"col": col, "op": op} | ({} if value is None else {"value": value})


@pytest.mark.parametrize("engine", ENGINES)
def test_a_flag_is_true_or_false_in_every_row(engine: Engine) -> None:
    either = {"any": [where("sales", ">", 15), [where("region", "==", "South"), where("day", "not_null")]]}
    step = {"step": "flag_rows", "filters": [either]}
    assert made(engine, step) == [False, True, True, True, True, False]
    assert made(engine, {"step": "flag_rows", "filters": [where("sales", "is_null")]}) == [False] * 4 + [True, False]
    words = "made is true in 4 rows: sales is above 15 or (region is South and day is filled in)."
    assert words in told(engine, {"name": "made", **step})


@pytest.mark.parametrize("engine", ENGINES)
def test_a_flag_is_a_column_like_any_other(engine: Engine) -> None:
    step = {"step": "flag_rows", "name": "low", "filters": [where("sales", "<", {"stat": "mean", "col": "sales"})]}
    spec = {"op": "groupby_agg", "prepare": [step], "group_cols": ["low"], "metrics": {"*": ["count"], "low": ["sum"]}}
    assert rows(run(spec, table(FRAME, engine, {"at": "datetime"}))[0]) == [[False, 5, 0], [True, 1, 1]]


@pytest.mark.parametrize("engine", ENGINES)
def test_chosen_values_become_missing(engine: Engine) -> None:
    step = {"step": "set_missing", "cols": ["sales", "region"], "values": [-99, "north"]}
    assert after(engine, [step], ["i", "region", "sales"]) == [
        [1, "North", 10], [2, "North", 20], [3, "South", None], [4, None, 40], [5, "South", None], [6, None, 5],
    ]  # fmt: skip
    said = told(engine, step)
    assert "1 cell of sales set to missing: -99." in said and "1 cell of region set to missing: 'north'." in said
    assert [row[1] for row in after(engine, [{"step": "set_missing", "cols": ["day"], "values": ["2024-01"]}],
                                    ["i", "day"])][:3] == [None, None, "2024-02-10"]  # fmt: skip


@pytest.mark.parametrize(
    ("cols", "value", "words"),
    [
        (["region"], "Nort", "Nearest: 'North'"),
        (["sale"], 1, "Nearest: sales"),
    ],
)
def test_a_value_that_stands_nowhere_is_an_error(cols: list[str], value: object, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        after("pandas", [{"step": "set_missing", "cols": cols, "values": [value]}], ["i"])


PARTS: list[tuple[dict[str, object], list[object]]] = [
    ({"how": "after", "separator": "@"}, ["x.org", "y.com", None, "x.org", None, None]),
    ({"how": "before", "separator": "@"}, ["a", "b", None, "c d", None, None]),
    ({"how": "word"}, ["a@x.org", "b@y.com", "nobody", "c", None, "@"]),
    ({"how": "word", "index": -1}, ["a@x.org", "b@y.com", "nobody", "d@x.org", None, "@"]),
    ({"how": "word", "index": 2, "separator": "@"}, ["x.org", "y.com", None, "x.org", None, None]),
    ({"how": "first"}, ["a", "b", "n", "c", None, "@"]),
    ({"how": "last", "n": 3}, ["org", "com", "ody", "org", None, "@"]),
    ({"how": "length"}, [7, 7, 6, 11, None, 1]),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("how", "expected"), PARTS, ids=lambda given: str(given))
def test_a_part_of_a_text(how: dict[str, object], expected: list[object], engine: Engine) -> None:
    assert made(engine, {"step": "text_part", "col": "mail", **how}) == expected


def test_texts_without_the_part_are_counted_and_numbers_have_none() -> None:
    step = {"step": "text_part", "col": "mail", "name": "made", "how": "after", "separator": "@"}
    assert "2 rows whose mail gives no made." in told("pandas", step)
    with pytest.raises(SpecError, match="holds no text"):
        after("pandas", [{**step, "col": "sales"}], ["i"])
    for unclear in ({"how": "before"}, {"how": "word", "index": 0}):
        with pytest.raises(SpecError, match="not well formed"):
            parse_analysis({"op": "row_lookup", "prepare": [{"step": "text_part", "col": "a", "name": "b", **unclear}]})


PLACES: list[tuple[dict[str, object], list[object]]] = [
    ({}, [3, 2, 5, 1, None, 4]),
    ({"ascending": True}, [3, 4, 1, 5, None, 2]),
    ({"order_by": "year"}, [5, 4, 5, 3, 1, 1]),
    ({"order_by": "year", "ties": "dense"}, [4, 3, 4, 2, 1, 1]),
    ({"order_by": "year", "ties": "max"}, [6, 4, 6, 3, 2, 2]),
    ({"order_by": "year", "ties": "average"}, [5.5, 4, 5.5, 3, 1.5, 1.5]),
    ({"by": ["region"]}, [2, 1, 1, 1, None, 1]),
    ({"order_by": "day", "by": ["paid"], "ascending": True}, [1, 1, 2, 3, 2, None]),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("how", "expected"), PLACES, ids=lambda given: str(given))
def test_places_with_ties(how: dict[str, object], expected: list[object], engine: Engine) -> None:
    assert made(engine, {"step": "rank_rows", "order_by": "sales", **how}) == expected


def test_a_text_gives_no_place() -> None:
    with pytest.raises(SpecError, match="gives rows no place"):
        made("pandas", {"step": "rank_rows", "order_by": "region"})


@pytest.mark.parametrize("engine", ENGINES)
def test_times_and_durations_become_seconds(engine: Engine) -> None:
    cast = {"step": "cast_type", "col": "took", "to": "seconds"}
    assert [row[1] for row in after(engine, [cast], ["i", "took"])] == [5400, 5, None, 4805, 3600, 5400]
    spec = {"op": "groupby_agg", "prepare": [cast], "metrics": {"took": ["mean"]}}
    assert rows(run(spec, table(FRAME, engine, {"at": "datetime"}))[0]) == [[pytest.approx(3842)]]
    of_moment = {"step": "cast_type", "col": "at", "to": "seconds"}
    assert [row[1] for row in after(engine, [of_moment], ["i", "at"])] == [30, 36000, None, 86399, 0, 0]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("unit", "one"), [("h", 3600), ("min", 60), ("s", 1), ("Days", 86400)])
def test_numbers_with_a_unit_of_time_become_seconds_by_it(engine: Engine, unit: str, one: int) -> None:
    frame = pd.DataFrame({"i": range(3), "took": [1.5, None, 0.25], "shift": [3, 8, 930]})
    held = table(frame, engine, units={"took": unit, "shift": unit})
    steps = [{"step": "cast_type", "col": name, "to": "seconds"} for name in ("took", "shift")]
    [found] = run({"op": "row_lookup", "order_by": "i", "prepare": steps}, held)
    assert column(found, "took") == [1.5 * one, None, 0.25 * one]
    assert column(found, "shift") == [3 * one, 8 * one, 930 * one]


def test_what_is_no_time_is_an_error_with_examples() -> None:
    with pytest.raises(DataError, match="'@', 'a@x"):
        after("pandas", [{"step": "cast_type", "col": "mail", "to": "seconds"}], ["i"])
    with pytest.raises(SpecError, match="no times or durations"):
        after("pandas", [{"step": "cast_type", "col": "paid", "to": "seconds"}], ["i"])


@pytest.mark.parametrize("engine", ENGINES)
def test_years_in_a_number_column_become_dates(engine: Engine) -> None:
    cast = {"step": "cast_type", "col": "year", "to": "date"}
    spec = {"op": "time_trend", "prepare": [cast], "date_col": "year", "grain": "year", "metrics": {"*": ["count"]}}
    found = rows(run(spec, table(FRAME, engine, {"at": "datetime"}))[0])
    assert found == [["2015", 2], ["2016", 1], ["2017", 1], ["2018", 2]]


@pytest.mark.parametrize("engine", ENGINES)
def test_rows_become_groups_and_what_follows_is_of_groups(engine: Engine) -> None:
    monthly = {"step": "aggregate", "metrics": {"sales": ["sum"], "*": ["count"]}, "date_col": "day", "grain": "month"}
    assert after(engine, [monthly], ["day", "sales_sum", "rows"]) == [
        ["2024-01-01", 30, 2], ["2024-02-01", -99, 1], ["2024-03-01", 40, 2],
    ]  # fmt: skip
    spec = {"op": "groupby_agg", "prepare": [monthly], "metrics": {"sales_sum": ["mean"], "rows": ["max"]}}
    (found,) = run(spec, table(FRAME, engine, {"at": "datetime"}))
    assert rows(found) == [[pytest.approx(-29 / 3), 2]]
    assert found["ledger"] is not None
    steps = [(step["step"], step["rows_before"], step["rows_after"]) for step in found["ledger"]["steps"]]
    assert steps == [("missing dropped", 6, 5), ("aggregate", 5, 3)]
    assert "one row for each month of day: total sales, number of rows" in found["ledger"]["steps"][1]["detail"]
    assert found["ledger"]["rows_used"] == 5, "rows of the data, not groups"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_missing_key_is_a_group_and_steps_may_follow(engine: Engine) -> None:
    steps: list[dict[str, object]] = [
        {"step": "aggregate", "by": ["region", "paid"], "metrics": {"sales": ["max"], "day": ["min"]}},
        {"step": "filter_rows", "filters": [where("sales_max", ">=", 10)]},
        {"step": "rank_rows", "order_by": "sales_max", "name": "place"},
    ]
    assert after(engine, steps, ["place", "region", "paid", "sales_max", "day_min"]) == [
        [1, None, True, 40, "2024-03-01"], [2, "North", False, 20, "2024-01-31"], [3, "North", True, 10, "2024-01-05"],
    ]  # fmt: skip


def test_groups_have_an_order_of_their_own() -> None:
    steps: list[dict[str, object]] = [
        {"step": "aggregate", "by": ["year"], "metrics": {"sales": ["first"]}},
        {"step": "drop_duplicates", "cols": ["year"]},
        {"step": "shift_column", "col": "year", "name": "before", "how": "lag"},
    ]
    assert after("pandas", steps, ["year", "before"]) == [[2015, None], [2016, 2015], [2017, 2016], [2018, 2017]]


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ({"by": ["regin"]}, "Nearest: region"),
        ({"by": ["region"], "metrics": {"region": ["mean"]}}, "mean needs numbers"),
        ({"by": ["region"], "date_col": "sales", "grain": "month"}, "no date column"),
        ({"by": ["region"], "metrics": {"sales": []}}, "No aggregation"),
        ({}, "needs groups"),
        ({"by": ["region"], "grain": "month"}, "go together"),
    ],
)
def test_groups_that_cannot_be_made_are_an_error(step: dict[str, object], words: str) -> None:
    whole = {"step": "aggregate", "metrics": {"sales": ["sum"]}, **step}
    with pytest.raises(SpecError, match=words):
        after("pandas", [whole], ["region"])


@pytest.mark.parametrize("engine", ENGINES)
def test_columns_of_texts_become_rows_and_blanks_stay(engine: Engine) -> None:
    step = {"step": "unpivot", "cols": ["region", "mail"], "name": "which", "value": "text"}
    spec = {
        "op": "groupby_agg",
        "prepare": [step],
        "group_cols": ["which"],
        "metrics": {"*": ["count"], "text": ["count"]},
    }
    assert rows(run(spec, table(FRAME, engine, {"at": "datetime"}))[0]) == [["region", 6, 5], ["mail", 6, 5]]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("cols", "cells"),
    [
        (["paid"], [True, False, True, True, False, False]),
        (["day", "at"], ["2024-01-05 00:00:00", "2024-01-05 00:00:30"]),
    ],
)
def test_dates_and_truth_become_rows_too(cols: list[str], cells: list[object], engine: Engine) -> None:
    step = {"step": "unpivot", "cols": cols, "name": "which", "value": "cell"}
    found = after(engine, [step], ["i", "cell"])
    assert len(found) == 6 * len(cols) and [cell for i, cell in found if i == 1 or len(cols) == 1] == cells


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("period", "first"), [("2024-01", "2024-01-01"), ("2024", "2024-01-01"), ("2024-Q3", "2024-07-01")]
)
def test_a_period_is_taken_as_its_first_day(period: str, first: str, engine: Engine) -> None:
    step = {"step": "unpivot", "cols": ["sales"], "name": "when", "value": "amount", "periods": {"sales": period}}
    assert after(engine, [step], ["when", "amount"])[0][0] == first


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"periods": {"sales": "spring"}}, "is no period"),
        ({"periods": {"sales": "2024-13"}}, "is no period"),
        ({"cols": ["sales", "year"], "periods": {"sales": "2024"}}, "each once"),
        ({"cols": ["sales", "mail"]}, "no one column holds both"),
        ({"name": "sales"}, "already"),
        ({"value": "when"}, "already"),
    ],
)
def test_what_cannot_be_unpivoted_is_an_error(change: dict[str, object], words: str) -> None:
    step = {"step": "unpivot", "cols": ["sales"], "name": "when", "value": "amount", **change}
    with pytest.raises(SpecError, match=words):
        after("pandas", [step], ["when"])


def test_unpivoted_rows_have_an_order_for_what_goes_by_it() -> None:
    unpivot = {"step": "unpivot", "cols": ["sales", "year"], "name": "which", "value": "n"}
    fill = {"step": "fill_missing", "cols": ["n"], "method": "ffill"}
    spec = {"op": "row_lookup", "which": "first", "k": 6, "columns": ["which", "n"], "prepare": [unpivot, fill]}
    assert [row[1] for row in rows(run(spec, table(FRAME, "pandas", {"at": "datetime"}))[0])] == [
        10,
        20,
        -99,
        40,
        40,
        5,
    ]


CELL = st.one_of(st.none(), st.integers(-3, 3))
KEY = st.one_of(st.none(), st.sampled_from(["a", "b"]))


@settings(max_examples=examples(25), suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(KEY, CELL, st.integers(1, 28)), min_size=1, max_size=12), st.sampled_from(["min", "dense"]),
    st.booleans(),
)  # fmt: skip
def test_both_engines_agree_on_groups_flags_and_places(
    made_rows: list[tuple[str | None, int | None, int]], ties: str, ascending: bool
) -> None:
    frame = pd.DataFrame(
        {
            "key": pd.Series([key for key, _, _ in made_rows], dtype="str"),
            "n": pd.Series([n for _, n, _ in made_rows], dtype="float64"),
            "day": pd.Series([datetime(2024, 1, day) for _, _, day in made_rows]).astype("datetime64[us]"),
        }
    )
    steps = [
        {"step": "flag_rows", "name": "late", "filters": [{"any": [where("n", ">", 0), where("key", "is_null")]}]},
        {
            "step": "aggregate",
            "by": ["key", "late"],
            "metrics": {"n": ["sum", "mean"]},
            "date_col": "day",
            "grain": "week",
        },
        {
            "step": "rank_rows",
            "order_by": "n_sum",
            "name": "place",
            "by": ["late"],
            "ties": ties,
            "ascending": ascending,
        },
    ]
    spec = {"op": "row_lookup", "prepare": steps, "order_by": "day"}
    first, second = (rows(run(spec, table(frame, engine))[0]) for engine in ENGINES)
    assert first == second


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("part", "expected"), [
    ({"part": "decade"}, [2020, 2020, 2020, 2020, 2020, None]), ({"part": "day_of_year"}, [5, 31, 41, 61, 91, None]),
    ({"part": "fiscal_year", "start_month": 3}, [2024, 2024, 2024, 2025, 2025, None]),
    ({"part": "fiscal_year", "start_month": 2}, [2024, 2024, 2025, 2025, 2025, None]),
])  # fmt: skip
def test_decades_days_of_the_year_and_fiscal_years(
    part: dict[str, object], expected: list[object], engine: Engine
) -> None:
    assert made(engine, {"step": "date_part", "col": "day", **part}) == expected
    days = FRAME["day"].dt
    by_pandas = {"decade": days.year // 10 * 10, "day_of_year": days.day_of_year}.get(str(part["part"]))
    assert by_pandas is None or [None if pd.isna(each) else each for each in by_pandas] == expected


def test_a_fiscal_year_has_a_first_month() -> None:
    for part, words in (
        ({"part": "fiscal_year"}, "needs start_month"),
        ({"part": "year", "start_month": 4}, "takes no"),
    ):
        with pytest.raises(SpecError, match=words):
            parse_analysis({"op": "row_lookup", "prepare": [{"step": "date_part", "col": "day", **part}]})
