"""The catalogue of narrators: one an op, one a plot kind."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.reasoning.rules.narration.associations import tell_contingency_test, tell_ols_regression
from agent.reasoning.rules.narration.comparisons import tell_compare_columns, tell_compare_groups, tell_pivot_table
from agent.reasoning.rules.narration.lookups import tell_row_lookup
from agent.reasoning.rules.narration.plots import (
    tell_bar,
    tell_box,
    tell_heatmap,
    tell_hist,
    tell_line,
    tell_parts,
    tell_scatter,
)
from agent.reasoning.rules.narration.quality import tell_duplicates, tell_missingness, tell_overview
from agent.reasoning.rules.narration.relations import tell_correlation, tell_correlation_matrix
from agent.reasoning.rules.narration.scene import Scene
from agent.reasoning.rules.narration.summaries import tell_column_summary, tell_normality, tell_outliers
from agent.reasoning.rules.narration.totals import tell_groupby_agg, tell_share_ratio, tell_value_counts
from agent.reasoning.rules.narration.trends import tell_time_trend

Narrator = Callable[[Scene[Any]], str]
"""A scene whose first table has rows -> a template: paragraphs and lists, numbers as references."""

MEASURE_NARRATORS: Mapping[str, Narrator] = {
    "dataset_overview": tell_overview,
    "missingness": tell_missingness,
    "column_summary": tell_column_summary,
    "duplicate_check": tell_duplicates,
    "groupby_agg": tell_groupby_agg,
    "share_ratio": tell_share_ratio,
    "correlation_matrix": tell_correlation_matrix,
    "correlation": tell_correlation,
    "value_counts": tell_value_counts,
    "row_lookup": tell_row_lookup,
    "time_trend": tell_time_trend,
    "outliers": tell_outliers,
    "normality_test": tell_normality,
    "compare_groups": tell_compare_groups,
    "compare_columns": tell_compare_columns,
    "pivot_table": tell_pivot_table,
    "contingency_test": tell_contingency_test,
    "ols_regression": tell_ols_regression,
}
PLOT_NARRATORS: Mapping[str, Narrator] = {
    "hist": tell_hist,
    "scatter": tell_scatter,
    "line": tell_line,
    "bar": tell_bar,
    "box": tell_box,
    "pie": tell_parts,
    "area": tell_line,
    "heatmap": tell_heatmap,
    "violin": tell_box,
    "pareto": tell_parts,
}
NARRATORS: Mapping[str, Narrator] = {**MEASURE_NARRATORS, **PLOT_NARRATORS}
