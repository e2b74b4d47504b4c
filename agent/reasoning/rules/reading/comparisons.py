"""A column compared with another one, row by row: `more home goals than away goals`."""

from dataclasses import replace

from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.conditions import Alternatives
from agent.reasoning.rules.reading.frame import ConditionSlot
from agent.reasoning.rules.reading.measures import is_number, ref
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.specs.base import FilterOp

_THAN = frozenset({"than", "als", "exceeds", "exceed", "exceeded", "exceeding"})
_MORE = frozenset(
    {"more", "higher", "greater", "larger", "bigger", "above", "mehr", "höher", "größer", "later", "after"}
)
_LESS = frozenset(
    {"less", "fewer", "lower", "smaller", "below", "weniger", "kleiner", "niedriger", "earlier", "before"}
)
_NEAR = 4  # tokens between the first column and the word that compares


def column_comparisons(question: Question) -> tuple[Question, list[Alternatives]]:
    """The conditions, and the question without the words that they used."""
    for index, token in enumerate(question.tokens):
        if token.text not in _THAN:
            continue
        behind = next((link for link in question.links if index < link.start <= index + 2), None)
        before = [link for link in question.links if link.end <= index and index - link.end <= _NEAR]
        if behind is None or not before or not _comparable(before[-1], behind):
            continue
        first = before[-1]
        start = max(0, first.start - 2)
        said = [other.text for other in question.tokens[start : index + 1]]
        op = _operator(said)
        if op is None:
            continue
        slot = ConditionSlot(column=ref(first.first), op=op, than=ref(behind.first), words=" ".join(said))
        marks = tuple(mark for mark in question.marks if mark.end <= start or mark.start > index)
        links = tuple(link for link in question.links if link not in (first, behind))
        return replace(question, marks=marks, links=links), [[slot]]
    return question, []


def _comparable(one: ColumnLink, other: ColumnLink) -> bool:
    kinds = (one.first.column, other.first.column)
    same = all(is_number(column) for column in kinds) or all(column.kind in DATE_KINDS for column in kinds)
    return same and one.first != other.first and one.first.dataset_id == other.first.dataset_id


def _operator(said: list[str]) -> FilterOp | None:
    if any(word in _MORE or word.startswith("exceed") for word in said):
        return ">"
    return "<" if any(word in _LESS for word in said) else None
