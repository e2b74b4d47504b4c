"""The catalogue of measures: op -> function. A new op is one file and one entry."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.analysis.measures.column_summary import column_summary
from agent.analysis.measures.compare_columns import compare_columns
from agent.analysis.measures.compare_groups import compare_groups
from agent.analysis.measures.contingency_test import contingency_test
from agent.analysis.measures.correlation import correlation, correlation_matrix
from agent.analysis.measures.dataset_overview import dataset_overview, duplicate_check, missingness
from agent.analysis.measures.groupby_agg import groupby_agg, value_counts
from agent.analysis.measures.normality_test import normality_test
from agent.analysis.measures.ols_regression import ols_regression
from agent.analysis.measures.outliers import outliers
from agent.analysis.measures.pivot_table import pivot_table
from agent.analysis.measures.row_lookup import row_lookup
from agent.analysis.measures.share_ratio import share_ratio
from agent.analysis.measures.time_trend import time_trend
from agent.analysis.rows import Prepared
from agent.analysis.tables import Outcome

OPERATIONS: Mapping[str, Callable[[Any, Prepared], Outcome]] = {
    "dataset_overview": dataset_overview,
    "missingness": missingness,
    "column_summary": column_summary,
    "duplicate_check": duplicate_check,
    "groupby_agg": groupby_agg,
    "share_ratio": share_ratio,
    "correlation_matrix": correlation_matrix,
    "correlation": correlation,
    "value_counts": value_counts,
    "row_lookup": row_lookup,
    "time_trend": time_trend,
    "outliers": outliers,
    "normality_test": normality_test,
    "compare_groups": compare_groups,
    "compare_columns": compare_columns,
    "pivot_table": pivot_table,
    "contingency_test": contingency_test,
    "ols_regression": ols_regression,
}
