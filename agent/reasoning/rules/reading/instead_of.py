"""Aggregates that an answer shall no longer have: `the average instead of the total`, 合計ではなく平均."""

from agent.reasoning.rules.reading.lexicon import Mark
from agent.reasoning.rules.reading.question import Question

_LEADS = frozenset({"instead of", "rather than", "not", "statt", "anstatt", "anstelle", "nicht"})
_FOLLOWS = ("ではなく", "じゃなく", "の代わり", "でなく")
_ARTICLES = frozenset({"the", "der", "die", "das", "des", "den"})


def is_replaced(mark: Mark, question: Question) -> bool:
    """Whether a mark says what is not wanted any more."""
    span = question.tokens[max(0, mark.start - 3) : mark.start]
    before = [token.text for token in span if token.text not in _ARTICLES]
    led = bool(before) and (before[-1] in _LEADS or " ".join(before[-2:]) in _LEADS)
    behind = "".join(token.text for token in question.tokens[mark.end : mark.end + 4])
    return led or behind.startswith(_FOLLOWS)
