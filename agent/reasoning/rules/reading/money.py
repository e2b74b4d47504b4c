"""Which columns hold money: what was sold for, paid or charged, and which hold the price of one piece."""

from agent.reasoning.rules.kept import KeptFor
from agent.reasoning.rules.reading.column_names import column_sets, name_words
from agent.reasoning.rules.reading.lexicon import Lexicon, lexicon
from registry.profile import ColumnProfile, DatasetProfile
from registry.units import CURRENCIES

MONEY = ("revenue", "amount", "price")


_NO_SALES = frozenset({"salary", "bonus", "cost", "tax", "discount", "profit"})
_TOTALS = frozenset({"total", "value", "sum", "summe", "betrag", "合計", "金額"})
_WHOLES = frozenset({"total", "subtotal", "sum", "net", "gross", "summe", "gesamt", "netto", "brutto"})
_CODES = frozenset(CURRENCIES.values())
_LEVELS = frozenset(
    {"rate", "ratio", "pct", "percent", "percentage", "share", "avg", "average", "mean", "median", "rating", "score",
     "rank", "index", "per", "quote", "satz", "prozent", "anteil", "pro", "je", "mittel", "mittlere", "durchschnitt",
     "note", "stückpreis", "einzelpreis"}
)  # fmt: skip
_OF_ONE_PIECE = frozenset(
    {"unit", "each", "per", "single", "stückpreis", "einzelpreis", "stück", "einzel", "pro", "je"}
)
_ASKED = frozenset({"list", "listing", "asking", "rrp", "msrp", "uvp", "listenpreis"})
_CJK_OF_ONE_PIECE = ("単価",)
_CJK_LEVELS = ("率", "単価", "平均", "割合", "順位", "評価", "点数", "年齢")


def is_level(column: ColumnProfile) -> bool:
    """Whether its name says that its values do not add up: a rate, a share, an average, an amount for each of many."""
    said = set(name_words(column.name))
    return column.unit == "%" or bool(said & _LEVELS) or any(part in column.name for part in _CJK_LEVELS)


def money_column(table: DatasetProfile, words: Lexicon) -> ColumnProfile | None:
    """The column that holds what was sold for: a revenue, an amount, else a price; None if there is none."""
    return next(iter(money_columns(table, words)), None)


def money_columns(table: DatasetProfile, words: Lexicon) -> list[ColumnProfile]:
    """All columns of the first kind of money that the table has: net and gross sales are two. Pay is no sale."""
    return list(_MONEY_COLUMNS((table,), words.language))


def _money_columns(tables: tuple[DatasetProfile, ...], language: str) -> list[ColumnProfile]:
    (table,), words = tables, lexicon(language)
    for wanted in MONEY:
        found = [column for column in table.columns if column.kind == "number" and _is_money(column, wanted, words)]
        if found:
            told = [column for column in found if not is_price_of_one(column)] or found
            return [column for column in told if not set(name_words(column.name)) & _ASKED] or told
    return []


_MONEY_COLUMNS = KeptFor(_money_columns)


def _is_money(column: ColumnProfile, wanted: str, words: Lexicon) -> bool:
    sets = column_sets(column.name, words)
    if sets & _NO_SALES or (wanted != "price" and is_level(column)) or column.unit == "%":
        return False
    return wanted in sets or (wanted == "amount" and is_whole_of_row(column, words))


def is_whole_of_row(column: ColumnProfile, words: Lexicon) -> bool:
    """`Total`, `line_total_gbp`, `Net (EUR)`: a total, where nothing or a currency says of what."""
    said = name_words(column.name)
    if column_sets(column.name, words) & _NO_SALES or is_level(column):
        return False
    of_all = bool(set(said) & _WHOLES) or any(word.startswith("gesamt") or word.endswith("summe") for word in said)
    return column.name.casefold() in _TOTALS or (of_all and column.unit in _CODES)


def pieces_of(column: ColumnProfile, table: DatasetProfile, words: Lexicon) -> ColumnProfile | None:
    """The column of pieces that a price of one piece is multiplied by to be the money of a row; None for any other."""
    is_piece = is_price_of_one(column) and "price" in column_sets(column.name, words)
    return quantity_column(table, words) if is_piece else None


def is_price_of_one(column: ColumnProfile) -> bool:
    """Whether its name says that it holds the price of one piece, whatever was taken."""
    said = set(name_words(column.name))
    return bool(said & _OF_ONE_PIECE) or any(part in column.name for part in _CJK_OF_ONE_PIECE)


def quantity_column(table: DatasetProfile, words: Lexicon) -> ColumnProfile | None:
    """The column that counts pieces; None if a row is one piece. A unit price counts none."""
    return next((column for column in table.columns if _counts_pieces(column, words)), None)


def _counts_pieces(column: ColumnProfile, words: Lexicon) -> bool:
    sets = column_sets(column.name, words)
    no_pieces = sets & {"price", "cost", "stock", "fee"} or is_level(column) or column.unit in _CODES
    return column.kind == "number" and "quantity" in sets and not no_pieces
