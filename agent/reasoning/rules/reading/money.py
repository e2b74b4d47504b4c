"""Which columns hold money: what was sold for, paid or charged."""

from agent.reasoning.rules.reading.column_names import column_sets
from agent.reasoning.rules.reading.lexicon import Lexicon
from registry.profile import ColumnProfile, DatasetProfile

MONEY = ("revenue", "amount", "price")


_NO_SALES = frozenset({"salary", "bonus", "cost", "tax", "discount", "profit"})
_TOTALS = frozenset({"total", "value", "sum", "summe", "betrag", "合計", "金額"})


def money_column(table: DatasetProfile, words: Lexicon) -> ColumnProfile | None:
    """The column that holds what was sold for: a revenue, an amount, else a price; None if there is none."""
    return next(iter(money_columns(table, words)), None)


def money_columns(table: DatasetProfile, words: Lexicon) -> list[ColumnProfile]:
    """All columns of the first kind of money that the table has: net and gross sales are two. Pay is no sale."""
    for wanted in MONEY:
        found = [column for column in table.columns if column.kind == "number" and _is_money(column, wanted, words)]
        if found:
            return found
    return []


def _is_money(column: ColumnProfile, wanted: str, words: Lexicon) -> bool:
    sets = column_sets(column.name, words)
    if sets & _NO_SALES or column.unit == "%":
        return False
    plain_total = wanted == "amount" and column.name.casefold() in _TOTALS
    return wanted in sets or plain_total
