"""Seed 003's tools: five with typed inputs, one catalogue, and no part of the analysis language out of reach."""

from typing import Any

import pytest

from agent.analysis.frames.source import Table
from agent.errors import SpecError
from agent.specs.parse import KINDS, OPS, parse_spec
from agent.tools.catalogue import SEED_TOOLS, TOOL_EXECUTORS, call_for, planned_call, run_call
from registry.store import DatasetStore
from tests.agent.scripted import STAFF

SPECS: dict[str, dict[str, Any]] = {
    "dataset_overview": {},
    "missingness": {"by": "level"},
    "column_summary": {"columns": ["salary"], "quantiles": [0.9]},
    "duplicate_check": {"columns": ["name"]},
    "groupby_agg": {"group_cols": ["level"], "metrics": {"salary": ["mean", "sum"]}},
    "share_ratio": {"group_cols": ["level"]},
    "correlation_matrix": {},
    "correlation": {"columns": ["salary", "age"], "method": "spearman"},
    "value_counts": {"column": "level", "top_k": 2},
    "row_lookup": {"which": "max", "order_by": "salary"},
    "time_trend": {"date_col": "day", "metrics": {"salary": ["sum"]}},
    "outliers": {"column": "salary"},
    "normality_test": {"column": "salary"},
    "compare_groups": {"value": "salary", "group": "level"},
    "compare_columns": {"a": "salary", "b": "age"},
    "pivot_table": {"rows": "level", "columns": "department"},
    "contingency_test": {"rows": "level", "columns": "department"},
    "ols_regression": {"y": "salary", "x": ["age", "level"]},
    "hist": {"x": "salary"},
    "scatter": {"x": "salary", "y": "age"},
    "line": {"of": {"op": "time_trend", "date_col": "day", "metrics": {"salary": ["sum"]}}},
    "bar": {"x": "level", "y": "salary", "agg": "mean"},
    "box": {"y": "salary", "x": "level"},
    "pie": {"x": "level", "y": "salary"},
    "area": {"x": "day", "y": "salary"},
    "heatmap": {"x": "level", "color": "department", "y": "salary", "agg": "mean"},
    "violin": {"y": "salary", "x": "level"},
    "pareto": {"x": "level", "y": "salary"},
}


@pytest.fixture
def tables() -> dict[str, Table]:
    dataset = DatasetStore().add("me", "staff.csv", STAFF)
    return {dataset.dataset_id: Table(dataset.dataset_id, dataset.name, dataset.frame, dataset.profile)}


def test_the_five_tools_of_the_seed_come_first() -> None:
    assert SEED_TOOLS == (
        "calculate_correlation", "aggregate_data", "filter_data", "analyze_distribution", "count_values",
    )  # fmt: skip
    assert tuple(TOOL_EXECUTORS)[:5] == SEED_TOOLS


@pytest.mark.parametrize("tag", [*OPS, *KINDS])
def test_every_part_of_the_language_can_be_called_and_the_call_means_it_exactly(tag: str) -> None:
    spec = parse_spec({"op" if tag in OPS else "kind": tag, **SPECS[tag]})
    made = call_for(spec)
    assert made.specs == (spec,)
    assert planned_call(made.tool.name, made.arguments).specs == (spec,)


@pytest.mark.parametrize(
    ("tag", "tool", "arguments"),
    [
        (
            {"op": "groupby_agg", "group_cols": ["department"], "metrics": {"salary": ["mean"]}},
            "aggregate_data",
            {"column": "salary", "operation": "mean", "group_by": "department"},
        ),
        ({"op": "value_counts", "column": "level"}, "count_values", {"column": "level"}),
        ({"op": "correlation_matrix"}, "calculate_correlation", {}),
        (
            {"op": "row_lookup", "filters": [{"col": "salary", "op": ">", "value": 100}]},
            "filter_data",
            {"filters": [{"col": "salary", "op": ">", "value": 100}]},
        ),
        (
            {"op": "column_summary", "columns": ["salary"]},
            "analyze_distribution",
            {"column": "salary", "chart": False},
        ),
    ],
)
def test_what_a_seed_tool_can_do_is_called_by_its_name(tag: dict[str, Any], tool: str, arguments: Any) -> None:
    made = call_for(parse_spec(tag))
    assert (made.tool.name, made.arguments) == (tool, arguments)


def test_steps_before_the_filters_take_the_ops_own_tool() -> None:
    prepared = {"prepare": [{"step": "drop_duplicates", "cols": []}], "metrics": {"salary": ["mean"]}}
    made = call_for(parse_spec({"op": "groupby_agg", **prepared}))
    assert made.tool.name == "groupby_agg"
    assert planned_call("groupby_agg", made.arguments).specs == made.specs


def test_a_distribution_is_statistics_and_a_histogram(tables: dict[str, Table]) -> None:
    made = planned_call("analyze_distribution", {"column": "salary"})
    results = run_call(made, tables)
    assert [artifacts[0]["kind"] for artifacts in results] == ["table", "figure"]


def test_a_threshold_leaves_weaker_pairs_out_and_says_so() -> None:
    content = b"a,b,c\n1,2,9\n2,4,1\n3,6,8\n4,8.5,2\n5,10,7\n6,12,3\n"
    dataset = DatasetStore().add("me", "abc.csv", content)
    tables = {dataset.dataset_id: Table(dataset.dataset_id, dataset.name, dataset.frame, dataset.profile)}
    ((matrix, pairs),) = run_call(planned_call("calculate_correlation", {"threshold": 0.7}), tables)
    assert [row[:2] for row in pairs["payload"]["rows"]] == [["a", "b"]]  # type: ignore[index]
    assert matrix["payload"]["total_rows"] == 3  # type: ignore[index]
    assert pairs["ledger"] and "2 of 3 pairs are weaker than 0.7." in pairs["ledger"]["notes"]


def test_an_unknown_tool_is_refused_with_the_nearest_names() -> None:
    with pytest.raises(SpecError, match="aggregate_data"):
        planned_call("agregate_data", {})


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"column": "salary", "operation": "average"}, "operation"),
        ({"operation": "mean"}, "column"),
        ({"column": "salary", "operation": "mean", "colour": "red"}, "colour"),
    ],
)
def test_arguments_that_do_not_fit_are_named(arguments: dict[str, Any], named: str) -> None:
    with pytest.raises(SpecError, match=named):
        planned_call("aggregate_data", arguments)


def test_every_tool_has_words_for_the_model() -> None:
    for tool in TOOL_EXECUTORS.values():
        assert tool.description
        assert tool.arguments.model_json_schema()["properties"]
