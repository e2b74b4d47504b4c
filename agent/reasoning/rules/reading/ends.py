"""Follow-ups about the other end or the order of what was shown: and the shortest?, only the top 3, by name."""

from agent.reasoning.rules.reading.frame import Frame, MetricSlot
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import Question


def other_end(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and the shortest?` after `which species has the longest ...`: the same, from the other end."""
    question = parts.question
    words = [token for token in question.tokens if token.is_word]
    is_short = len(words) <= 5 and not question.has("agg:", "count", "grain:", "part:")
    named = any(link.literal for link in question.links)
    follows = (last.extreme or bool(last.groups)) and question.has("high", "low") and is_short
    if not follows or fresh.conditions or question.values or named or fresh.groups or question.has("pair"):
        return None
    order = fresh.order or ("asc" if question.has("low") else "desc")
    told = {"order": order, "metrics": _flipped(last, question), "extreme": True, "by_key": False}
    if fresh.top_k:  # "only the top 3": the same, cut off
        return last.model_copy(update={**told, "top_k": fresh.top_k, "metrics": last.metrics})
    return last.model_copy(update={**told, "top_k": None, "plot": None})


def _flipped(last: Frame, question: Question) -> list[MetricSlot]:
    other = {"max": "min", "min": "max"}
    wanted = "min" if question.has("low") else "max"
    return [
        metric.model_copy(update={"agg": wanted}) if metric.agg in other and last.intent != "lookup" else metric
        for metric in last.metrics
    ]


def sorted_by_name(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`sort by name`, `alphabetically`: the same groups in the order of their names."""
    asks = parts.question.has("by_name") and last.groups and not fresh.conditions
    if not asks or parts.metric_links:
        return None
    order = "desc" if parts.question.has("biggest_first") else "asc"
    return last.model_copy(update={"by_key": True, "order": order, "extreme": False})
