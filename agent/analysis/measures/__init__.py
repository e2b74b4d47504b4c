"""The catalogue of measures: op -> function. A new op is one file and one entry."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.analysis.measures.column_summary import column_summary
from agent.analysis.measures.dataset_overview import dataset_overview
from agent.analysis.measures.groupby_agg import groupby_agg
from agent.analysis.measures.row_lookup import row_lookup
from agent.analysis.measures.time_trend import time_trend
from agent.analysis.measures.value_counts import value_counts
from agent.analysis.rows import Prepared
from agent.analysis.tables import Outcome

OPERATIONS: Mapping[str, Callable[[Any, Prepared], Outcome]] = {
    "dataset_overview": dataset_overview,
    "column_summary": column_summary,
    "groupby_agg": groupby_agg,
    "value_counts": value_counts,
    "row_lookup": row_lookup,
    "time_trend": time_trend,
}
