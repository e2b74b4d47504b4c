"""Follow-ups that measure something else of the same rows and groups: and calories?, and per loan on average?"""

from agent.reasoning.rules.reading.frame import ColumnRef, Frame, MetricSlot
from agent.reasoning.rules.reading.inheriting import merged_conditions
from agent.reasoning.rules.reading.measures import default_aggregation, numeric_candidates
from agent.reasoning.rules.reading.parse import Parts

_MEASURING = frozenset({"aggregate", "summary", "hist", "box", "outliers", "normality", "compare", "periods"})
_LINKING = frozenset({"and", "also", "instead", "that", "which", "only"})


def another_measure(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and calories?`, `away?`: only a column is named; it takes the place of the one measured before."""
    question = parts.question
    measured = [metric for metric in last.metrics if metric.columns] or ([MetricSlot()] if last.groups else [])
    is_bare = not (fresh.groups or fresh.conditions or parts.aggregations or question.unexplained or question.dates)
    says_more = any(mark.tags.isdisjoint(_LINKING) for mark in question.marks)
    if not (is_bare and measured and last.intent in _MEASURING) or says_more or len(parts.metric_links) != 1:
        return None
    link = parts.metric_links[0]
    columns = fresh.metrics[0].columns if fresh.metrics and fresh.metrics[0].columns else numeric_candidates(link)
    counted = measured[0].agg in ("count", "nunique")
    again = counted or measured[0].agg == _default_of(measured[0].columns[0], parts)
    agg = parts.default_for(link) if again and last.intent == "aggregate" else measured[0].agg
    aggs = [agg] if len(measured) == 1 else [metric.agg for metric in measured]
    metrics = [measured[0].model_copy(update={"columns": columns, "agg": item, "words": ""}) for item in aggs]
    return last.model_copy(update={"metrics": metrics})


def _default_of(column: ColumnRef, parts: Parts) -> str:
    profile = parts.question.dataset(column.dataset_id).column(column.column)
    return default_aggregation(profile, parts.question.words) if profile else ""


def each_of_before(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and per loan on average?` after a total: that total divided by the number of such things."""
    measured = [metric for metric in last.metrics if metric.columns and metric.agg not in ("nunique", "count")]
    counts_rows = fresh.intent == "ratio" and fresh.metrics and not fresh.metrics[0].columns
    if not counts_rows or not measured or parts.question.has("count"):
        return None
    total = measured[0].model_copy(update={"agg": "sum"})
    conditions = merged_conditions(last.conditions, fresh.conditions)
    return fresh.model_copy(
        update={"metrics": [total], "groups": fresh.groups or last.groups, "conditions": conditions}
    )
