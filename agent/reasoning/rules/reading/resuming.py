"""Turns after a question that lacked a column: the column that was missing, or more about what was asked."""

from agent.reasoning.rules.reading.fragments import asks_in_full, words_beside_names
from agent.reasoning.rules.reading.frame import Frame, GroupSlot, MetricSlot
from agent.reasoning.rules.reading.inheriting import merged_conditions
from agent.reasoning.rules.reading.intents import frame_of
from agent.reasoning.rules.reading.measures import numeric_candidates, refs
from agent.reasoning.rules.reading.memory import Unanswered
from agent.reasoning.rules.reading.parse import Parts

_MEASURING = frozenset({"aggregate", "compare", "hist", "box", "outliers", "normality", "periods", "lookup"})
_OF_ITS_OWN = ("overview", "report", "missing", "never_mind", "high", "low")
_LONGEST = 7  # words of such a turn beside names


def unanswered(parts: Parts, frame: Frame, needs: list[str]) -> Unanswered:
    """What is kept of a question whose column is missing."""
    apart = parts.question.has("each", "each_before") and not frame.groups
    return Unanswered(
        frame=frame, aggregations=list(parts.aggregations), needs=needs, lacks_a_group=bool(apart and frame.metrics)
    )


def resumed(parts: Parts, open_question: Unanswered) -> Frame | Unanswered | None:
    """The question with its column; the question with what was added where it still lacks it; None for a new one."""
    question = parts.question
    fresh = frame_of(parts)
    if asks_in_full(question) or words_beside_names(question) > _LONGEST or question.has(*_OF_ITS_OWN):
        return None
    if fresh.metrics and fresh.groups:
        return None  # measured and told apart: a question of its own
    if fresh.intent != "aggregate" or fresh.dataset_id != open_question.frame.dataset_id:
        return None
    filled = _filled(parts, fresh, open_question)
    if filled is not None:
        return filled
    if fresh.metrics or not (fresh.conditions or fresh.groups) or question.unexplained:
        return None
    return open_question.model_copy(update={"frame": _with_more(open_question.frame, fresh)})


def _filled(parts: Parts, fresh: Frame, open_question: Unanswered) -> Frame | None:
    asked = open_question.frame
    if open_question.lacks_a_group:
        texts = [link for link in parts.other_links if link.first.column.kind in ("text", "boolean", "identifier")]
        slots = list(fresh.groups) or [GroupSlot(columns=refs(link)[:1]) for link in texts]
        return _with_more(asked, fresh.model_copy(update={"groups": slots})) if len(slots) == 1 else None
    if len(parts.metric_links) != 1 or asked.intent not in _MEASURING:
        return None
    link = parts.metric_links[0]
    aggregations = parts.aggregations or tuple(open_question.aggregations) or (parts.default_for(link),)
    metrics = [MetricSlot(columns=numeric_candidates(link), agg=agg) for agg in aggregations]
    return _with_more(asked, fresh).model_copy(update={"metrics": metrics, "either": False})


def _with_more(asked: Frame, fresh: Frame) -> Frame:
    return asked.model_copy(
        update={
            "groups": fresh.groups or asked.groups,
            "conditions": merged_conditions(asked.conditions, fresh.conditions),
        }
    )
