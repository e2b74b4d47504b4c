"""The catalogue of measures: op -> what computes it. A new op is one file and one entry."""

from collections.abc import Mapping

from agent.analysis.measures.column_summary import COLUMN_SUMMARY
from agent.analysis.measures.compare_columns import COMPARE_COLUMNS
from agent.analysis.measures.compare_groups import COMPARE_GROUPS
from agent.analysis.measures.contingency_test import CONTINGENCY_TEST
from agent.analysis.measures.correlation import CORRELATION, CORRELATION_MATRIX
from agent.analysis.measures.dataset_overview import DATASET_OVERVIEW, DUPLICATE_CHECK, MISSINGNESS
from agent.analysis.measures.groupby_agg import GROUPBY_AGG, VALUE_COUNTS
from agent.analysis.measures.normality_test import NORMALITY_TEST
from agent.analysis.measures.ols_regression import OLS_REGRESSION
from agent.analysis.measures.outliers import OUTLIERS
from agent.analysis.measures.pivot_table import PIVOT_TABLE
from agent.analysis.measures.row_lookup import ROW_LOOKUP
from agent.analysis.measures.share_ratio import SHARE_RATIO
from agent.analysis.measures.time_trend import TIME_TREND
from agent.analysis.operation import Operation

OPERATIONS: Mapping[str, Operation] = {
    "dataset_overview": DATASET_OVERVIEW,
    "missingness": MISSINGNESS,
    "column_summary": COLUMN_SUMMARY,
    "duplicate_check": DUPLICATE_CHECK,
    "groupby_agg": GROUPBY_AGG,
    "share_ratio": SHARE_RATIO,
    "correlation_matrix": CORRELATION_MATRIX,
    "correlation": CORRELATION,
    "value_counts": VALUE_COUNTS,
    "row_lookup": ROW_LOOKUP,
    "time_trend": TIME_TREND,
    "outliers": OUTLIERS,
    "normality_test": NORMALITY_TEST,
    "compare_groups": COMPARE_GROUPS,
    "compare_columns": COMPARE_COLUMNS,
    "pivot_table": PIVOT_TABLE,
    "contingency_test": CONTINGENCY_TEST,
    "ols_regression": OLS_REGRESSION,
}
