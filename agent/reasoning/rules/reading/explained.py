"""Words that need no column: deeds that are rows, names in brackets."""

from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.spans import Spanned


def is_named_in_brackets(question: Question, position: int) -> bool:
    """`visitors (来館者数)`: the column that a foreign word stands for is named in brackets behind it."""
    follows = question.tokens[position].text if position < len(question.tokens) else ""
    named: list[Spanned] = [*question.links, *question.values]
    return follows in ("(", "[") and any(item.start == position + 1 for item in named)


def is_counted_deed(position: int, parts: Parts) -> bool:
    """`how many payments`: what is done on a date is a row, though no column is called so."""
    question = parts.question
    counted = any(mark.end <= position <= mark.end + 1 for mark in question.tagged("count", "most_of"))
    dated = any(column.kind in DATE_KINDS for column in parts.table.columns)
    return counted and dated and question.tokens[position].stem in question.words.deeds
