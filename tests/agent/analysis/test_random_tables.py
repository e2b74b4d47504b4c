"""Random small tables: groups, filters and sums agree with plain pandas on both engines."""

from typing import Any

import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.agent.analysis.made_tables import ENGINES, Engine, column, rows, run, table
from tests.cases import examples

KEYS = st.sampled_from(["a", "b", "B", "é", "", None])
NUMBERS = st.one_of(st.none(), st.floats(-1e6, 1e6, allow_nan=False).map(lambda number: round(number, 3)))
TABLES = st.lists(st.tuples(KEYS, NUMBERS, st.integers(-5, 5)), min_size=1, max_size=30)


def frame_of(drawn: list[tuple[Any, Any, int]]) -> pd.DataFrame:
    keys, numbers, whole = zip(*drawn, strict=True)
    return pd.DataFrame(
        {
            "k": pd.Series(keys, dtype="str"),
            "x": pd.Series(numbers, dtype="float64"),
            "i": pd.Series(whole, dtype="int64"),
        }
    )


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=examples(30))
@given(drawn=TABLES)
def test_aggregates_by_group_agree_with_pandas(engine: Engine, drawn: list[tuple[Any, Any, int]]) -> None:
    frame = frame_of(drawn)
    wanted: list[Any] = ["sum", "mean", "median", "std", "min", "max", "count", "nunique"]
    spec = {"op": "groupby_agg", "group_cols": ["k"], "metrics": {"x": wanted}}
    (found,) = run(spec, table(frame, engine, {"k": "text", "x": "number"}))
    expected = frame.groupby("k", dropna=False)["x"].agg(wanted)
    assert column(found, "k") == [None if pd.isna(key) else key for key in expected.index]
    for name in wanted:
        cells = [float("nan") if value is None else value for value in column(found, f"x_{name}")]
        assert cells == pytest.approx(expected[name].tolist(), nan_ok=True, rel=1e-9, abs=1e-6)


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=examples(30))
@given(drawn=TABLES, low=st.integers(-5, 5), high=st.integers(-5, 5))
def test_filters_keep_what_pandas_keeps(engine: Engine, drawn: list[tuple[Any, Any, int]], low: int, high: int) -> None:
    frame = frame_of(drawn)
    low, high = sorted((low, high))
    filters = [{"col": "i", "op": "between", "value": [low, high]}, {"col": "x", "op": "!=", "value": 0}]
    (found,) = run(
        {"op": "row_lookup", "filters": filters, "columns": ["i", "x"]}, table(frame, engine, {"x": "number"})
    )
    expected = frame[frame["i"].between(low, high) & (frame["x"] != 0) & frame["x"].notna()]
    kept = sorted((int(str(i)), float(str(x))) for i, x in rows(found))
    assert kept == sorted(zip(expected["i"].tolist(), expected["x"].tolist(), strict=True))


@pytest.mark.parametrize("engine", ENGINES)
@settings(max_examples=examples(30))
@given(drawn=TABLES)
def test_shares_add_up_and_duplicates_are_those_of_pandas(engine: Engine, drawn: list[tuple[Any, Any, int]]) -> None:
    frame = frame_of(drawn)
    held = table(frame, engine, {"k": "text", "x": "number"})
    shares = column(run({"op": "value_counts", "column": "k"}, held)[0], "share_pct")
    assert sum(float(str(share)) for share in shares) == pytest.approx(100)
    counted = column(run({"op": "duplicate_check"}, held)[0], "duplicate_rows")
    assert counted == [int(frame.duplicated().sum())]


PARTS = st.recursive(
    st.one_of(st.sampled_from(["x", "i"]), st.sampled_from([0, 1, -2.5, 10])),
    lambda part: st.one_of(
        st.tuples(st.sampled_from(["sub", "div", "percent", "pct_change", "coalesce"]), part, part),
        st.tuples(st.sampled_from(["add", "mul", "mean", "min", "max"]), part, part, part),
        st.tuples(st.sampled_from(["log", "sqrt", "abs", "round"]), part),
        st.tuples(st.just("round"), part, st.integers(-2, 3)),
    ),
    max_leaves=6,
)


@settings(max_examples=examples(40))
@given(drawn=TABLES, part=PARTS)
@example(drawn=[("a", None, 0), ("a", None, 0)], part=("round", ("coalesce", 0, "x"), 0))
def test_arithmetic_is_the_same_in_both_engines(drawn: list[tuple[Any, Any, int]], part: object) -> None:
    step = {"step": "derive_column", "name": "made", "expression": ["add", part, 0]}
    spec = {"op": "row_lookup", "columns": ["i", "x", "made"], "prepare": [step]}
    in_memory, in_duckdb = (
        sorted(rows(run(spec, table(frame_of(drawn), engine, {"x": "number"}))[0]), key=lambda row: str(row[:2]))
        for engine in ENGINES
    )
    nothing = float("nan")
    made = [[nothing if row[2] is None else row[2] for row in found] for found in (in_memory, in_duckdb)]
    assert made[0] == pytest.approx(made[1], rel=1e-9, abs=1e-9, nan_ok=True)
