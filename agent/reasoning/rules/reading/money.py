"""Which columns hold money: what was sold for, paid or charged."""

from agent.reasoning.rules.reading.columns import column_sets
from agent.reasoning.rules.reading.lexicon import Lexicon
from registry.profile import ColumnProfile, DatasetProfile

MONEY = ("revenue", "amount", "price")


def money_column(table: DatasetProfile, words: Lexicon) -> ColumnProfile | None:
    """The column that holds what was sold for: a revenue, an amount, else a price; None if there is none."""
    for wanted in MONEY:
        for column in table.columns:
            if column.kind == "number" and wanted in column_sets(column.name, words):
                return column
    return None


def money_columns(table: DatasetProfile, words: Lexicon) -> list[ColumnProfile]:
    """All columns of the first kind of money that the table has: net and gross sales are two."""
    for wanted in MONEY:
        found = [
            column for column in table.columns if column.kind == "number" and wanted in column_sets(column.name, words)
        ]
        found = [column for column in found if not (wanted == "amount" and "price" in column_sets(column.name, words))]
        if found:
            return found
    return []
