"""Columns of places in a ranking, where 1 is the best: the highest rank is the lowest number."""

from agent.reasoning.rules.reading.column_names import name_words
from agent.reasoning.rules.reading.frame import Frame, MetricSlot
from agent.reasoning.rules.reading.question import Question
from registry.profile import ColumnProfile, DatasetProfile

RANK_TURNED = "rank 1 is the best"
"""What a metric says of itself when its direction was turned."""
_NAMES = frozenset({"rank", "ranking", "ranked", "rang", "rangplatz", "順位"})
_OF_NUMBERS = frozenset({"maximum", "max", "minimum", "min", "largest", "smallest", "biggest"})
_MANY = 10
_OTHER_END = {"max": "min", "min": "max"}


def is_rank(column: ColumnProfile) -> bool:
    """Whether a column counts places from 1 on; a grade of few steps is none."""
    numbers = column.numeric
    named = bool(_NAMES & set(name_words(column.name)))
    return (
        named
        and numbers is not None
        and numbers.is_integer
        and numbers.minimum == 1
        and 2 * column.unique >= min(2 * _MANY, column.count)
    )


def with_ranks_turned(frame: Frame, question: Question, table: DatasetProfile) -> Frame:
    """The best by a column of ranks is the lowest number; a maximum that is asked for by that name stays one."""
    marks = question.tagged("high", "low")
    metric = next(iter(frame.metrics), None)
    if metric is None or not marks or all(mark.text in _OF_NUMBERS for mark in marks):
        return frame
    columns = [table.column(column.column) for column in metric.columns if column.dataset_id == table.dataset_id]
    if not columns or not all(column is not None and is_rank(column) for column in columns):
        return frame
    if frame.order is not None and frame.extreme:
        turned = [item.model_copy(update={"words": RANK_TURNED}) for item in frame.metrics]
        return frame.model_copy(update={"metrics": turned, "order": "asc" if frame.order == "desc" else "desc"})
    if frame.intent == "aggregate" and metric.agg in _OTHER_END and not question.has("agg:"):
        return frame.model_copy(update={"metrics": [_other_end(item) for item in frame.metrics]})
    return frame


def _other_end(metric: MetricSlot) -> MetricSlot:
    return metric.model_copy(update={"agg": _OTHER_END.get(metric.agg, metric.agg), "words": RANK_TURNED})
