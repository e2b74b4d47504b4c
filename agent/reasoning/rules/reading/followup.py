"""Follow-ups: a question that leaves slots empty takes them from the frame before.

"by type?", "only 2015", "same but median", "plot it", "as percentages", "which month had the biggest jump?"
"""

from agent.reasoning.rules.reading.continuations import CONTINUATIONS
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.inheriting import inherit, merged_conditions
from agent.reasoning.rules.reading.intents import frame_of
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.two_results import two_last

_COMPLETE_INTENTS = frozenset(
    {"overview", "missing", "matrix", "orphans", "pareto", "report", "periods", "association"}
)
_MANY_UNKNOWN = 2  # words that mean nothing here


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
    two = two_last(parts, memory)
    if two is not None:
        return two
    for follow in CONTINUATIONS:
        found = follow(fresh, last, parts)
        if found is not None:
            return found
    if is_complete(fresh, question):
        return _of_those(fresh, last, question)
    whole = inherit(fresh, last, parts)
    return whole if _adds_something(whole, last, question) else None


def _of_those(fresh: Frame, last: Frame, question: Question) -> Frame:
    """`average calories of those`: a question of its own, about the rows talked about."""
    if not question.has("those") or fresh.dataset_id != last.dataset_id or not last.conditions:
        return fresh
    return fresh.model_copy(update={"conditions": merged_conditions(last.conditions, fresh.conditions)})


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
    counts = not any(metric.columns for metric in fresh.metrics)
    return not fresh.groups and (question.has("instead") or (counts and question.has("only") and bool(question.values)))
