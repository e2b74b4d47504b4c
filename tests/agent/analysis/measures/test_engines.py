"""Every op gives the same numbers over pandas and over DuckDB, and the catalogue is complete."""

import json
import math

import pytest

from agent.analysis.measures import OPERATIONS
from agent.specs.parse import OPS
from agent.state import Artifact, Cell
from tests.agent.analysis.made_tables import payload, people_table, run

Spec = dict[str, object]
METRICS = {"pay": ["sum", "mean", "median", "std", "var", "min", "max", "range", "count", "nunique"], "*": ["count"]}
ONE_OF_EACH_LEVEL_AND_AGE = [
    "00001",
    "00002",
    "00011",
    "00013",
    "00020",
    "00035",
    "00041",
    "00049",
    "00050",
    "00069",
    "00086",
    "00101",
    "00115",
    "00127",
    "00170",
    "00176",
    "00195",
    "00219",
]
PAIRED: Spec = {
    "op": "compare_columns",
    "value": "pay",
    "group": "level",
    "pair_by": "age",
    "filters": [{"col": "person", "op": "in", "value": ONE_OF_EACH_LEVEL_AND_AGE}],
}
SPECS: list[Spec] = [
    {"op": "dataset_overview"},
    {"op": "missingness"},
    {"op": "missingness", "columns": ["pay", "hired"], "by": "team"},
    {"op": "column_summary", "quantiles": [0.1, 0.975]},
    {
        "op": "column_summary",
        "columns": ["pay", "team", "hired", "remote", "starts", "person"],
        "stats": ["count", "missing", "mean", "min", "max", "range", "sum", "mode", "unique", "skew", "kurtosis"],
    },
    {"op": "column_summary", "columns": ["pay"], "stats": ["std", "var"], "ddof": 0},
    {"op": "duplicate_check"},
    {"op": "duplicate_check", "columns": ["team", "level", "remote"]},
    {"op": "groupby_agg", "metrics": METRICS},
    {"op": "groupby_agg", "group_cols": ["team"], "metrics": METRICS},
    {"op": "groupby_agg", "group_cols": ["team", "level"], "metrics": {"hired": ["min", "max", "range", "nunique"]}},
    {"op": "groupby_agg", "group_cols": ["remote"], "metrics": {"remote": ["mean", "sum"], "team": ["min", "count"]}},
    {
        "op": "groupby_agg",
        "group_cols": ["age"],
        "metrics": {"pay": ["mean"], "*": ["count"]},
        "having": [{"col": "rows", "op": ">=", "value": 5}],
        "top_k": 4,
    },
    {"op": "share_ratio", "group_cols": ["team"], "value": {"col": "pay", "agg": "sum"}, "cumulative": True},
    {"op": "share_ratio", "group_cols": ["age"], "threshold_pct": 80},
    {
        "op": "share_ratio",
        "mode": "ratio",
        "group_cols": ["team"],
        "numerator": {"filters": [{"col": "remote", "op": "==", "value": True}]},
        "denominator": {},
        "as_percent": True,
    },
    {"op": "correlation_matrix", "columns": ["age"], "method": "spearman"},
    {"op": "correlation", "target": "pay"},
    {"op": "value_counts", "column": "team"},
    {"op": "value_counts", "column": "team", "dropna": True, "top_k": 2},
    {"op": "row_lookup", "which": "max", "order_by": "age"},
    {"op": "row_lookup", "which": "top", "order_by": "pay", "k": 7, "columns": ["person", "pay"]},
    {"op": "row_lookup", "which": "bottom", "order_by": "hired", "k": 3},
    {"op": "row_lookup", "filters": [{"col": "age", "op": "==", "value": 30}], "columns": ["person"]},
    {"op": "row_lookup", "which": "max", "order_by": "age", "by": ["team"]},
    {"op": "row_lookup", "which": "min", "order_by": "hired", "by": ["team", "level"], "columns": ["person", "hired"]},
    {"op": "row_lookup", "which": "top", "order_by": "pay", "k": 2, "by": ["remote"]},
    {"op": "row_lookup", "which": "bottom", "order_by": "person", "k": 3, "by": ["level"], "columns": ["person"]},
    {"op": "groupby_agg", "group_cols": ["team", "level"], "metrics": {"pay": ["sum"]}, "top_per": ["team"]},
    {
        "op": "groupby_agg",
        "group_cols": ["level", "age"],
        "metrics": {"*": ["count"], "pay": ["mean"]},
        "sort": {"by": "pay_mean", "ascending": True},
        "top_per": ["level"],
        "top_k": 2,
    },
    {
        "op": "time_trend",
        "date_col": "hired",
        "grain": "month",
        "metrics": {"pay": ["sum", "mean"]},
        "growth": "previous",
    },
    {"op": "time_trend", "date_col": "hired", "grain": "quarter", "metrics": {"*": ["count"]}, "group_col": "team"},
    {"op": "time_trend", "date_col": "hired", "grain": "week", "metrics": {"*": ["count"]}, "top_k": 3},
    {"op": "time_trend", "date_col": "hired", "grain": "half", "metrics": {"*": ["count"]}, "growth": "year"},
    {"op": "time_trend", "date_col": "hired", "grain": "year", "metrics": {"pay": ["median"]}},
    {"op": "time_trend", "date_col": "hired", "grain": "day", "metrics": {"pay": ["sum"]}},
    {"op": "outliers", "column": "pay"},
    {"op": "outliers", "column": "pay", "method": "zscore", "side": "high"},
    {"op": "outliers", "column": "pay", "method": "mad"},
    {"op": "outliers", "column": "pay", "by": "team"},
    {"op": "outliers", "column": "pay", "by": "team", "method": "mad", "side": "low", "threshold": 1.5},
    {"op": "column_summary", "columns": ["pay", "age"], "by": "team", "stats": ["mean", "skew"], "quantiles": [0.9]},
    {"op": "column_summary", "by": "remote"},
    {"op": "correlation", "columns": ["age", "pay"], "by": "team"},
    {"op": "correlation", "target": "pay", "by": "level", "method": "spearman"},
    {"op": "compare_columns", "a": "score", "b": "age"},
    {"op": "compare_columns", "a": "score", "b": "age", "test": "wilcoxon"},
    {"op": "compare_columns", "a": "score", "value": 48},
    {"op": "compare_columns", "a": "score", "value": 48, "test": "wilcoxon"},
    PAIRED,
    {**PAIRED, "groups": ["Senior", "junior"]},
    {"op": "normality_test", "column": "score", "tests": ["shapiro", "dagostino", "anderson", "ks"], "by": "level"},
    {"op": "compare_groups", "value": "pay", "group": "level"},
    {"op": "compare_groups", "value": "pay", "group": "team", "groups": ["Sales", "Research"], "test": "mann_whitney"},
    {"op": "compare_groups", "value": "pay", "group": "team", "test": "kruskal"},
    {"op": "pivot_table", "rows": "team", "columns": "level", "value": {"col": "pay", "agg": "mean"}},
    {"op": "pivot_table", "rows": "age", "columns": "team"},
    {"op": "contingency_test", "rows": "team", "columns": "level"},
    {"op": "contingency_test", "rows": "level", "columns": "remote", "correction": False},
    {"op": "contingency_test", "rows": "level", "columns": "remote", "exact": True},
    {"op": "contingency_test", "rows": "age", "columns": "remote"},
    {"op": "ols_regression", "y": "pay", "x": ["age"]},
    {"op": "ols_regression", "y": "pay", "x": ["age", "team", "remote", "score"]},
]
IDS = [f"{number}-{spec['op']}" for number, spec in enumerate(SPECS)]


def test_the_catalogue_has_every_op_of_the_language() -> None:
    assert set(OPERATIONS) == set(OPS)


def test_every_op_is_tried_on_both_engines() -> None:
    assert {spec["op"] for spec in SPECS} == set(OPS)


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_duckdb_gives_the_same_tables_as_pandas(spec: Spec) -> None:
    reference, lazy = run(spec, people_table("pandas")), run(spec, people_table("duckdb"))
    assert len(reference) == len(lazy)
    for expected, found in zip(reference, lazy, strict=True):
        assert payload(found)["columns"] == payload(expected)["columns"]
        assert found["ledger"] == expected["ledger"]
        same_rows(spec, expected, found)


def same_rows(spec: Spec, expected: Artifact, found: Artifact) -> None:
    """Whether two results hold the same, in the same order where the spec gives one."""
    left, right = payload(expected)["rows"], payload(found)["rows"]
    if spec.get("op") == "row_lookup" and "order_by" not in spec:
        left, right = sorted(left, key=str), sorted(right, key=str)
    assert len(left) == len(right)
    columns = payload(expected)["columns"]
    for row, other in zip(left, right, strict=True):
        for name, cell, same in zip(columns, row, other, strict=True):
            if name != "memory_mb":
                assert _equal(cell, same), (name, row, other)


def _equal(a: Cell, b: Cell) -> bool:
    if isinstance(a, float) or isinstance(b, float):
        return a is not None and b is not None and math.isclose(float(a), float(b), rel_tol=1e-9, abs_tol=1e-12)
    return a == b and type(a) is type(b)


@pytest.mark.parametrize("spec", [spec for spec in SPECS if spec["op"] != "row_lookup" or "order_by" in spec])
def test_the_same_spec_gives_the_same_artifacts_whatever_the_row_order(spec: Spec) -> None:
    given = people_table("pandas")
    shuffled = type(given)(given.dataset_id, given.name, given.frame.sample(frac=1, random_state=3), given.profile)
    for expected, found in zip(run(spec, given), run(spec, shuffled), strict=True):
        same_rows(spec, expected, found)


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_artifacts_are_plain_json_with_spec_and_title(spec: Spec) -> None:
    for at, artifact in enumerate(run(spec, people_table())):
        assert json.loads(json.dumps(artifact, allow_nan=False)) == artifact
        assert artifact["title"] and artifact["role"] == ("main" if at == 0 else "detail")
        assert artifact["spec"] is not None and artifact["spec"]["op"] == spec["op"]
        assert set(payload(artifact)["formats"]) == set(payload(artifact)["columns"])
        assert all(len(row) == len(payload(artifact)["columns"]) for row in payload(artifact)["rows"])
