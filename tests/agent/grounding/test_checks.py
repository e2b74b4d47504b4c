"""What cannot be is an error, never an answer."""

import pytest
from pydantic import JsonValue

from agent.grounding.checks import impossible
from agent.state import Cell
from tests.agent.made_artifacts import ledger, table


@pytest.mark.parametrize(
    ("op", "column", "value"),
    [
        ("correlation", "r", 1.2),
        ("correlation_matrix", "height", -1.01),
        ("value_counts", "share_pct", 100.5),
        ("missingness", "missing_pct", -0.1),
        ("compare_groups", "p", 1.3),
        ("value_counts", "count", 101),
        ("groupby_agg", "price_count", 101),
        ("groupby_agg", "rows", -1),
        ("groupby_agg", "cheap", 101),
        ("groupby_agg", "price_share", 100.5),
        ("groupby_agg", "price_std", -0.5),
        ("column_summary", "var", -0.5),
        ("groupby_agg", "price_mean", float("inf")),
        ("groupby_agg", "price_mean", float("nan")),
    ],
)
def test_an_impossible_cell_is_named(op: str, column: str, value: float) -> None:
    spec: dict[str, JsonValue] = {"op": op}
    if op == "groupby_agg":
        spec |= {"metrics": {"price": ["count", "std", "mean", "share"], "*": ["count"]}, "quantities": {"cheap": {}}}
    made = table(["key", column], [["a", value]], ["key"], spec=spec, ledger=ledger(100, 90), title="Prices")
    (sentence,) = impossible([made])
    assert sentence.startswith(f"Prices: the column {column} ")


@pytest.mark.parametrize(
    ("columns", "row", "spec"),
    [
        (["a", "b", "r", "n"], ["x", "y", -1.0, 100], {"op": "correlation"}),
        (["key", "value", "share_pct"], ["x", -3, 120.0], {"op": "share_ratio"}),
        (["key", "n"], [400, 20], {"op": "groupby_agg"}),
        (["count", "p"], [1000, 7.0], {"op": "row_lookup"}),
        (["key", "rows"], ["x", 700], {"op": "groupby_agg", "prepare": [{"step": "join"}]}),
        (["key", "price_mean"], ["x", None], {"op": "groupby_agg"}),
        (["key", "rows"], ["x", -5], {"op": "groupby_agg", "computed": {"rows": ["sub", "a", "b"]}}),
        (["key", "a_std"], ["x", -5], {"op": "time_trend", "computed": {"a_std": ["sub", "a", "b"]}}),
        (["key", "s"], ["x", -20.0], {"op": "groupby_agg", "quantities": {"s": {"col": "v", "agg": "share"}}}),
    ],
)
def test_odd_but_possible_results_pass(columns: list[str], row: list[Cell], spec: dict[str, JsonValue]) -> None:
    keys = ["key"] if "key" in columns else []
    assert impossible([table(columns, [row], keys, spec=spec, ledger=ledger(100, 100))]) == ()
