"""Filters: every operator on every kind of column, on both engines, and nothing is ever ignored."""

from dataclasses import replace
from datetime import date
from typing import Any

import pandas as pd
import pytest

from agent.analysis.execute import execute_analysis
from agent.errors import DataError, SpecError
from agent.specs.parse import parse_analysis
from registry.profile import DatasetProfile
from tests.agent.analysis.made_tables import ENGINES, Engine, column, moments, notes, rows_used, run, table, tables

FRAME = pd.DataFrame(
    {
        "n": range(8),
        "city": pd.Series(["Lyon", "lyon ", "Paris", "Nice", None, "Ｌｙｏｎ", "100% Rad", "a.b"], dtype="str"),
        "price": [5.0, 10.0, None, 1200.0, 0.0, -3.5, 10.0, 7.25],
        "day": moments("2015-03-01", "2015-03-31", "2015-04-01", "2015-05-31", "2015-06-01", None, "2016-01-01",
                       "2014-12-31"),
        "at": moments("2015-03-01 00:00", "2015-03-31 23:59:59", "2015-04-01 12:30:10", None, "2015-06-01",
                      "2015-06-01 06:00", "2016-01-01", "2014-12-31"),
        "clock": ["00:00:00", "09:30:00", "09:30:59", "09:31:00", None, "12:00:00", "23:59:59", "18:15:00"],
        "sold": [True, False, True, True, False, False, True, False],
        "code": pd.Series(["007", "7", "0070", None, "8", "9", "10", "11"], dtype="str"),
        "either": pd.Series(["03/04/2015"] * 8, dtype="str"),
        "nothing": pd.Series([None] * 8, dtype="float64"),
    }
)  # fmt: skip
KINDS: dict[str, Any] = {
    "clock": "time", "code": "identifier", "either": "ambiguous_date", "nothing": "empty", "at": "datetime",
}  # fmt: skip


def kept(engine: Engine, *filters: dict[str, object]) -> list[object]:
    """The numbers of the rows that the filters leave."""
    spec = {"op": "row_lookup", "columns": ["n"], "filters": list(filters)}
    return sorted(column(run(spec, table(FRAME, engine, KINDS))[0], "n"), key=str)


def where(col: str, op: str, value: object = None) -> dict[str, object]:
    return {"col": col, "op": op} if value is None else {"col": col, "op": op, "value": value}


CASES: list[tuple[str, str, object, list[int]]] = [
    ("price", "==", 10, [1, 6]),
    ("price", "==", "1,200", [3]),
    ("price", "==", "$1,200.00", [3]),
    ("price", "!=", 10, [0, 3, 4, 5, 7]),
    ("price", ">", 7.25, [1, 3, 6]),
    ("price", ">=", 7.25, [1, 3, 6, 7]),
    ("price", "<", 0, [5]),
    ("price", "<=", 0, [4, 5]),
    ("price", "in", [5, "10"], [0, 1, 6]),
    ("price", "not_in", [5, 10], [3, 4, 5, 7]),
    ("price", "between", [0, 10], [0, 1, 4, 6, 7]),
    ("price", "is_null", None, [2]),
    ("price", "not_null", None, [0, 1, 3, 4, 5, 6, 7]),
    ("price", ">", {"stat": "mean", "col": "price"}, [3]),
    ("price", ">=", {"stat": "median", "col": "price"}, [1, 3, 6, 7]),
    ("price", "==", {"stat": "max", "col": "price"}, [3]),
    ("price", "<=", {"stat": "q1", "col": "price"}, [4, 5]),
    ("city", "==", "Paris", [2]),
    ("city", "==", "Lyon", [0]),
    ("city", "==", "LYON", [0, 1, 5]),
    ("city", "!=", "Paris", [0, 1, 3, 5, 6, 7]),
    ("city", "in", ["nice", "Paris"], [2, 3]),
    ("city", "not_in", ["nice", "Paris"], [0, 1, 5, 6, 7]),
    ("city", "contains", "YO", [0, 1]),
    ("city", "contains", "0% r", [6]),
    ("city", "contains", ".", [7]),
    ("city", "contains", "xyz", []),
    ("city", "starts_with", "ly", [0, 1]),
    ("city", "is_null", None, [4]),
    ("day", "==", "2015-03", [0, 1]),
    ("day", "!=", "2015-03", [2, 3, 4, 6, 7]),
    ("day", "<", "2015-03", [7]),
    ("day", "<=", "2015-05", [0, 1, 2, 3, 7]),
    ("day", ">", "2015-05", [4, 6]),
    ("day", ">=", "2015-06", [4, 6]),
    ("day", "between", ["2015-03", "2015-05"], [0, 1, 2, 3]),
    ("day", "==", 2015, [0, 1, 2, 3, 4]),
    ("day", "==", "2015-Q2", [2, 3, 4]),
    ("day", "==", "2015-H1", [0, 1, 2, 3, 4]),
    ("day", "in", ["2015-03-31", "2016"], [1, 6]),
    ("day", "not_in", ["2015", "2016"], [7]),
    ("day", ">=", {"stat": "max", "col": "day"}, [6]),
    ("at", "==", "2015-03-31", [1]),
    ("at", "<=", "2015-03-31", [0, 1, 7]),
    ("at", "==", "2015-04-01 12:30", [2]),
    ("at", ">", "2015-04-01T12:30:09", [2, 4, 5, 6]),
    ("clock", "==", "9:30", [1, 2]),
    ("clock", "between", ["09:30", "12:00"], [1, 2, 3, 5]),
    ("clock", "<", "09:30", [0]),
    ("clock", ">", "18:15", [6]),
    ("clock", "==", "09:30:59", [2]),
    ("sold", "==", True, [0, 2, 3, 6]),
    ("sold", "==", "No", [1, 4, 5, 7]),
    ("sold", "!=", "true", [1, 4, 5, 7]),
    ("code", "==", "007", [0]),
    ("code", "==", 7, [1]),
    ("either", "not_null", None, [0, 1, 2, 3, 4, 5, 6, 7]),
    ("nothing", "is_null", None, [0, 1, 2, 3, 4, 5, 6, 7]),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("col", "op", "value", "expected"), CASES)
def test_an_operator_keeps_the_rows_it_should(
    col: str, op: str, value: object, expected: list[int], engine: Engine
) -> None:
    assert kept(engine, where(col, op, value)) == expected


REFUSED: list[tuple[str, str, object, type[Exception], str]] = [
    ("price", ">", "cheap", SpecError, "'cheap' is none"),
    ("price", "contains", "1", SpecError, "cannot be applied"),
    ("price", "between", [5, 1], SpecError, "wrong way round"),
    ("city", ">", "Lyon", SpecError, "text has no order"),
    ("city", "==", "Pariss", SpecError, "Nearest: 'Paris'"),
    ("city", "in", ["Paris", "Nicee"], SpecError, "Nearest: 'Nice'"),
    ("city", "==", {"stat": "mean", "col": "city"}, SpecError, "has no mean"),
    ("day", "==", "last spring", SpecError, "cannot be read as a date"),
    ("day", "==", "2015-02-30", SpecError, "cannot be read as a date"),
    ("day", "==", "2015-13", SpecError, "cannot be read as a date"),
    ("day", "contains", "2015", SpecError, "cannot be applied"),
    ("clock", ">", "25:00", SpecError, "time of day"),
    ("sold", "==", "maybe", SpecError, "true or false"),
    ("sold", ">", True, SpecError, "cannot be applied"),
    ("either", "==", "2015-04-03", DataError, "day/month"),
    ("nothing", "==", 3, DataError, "no value in any row"),
    ("prise", "==", 3, SpecError, "Nearest: price"),
    ("price", ">", {"stat": "mean", "col": "prise"}, SpecError, "Nearest: price"),
]


@pytest.mark.parametrize(("col", "op", "value", "error", "words"), REFUSED)
def test_what_cannot_be_applied_is_an_error_with_a_remedy(
    col: str, op: str, value: object, error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        kept("pandas", where(col, op, value))


@pytest.mark.parametrize("engine", ENGINES)
def test_the_ledger_has_a_step_a_filter_and_says_how_text_was_read(engine: Engine) -> None:
    filters = [where("price", ">", 4), where("city", "!=", "LYON")]
    (found,) = run({"op": "row_lookup", "columns": ["n"], "filters": filters}, table(FRAME, engine, KINDS))
    assert found["ledger"] is not None
    steps = [(step["step"], step["rows_before"], step["rows_after"]) for step in found["ledger"]["steps"]]
    assert steps == [("filter", 8, 5), ("filter", 5, 3)]
    assert found["ledger"]["steps"][0]["detail"] == "price is above 4"
    assert "'LYON' was read as" in notes(found) and rows_used(found) == 3


def test_the_ledger_tells_of_rows_left_out_because_the_cell_is_missing() -> None:
    (found,) = run({"op": "row_lookup", "filters": [where("city", "!=", "Paris")]}, table(FRAME, kinds=KINDS))
    assert "1 row without city" in notes(found)


def test_the_ledger_tells_of_other_spellings_that_were_not_counted() -> None:
    (found,) = run({"op": "row_lookup", "filters": [where("city", "==", "Lyon")]}, table(FRAME, kinds=KINDS))
    assert "city also has 'lyon '" in notes(found)


def test_the_ledger_tells_the_statistic_that_was_used() -> None:
    wanted = where("price", ">", {"stat": "mean", "col": "price"})
    (found,) = run({"op": "row_lookup", "filters": [wanted]}, table(FRAME, kinds=KINDS))
    assert f"the average of price is {FRAME['price'].mean():,.6g}" in notes(found)


EITHER: list[tuple[list[object], list[int]]] = [
    ([where("price", ">", 100), where("city", "==", "Paris")], [2, 3]),
    ([[where("price", ">", 4), where("sold", "==", True)], [where("day", "==", "2014")]], [0, 3, 6, 7]),
    ([where("city", "is_null"), [where("price", "!=", 10), where("clock", "<", "10:00")]], [0, 3, 4]),
    ([where("city", "!=", "Paris"), where("price", "is_null")], [0, 1, 2, 3, 5, 6, 7]),
    ([where("price", ">", {"stat": "mean", "col": "price"}), where("city", "contains", "yo")], [0, 1, 3]),
]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("any_of", "expected"), EITHER)
def test_conditions_on_several_columns_are_joined_by_or(any_of: object, expected: list[int], engine: Engine) -> None:
    assert kept(engine, {"any": any_of}) == expected


@pytest.mark.parametrize("engine", ENGINES)
def test_the_ledger_says_or_in_one_step(engine: Engine) -> None:
    either: dict[str, object] = {
        "any": [[where("price", ">", 4), where("sold", "==", True)], where("city", "==", "PARIS")]
    }
    filters = [where("n", "<", 5), either]
    (found,) = run({"op": "row_lookup", "columns": ["n"], "filters": filters}, table(FRAME, engine, KINDS))
    assert found["ledger"] is not None
    steps = [(step["detail"], step["rows_before"], step["rows_after"]) for step in found["ledger"]["steps"]]
    words = "(price is above 4 and sold is yes) or city is PARIS"
    assert steps == [("n is below 5", 8, 5), (words, 5, 3)]
    assert "'PARIS' was read as 'Paris'" in notes(found)


def test_what_cannot_be_applied_is_an_error_inside_of_or_too() -> None:
    with pytest.raises(SpecError, match="Nearest: price"):
        kept("pandas", {"any": [where("n", "==", 1), where("prise", "==", 2)]})
    with pytest.raises(DataError, match="day/month"):
        kept("pandas", {"any": [where("n", "==", 1), where("either", "==", "2015-04-03")]})
    wrongs: list[dict[str, object]] = [
        {"any": []}, {"any": [[]]}, {"any": [where("n", "==")]}, {"any": [where("n", "==", 1)], "col": "n"},
    ]  # fmt: skip
    for wrong in wrongs:
        with pytest.raises(SpecError, match="not well formed"):
            kept("pandas", wrong)


@pytest.mark.parametrize("engine", ENGINES)
def test_groups_are_chosen_by_or(engine: Engine) -> None:
    spec = {
        "op": "groupby_agg", "group_cols": ["sold"], "metrics": {"price": ["max"], "*": ["count"]},
        "having": [{"any": [where("price_max", ">", 1000), where("rows", ">", 99)]}],
    }  # fmt: skip
    (found,) = run(spec, table(FRAME, engine, KINDS))
    assert column(found, "sold") == [True]
    assert "1 of 2 groups fulfil: highest price is above 1000 or rows is above 99." in notes(found)


def told_from(day: str, shift: int = 0, unit: str = "day", *, whole: bool = False) -> dict[str, object]:
    return {"date": day, "shift": shift, "unit": unit, "whole": whole}


RELATIVE: list[tuple[str, str, object, list[int]]] = [
    ("day", "==", told_from("latest"), [6]),
    ("day", ">=", told_from("latest", -7, "month"), [4, 6]),
    ("day", ">", told_from("latest", -7, "month"), [6]),
    ("day", "==", told_from("latest", -1, "year", whole=True), [0, 1, 2, 3, 4]),
    ("day", "==", told_from("latest", -3, "quarter", whole=True), [2, 3, 4]),
    ("day", "between", [told_from("latest", -10, "month", whole=True), told_from("latest", -9, "month")], [0, 1, 2]),
    ("day", "in", ["2014", told_from("latest")], [6, 7]),
    ("day", "not_in", [told_from("latest", -1, "year", whole=True)], [6, 7]),
    ("at", "<=", told_from("latest", -30, "week"), [0, 1, 2, 4, 5, 7]),
    ("day", "==", told_from("today", -1, "month", whole=True), [0, 1]),
    ("day", "<", told_from("today", -30), [0, 7]),
    ("day", ">", told_from("today"), [3, 4, 6]),
    ("day", "!=", told_from("today", 0, "year", whole=True), [6, 7]),
]
TODAY = date(2015, 4, 2)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(("col", "op", "value", "expected"), RELATIVE)
@pytest.mark.parametrize("profile_knows", [True, False])
def test_a_date_is_told_from_today_or_the_latest(
    col: str, op: str, value: object, expected: list[int], engine: Engine, *, profile_knows: bool
) -> None:
    held = table(FRAME, engine, KINDS)
    if profile_knows:
        held = replace(held, profile=with_last(held.profile))
    spec = parse_analysis({"op": "row_lookup", "columns": ["n"], "filters": [where(col, op, value)]})
    (found,) = execute_analysis(spec, tables(held), today=TODAY)
    assert sorted(column(found, "n"), key=str) == expected
    assert profile_knows is False or found["spec"] is None or "latest" not in str(found["spec"])


def with_last(profile: DatasetProfile) -> DatasetProfile:
    """The profile as the registry makes it: with the last date of each column."""
    columns = tuple(
        replace(one, last=str(FRAME[one.name].max())) if one.kind in ("date", "datetime") else one
        for one in profile.columns
    )
    return replace(profile, columns=columns)


def test_the_ledger_says_the_date_and_a_result_keeps_it() -> None:
    spec = {"op": "row_lookup", "filters": [where("day", ">=", told_from("today", -30))]}
    (found,) = execute_analysis(parse_analysis(spec), tables(table(FRAME, "pandas", KINDS)), today=TODAY)
    assert found["ledger"] is not None and found["ledger"]["steps"][0]["detail"] == "day is at least 3 March 2015"
    assert "'value': '2015-03-03'" in str(found["spec"])
    latest = run(
        {"op": "row_lookup", "filters": [where("day", "==", told_from("latest"))]}, table(FRAME, "duckdb", KINDS)
    )
    assert "The latest day is 1 January 2016." in notes(latest[0])


NOT_RELATIVE: list[tuple[str, object, str]] = [
    ("price", told_from("latest"), "no date column"),
    ("city", told_from("today"), "no date column"),
    ("day", told_from("latest", -90_000, "year"), "outside of the calendar"),
    ("day", told_from("yesterday"), "not well formed"),
    ("day", told_from("today", 1, "fortnight"), "not well formed"),
]


@pytest.mark.parametrize(("col", "value", "words"), NOT_RELATIVE)
def test_a_date_that_cannot_be_told_is_an_error(col: str, value: object, words: str) -> None:
    with pytest.raises(SpecError, match=words):
        kept("pandas", where(col, ">=", value))
