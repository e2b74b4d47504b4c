"""A noun for the rows that opens a request: `days with rain above 20`, `cars where ...`. The rows are counted."""

from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.spans import positions_of
from agent.reasoning.rules.reading.text import Token

_RELATIVES = frozenset({"with", "where", "when", "that", "which", "on", "whose", "having", "mit", "wo", "deren", "in"})
_OPENING = frozenset({"the", "all", "alle", "die", "show", "me", "list", "and"})
_DECIDES = ("agg:", "high", "low", "each", "each_before", "plot", "plot:", "share", "corr", "test", "trend", "how_much")


def opens_with_rows(question: Question) -> bool:
    """Whether a plural of what the rows are, with what holds of them behind it, is all that is asked."""
    if question.has(*_DECIDES):
        return False
    start = next((index for index, token in enumerate(question.tokens) if token.text not in _OPENING), None)
    if start is None or start + 1 >= len(question.tokens):
        return False
    token, behind = question.tokens[start], question.tokens[start + 1]
    return _is_plural_of_rows(token, start, question) and behind.text in _RELATIVES


def asks_for_pieces(question: Question) -> bool:
    """Whether pieces are asked for: not by a column called Volume, nor where rows with a bound are counted."""
    named = positions_of(*(link for link in question.links if link.exact))
    said = any(not positions_of(mark) & named for mark in question.tagged("units"))
    return said and not opens_with_rows(question)


def _is_plural_of_rows(token: Token, index: int, question: Question) -> bool:
    at = [link for link in question.links if link.start == index]
    named = any(link.literal and link.first.column.kind not in DATE_KINDS for link in at)
    timed = bool(at) or any(mark.start == index for mark in question.tagged("grain:day"))
    free = token in question.unexplained or index in question.qualifying or token.stem in question.file_words
    return token.stem != token.text and not named and (timed or free)
