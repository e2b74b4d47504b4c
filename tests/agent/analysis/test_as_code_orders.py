"""Programs sort texts in their own order as the vocabulary does, and add up long whole numbers to the same sums."""

from typing import Any

import pytest

from agent.specs.parse import parse_spec
from registry.store import DatasetStore
from tests.agent.analysis.program_runs import assert_program_agrees

Data = dict[str, Any]

SIZES = b"""size,month,pieces,price
M,Mar,14,2.5
XL,Jan,7,3.5
S,Dec,20,1.5
L,Feb,11,
XXL,Oct,2,4.5
M,Jan,3,2.5
,May,8,3
S,Mar,5,1
XL,Feb,9,3
L,Dec,6,2
S,Jan,20,1.5
"""
IN_OWN_ORDER: list[Data] = [
    {"op": "groupby_agg", "metrics": {"pieces": ["sum"], "month": ["max"]}, "group_cols": ["size"]},
    {"op": "groupby_agg", "metrics": {"pieces": ["sum"]}, "group_cols": ["size", "month"]},
    {"op": "groupby_agg", "metrics": {"pieces": ["mean"]}, "group_cols": ["month"], "top_k": 3},
    {"op": "value_counts", "column": "size"},
    {"op": "value_counts", "column": "size", "dropna": True, "top_k": 2},
    {"op": "pivot_table", "rows": "size", "columns": "month", "value": {"col": "pieces", "agg": "sum"}},
    {"op": "contingency_test", "rows": "size", "columns": "month"},
    {"op": "share_ratio", "value": {"col": "pieces", "agg": "sum"}, "group_cols": ["size"]},
    {"op": "compare_groups", "value": "pieces", "group": "size"},
    {"op": "column_summary", "columns": ["pieces", "size"], "by": "month"},
    {"op": "column_summary", "columns": ["size", "month"]},
    {"op": "missingness", "by": "size"},
    {"op": "outliers", "column": "pieces", "by": "size"},
    {"op": "row_lookup", "which": "top", "order_by": "pieces", "k": 4},
    {"op": "row_lookup", "which": "max", "order_by": "pieces", "by": ["size"]},
    {"op": "duplicate_check", "columns": ["size"]},
    {"op": "ols_regression", "y": "pieces", "x": ["size"]},
    {
        "op": "groupby_agg",
        "metrics": {"pieces": ["sum"]},
        "group_cols": ["size"],
        "filters": [{"col": "size", "op": "in", "value": ["S", "XL"]}],
    },
]  # fmt: skip


LONG_NUMBERS = b"""shop,bytes,when,day
a,9223372036854775807,2024-01-03,Mon
b,9223372036854775806,2024-01-05,Tue
a,12,2024-02-07,Mon
b,5,2024-02-09,Wed
"""
OF_LONG_NUMBERS: list[Data] = [
    {"op": "groupby_agg", "metrics": {"bytes": ["sum", "max", "mean"]}, "group_cols": ["shop"], "with_total": True},
    {"op": "groupby_agg", "metrics": {"bytes": ["sum"]}, "group_cols": []},
    {"op": "share_ratio", "value": {"col": "bytes", "agg": "sum"}, "group_cols": ["shop"]},
    {"op": "pivot_table", "rows": "shop", "columns": "day", "value": {"col": "bytes", "agg": "sum"}},
    {"op": "time_trend", "date_col": "when", "grain": "month", "metrics": {"bytes": ["sum"]}},
]


@pytest.mark.parametrize("measure", OF_LONG_NUMBERS, ids=lambda measure: measure["op"])
def test_sums_of_long_numbers_are_the_same_in_the_program(measure: Data) -> None:
    sizes = DatasetStore().add("owner", "traffic.csv", LONG_NUMBERS)
    assert_program_agrees(parse_spec({"type": "analysis", **measure}), [sizes])


@pytest.mark.parametrize("measure", IN_OWN_ORDER, ids=lambda measure: measure["op"])
def test_texts_with_an_order_of_their_own_stand_in_it_in_the_program_too(measure: Data) -> None:
    sizes = DatasetStore().add("owner", "sizes.csv", SIZES)
    assert_program_agrees(parse_spec({"type": "analysis", **measure}), [sizes])
