"""Differences of two columns of a row: days between two dates, the change from one measurement to the next."""

from itertools import pairwise

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot, Frame, MetricSlot
from agent.reasoning.rules.reading.lasting import start_and_end, unit_asked
from agent.reasoning.rules.reading.measures import is_number, ref
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.ranking import direction, top_k_of
from agent.specs.measures import Aggregation

_PAIR = 2
_DIVIDED = "rowwise"  # a new column is divided in each row; of two totals the ratio is one
_DAYS = frozenset({"日", "tage", "days"})
_SHORT_UNITS = frozenset({"min", "h", "s", "ms", "分", "秒", "時間"})
_LENGTHS = frozenset({"duration", "length", "time", "distance", "delay", "nights", "age"})
_MOMENTS = ("date", "datetime")
_CHANGING = frozenset(
    {"change", "difference", "gap", "increase", "decrease", "drop", "rise", "improvement", "improve", "reduction",
     "gain", "loss", "differ", "fall", "fell", "rose", "changed", "improved", "dropped", "increased", "decreased",
     "veränderung", "differenz", "unterschied", "änderung", "abstand"}
)  # fmt: skip
_LASTING = frozenset(
    {"day", "days", "time", "long", "duration", "gap", "pass", "passed", "elapse", "elapsed", "take", "took", "takes",
     "wait", "waited", "difference", "lag", "week", "weeks", "last", "lasted", "lasts", "tage", "dauer", "lange",
     "zeit", "dauert", "vergehen", "turnaround", "delay"}
)  # fmt: skip
_FROM_TO = frozenset({"to", "and", "until", "till", "through", "bis", "und", "minus", "-", "than", "vs", "versus"})
_BACKWARDS = frozenset({"minus", "-", "than", "vs", "versus"})


def difference_of(parts: Parts) -> Frame | None:
    """`days between date out and date returned`, `mean change from baseline to week 12 by arm`."""
    question = parts.question
    if question.has("corr", "test", "test:", "plot:scatter", "predict"):
        return None
    metric = named_pair(parts) or _only_span(parts)
    if metric is None:
        return None
    both = {metric.columns[0].column, metric.minus[0].column}
    groups = [slot for slot in parts.grouping.slots if not {item.column for item in slot.columns} & both]
    conditions = [item for item in parts.conditions if item[0].column.column not in both or _chooses_rows(item[0])]
    of = parts.table.column(metric.columns[0].column)
    unit = unit_asked(question) if of is not None and of.kind in _MOMENTS else None
    asked = parts.grouping.asked and bool(groups)
    return Frame(
        dataset_id=parts.table.dataset_id,
        metrics=[metric.model_copy(update={"agg": agg, "unit": unit}) for agg in _aggregations(parts, asked=asked)],
        groups=groups,
        conditions=conditions,
        order=direction(question) if asked else None,
        top_k=top_k_of(question) if groups else None,
        extreme=asked,
        plot=next((kind for kind in question.family("plot:") if kind in ("bar", "line")), None),
    )


def _chooses_rows(slot: ConditionSlot) -> bool:
    """A missing date, a period or a bound on the time between chooses rows; that a date is given does not."""
    return slot.op == "is_null" or slot.value is not None


def _aggregations(parts: Parts, *, asked: bool) -> tuple[Aggregation, ...]:
    if parts.aggregations:
        return parts.aggregations
    if not asked and parts.question.has("high", "low") and not parts.grouping.slots:
        return ("max",) if parts.question.has("high") else ("min",)
    return ("mean",)


def named_pair(parts: Parts) -> MetricSlot | None:
    """Two columns of one kind, side by side with "and" or "to" between them."""
    question = parts.question
    own = [link for link in question.links if link.first.dataset_id == parts.table.dataset_id]
    for one, other in pairwise(own):
        between = {token.text for token in question.tokens[one.end : other.start]}
        if _DIVIDED in between and _are(("number",), one, other) and len(between) <= _PAIR + 1:
            return _slot(one, other).model_copy(update={"sign": "over"})
        if not between & _FROM_TO or len(between) > _PAIR + 1 or one.first == other.first:
            continue
        if _are(_MOMENTS, one, other) and _says(question, _LASTING):
            return _slot(other, one) if not between & _BACKWARDS else _slot(one, other)
        leads = {token.text for token in question.tokens[max(0, one.start - 2) : one.start]}
        paired = bool(leads & {"between", "from", "zwischen", "von"}) or bool(between & _BACKWARDS)
        if _are(("number",), one, other) and _says(question, _CHANGING) and paired:
            subtracted = bool(between & _BACKWARDS) or _is_plain_difference(question)
            return _slot(one, other) if subtracted else _slot(other, one)
    return None


def _is_plain_difference(question: Question) -> bool:
    """`the difference between A and B` is A less B; a change from A to B is B less A."""
    return not any(token.text == "from" for token in question.tokens) and _says(question, {"difference", "differenz"})


def _only_span(parts: Parts) -> MetricSlot | None:
    """`how long are loans out?`: the table has exactly one start and one end, and no column of durations."""
    question = parts.question
    asks = question.has("how_long") or (
        question.has("how_much", "count", "agg:", "high", "low") and question.has("duration_word")
    )
    ends = start_and_end(parts.table)
    days = any(_DAYS & set(mark.text.split()) for mark in question.tagged("how_long"))
    lasting = any(
        is_number(column)
        and "duration" in column_sets(column.name, question.words)
        and not (days and (column.unit or "") in _SHORT_UNITS)
        for column in parts.table.columns
    )
    in_dates = unit_asked(question) is not None and all(not link.literal for link in parts.metric_links)
    measured = [link for link in parts.metric_links if not question.has("how_long") or _may_last(link, question)]
    if not asks or ends is None or (not in_dates and (measured or lasting)):
        return None
    first, last = ends
    return MetricSlot(
        columns=[ColumnRef(dataset_id=parts.table.dataset_id, column=last.name)],
        minus=[ColumnRef(dataset_id=parts.table.dataset_id, column=first.name)],
        words="duration",
    )


def _may_last(link: ColumnLink, question: Question) -> bool:
    """`how long do guests stay`: a number of guests is no length, a distance or a delay is."""
    return bool(column_sets(link.first.name, question.words) & _LENGTHS)


def _are(kinds: tuple[str, ...], one: ColumnLink, other: ColumnLink) -> bool:
    return one.first.column.kind in kinds and other.first.column.kind in kinds


def _says(question: Question, words: frozenset[str] | set[str]) -> bool:
    return any(token.text in words or token.stem in words for token in question.tokens)


def _slot(of: ColumnLink, minus: ColumnLink) -> MetricSlot:
    return MetricSlot(columns=[ref(of.first)], minus=[ref(minus.first)], words="difference")
