"""Lines to columns of text: every row is kept, ragged ones are padded or mended, and the receipt says which."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np

from registry.cells import Cells
from registry.column_names import name_columns
from registry.dialect import DELIMITER_NAMES, SAMPLE_RECORDS, SEPARATOR_LINE, Dialect, Record, detect_dialect, records
from registry.errors import UnreadableFileError
from registry.layout import Layout, detect_layout
from registry.ragged_rows import RaggedRows, column_shapes
from registry.receipt import ReceiptEntry
from registry.sentences import counted, first_lines, quoted, were

CHUNK = 20_000


@dataclass(frozen=True)
class TextTable:
    """A table as text, before any typing. `notes` are the lines that are no rows: junk, comments, footers."""

    names: tuple[str, ...]
    units: tuple[str | None, ...]
    columns: tuple[Cells, ...]
    header_line: int
    delimiter: str
    notes: tuple[str, ...]
    entries: tuple[ReceiptEntry, ...]
    lone_lines: frozenset[int]  # lines of a single cell: notes, or rows that broke off


class ColumnBuilder:
    """Collects rows of one width, column by column, each distinct value once."""

    def __init__(self, width: int) -> None:
        self._indices: list[defaultdict[str, int]] = [_numbering() for _ in range(width)]
        self._codes = [array("i") for _ in range(width)]
        self._lines = array("q")

    def add(self, rows: Sequence[Sequence[str]], lines: Sequence[int]) -> None:
        """Takes rows of the width, in order, with the lines they start on."""
        self._lines.extend(lines)
        for index, codes, column in zip(self._indices, self._codes, zip(*rows, strict=True), strict=False):
            codes.extend(map(index.__getitem__, column))

    def columns(self) -> tuple[Cells, ...]:
        """What was collected."""
        lines = np.array(self._lines, dtype=np.int64)
        return tuple(
            Cells(tuple(index), np.array(codes, dtype=np.int32), lines)
            for index, codes in zip(self._indices, self._codes, strict=True)
        )


def _numbering() -> defaultdict[str, int]:
    """A dictionary that gives each new value the next number."""
    index: defaultdict[str, int] = defaultdict()
    index.default_factory = index.__len__
    return index


def read_table(lines: Sequence[str], file_name: str, delimiter: str | None = None) -> TextTable:
    """The table that stands in these lines. UnreadableFileError when there is none."""
    dialect = detect_dialect(lines, delimiter)
    stream = records(lines, dialect)
    head = _first_filled(stream)
    if not any(cell.strip() for record in head for cell in record.fields):
        raise UnreadableFileError(
            f"{file_name} starts with nothing but blank lines.", "Remove them and upload it again."
        )
    layout = detect_layout(head, file_name)
    named = name_columns(layout, head)
    shapes = column_shapes([record.fields for record in head[layout.first_data :]], named.width)
    ragged = RaggedRows(named.width, dialect.delimiter, shapes)
    builder = ColumnBuilder(named.width)
    for rows, starts in _chunks(chain(head[layout.first_data :], stream), ragged):
        builder.add(rows, starts)
    notes = [dialect.delimiter.join(record.fields) for record in (*layout.junk, *ragged.comments)]
    return TextTable(
        named.names,
        named.units,
        builder.columns(),
        layout.header.line if layout.header else 0,
        dialect.delimiter,
        tuple(notes),
        (*_layout_entries(layout, dialect), *named.entries, *ragged.entries()),
        frozenset(ragged.lone) if named.width > 1 else frozenset(),
    )


def _first_filled(stream: Iterator[Record]) -> list[Record]:
    """The first records, blank ones included, until some hundred hold something."""
    head: list[Record] = []
    filled = 0
    for record in stream:
        head.append(record)
        filled += any(record.fields)
        if filled == SAMPLE_RECORDS:
            break
    return head


def _chunks(stream: Iterable[Record], ragged: RaggedRows) -> Iterator[tuple[list[list[str]], list[int]]]:
    """Rows of exactly the width with the lines they start on, some thousands at a time."""
    each = iter(stream)
    while batch := list(islice(each, CHUNK)):
        rows: list[list[str]] = []
        starts: list[int] = []
        for record in batch:
            fields = record.fields if len(record.fields) == ragged.width else ragged.fitted(record)
            if fields is not None:
                rows.append(fields)
                starts.append(record.line)
        if rows:
            yield rows, starts


def _layout_entries(layout: Layout, dialect: Dialect) -> Iterator[ReceiptEntry]:
    if dialect.delimiter != ",":
        name = DELIMITER_NAMES.get(dialect.delimiter, f"“{dialect.delimiter}”")
        yield ReceiptEntry("assumed", f"Columns are separated by a {name}.")
    if dialect.quote != '"':
        yield ReceiptEntry("assumed", "Cells are quoted with single quotes.")
    if layout.header is None:
        yield ReceiptEntry(
            "assumed", "The first line already holds values, so the columns were given names by position."
        )
    junk = [record for record in layout.junk if any(cell.strip() for cell in record.fields)]
    if junk:
        shown = quoted((_shown(record, dialect) for record in junk), 3)
        sentence = f"{counted(len(junk), 'line')} above the column names {were(len(junk))} skipped: {shown}."
        yield ReceiptEntry("skipped", sentence, None, len(junk), first_lines(record.line for record in junk))
    if layout.units:
        sentence = "The line below the column names holds units; it is no row of data."
        yield ReceiptEntry("skipped", sentence, None, 1, (layout.units.line,))


def _shown(record: Record, dialect: Dialect) -> str:
    text = dialect.delimiter.join(record.fields).strip(dialect.delimiter + " ")
    return "sep=" if SEPARATOR_LINE.match(text) else text
