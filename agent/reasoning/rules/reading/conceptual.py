"""Questions about an idea, not about the data: what is a median, why would one use it rather than the mean."""

import re

from agent.reasoning.rules.narration.concepts import concept_in, ideas_named_in, unknown_term_in
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.spans import positions_of

_NUMBER = re.compile(r"(\b(of|is|like|equal to)\s+|[=<>]\s*)\d+([.,]\d+)?\s*%?", re.I)
_WHY = re.compile(r"^\W*(so |and |but |ok |okay )*(why|warum|wieso|なぜ|どうして)\b", re.I)
_RATHER = re.compile(
    r"rather than|instead of|and not|\bnot the\b|prefer|better than|statt|anstelle|lieber|und nicht|より|ではなく", re.I
)


def _concept_with_a_number(text: str) -> str | None:
    """`what does a p-value of 0.03 mean?`: the number is an example."""
    plain = _NUMBER.sub(" ", text)
    return concept_in(" ".join(plain.split())) if plain != text else None


def _asks_why_one_rather_than_another(text: str) -> bool:
    """`why would one use the median price rather than the mean?`: about the ideas, whatever column is named."""
    return bool(_WHY.search(text) and _RATHER.search(text)) and bool(ideas_named_in(text))


def is_conceptual(question: Question, memory: Memory) -> bool:
    """Whether the words ask what an idea is, and name nothing of the data."""
    if _asks_why_one_rather_than_another(question.text):
        return True
    concept = concept_in(question.text) or _concept_with_a_number(question.text)
    tests = positions_of(*question.tagged("test"))  # the p of p-value is no column
    about_data = (
        any(link.literal and link.start not in tests for link in question.links) or question.values or question.dates
    )
    if about_data:
        return False
    unknown = unknown_term_in(question.text)
    if concept is None:
        asks_data = bool(question.bounds) or question.has(
            "overview",
            "columns",
            "size",
            "period",
            "missing",
            "duplicate",
            "count",
            "agg:",
            "report",
            "share",
            "extent",
        )
        return unknown is not None and not question.links and not asks_data
    asks = question.has("concept") or bool(
        re.match(r"(what|how|why|explain|define|hi|hello|thanks|thank)\b", question.text.strip().casefold())
    )
    short = len([token for token in question.tokens if token.is_word]) <= 3 and memory.last is None
    return (asks and not question.has("count")) or (short and not question.has("count", "agg:", "overview", "rows"))
