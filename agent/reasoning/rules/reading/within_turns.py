"""Follow-ups about the best of each group: "and in each region?", "per category instead"."""

from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.parse import Parts

_SHORT = 7  # words of such a follow-up
_OF_EACH = frozenset({
    "for each", "for every", "in each", "in every", "each", "every", "within each", "of each", "per", "für jede",
    "für jeden", "für jedes", "jede", "jeder", "jedes", "in jeder", "in jedem", "je", "pro", "bei jedem", "bei jeder",
    "各", "それぞれの", "ごと", "ごとに", "毎", "毎に",
})  # fmt: skip


def of_each(fresh: Frame, last: Frame, parts: Parts) -> Frame | None:
    """`and in each region?` after the best of all, or of other groups: the best of each of these."""
    question = parts.question
    marks = question.tagged("each", "each_before")
    said = bool(last.within) or any(mark.text in _OF_EACH for mark in marks)
    ranked = last.extreme and (last.intent == "lookup" or (last.intent == "aggregate" and len(last.groups) == 1))
    words = [token for token in question.tokens if token.is_word]
    says_more = fresh.conditions or parts.metric_links or parts.aggregations or question.values or question.dates
    if not (marks and said and ranked and fresh.groups) or says_more or len(words) > _SHORT:
        return None
    if last.growth != "none" or last.share or question.has("count", "share", "plot", "plot:", "high", "low", "also"):
        return None
    if any(slot in last.groups for slot in fresh.groups):
        return None
    return last.model_copy(update={"within": fresh.groups, "plot": None})
