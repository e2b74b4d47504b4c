"""Adjectives that stand for a condition: rainy days are those of rain, or of precipitation above zero."""

from agent.reasoning.rules.reading.columns import column_sets
from agent.reasoning.rules.reading.conditions import Alternatives
from agent.reasoning.rules.reading.frame import ColumnRef, ConditionSlot
from agent.reasoning.rules.reading.measures import is_number
from agent.reasoning.rules.reading.question import Question
from registry.profile import DatasetProfile


def adjectives(question: Question, table: DatasetProfile) -> list[Alternatives]:
    """`rainy days`: a value of a category, or an amount above nothing; both if the table has both."""
    found = []
    for token in question.tokens:
        condition = question.words.conditions.get(token.stem)
        if condition is None:
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
