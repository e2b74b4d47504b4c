"""execute_analysis and the shape of artifacts."""

import datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from agent.analysis.execute import execute_analysis
from agent.analysis.frames.source import chosen_table
from agent.analysis.frames.tables import ResultColumn, cell, preview
from agent.errors import DataError, SpecError
from agent.specs.parse import parse_analysis, parse_plot, parse_spec
from agent.specs.plain_data import spec_json
from agent.state import Cell
from tests.agent.analysis.made_tables import ENGINES, Engine, payload, people_table, rows, run, table, tables


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, None), (np.nan, None), (float("inf"), None), (pd.NaT, None), (pd.NA, None), (np.bool_(True), True),
        (np.int64(3), 3), (np.float64(2.0), 2), (2.5, 2.5), (2**60 + 1, 2**60 + 1), (Decimal("12"), 12),
        (Decimal("1.5"), 1.5), ("text", "text"), (datetime.date(2015, 1, 2), "2015-01-02"),
        (pd.Timestamp("2015-01-02 03:04:05"), "2015-01-02 03:04:05"), (2**64 - 1, 2**64 - 1), (2**64, 2.0**64),
        (-(2**63), -(2**63)), (-(2**64), -(2.0**64)), (1.9e27, 1.9e27), (Decimal(10**27), 1e27),
    ],
)  # fmt: skip
def test_a_cell_is_plain_json(value: object, shown: Cell) -> None:
    found = cell(value, ResultColumn("x", "integer"))
    assert found == shown and type(found) is type(shown)


def test_a_spec_is_told_again_as_it_can_be_given() -> None:
    given = {
        "type": "analysis", "op": "groupby_agg", "group_cols": ["hired_year"], "metrics": {"pay": ["mean"]},
        "prepare": [{"step": "date_part", "col": "hired", "part": "year"}],
    }  # fmt: skip
    (found,) = run(given, people_table())
    assert found["spec"] == given
    assert parse_spec(found["spec"]) == parse_analysis(given)
    plot = parse_plot({"kind": "bar", "of": {"op": "value_counts", "column": "team"}})
    assert parse_spec(spec_json(plot)) == plot


def test_a_preview_has_fewer_rows_and_the_same_total() -> None:
    (found,) = run({"op": "value_counts", "column": "age"}, people_table())
    short = preview(found, 3)
    assert rows(short) == rows(found)[:3] and payload(short)["total_rows"] == len(rows(found)) > 3


def test_the_only_table_is_meant_when_none_is_named() -> None:
    one, two = table(pd.DataFrame({"x": [1]}), dataset_id="a"), table(pd.DataFrame({"x": [1]}), dataset_id="b")
    assert chosen_table(None, tables(one)) is one and chosen_table("b", tables(one, two)) is two
    with pytest.raises(SpecError, match=r"a \(people\.csv\), b"):
        chosen_table(None, tables(one, two))


def test_the_data_are_never_written_to() -> None:
    held = people_table()
    before = held.frame.copy(deep=True)
    step = {"step": "cast_type", "col": "age", "to": "text"}
    run({"op": "value_counts", "column": "age", "prepare": [step]}, held)
    pd.testing.assert_frame_equal(held.frame, before)


def test_an_empty_table_is_served() -> None:
    held = people_table()
    nobody = [{"col": "age", "op": ">", "value": 200}]
    specs: list[dict[str, object]] = [
        {"op": "dataset_overview"}, {"op": "missingness"}, {"op": "column_summary", "quantiles": [0.5]},
        {"op": "duplicate_check"}, {"op": "groupby_agg", "metrics": {"pay": ["sum", "mean", "nunique"]}},
        {"op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": ["sum"]}},
        {"op": "value_counts", "column": "team"},
        {"op": "share_ratio", "group_cols": ["team"], "threshold_pct": 80}, {"op": "correlation", "target": "pay"},
        {"op": "share_ratio", "mode": "ratio", "numerator": {}, "denominator": {}}, {"op": "correlation_matrix"},
        {"op": "row_lookup"}, {"op": "normality_test", "column": "pay"},
        {"op": "pivot_table", "rows": "team", "columns": "level"},
    ]  # fmt: skip
    for spec in specs:
        found = execute_analysis(parse_analysis(spec | {"filters": nobody}), tables(held))
        assert found[0]["ledger"] is not None and found[0]["ledger"]["rows_used"] == 0, spec


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "name", ["a b", 'a"b', "a.b", "^x$", "select", "naïve ☃", "[x]", "%", "'q'", "rows", "__m0_x", "-"]
)
def test_any_column_name_is_only_a_name(name: str, engine: Engine) -> None:
    if (name, engine) == ("a.b", "duckdb"):
        with pytest.raises(DataError, match=r"names with a point: a\.b"):
            run({"op": "dataset_overview"}, table(pd.DataFrame({name: [1]}), engine))
        return
    frame = pd.DataFrame({name: ["x", "y", "x", None], "v": [1.0, 2.0, 3.0, None], "w": [1, 2, 3, 4]})
    held = table(frame, engine)
    specs: list[dict[str, object]] = [
        {"op": "groupby_agg", "group_cols": [name], "metrics": {"v": ["sum", "nunique"], name: ["min"]}},
        {"op": "value_counts", "column": name, "filters": [{"col": name, "op": "==", "value": "X"}]},
        {"op": "column_summary", "columns": [name, "v"]}, {"op": "dataset_overview"}, {"op": "duplicate_check"},
        {"op": "pivot_table", "rows": name, "columns": "w"}, {"op": "missingness", "by": name},
        {"op": "row_lookup", "which": "top", "order_by": name, "k": 2},
    ]  # fmt: skip
    first = [rows(run(spec, held)[0]) for spec in specs]
    assert first[0] == [["x", 4, 2, "x"], ["y", 2, 1, "y"], [None, 0, 0, None]]
    assert first[1] == [["x", 2, 100]]


def test_the_index_of_a_frame_means_nothing() -> None:
    held = people_table()
    odd = people_table()
    odd.frame.index = pd.Index([7] * len(odd.frame), name="pay")
    for spec in (
        {"op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": ["mean", "first"], "remote": ["mean"]}},
        {"op": "column_summary"}, {"op": "correlation_matrix"}, {"op": "outliers", "column": "pay"},
        {"op": "time_trend", "date_col": "hired", "metrics": {"pay": ["sum"]}},
        {"op": "row_lookup", "filters": [{"col": "team", "op": "==", "value": "sales"}]},
    ):  # fmt: skip
        assert run(spec, odd) == run(spec, held)
