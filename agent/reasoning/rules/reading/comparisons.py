"""A column compared with another one, row by row: `more home goals than away goals`."""

from dataclasses import replace
from itertools import pairwise

from agent.reasoning.rules.reading.column_names import Candidate, name_words
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.conditions import Alternatives
from agent.reasoning.rules.reading.frame import ConditionSlot
from agent.reasoning.rules.reading.lexicon import Mark
from agent.reasoning.rules.reading.measures import is_number, ref
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.row_nouns import opens_with_rows
from agent.reasoning.rules.reading.text import is_cjk, loose_stems
from agent.specs.base import FilterOp

_THAN = frozenset({"than", "als", "exceeds", "exceed", "exceeded", "exceeding"})
_MORE = frozenset(
    {"more", "higher", "greater", "larger", "bigger", "above", "mehr", "höher", "größer", "later", "after"}
)
_LESS = frozenset(
    {"less", "fewer", "lower", "smaller", "below", "weniger", "kleiner", "niedriger", "earlier", "before"}
)
_BEING = frozenset(
    {"was", "is", "were", "are", "being", "ended", "finished", "stood", "lay", "war", "lag", "ist", "liegt"}
)
_PAIR = 2
_NEAR = 6  # tokens between the first column and the word that compares


def column_comparisons(question: Question) -> tuple[Question, list[Alternatives]]:
    """The conditions, and the question without the words that they used."""
    for index, token in enumerate(question.tokens):
        if token.text not in _THAN:
            continue
        behind = next((link for link in question.links if index < link.start <= index + 2), None)
        before = [link for link in question.links if link.end <= index and index - link.end <= _NEAR]
        before = [link for link in before if behind is not None and _comparable(link, behind)]
        if behind is None or not before or _is_a_number(question, index + 1, behind.start):
            continue
        first = _subject(before, question)
        start = max(0, first.start - 2)
        said = [other.text for other in question.tokens[start : index + 1]]
        op = _operator(said)
        if op is None:
            continue
        slot = ConditionSlot(column=ref(first.first), op=op, than=ref(behind.first), words=" ".join(said))
        marks = tuple(mark for mark in question.marks if mark.end <= start or mark.start > index)
        both = (first.first, behind.first)
        vague = [link for link in before if any(item in both for item in link.candidates) or link.start > first.start]
        links = tuple(link for link in question.links if link not in (first, behind, *vague))
        return replace(question, marks=marks, links=links), [[slot]]
    return _beyond_a_column(question)


def _is_a_number(question: Question, start: int, end: int) -> bool:
    """`players with more than 20 home runs`: the number is what is compared with, the column says of what."""
    between = question.tokens[start:end]
    return any(token.is_number or token.text in question.words.numbers for token in between)


def _subject(before: list[ColumnLink], question: Question) -> ColumnLink:
    """`Ito got more votes than Ruiz`: a name before "more" is compared, whatever they have more of."""
    compared = [index for index, token in enumerate(question.tokens) if token.text in _MORE | _LESS]
    ahead = [link for link in before if link.exact and any(link.end <= index for index in compared)]
    return ahead[-1] if ahead else before[-1]


def _beyond_a_column(question: Question) -> tuple[Question, list[Alternatives]]:
    """`sold below their list price`: above or below a column, and what is compared is its fellow that is said."""
    for mark in question.tagged("op:>", "op:<"):
        pair = _pair_before(mark, question)
        if pair is not None:
            return _compared(question, *pair, mark)
        behind = next((link for link in question.links if mark.end <= link.start <= mark.end + 1), None)
        if behind is None or not is_number(behind.first.column) or question.bounds or question.has("agg:mean"):
            continue
        subject = _subject_of_being(mark, behind, question)
        if subject is not None:
            return _compared(question, subject, behind, mark)
        fellows = [item for item in _fellows(behind.first, question) if _is_said(item, behind, question)]
        if len(fellows) != 1:
            continue
        op: FilterOp = ">" if "op:>" in mark.tags else "<"
        slot = ConditionSlot(column=ref(fellows[0]), op=op, than=ref(behind.first), words=mark.text)
        used = [link for link in question.links if _is_of(link, fellows[0]) or link is behind]
        rest = tuple(link for link in question.links if link not in used)
        marks = tuple(other for other in question.marks if other is not mark and "sell" not in other.tags)
        return replace(question, marks=marks, links=rest), [[slot]]
    return question, []


def _subject_of_being(mark: Mark, behind: ColumnLink, question: Question) -> ColumnLink | None:
    """`days the close was above the open`, `close > open`: a column, what it is, and the column beside it."""
    before = [link for link in question.links if link.end <= mark.start and is_number(link.first.column)]
    of_rows = question.has("count", "share", "rows") or opens_with_rows(question)
    if not before or before[-1].first == behind.first or not of_rows:
        return None
    between = {token.text for token in question.tokens[before[-1].end : mark.start]}
    return before[-1] if between <= _BEING else None


def _pair_before(mark: Mark, question: Question) -> tuple[ColumnLink, ColumnLink] | None:
    """`売上が目標を上回った`: Japanese names both columns before the word that compares."""
    numbers = [link for link in question.links if link.end <= mark.start and is_number(link.first.column)]
    if not is_cjk(mark.text) or len(numbers) < _PAIR or question.bounds:
        return None
    one, other = numbers[-_PAIR:]
    between = [token.text for token in question.tokens[one.end : other.start]]
    stands_by = other.end == mark.start or question.tokens[other.end].text in ("を", "よ")
    return (one, other) if stands_by and between in (["が"], ["は"]) and one.first != other.first else None


def _compared(
    question: Question, subject: ColumnLink, behind: ColumnLink, mark: Mark
) -> tuple[Question, list[Alternatives]]:
    """The condition that one column lies above or below another, and the question without its words."""
    op: FilterOp = ">" if "op:>" in mark.tags else "<"
    slot = ConditionSlot(column=ref(subject.first), op=op, than=ref(behind.first), words=mark.text)
    links = tuple(link for link in question.links if link not in (subject, behind))
    marks = tuple(other for other in question.marks if other is not mark)
    return replace(question, marks=marks, links=links), [[slot]]


def _fellows(of: Candidate, question: Question) -> list[Candidate]:
    """The other columns of numbers whose names end alike: sold price and list price."""
    last = name_words(of.name)[-1:]
    columns = question.dataset(of.dataset_id).columns
    return [
        Candidate(of.dataset_id, column)
        for column in columns
        if is_number(column) and column.name != of.name and name_words(column.name)[-1:] == last
    ]


def _is_said(candidate: Candidate, behind: ColumnLink, question: Question) -> bool:
    """Whether a word of the name that the other column lacks stands before it."""
    own = set(name_words(candidate.name)) - set(name_words(behind.first.name))
    families = own.union(*(loose_stems(word) for word in own))
    return any(loose_stems(token.text) & families for token in question.tokens[: behind.start])


def _is_of(link: ColumnLink, candidate: Candidate) -> bool:
    """Whether a link is a word of the column's name, even if it was taken for a column of like name."""
    return bool(set(name_words(link.first.name)) & set(name_words(candidate.name)))


def weighs_cells(question: Question) -> bool:
    """`were more sold in Leeds or in York?`, `were flats dearer than houses?`: "or", "than" between two cells."""
    return any(
        token.text in ("or", "oder", "than", "als")
        for one, other in pairwise(question.values)
        for token in question.tokens[one.end : other.start]
    )


def _comparable(one: ColumnLink, other: ColumnLink) -> bool:
    kinds = (one.first.column, other.first.column)
    same = all(is_number(column) for column in kinds) or all(column.kind in DATE_KINDS for column in kinds)
    return same and one.first != other.first and one.first.dataset_id == other.first.dataset_id


def _operator(said: list[str]) -> FilterOp | None:
    if any(word in _MORE or word.startswith("exceed") for word in said):
        return ">"
    return "<" if any(word in _LESS for word in said) else None
