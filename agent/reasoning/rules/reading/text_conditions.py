"""Conditions on words inside a text: `comment mentions blood`, `names that start with A`."""

from functools import partial

from agent.reasoning.rules.reading.column_names import Candidate
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.conditions import Alternatives
from agent.reasoning.rules.reading.frame import ConditionSlot
from agent.reasoning.rules.reading.lexicon import Mark
from agent.reasoning.rules.reading.measures import naming_column, ref
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.text import Token, joined
from agent.specs.base import FilterOp
from registry.profile import DatasetProfile

_HOLDS_TEXT = frozenset({"text", "identifier"})
_OPERATORS: dict[str, FilterOp] = {"contains": "contains", "starts_with": "starts_with"}


def text_conditions(question: Question, table: DatasetProfile) -> tuple[list[Alternatives], frozenset[int]]:
    """`comment mentions blood`, `contain the word rush in the notes`: the word behind, the text column beside."""
    for tag, op in _OPERATORS.items():
        for mark in question.tagged(tag):
            links = [link for link in question.links if link.first.column.kind in _HOLDS_TEXT]
            near = sorted(links, key=partial(_distance, mark))
            wanted = _wanted_words(question, mark.end, near[0] if near else None)
            column = near[0].first if near else _column_with(wanted, question, table, op)
            if column is not None and wanted:
                slot = ConditionSlot(column=ref(column), op=op, value=wanted, words=wanted)
                return [[slot]], frozenset({near[0].start} if near else ())
    return [], frozenset()


def _distance(mark: Mark, link: ColumnLink) -> tuple[bool, int]:
    """Texts before names and numbers of things, near before far."""
    return link.first.column.kind != "text", min(abs(link.end - mark.start), abs(link.start - mark.end))


def _column_with(word: str, question: Question, table: DatasetProfile, op: FilterOp) -> Candidate | None:
    """The column that a word is looked for in when none is named: one whose cells have it, else the names."""
    texts = [column for column in table.columns if column.kind in _HOLDS_TEXT]
    having = [
        column
        for column in texts
        if any(
            value.value.casefold().startswith(word) if op == "starts_with" else word in value.value.casefold()
            for value in column.top_values
        )
    ]
    named = naming_column(table, question.words)
    chosen = having[0] if word and having else named if word else None
    return Candidate(table.dataset_id, chosen) if chosen else None


def _wanted_words(question: Question, start: int, link: ColumnLink | None) -> str:
    """The quoted text behind the position, else the words up to the column's name or a stop word."""
    tokens = question.tokens
    quotes = [index for index in range(start, len(tokens)) if tokens[index].text in ('"', "“", "”", "'")]
    if len(quotes) >= 2:
        return joined(tokens[quotes[0] + 1 : quotes[1]])
    words: list[Token] = []
    for index in range(start, len(tokens)):
        inside_link = link is not None and link.start <= index < link.end
        token = tokens[index]
        is_filler = token.text in question.words.stop or not (token.is_word or token.is_number)
        if words and (inside_link or is_filler):
            break
        if not inside_link and not is_filler:
            words.append(token)
    return joined(words)
