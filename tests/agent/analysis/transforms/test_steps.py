"""The steps of `prepare`, on both engines: exact results, a ledger line each, errors instead of silent gaps."""

import math
from collections.abc import Mapping, Sequence

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from tests.agent.analysis.made_tables import ENGINES, Engine, column, moments, notes, payload, rows, run, table

pytestmark = pytest.mark.parametrize("engine", ENGINES)


def after(
    engine: Engine, frame: pd.DataFrame, steps: Sequence[Mapping[str, object]], columns: list[str], **kinds: str
) -> list[list[object]]:
    """The rows of the columns after the steps, in the order of the file (or sorted, where an engine has none)."""
    spec = {"op": "row_lookup", "prepare": list(steps), "columns": columns}
    found = rows(run(spec, table(frame, engine, kinds))[0])  # type: ignore[arg-type]
    return [list(row) for row in found]


def test_numbers_written_as_text_become_numbers(engine: Engine) -> None:
    frame = pd.DataFrame({"i": [1, 2, 3, 4], "v": pd.Series(["$1,200.50", "(3)", None, "45 %"], dtype="str")})
    step = {"step": "cast_type", "col": "v", "to": "number"}
    assert after(engine, frame, [step], ["i", "v"]) == [[1, 1200.5], [2, -3], [3, None], [4, 45]]


def test_a_value_that_does_not_parse_is_an_error_with_examples(engine: Engine) -> None:
    frame = pd.DataFrame({"v": pd.Series(["1", "two"], dtype="str")})
    with pytest.raises(DataError, match="'two'"):
        after(engine, frame, [{"step": "cast_type", "col": "v", "to": "number"}], ["v"])
    with pytest.raises(DataError, match="'two'"):
        after(engine, frame, [{"step": "cast_type", "col": "v", "to": "date"}], ["v"])


def test_dates_are_read_in_the_order_that_was_said(engine: Engine) -> None:
    frame = pd.DataFrame({"i": [1, 2], "d": pd.Series(["03/04/2015", "05/06/2015 14:30"], dtype="str")})
    kinds = {"d": "ambiguous_date"}
    step = {"step": "cast_type", "col": "d", "to": "date"}
    assert after(engine, frame, [step | {"day_first": True}], ["d"], **kinds) == [
        ["2015-04-03 00:00:00"],
        ["2015-06-05 14:30:00"],
    ]
    assert after(engine, frame.head(1), [step | {"day_first": False}], ["d"], **kinds) == [["2015-03-04"]]
    with pytest.raises(DataError, match="day/month"):
        after(engine, frame, [step], ["d"], **kinds)


def test_dates_that_read_one_way_need_no_order_and_a_format_is_obeyed(engine: Engine) -> None:
    frame = pd.DataFrame({"d": pd.Series(["25/04/2015", "03/05/2015"], dtype="str")})
    step = {"step": "cast_type", "col": "d", "to": "date"}
    assert after(engine, frame, [step], ["d"]) == [["2015-04-25"], ["2015-05-03"]]
    numbers = pd.DataFrame({"d": [20150425, 20150503]})
    assert after(engine, numbers, [step | {"date_format": "%Y%m%d"}], ["d"]) == [["2015-04-25"], ["2015-05-03"]]
    with pytest.raises(DataError, match="%Y-%m"):
        after(engine, frame, [step | {"date_format": "%Y-%m"}], ["d"])


def test_anything_becomes_text(engine: Engine) -> None:
    frame = pd.DataFrame({"n": [1.0, 2.5, None], "d": moments("2015-01-02", None, "2015-01-04")})
    steps = [{"step": "cast_type", "col": name, "to": "text"} for name in ("n", "d")]
    found = after(engine, frame, steps, ["n", "d"])
    assert sorted(found, key=str) == sorted([["1", "2015-01-02"], ["2.5", None], [None, "2015-01-04"]], key=str)


def test_arithmetic_is_done_row_by_row_and_nested(engine: Engine) -> None:
    frame = pd.DataFrame({"a": [1, 2, 3], "b": [4.0, 0.0, None]})
    expression = ["add", ["mul", "a", 10], ["div", "a", "b"]]
    step = {"step": "derive_column", "name": "c", "expression": expression}
    spec = {"op": "row_lookup", "prepare": [step], "columns": ["a", "c"]}
    (found,) = run(spec, table(frame, engine))
    assert rows(found) == [[1, 10.25], [2, None], [3, None]]
    assert "c cannot be computed in 1 row " in notes(found)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (["sub", "a", 1], [3, 8]), (["mean", "a", "b"], [3, 9]), (["log", "a"], [math.log(4), math.log(9)]),
        (["exp", ["sub", "a", 4]], [1, math.exp(5)]), (["sqrt", "a"], [2, 3]), (["abs", ["sub", "b", "a"]], [2, None]),
        (["sqrt", ["sub", "a", 5]], [None, 2]), (["log", ["sub", "a", 4]], [None, math.log(5)]),
        (["pct_change", "a", "b"], [100, None]), (["pct_change", "b", ["sub", "a", 4]], [None, None]),
        (["min", "a", "b", 5], [2, 5]), (["max", "a", "b"], [4, 9]), (["coalesce", "b", "a"], [2, 9]),
        (["round", ["div", "a", 8]], [1, 1]), (["round", ["div", "a", -8]], [-1, -1]),
        (["round", ["div", "a", 7], 2], [0.57, 1.29]), (["round", ["mul", "a", 11], -1], [40, 100]),
        (["div", "a", 0], [None, None]), (["mean", "a", 2], [3, 5.5]), (["mul", "a", ["sqrt", 4]], [8, 18]),
    ],
)  # fmt: skip
def test_every_function_is_there(engine: Engine, expression: list[object], expected: list[float | None]) -> None:
    frame = pd.DataFrame({"a": [4, 9], "b": [2.0, None]})
    found = after(engine, frame, [{"step": "derive_column", "name": "c", "expression": expression}], ["c"])
    assert [row[0] for row in found] == [None if value is None else pytest.approx(value) for value in expected]


def test_the_difference_of_dates_is_in_days(engine: Engine) -> None:
    frame = pd.DataFrame({"a": moments("2015-01-10", "2015-03-01"), "b": moments("2015-01-01", None)})
    step = {"step": "derive_column", "name": "c", "expression": ["sub", "a", "b"]}
    (found,) = run({"op": "row_lookup", "prepare": [step], "columns": ["c"]}, table(frame, engine))
    assert rows(found) == [[9], [None]] and payload(found)["units"] == {"c": "days"}


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        (["ad", "a", 1], "nearest: add"), (["add", "a"], "cannot take 1"), (["add", "x", 1], "no column 'x'"),
        (["add", "t", 1], "cannot be computed with"), (["sub", "d", 1], "cannot be applied to dates"),
        (["round", "a", "a"], "whole number of decimals"), (["round", "a", 0.5], "whole number of decimals"),
    ],
)  # fmt: skip
def test_an_expression_without_sense_is_refused(engine: Engine, expression: list[object], words: str) -> None:
    frame = pd.DataFrame({"a": [1], "t": ["x"], "d": moments("2015-01-01")})
    with pytest.raises(SpecError, match=words):
        after(engine, frame, [{"step": "derive_column", "name": "c", "expression": expression}], ["c"])


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        ("year", 2015), ("half", 2), ("quarter", 4), ("month", 12), ("week", 53), ("day", 31), ("weekday", "Thursday"),
        ("hour", 17), ("year_half", "2015-H2"), ("year_quarter", "2015-Q4"), ("year_month", "2015-12"),
        ("year_week", "2015-W53"), ("date", "2015-12-31"),
    ],
)  # fmt: skip
def test_every_part_of_a_date_and_missing_stays_missing(engine: Engine, part: str, expected: object) -> None:
    frame = pd.DataFrame({"i": [1, 2], "d": moments("2015-12-31 17:45:00", None)})
    found = after(engine, frame, [{"step": "date_part", "col": "d", "part": part}], ["i", f"d_{part}"], d="datetime")
    assert found == [[1, expected], [2, None]]


def test_the_hour_of_a_time_column(engine: Engine) -> None:
    frame = pd.DataFrame({"i": [1, 2, 3], "t": pd.Series(["00:10:00", None, "23:59:59"], dtype="str")})
    step = {"step": "date_part", "col": "t", "part": "hour", "name": "h"}
    assert after(engine, frame, [step], ["i", "h"], t="time") == [[1, 0], [2, None], [3, 23]]
    with pytest.raises(SpecError, match="has no month"):
        after(engine, frame, [step | {"part": "month"}], ["h"], t="time")


def test_values_are_recoded_and_others_keep_their_own(engine: Engine) -> None:
    frame = pd.DataFrame({"i": [1, 2, 3, 4], "g": pd.Series(["M", "F", "X", None], dtype="str")})
    step = {"step": "recode_column", "col": "g", "name": "word", "mapping": {"m": "male", "F": "female"}}
    assert after(engine, frame, [step], ["i", "word"]) == [[1, "male"], [2, "female"], [3, "X"], [4, None]]
    ranks = step | {"mapping": {"M": 1, "F": 2}}
    (found,) = run({"op": "row_lookup", "prepare": [ranks], "columns": ["i", "word"]}, table(frame, engine))
    assert rows(found) == [[1, 1], [2, 2], [3, None], [4, None]]
    assert "1 row with a g outside" in notes(found)
    with pytest.raises(SpecError, match="No row has 'Q'"):
        after(engine, frame, [step | {"mapping": {"Q": "x"}}], ["word"])


def test_bins_include_the_left_edge_and_the_last_one_both(engine: Engine) -> None:
    frame = pd.DataFrame({"x": [-1, 0, 9, 10, 20, 21]})
    step = {"step": "recode_column", "col": "x", "name": "bin", "edges": [0, 10, 20]}
    spec = {"op": "row_lookup", "prepare": [step], "columns": ["x", "bin"]}
    (found,) = run(spec, table(frame, engine))
    assert column(found, "bin") == [None, "0 to under 10", "0 to under 10", "10 to 20", "10 to 20", None]
    assert "2 rows with a x outside" in notes(found)
    named = step | {"labels": ["young", "old"]}
    counts = {"op": "groupby_agg", "prepare": [named], "group_cols": ["bin"], "metrics": {"*": ["count"]}}
    assert rows(run(counts, table(frame, engine))[0]) == [["young", 2], ["old", 2], [None, 2]]
    with pytest.raises(SpecError, match="must rise"):
        after(engine, frame, [step | {"edges": [3, 1]}], ["bin"])


def test_rows_with_a_gap_are_dropped_and_counted(engine: Engine) -> None:
    frame = pd.DataFrame({"a": [1, None, 3], "b": ["x", "y", None]})
    spec = {"op": "row_lookup", "prepare": [{"step": "drop_missing", "cols": ["a", "b"]}]}
    (found,) = run(spec, table(frame, engine))
    assert rows(found) == [[1, "x"]]
    assert found["ledger"] is not None
    assert [(step["step"], step["rows_after"]) for step in found["ledger"]["steps"]] == [("missing dropped", 1)]


def test_equal_rows_are_kept_once(engine: Engine) -> None:
    frame = pd.DataFrame({"a": [2, 1, 2, 2], "b": ["y", "x", "y", "z"]})
    found = after(engine, frame, [{"step": "drop_duplicates"}], ["a", "b"])
    assert sorted(found, key=str) == [[1, "x"], [2, "y"], [2, "z"]]


def test_of_rows_with_the_same_key_the_first_in_the_file_is_kept(engine: Engine) -> None:
    frame = pd.DataFrame({"a": [2, 1, 2], "b": ["z", "x", "y"]})
    step: dict[str, object] = {"step": "drop_duplicates", "cols": ["a"]}
    if engine == "duckdb":
        with pytest.raises(DataError, match="have no order"):
            after(engine, frame, [step], ["a", "b"])
    else:
        assert after(engine, frame, [step], ["a", "b"]) == [[2, "z"], [1, "x"]]


def test_steps_see_what_earlier_steps_made(engine: Engine) -> None:
    frame = pd.DataFrame({"a": [1, 2, 3], "b": [2, 2, 2]})
    steps: list[dict[str, object]] = [
        {"step": "derive_column", "name": "c", "expression": ["mul", "a", "b"]},
        {"step": "filter_rows", "filters": [{"col": "c", "op": ">=", "value": {"stat": "mean", "col": "c"}}]},
    ]
    assert after(engine, frame, steps, ["c"]) == [[4], [6]]
