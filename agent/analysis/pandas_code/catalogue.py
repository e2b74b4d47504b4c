"""The measures that are written as code: all of them, by op."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.analysis.pandas_code.aggregates import (
    write_groupby_agg,
    write_pivot_table,
    write_share_ratio,
    write_value_counts,
)
from agent.analysis.pandas_code.comparisons import write_compare_columns, write_compare_groups
from agent.analysis.pandas_code.descriptions import (
    write_column_summary,
    write_correlation,
    write_correlation_matrix,
    write_dataset_overview,
    write_duplicate_check,
    write_missingness,
)
from agent.analysis.pandas_code.lookups import write_row_lookup
from agent.analysis.pandas_code.program import Program, Written
from agent.analysis.pandas_code.statistics import (
    write_contingency_test,
    write_normality_test,
    write_ols_regression,
    write_outliers,
)
from agent.analysis.pandas_code.trends import write_time_trend

MEASURES: Mapping[str, Callable[[Any, Program], list[Written]]] = {
    "dataset_overview": write_dataset_overview,
    "missingness": write_missingness,
    "column_summary": write_column_summary,
    "duplicate_check": write_duplicate_check,
    "groupby_agg": write_groupby_agg,
    "share_ratio": write_share_ratio,
    "correlation_matrix": write_correlation_matrix,
    "correlation": write_correlation,
    "value_counts": write_value_counts,
    "row_lookup": write_row_lookup,
    "time_trend": write_time_trend,
    "outliers": write_outliers,
    "normality_test": write_normality_test,
    "compare_groups": write_compare_groups,
    "compare_columns": write_compare_columns,
    "pivot_table": write_pivot_table,
    "contingency_test": write_contingency_test,
    "ols_regression": write_ols_regression,
}
