"""Words that need no column: deeds that are rows, names in brackets; and numbers that make no groups."""

from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.parse import Parts
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.spans import Spanned

ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})


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


def too_many_groups(parts: Parts, frame: Frame) -> tuple[str, list[str]] | None:
    """`average salary by years`: a number of many values is no group. What to ask, and what works instead."""
    ranks = parts.grouping.order_links
    if (
        frame.intent != "aggregate"
        or not ranks
        or frame.groups
        or parts.question.has("high", "low", "biggest_first", "sell")
    ):
        return None
    by = next(link.first.name for link in parts.metric_links if link.start in ranks)
    measured = [link.first.name for link in parts.metric_links if link.start not in ranks]
    if not measured:
        return None
    text = f"{by} is a number with many values, so nearly every row would be a group. How shall I relate the two?"
    return text, [f"correlation between {measured[0]} and {by}", f"scatter plot of {by} and {measured[0]}"]
