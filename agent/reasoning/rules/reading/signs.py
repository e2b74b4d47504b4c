"""Amounts with a sign: `all negative amounts`, and money that went out or came in where one column holds both."""

from agent.reasoning.rules.reading.conditions import Alternatives
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot
from agent.reasoning.rules.reading.measures import is_number
from agent.reasoning.rules.reading.money import money_columns
from agent.reasoning.rules.reading.question import Question
from agent.reasoning.rules.reading.spans import positions_of
from registry.profile import ColumnProfile, DatasetProfile

_NEAR = 4
OUT, INTO = "money that went out", "money that came in"


def sign_conditions(question: Question, table: DatasetProfile) -> list[Alternatives]:
    """At most one: the sign that the question speaks of, on a column that has both signs."""
    for tag, op in (("negative", "<"), ("positive", ">")):
        for mark in question.tagged(tag):
            column = _signed_near(question, table, mark.start)
            if column is not None:
                return [[_slot(table, column, op, mark.text)]]
    money = [column for column in money_columns(table, question.words) if _has_both(column)]
    out, into = _is_said("money:out", question), _is_said("money:in", question)
    if len(money) != 1 or out == into:
        return []
    return [[_slot(table, money[0], "<" if out else ">", OUT if out else INTO)]]


def _is_said(tag: str, question: Question) -> bool:
    """Whether a word of the tag stands outside the cells named: a credit card is no credit."""
    cells = positions_of(*question.values)
    return any(not cells & set(range(mark.start, mark.end)) for mark in question.tagged(tag))


def goes_out(conditions: list[Alternatives]) -> bool:
    """Whether the amounts are payments written with a minus: the most paid is then the lowest amount."""
    return any(item[0].words == OUT and item[0].op == "<" for item in conditions)


def sign_of_money(conditions: list[Alternatives]) -> bool:
    """Whether only what went out, or only what came in, is asked for: amounts are then meant."""
    return any(item[0].words in (OUT, INTO) for item in conditions)


def _signed_near(question: Question, table: DatasetProfile, position: int) -> ColumnProfile | None:
    named = [
        link.first.column
        for link in question.links
        if is_number(link.first.column) and abs(link.start - position) <= _NEAR and _has_both(link.first.column)
    ]
    signed = [column for column in table.columns if is_number(column) and _has_both(column)]
    return named[0] if named else signed[0] if len(signed) == 1 else None


def _has_both(column: ColumnProfile) -> bool:
    return column.numeric is not None and column.numeric.minimum < 0 < column.numeric.maximum


def _slot(table: DatasetProfile, column: ColumnProfile, op: str, words: str) -> ConditionSlot:
    target = ColumnRef(dataset_id=table.dataset_id, column=column.name)
    return ConditionSlot(column=target, op="<" if op == "<" else ">", value=0, words=words)
