"""Cells of formats that know what a cell is: as the text that the typing rules read, without losing what was known."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from registry.errors import UnreadableFileError
from registry.receipt import ReceiptEntry
from registry.sentences import sentence
from registry.table.column_names import name_columns
from registry.table.layout import Layout
from registry.table.table_reader import ColumnBuilder, TextTable
from registry.text.decoding import CONTROL
from registry.text.dialect import Record
from registry.values.cells import Cells
from registry.values.number_text import READS_BOTH_WAYS

BATCH = 5_000


@dataclass
class TypedCells:
    """Writes typed cells as text.

    `numbers` are texts that were numbers in the file although they read both ways; `kept` are the columns whose digits
    are text on purpose, since the same file has numbers as numbers. What it says of cells it says when all are written.
    """

    numbers: set[str] = field(default_factory=set)
    kept: frozenset[str] = frozenset()
    unprintable: int = 0
    binary: int = 0

    def row(self, cells: Iterable[object]) -> list[str]:
        """The texts of a row."""
        return [self.text(cell) for cell in cells]

    def text(self, cell: object) -> str:
        """The text of a cell: "" for none, true and false in words, numbers as Python writes them."""
        match cell:
            case str():
                return self._printable(cell) if CONTROL.search(cell) else cell
            case None:
                return ""
            case bool():
                return "true" if cell else "false"
            case float():
                return self._float(cell)
            case bytes():
                self.binary += bool(cell)
                return ""
        return str(cell)

    def _printable(self, text: str) -> str:
        self.unprintable += len(CONTROL.findall(text))
        return CONTROL.sub("", text)

    def _float(self, number: float) -> str:
        if math.isnan(number):
            return ""
        text = repr(number).removesuffix(".0")
        if READS_BOTH_WAYS.fullmatch(text):
            self.numbers.add(text)
        return text

    def entries(self) -> Iterator[ReceiptEntry]:
        """What was left out of cells."""
        if self.unprintable:
            told = sentence("text.controls", count=self.unprintable)
            yield ReceiptEntry("skipped", told, None, self.unprintable)
        if self.binary:
            yield ReceiptEntry("warning", sentence("file.binary", count=self.binary), None, self.binary)

    def table(self, names: Sequence[str], rows: Sequence[Sequence[object]], lines: Sequence[int]) -> TextTable:
        """A table whose names and rows the format knows. UnreadableFileError when there is no column."""
        if not names:
            raise UnreadableFileError(sentence("refused.no_columns"), sentence("do.upload_columns"))
        builder = ColumnBuilder(len(names))
        for start in range(0, len(rows), BATCH):
            batch = slice(start, start + BATCH)
            builder.add([self.row(row) for row in rows[batch]], lines[batch])
        table = named_table(names, builder.columns())
        self.kept = _digits_as_text(table.names, rows)
        return table


def named_table(names: Sequence[str], columns: tuple[Cells, ...]) -> TextTable:
    """The table of columns whose names the format knows; the names made unique."""
    named = name_columns(Layout(Record(0, list(names)), len(names), (), None, 0), ())
    return TextTable(named.names, named.units, columns, 0, "", (), named.entries, frozenset())


def _digits_as_text(names: Sequence[str], rows: Sequence[Sequence[object]]) -> frozenset[str]:
    """The columns of texts that are all digits, in a table that has numbers elsewhere."""
    columns = [[cell for cell in column if cell is not None and cell != ""] for column in zip(*rows, strict=True)]
    if not any(isinstance(cell, (int, float)) and not isinstance(cell, bool) for column in columns for cell in column):
        return frozenset()
    return frozenset(
        name
        for name, column in zip(names, columns, strict=False)
        if column and all(isinstance(cell, str) and cell.isdecimal() for cell in column)
    )
