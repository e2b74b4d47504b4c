"""What a follow-up leaves out, from the frame before: "by type?", "only 2015", "same but median"."""

from agent.reasoning.rules.reading.frame import (
    GROUP_PLOTS,
    ColumnRef,
    ConditionSlot,
    Frame,
    GroupSlot,
    Intent,
    MetricSlot,
)
from agent.reasoning.rules.reading.numeric_conditions import unattached_bounds
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import Question

_DIVIDING = frozenset({"split", "break", "broken", "divide", "subdivide", "drill", "separate", "further"})


def inherit(fresh: Frame, last: Frame, parts: Parts) -> Frame:
    """Empty slots from the frame before; what is said anew replaces, "also" and "too" add."""
    question = parts.question
    kept = not_spread_out(last.conditions, fresh)
    loose = [] if fresh.bound else _bounds_on_last(last, question)
    conditions = merged_conditions(kept, [*fresh.conditions, *loose])
    if last.share and (last.conditions or not last.groups) and not fresh.share:
        conditions = _part_last(conditions, last)
    groups = _groups(fresh, last, question)
    within = last.share and not last.conditions and bool(last.groups) and bool(fresh.conditions) and not fresh.share
    said_share = fresh.share
    counts = question.has("count") and not fresh.either
    metrics = _metrics(fresh, last, parts)
    only_rows = fresh.intent == "aggregate" and not (fresh.metrics or fresh.groups) and not _asks_anew(question)
    intent: Intent = (
        last.intent
        if only_rows
        or (
            fresh.intent == "aggregate"
            and last.intent in ("ratio", "compare", "normality", "outliers", "summary", *_missing_by(fresh))
            and not fresh.metrics
            and not _changes_kind(fresh, question)
        )
        else "aggregate"
    )
    if fresh.intent not in ("aggregate", "lookup"):
        intent = fresh.intent
    if intent == "ratio" and parts.aggregations:
        intent = "aggregate"
    return last.model_copy(
        update={
            "intent": intent,
            "metrics": metrics,
            "either": fresh.either and not last.metrics,
            "groups": groups,
            "within": [] if fresh.groups or said_share or fresh.growth != "none" else last.within,
            "conditions": conditions,
            "bound": fresh.bound or last.bound,
            "part": 0 if within else last.part,
            "share": said_share or (last.share and not counts and not question.has("agg:")),
            "growth": fresh.growth if fresh.growth != "none" else ("none" if fresh.groups else last.growth),
            "order": fresh.order or last.order,
            "top_k": fresh.top_k or last.top_k,
            "extreme": fresh.extreme or (last.extreme and not fresh.groups),
            "plot": fresh.plot
            or (last.plot if last.plot in GROUP_PLOTS and not _changes_kind(fresh, question) else None),
            "stack": fresh.stack or (last.stack if fresh.plot in (None, last.plot) else None),
            "stats": fresh.stats or last.stats,
            "deduplicated": fresh.deduplicated or last.deduplicated,
        }
    )


def _missing_by(fresh: Frame) -> tuple[Intent, ...]:
    """Missing cells go on being counted where groups are said."""
    return ("missing",) if fresh.groups and not fresh.plot else ()


def _part_last(conditions: list[list[ConditionSlot]], last: Frame) -> list[list[ConditionSlot]]:
    """`the share of smokers` and then `only in the north`: of the rows in the north, the part that smokes."""
    told = {item[0].column for item in last.conditions[len(last.conditions) - last.part :]}
    return sorted(conditions, key=lambda item: item[0].column in told)


def not_spread_out(kept: list[list[ConditionSlot]], fresh: Frame) -> list[list[ConditionSlot]]:
    """Conditions without those on one value of a column that is now shown value by value: `all clubs side by side`."""
    spread = {slot.columns[0] for slot in fresh.groups if not (slot.grain or slot.part)}
    return [item for item in kept if not (item[0].column in spread and item[0].op == "==")]


def _asks_anew(question: Question) -> bool:
    """Whether the words ask for another kind of answer, beyond other rows."""
    return question.has("share", "growth", "growth:", "agg:", "plot", "plot:", "high", "low")


def _changes_kind(fresh: Frame, question: Question) -> bool:
    return bool(fresh.groups) and question.has("share", "growth")


def _metrics(fresh: Frame, last: Frame, parts: Parts) -> list[MetricSlot]:
    """The measure said anew, the old one with a new aggregation ("same but median"), or the old one."""
    if fresh.metrics and not fresh.either:
        return fresh.metrics
    if parts.aggregations and last.metrics and any(metric.columns for metric in last.metrics):
        columns = next(metric for metric in last.metrics if metric.columns)
        return [columns.model_copy(update={"agg": agg}) for agg in parts.aggregations]
    return last.metrics or fresh.metrics


def _groups(fresh: Frame, last: Frame, question: Question) -> list[GroupSlot]:
    if not fresh.groups:
        return [] if question.has("all") and not question.has("null") else last.groups
    divides = question.has("that", "those") and any(token.stem in _DIVIDING for token in question.tokens)
    if question.has("also") or divides:
        kept = [slot for slot in last.groups if slot not in fresh.groups]
        return [*kept, *fresh.groups]
    return fresh.groups


def _bounds_on_last(last: Frame, question: Question) -> list[list[ConditionSlot]]:
    """A bound without a column is on the column that the last question bounded, else on what it measured."""
    bounded = [
        item[0].column
        for item in last.conditions
        if item[0].op in (">", ">=", "<", "<=", "between") and not isinstance(item[0].value, str)
    ]
    measured = [metric.columns[0] for metric in last.metrics if metric.columns]
    target: ColumnRef | None = next(iter([*reversed(bounded), *measured]), None)
    if target is None:
        return []
    return [
        [ConditionSlot(column=target, op=op, value=list(values) if op == "between" else values[0])]
        for op, values in unattached_bounds(question)
    ]


def merged_conditions(kept: list[list[ConditionSlot]], fresh: list[list[ConditionSlot]]) -> list[list[ConditionSlot]]:
    """New conditions take the place of old ones on the same column; a bound does not displace a period."""
    columns = {slot.column for alternatives in fresh for slot in alternatives}
    return [*(item for item in kept if item[0].column not in columns), *fresh]
