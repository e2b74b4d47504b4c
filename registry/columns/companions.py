"""Columns that qualify the numbers beside them: several currencies or units, debit and credit. They are pointed out."""

from collections.abc import Iterator, Mapping, Sequence

from registry.columns.typing_rules import TypedColumn
from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence
from registry.values.cells import Cells
from registry.values.units import CURRENCIES, is_unit
from registry.values.word_lists import folded

SIDES: tuple[frozenset[str], ...] = tuple(
    frozenset(pair.split())
    for pair in (
        "af bij", "s h", "soll haben", "d c", "dr cr", "debit credit", "dbit crdt", "debet credit", "debit kredit",
        "belastung gutschrift", "+ -", "ausgabe einnahme", "paid received", "out in", "wn ma", "bij af", "débit crédit",
        "支出 収入", "出金 入金", "支出 收入", "расход приход",
    )
)  # fmt: skip
"""Two words that say whether an amount was paid or received."""
CODES = frozenset(CURRENCIES.values())
MOST_VALUES = 30


def may_be_companion(cells: Cells) -> bool:
    """Whether a column holds as few different cells as one that qualifies numbers."""
    return len(cells.values) <= MOST_VALUES * 2


def companion_entries(columns: Sequence[TypedColumn], cells: Mapping[str, Cells]) -> Iterator[ReceiptEntry]:
    """An entry for each column of currencies, units or sides that numbers of the file have to be read with, given the
    cells of each column that may be one."""
    numbers = [column.name for column in columns if column.kind == "number"]
    for column in columns:
        own = cells.get(column.name)
        values = _values(own) if own is not None else []
        if (
            own is None
            or column.kind not in ("text", "identifier")
            or not 1 < len(values) <= MOST_VALUES
            or not numbers
        ):
            continue
        said = ""
        if {value.upper() for value in values} <= CODES:
            said = "several_currencies"
        elif all(map(is_unit, values)) and any(len(value) > 1 for value in values):  # A, B, C are classes, not ampere
            said = "several_units"
        elif {folded(value) for value in values} in SIDES and _has_unsigned(columns) and not _are_signed(columns, own):
            said = "sides"
        if said:
            told = sentence(f"columns.{said}", column=column.name, shown=quoted(values))
            yield ReceiptEntry("unsure", told, column.name, own.filled)


def _has_unsigned(columns: Sequence[TypedColumn]) -> bool:
    return any(column.kind == "number" and len(column.data) and column.data.min() >= 0 for column in columns)


def _are_signed(columns: Sequence[TypedColumn], sides: Cells) -> bool:
    """Whether amounts are negative on one side and on no other: they carry the sign already."""
    for column in columns:
        if column.kind == "number" and len(column.data) == len(sides.codes):
            below, above = (set(sides.codes[rows].tolist()) for rows in (column.data < 0, column.data > 0))
            if len(below) == 1 and above and not below & above:
                return True
    return False


def _values(cells: Cells) -> list[str]:
    return [value for value, count in zip(cells.values, cells.counts(), strict=True) if count]
