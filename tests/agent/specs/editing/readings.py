"""Readings to change, and a strategy over their kinds."""

from typing import Any

from hypothesis import strategies as st

from agent.specs.parse import parse_spec
from agent.specs.reading import Reading

COLUMNS = ("region", "product/line", "sales", "units~x", "day")


def reading(*specs: dict[str, Any], **more: Any) -> Reading:
    return Reading(reading_id="r1", label="as asked", specs=[parse_spec(spec) for spec in specs], **more)


def grouped(**more: Any) -> dict[str, Any]:
    return {"op": "groupby_agg", "group_cols": ["region"], "metrics": {"sales": ["mean"]}, **more}


NORTH = {"col": "region", "op": "==", "value": "North"}
column = st.sampled_from(COLUMNS)
condition = st.one_of(
    st.builds(lambda col, value: {"col": col, "op": ">=", "value": value}, column, st.integers(0, 9)),
    st.builds(lambda col: {"col": col, "op": "is_null"}, column),
    st.builds(lambda col, values: {"col": col, "op": "in", "value": values}, column, st.lists(
        st.text(max_size=3), min_size=1, max_size=2)),
)  # fmt: skip
aggregation = st.sampled_from(["sum", "mean", "median", "nunique"])
metrics = st.dictionaries(column, st.lists(aggregation, min_size=1, max_size=2, unique=True), min_size=1, max_size=2)


@st.composite
def measures(draw: st.DrawFn) -> dict[str, Any]:
    shared = {"filters": draw(st.lists(condition, max_size=2, unique_by=repr))}
    groups = draw(st.lists(column, max_size=2, unique=True))
    wanted = draw(metrics)
    first = next(iter(wanted))
    kinds: list[dict[str, Any]] = [
        {"op": "groupby_agg", "group_cols": groups, "metrics": wanted, "top_k": draw(st.sampled_from([None, 3])),
         "sort": {"by": f"{first}_{wanted[first][0]}"}},
        {"op": "time_trend", "date_col": "day", "grain": draw(st.sampled_from(["day", "year"])), "metrics": wanted},
        {"op": "value_counts", "column": draw(column)},
        {"op": "row_lookup", "which": "max", "order_by": draw(column), "columns": groups},
        {"op": "share_ratio", "group_cols": groups or ["region"], "value": {"col": "sales", "agg": "sum"}},
        {"op": "outliers", "column": draw(column), "method": "zscore"},
        {"op": "ols_regression", "y": "sales", "x": ["units~x", "day"]},
        {"op": "pivot_table", "rows": "region", "columns": "day"},
    ]  # fmt: skip
    return {**draw(st.sampled_from(kinds)), **shared}


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    measure = draw(measures())
    if draw(st.booleans()):
        return reading({"kind": draw(st.sampled_from(["bar", "line", "pie"])), "of": measure}, measure)
    return reading(measure)
