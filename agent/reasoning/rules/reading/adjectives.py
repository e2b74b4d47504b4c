"""Adjectives that name a value or an amount above nothing: rainy days, late trains."""

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.conditions import Alternatives
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot
from agent.reasoning.rules.reading.measures import is_number
from agent.reasoning.rules.reading.question import Question
from registry.profile import DatasetProfile

_BESIDE = 12  # characters between a bound and the adjective that it measures: 15 minutes late


def adjectives(question: Question, table: DatasetProfile) -> list[Alternatives]:
    """`rainy days`: a value of a category, or an amount above nothing; both if the table has both."""
    found = []
    for token in question.tokens:
        condition = question.words.conditions.get(token.stem)
        if condition is None or _is_measured(question, token.start):
            continue
        slots = []
        for column in table.columns:
            target = ColumnRef(dataset_id=table.dataset_id, column=column.name)
            named = next((item.value for item in column.top_values if item.value.casefold() == condition.value), None)
            if named is not None:
                slots.append(ConditionSlot(column=target, op="==", value=named, words=token.text))
            elif is_number(column) and condition.column in column_sets(column.name, question.words):
                slots.append(ConditionSlot(column=target, op=condition.op, value=condition.number, words=token.text))
        if slots:
            found.append(slots)
    return found


def only_describes(link: ColumnLink, question: Question) -> bool:
    """`how many late trains`: the adjective is a condition of what is counted, and measures nothing."""
    alone = link.end - link.start == 1 and not link.literal
    described = alone and question.tokens[link.start].stem in question.words.conditions
    return described and question.has("count", "share") and not question.has("agg:")


def is_told_of(link: ColumnLink, question: Question) -> bool:
    """`how many votes did Garcia get`, where Garcia is a column: its votes are meant, not a column of all votes."""
    counted = any(mark.end == link.start for mark in question.tagged("count"))
    behind = question.tokens[link.end].text if link.end < len(question.tokens) else ""
    owner = next((other for other in question.links if other.start == link.end + 1), None)
    owned = owner is not None and owner.exact and is_number(owner.first.column)
    return counted and not link.exact and owned and behind in ("did", "does", "do", "for", "has", "have")


def _is_measured(question: Question, start: int) -> bool:
    """`more than 15 minutes late`: the bound says how late."""
    ends = [question.tokens[bound.end - 1].end for bound in question.bounds]
    return any(-1 <= start - end <= _BESIDE for end in ends) or question.has("agg:mean", "agg:median")
