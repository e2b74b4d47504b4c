"""What a column behind "by" or "per" is: a group, a number that ranks, the head of two names, a date with its grain."""

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.frame import GroupSlot
from agent.reasoning.rules.reading.group_words import link_slot
from agent.reasoning.rules.reading.lexicon import Mark
from agent.reasoning.rules.reading.measures import is_number
from agent.reasoning.rules.reading.question import DATE_KINDS, Question
from agent.reasoning.rules.reading.text import stem
from agent.reasoning.rules.reading.time_groups import GRAINS
from registry.profile import DatasetProfile

_FEW_VALUES = 30
_MANY_YEARS = 200
_VERY_FEW = 12  # of numbers with decimals, such as doses
_ROWS_A_VALUE = 3
_NEARLY_ALL = 0.9  # of the rows: a few may be there twice


def is_of_each_row(link: ColumnLink, table: DatasetProfile) -> bool:
    """Whether a column tells every row from the others, so that groups by it would be the rows."""
    column = link.first.column
    return column.kind == "identifier" and column.unique > _NEARLY_ALL * table.rows


def grain_behind(link: ColumnLink, question: Question) -> Mark | None:
    """The grain of "hire year", behind a column of dates."""
    if link.first.column.kind not in DATE_KINDS:
        return None
    return next((mark for mark in question.tagged("grain:") if mark.start == link.end), None)


def is_grouping_number(link: ColumnLink, question: Question) -> bool:
    """A whole-number column of few values groups if something else is measured and nothing is ranked."""
    column = link.first.column
    dated = "year" in column_sets(column.name, question.words)  # of many years each is still told apart
    limit = _MANY_YEARS if dated else _FEW_VALUES
    whole = column.numeric is not None and column.numeric.is_integer and column.unique <= limit
    few = whole or (column.unique <= _VERY_FEW and column.count >= _ROWS_A_VALUE * column.unique)
    others = [other for other in question.links if other is not link and is_number(other.first.column)]
    measured = bool(others or question.has("count", "cross")) or not question.has("agg:", "that")
    both_ends = question.has("high") and question.has("low")
    if not few or not measured or is_divided_by(link, question):
        return False
    return both_ends or not question.has("high", "low")


def is_divided_by(link: ColumnLink, question: Question) -> bool:
    """`yield per tree` where a column Trees counts them: the amount is divided by how many there are."""
    before = question.tokens[link.start - 1].text if link.start else ""
    token = question.tokens[link.end - 1]
    names = {word for word in link.first.name.casefold().replace("_", " ").split() if stem(word) != word}
    one_of_many = token.text == token.stem and token.stem in {stem(word) for word in names}
    amount = any(is_number(other.first.column) for other in question.links if other.end <= link.start)
    return before in ("per", "pro", "je") and one_of_many and amount and not question.has("agg:mean", "agg:median")


def head(link: ColumnLink | None, question: Question) -> ColumnLink | None:
    """`customer country`: of two names side by side the last one is meant."""
    behind = next((other for other in question.links if link and other.start == link.end), None)
    if link is None or behind is None or is_number(behind.first.column):
        return link
    return behind if link.first.column.kind == "identifier" else link


def dated_slot(link: ColumnLink, behind: Mark | None, table: DatasetProfile) -> GroupSlot:
    """The group of a column, by the grain behind its name where there is one."""
    slot = link_slot(link, table)
    if behind is None:
        return slot
    grain = next((GRAINS[tag] for tag in sorted(behind.tags) if tag in GRAINS), None)
    return slot.model_copy(update={"grain": grain})
