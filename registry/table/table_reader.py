"""Rows to columns of text: every row is kept, ragged ones are padded or mended, and the receipt says which."""

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]

from registry.dataset import DETECT, FIXED_WIDTH, ReadingChoices
from registry.errors import UnreadableFileError
from registry.memory import give_back
from registry.offered import OfferedTable
from registry.receipt import ReceiptEntry
from registry.sentences import sentence
from registry.table.column_names import NamedColumns, name_columns
from registry.table.layout import Layout, detect_layout, skipped_entries, without_skipped
from registry.table.layout_entries import layout_entries, stray_entries
from registry.table.ragged_rows import RaggedRows
from registry.table.row_types import cell_at
from registry.text.dialect import SAMPLE_RECORDS, Record
from registry.text.rows import Rows
from registry.text.whole_lines import WholeLines
from registry.values.cells import Cells
from registry.values.many_texts import text_cells
from registry.watching import reached

CHUNK = 20_000
WHOLE_RECORDS = 2_000
WHOLE_CELLS = 30_000
"""A file of fewer records or cells is looked at as a whole before its rows are taken."""


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
    meanings: tuple[str, ...] = ()  # what the file says that each column means; () when it says nothing
    offered: tuple[OfferedTable, ...] = ()  # all tables of the file, when it holds several
    chosen: str | None = None  # the key of the one that this is
    blank: frozenset[str] = frozenset()  # columns without a single cell, before any row was set aside


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


@dataclass(frozen=True)
class LaidOut:
    """Where the table stands in the first records. `body` are the rows among them; `stream` gives all records below."""

    layout: Layout
    named: NamedColumns
    body: list[Record]
    stream: Iterator[Record]
    ragged: RaggedRows

    def entries(self, delimiter: str, choices: ReadingChoices) -> tuple[ReceiptEntry, ...]:
        """What the receipt says of the layout and the names."""
        return (*layout_entries(self.layout, delimiter), *skipped_entries(choices), *self.named.entries)


def lay_out(rows: Rows, file_name: str, choices: ReadingChoices = DETECT) -> LaidOut:
    """Where the table stands in these rows, of which the first are taken. UnreadableFileError when there is none."""
    stream = without_skipped(rows.records, choices)
    head, whole = _first_filled(stream, choices.header_line or 0)
    if not any(cell.strip() for record in head for cell in record.fields):
        raise UnreadableFileError(
            sentence("refused.only_blank_lines", file=file_name), sentence("do.remove_and_upload")
        )
    layout = detect_layout(head, file_name, choices, whole)
    named = name_columns(layout, head)
    body = layout.rows(head)
    ragged = RaggedRows(named.width, rows.delimiter, body, frozenset(choices.kept_lines))
    return LaidOut(layout, named, body, stream, ragged)


def read_table(rows: Rows, file_name: str, choices: ReadingChoices = DETECT) -> TextTable:
    """The table that stands in these rows. UnreadableFileError when there is none."""
    laid = lay_out(rows, file_name, choices)
    layout, named, ragged = laid.layout, laid.named, laid.ragged
    columns = _columns(rows, laid.body, laid.stream, ragged, choices)
    aside = (*layout.junk, *layout.aside, *ragged.comments, *layout.below)
    return TextTable(
        named.names,
        named.units,
        columns,
        layout.header.line if layout.header else 0,
        rows.delimiter,
        tuple((" " if rows.delimiter == FIXED_WIDTH else rows.delimiter).join(record.fields) for record in aside),
        (*laid.entries(rows.delimiter, choices), *ragged.entries(), *stray_entries(rows.strays)),
        frozenset(ragged.lone) if named.width > 1 else frozenset(),
        _meanings(layout, named.width),
        layout.offered,
        layout.chosen,
        _blank_columns(named.names, columns, ragged.lone),
    )


def _columns(
    rows: Rows, body: Sequence[Record], stream: Iterator[Record], ragged: RaggedRows, choices: ReadingChoices
) -> tuple[Cells, ...]:
    """The columns of the first rows and all below them: at once where the lines of a large text allow it."""
    following = next(stream, None) if rows.reader is not None else None
    lines = len(rows.reader.lines) if rows.reader is not None else 0
    reached("rows", 0, lines)
    if rows.reader is not None and following is not None:
        whole = rows.reader.read_from(following.line, ragged.width)
        if whole is not None:
            give_back(len(whole.lines))
            reached("rows", len(body) + len(whole.lines), lines)
            rows.strays[:] = sorted({*rows.strays, *whole.strays})
            return _merged(body, whole, ragged, frozenset(choices.skip_lines))
    builder = ColumnBuilder(ragged.width)
    found = 0
    for full, starts in fitted_rows(chain(body, [following] if following else [], stream), ragged):
        builder.add(full, starts)
        found += len(full)
        reached("rows", min(found, lines or found), lines)
    return builder.columns()


def _merged(
    body: Sequence[Record], whole: WholeLines, ragged: RaggedRows, skipped: frozenset[int]
) -> tuple[Cells, ...]:
    """The columns of rows that were read at once, with all other records among them."""
    full: list[list[str]] = []
    starts: list[int] = []
    others = (record for record in whole.others if record.line not in skipped)
    for some, their_lines in fitted_rows(chain(body, others), ragged):
        full += some
        starts += their_lines
    lines = np.concatenate([np.array(starts, dtype=np.int64), whole.lines])
    order = np.argsort(lines, kind="stable")
    order = order[~np.isin(lines[order], list(skipped))] if skipped else order
    ordered = bool((np.diff(order) == 1).all()) and len(order) == len(lines)
    columns = []
    for place in range(ragged.width):
        reached("rows", len(lines), len(lines))
        own = pa.array([fields[place] for fields in full], pa.string())
        column = pa.chunked_array([own, *whole.columns.pop(0).chunks])
        columns.append(text_cells(column if ordered else column.take(pa.array(order)), lines[order]))
        give_back(len(order))
    return tuple(columns)


def _blank_columns(names: Sequence[str], columns: Sequence[Cells], lone: Sequence[int]) -> frozenset[str]:
    """The columns without a cell in any row; lines of a single cell are none."""
    rows = ~np.isin(columns[0].lines, lone)
    return frozenset(name for name, cells in zip(names, columns, strict=True) if not (cells.filled_rows() & rows).any())


def _meanings(layout: Layout, width: int) -> tuple[str, ...]:
    """What a line of the header says of each column; () without such a line."""
    if layout.meanings is None:
        return ()
    return tuple(" ".join(cell_at(layout.meanings.fields, place).split()) for place in range(width))


def _first_filled(stream: Iterator[Record], at_least: int) -> tuple[list[Record], bool]:
    """The first records, blank ones included, until some thousand cells hold something, and beyond the line
    `at_least`; and whether these are all."""
    head: list[Record] = []
    filled = cells = 0
    for record in stream:
        head.append(record)
        filled += any(record.fields)
        cells += len(record.fields)
        enough = filled >= WHOLE_RECORDS or (filled >= SAMPLE_RECORDS and cells >= WHOLE_CELLS)
        if enough and record.line > at_least:
            return head, False
    return head, True


def fitted_rows(stream: Iterable[Record], ragged: RaggedRows) -> Iterator[tuple[list[list[str]], list[int]]]:
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
