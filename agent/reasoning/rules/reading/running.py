"""Running totals: what adds up from period to period, and follow-ups that ask for it."""

from agent.reasoning.rules.reading.conditions import date_column_for
from agent.reasoning.rules.reading.frame import Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.measures import ref
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.time_groups import default_grain
from registry.profile import DatasetProfile

_SHORT = 8  # words of such a follow-up


def runs_on(question: Question) -> bool:
    """Whether a total that grows from period to period is asked for, not a cumulative share of groups."""
    return question.has("cumulative") and not question.has("share", "pareto")


def running(frame: Frame, table: DatasetProfile, question: Question) -> Frame:
    """The frame with totals of its metrics over time; as it is where the table has no dates."""
    column = date_column_for(question, 0, table)
    if column is None:
        return frame
    groups = [slot for slot in frame.groups if not slot.part][:2]
    if not any(slot.grain for slot in groups):
        grain = default_grain(column.column.first, column.column.last)
        groups = [GroupSlot(columns=[ref(column)], grain=grain), *groups[:1]]
    metrics = [_adding_up(metric, table) for metric in frame.metrics or [MetricSlot()]]
    kept = [metric for index, metric in enumerate(metrics) if metric not in metrics[:index]]
    return frame.model_copy(
        update={
            "metrics": kept,
            "groups": groups,
            "cumulative": True,
            "growth": "none",
            "order": None,
            "extreme": False,
        }
    )


def _adding_up(metric: MetricSlot, table: DatasetProfile) -> MetricSlot:
    """A sum for an amount; rows where each row is one of the things counted."""
    column = table.column(metric.columns[0].column) if metric.columns else None
    if column is None:
        return metric.model_copy(update={"agg": "count"})
    if metric.agg in ("count", "nunique"):
        return MetricSlot(words=metric.words) if column.unique == table.rows else metric.model_copy(
            update={"agg": "count"}
        )  # fmt: skip
    return metric.model_copy(update={"agg": "sum"})


def running_total(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`as a running total please`: the same, added up over time."""
    question = parts.question
    said = [token for token in question.tokens if token.is_word]
    bare = not (question.links or question.values or question.bounds) and len(said) <= _SHORT
    if not runs_on(question) or not bare or last.intent != "aggregate" or last.share:
        return None
    groups = [slot for slot in fresh.groups if slot.grain] or last.groups
    return running(last.model_copy(update={"groups": groups}), parts.table, question)
