"""Follow-ups: a question that leaves slots empty takes them from the frame before.

"by type?", "only 2015", "same but median", "plot it", "as percentages", "which month had the biggest jump?"
"""

from agent.reasoning.rules.reading.conditions import unattached_bounds
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame, GroupSlot, Intent, MetricSlot
from agent.reasoning.rules.reading.intents import frame_of
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.periods import previous_period
from agent.reasoning.rules.reading.question import Question

_COMPLETE_INTENTS = frozenset({"overview", "missing", "matrix", "orphans", "pareto", "report", "periods"})
_PAIR = 2
_MANY_UNKNOWN = 2  # words that mean nothing here
_CORRELATIONS = frozenset({"correlation", "matrix"})


def read_frame(parts: Parts, memory: Memory) -> Frame | None:
    """The frame of a question, with what a follow-up leaves out taken from before; None when it says nothing."""
    last = memory.last
    fresh = frame_of(parts)
    if last is None:
        return fresh
    fresh = _as_before(fresh, last)
    question = parts.question
    if question.has("first_one") and memory.first:
        last = memory.first
    two = _two_last(parts, memory)
    if two is not None:
        return two
    for follow in (_other_end, _previous_period, _others, _correlation, _outlier_limit, _statistics, _chart):
        found = follow(fresh, last, parts)
        if found is not None:
            return found
    if is_complete(fresh, question):
        return fresh
    whole = _inherit(fresh, last, parts)
    return whole if _adds_something(whole, last, question) else None


def _adds_something(whole: Frame, last: Frame, question: Question) -> bool:
    """Whether a follow-up says anything that changes the question before; else the old answer would be given again."""
    names_data = question.links or question.values or question.dates
    if len(question.unexplained) >= _MANY_UNKNOWN and not names_data:
        return False
    return whole != last or question.has("instead", "that", "agg:", "plot", "plot:", "count")


def _as_before(fresh: Frame, last: Frame) -> Frame:
    """An ambiguous word means the column that it was last asked about."""
    known = {column for metric in last.metrics if len(metric.columns) == 1 for column in metric.columns}
    metrics = [
        metric.model_copy(update={"columns": [column for column in metric.columns if column in known]})
        if len(metric.columns) > 1 and known & set(metric.columns)
        else metric
        for metric in fresh.metrics
    ]
    return fresh.model_copy(update={"metrics": metrics})


def is_complete(fresh: Frame, question: Question) -> bool:
    """Whether a question stands by itself: it names what is measured."""
    if fresh.intent in _COMPLETE_INTENTS:
        return True
    if question.has("instead") and not fresh.metrics:
        return False
    if fresh.intent == "aggregate":
        counts_again = question.has("count") and not (fresh.conditions or fresh.groups)
        return bool(fresh.metrics) and not fresh.either and not counts_again and not _is_elliptic(fresh, question)
    if fresh.intent == "lookup":
        return bool(fresh.conditions or fresh.metrics)
    if fresh.intent in ("duplicates", "ratio"):
        return True
    return bool(fresh.metrics and fresh.metrics[0].columns)


def _is_elliptic(fresh: Frame, question: Question) -> bool:
    """`same but by number sold`, `only 2009 - the counts again`: a measure is named, the rest is as before."""
    return question.has("instead") and not fresh.groups


def _two_last(parts: Parts, memory: Memory) -> Frame | None:
    """`difference in %?` after the same question about two periods: the change from one to the other."""
    question = parts.question
    asks = question.has("difference", "growth", "compare") and not (question.links or question.dates or question.values)
    if not asks or len(memory.frames) < _PAIR:
        return None
    dated = [_only_period(frame) for frame in memory.frames[-_PAIR:]]
    same = memory.frames[-1].metrics == memory.frames[-_PAIR].metrics and not memory.frames[-1].groups
    if not same or dated[0] is None or dated[1] is None or dated[0].column != dated[1].column:
        return None
    periods = sorted({str(slot.value) for slot in dated if slot is not None})
    if len(periods) != _PAIR or len({len(period) for period in periods}) > 1:
        return None
    rest = [item for item in memory.frames[-1].conditions if item[0].column != dated[1].column]
    return memory.frames[-1].model_copy(
        update={"intent": "periods", "periods": periods, "columns": [dated[1].column], "conditions": rest}
    )


def _only_period(frame: Frame) -> ConditionSlot | None:
    """The one period that a frame is about."""
    found = [item[0] for item in frame.conditions if item[0].op == "==" and item[0].part is None]
    dated = [slot for slot in found if isinstance(slot.value, str) and slot.value[:4].isdecimal()]
    return dated[0] if len(dated) == 1 else None


def _other_end(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and the shortest?` after `which species has the longest ...`: the same, from the other end."""
    question = parts.question
    words = [token for token in question.tokens if token.is_word]
    is_short = len(words) <= 5 and not question.has("agg:", "count", "grain:", "part:")
    named = any(link.literal for link in question.links)
    follows = (last.extreme or bool(last.groups)) and question.has("high", "low") and is_short
    if not follows or fresh.conditions or question.values or named or fresh.groups or question.has("pair"):
        return None
    order = fresh.order or ("asc" if question.has("low") else "desc")
    return last.model_copy(update={"order": order, "metrics": _flipped(last, question), "extreme": True, "plot": None})


def _flipped(last: Frame, question: Question) -> list[MetricSlot]:
    other = {"max": "min", "min": "max"}
    wanted = "min" if question.has("low") else "max"
    return [
        metric.model_copy(update={"agg": wanted}) if metric.agg in other and last.intent != "lookup" else metric
        for metric in last.metrics
    ]


def _previous_period(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`how does that compare with the month before?` after a question about one period."""
    if not parts.question.has("before") or parts.question.dates or fresh.groups:
        return None
    dated = next((item[0] for item in last.conditions if isinstance(item[0].value, str) and item[0].op == "=="), None)
    before = previous_period(str(dated.value)) if dated else None
    if dated is None or before is None:
        return None
    return last.model_copy(
        update={
            "intent": "periods",
            "periods": [before, str(dated.value)],
            "columns": [dated.column],
            "conditions": [item for item in last.conditions if item[0].column != dated.column],
            "groups": [],
            "growth": "none",
            "plot": None,
        }
    )


def _others(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`counts of the others?` after a question about missing or chosen cells of a column."""
    if not parts.question.has("others") or fresh.groups or not last.conditions:
        return None
    told = last.conditions[-1][0]
    opposite = {"is_null": "not_null", "==": "!=", "in": "not_in"}.get(told.op)
    if opposite is None:
        return None
    rest = ConditionSlot(column=told.column, op=opposite, value=told.value, words=told.words)
    return Frame(
        intent="aggregate",
        dataset_id=last.dataset_id,
        metrics=last.metrics or [MetricSlot()],
        groups=[GroupSlot(columns=[told.column])],
        conditions=[*last.conditions[:-1], [rest]],
    )


def _correlation(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`use spearman instead`, `only for the gentoos`, `which pair is the strongest?`"""
    if last.intent not in _CORRELATIONS:
        return None
    question = parts.question
    if (
        fresh.metrics
        or fresh.groups
        or (fresh.intent not in ("aggregate", "correlation", "matrix") and fresh.intent != last.intent)
    ):
        return None
    methods = question.family("method:")
    if not (methods or fresh.conditions or question.has("pair", "high", "low")):
        return None
    return last.model_copy(
        update={
            "method": methods[0] if methods else last.method,
            "conditions": merged_conditions(last.conditions, fresh.conditions),
        }
    )


def _outlier_limit(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    if fresh.intent != "outliers" or fresh.metrics or not last.metrics:
        return None
    method = (
        fresh.method if parts.question.has("outlier:") else (last.method if last.intent == "outliers" else fresh.method)
    )
    return fresh.model_copy(
        update={
            "metrics": last.metrics[:1],
            "dataset_id": last.dataset_id,
            "method": method,
            "conditions": merged_conditions(last.conditions, fresh.conditions),
        }
    )


def _statistics(fresh: Frame, last: Frame, _parts: Parts) -> Frame | None:
    """`skewed? mean, median and the 95th percentile`: of the column just looked at."""
    if fresh.intent not in ("summary", "normality", "hist", "box") or fresh.metrics or not last.metrics:
        return None
    return fresh.model_copy(
        update={
            "metrics": last.metrics[:1],
            "dataset_id": last.dataset_id,
            "groups": fresh.groups or (last.groups if fresh.intent == "box" else []),
            "conditions": merged_conditions(last.conditions, fresh.conditions),
        }
    )


def _chart(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`plot it`, `draw the yearly totals`, `show the first one as a bar chart, biggest first`."""
    question = parts.question
    asks = question.has("plot", "plot:") and last.intent in ("aggregate", "periods", "ratio", "summary")
    if not asks or parts.metric_links or fresh.conditions or (fresh.metrics and fresh.metrics[0].columns):
        return None
    if fresh.metrics and fresh.groups:
        return None
    default = "line" if any(slot.grain in ("day", "week", "month", "quarter") for slot in last.groups) else "bar"
    kinds = question.family("plot:")
    growth = "none" if question.has("agg:", "that") and last.growth != "none" and question.has("agg:") else last.growth
    return last.model_copy(
        update={
            "intent": "aggregate",
            "plot": kinds[0] if kinds and kinds[0] in ("bar", "line") else default,
            "groups": fresh.groups if fresh.groups and not last.groups else last.groups,
            "order": fresh.order or last.order,
            "growth": growth,
        }
    )


def _inherit(fresh: Frame, last: Frame, parts: Parts) -> Frame:
    """Empty slots from the frame before; what is said anew replaces, "also" and "too" add."""
    question = parts.question
    conditions = merged_conditions(last.conditions, [*fresh.conditions, *_bounds_on_last(last, question)])
    groups = _groups(fresh, last, question)
    said_share = question.has("share") and not question.has("growth", "growth:")
    counts = question.has("count") and not fresh.either
    metrics = _metrics(fresh, last, parts)
    only_rows = fresh.intent == "aggregate" and not (fresh.metrics or fresh.groups) and not _asks_anew(question)
    intent: Intent = (
        last.intent
        if only_rows
        or (
            fresh.intent == "aggregate"
            and last.intent in ("ratio", "compare", "normality", "outliers", "summary")
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
            "conditions": conditions,
            "share": said_share or (last.share and not counts and not question.has("agg:")),
            "growth": fresh.growth if fresh.growth != "none" else ("none" if fresh.groups else last.growth),
            "order": fresh.order or last.order,
            "top_k": fresh.top_k or last.top_k,
            "extreme": fresh.extreme or (last.extreme and not fresh.groups),
            "plot": fresh.plot
            or (last.plot if last.plot in ("bar", "line") and not _changes_kind(fresh, question) else None),
            "stats": fresh.stats or last.stats,
            "deduplicated": fresh.deduplicated or last.deduplicated,
        }
    )


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
    if question.has("also") or any(mark.text == "split by" for mark in question.tagged("each")):
        kept = [slot for slot in last.groups if slot not in fresh.groups]
        return [*kept, *fresh.groups] if question.has("also") else fresh.groups
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
