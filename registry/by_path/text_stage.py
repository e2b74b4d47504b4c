"""Text files on disk: the rules of reading look at their beginning; then all rows are put into columns, cut up by the
same rules as in memory."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]

from registry.by_path.columns import LINE, STAGE
from registry.by_path.engine import ROW, Session, text
from registry.by_path.pieces import TAIL, Decoding, NotUtf8Error, judged_encoding, pieces, text_beginning
from registry.by_path.places import Place
from registry.dataset import ReadingChoices
from registry.errors import UnreadableFileError
from registry.file_reader import read_file
from registry.formats.archives import is_gzip, is_zip
from registry.formats.catalogue import format_of, open_file
from registry.formats.delimited import DELIMITED
from registry.receipt import ImportReceipt, ReceiptEntry
from registry.sentences import sentence
from registry.table.layout_entries import stray_entries
from registry.table.ragged_rows import RaggedRows
from registry.table.row_rules import blank_entry
from registry.table.table_reader import fitted_rows, lay_out
from registry.text.decoding import decode, encoding_entries
from registry.text.dialect import Dialect, Record, records
from registry.text.dialect_evidence import detect_dialect
from registry.text.rows import Rows
from registry.text.text_lines import TextLines
from registry.text.whole_lines import LineReader, WholeLines
from registry.values.cells import Mask
from registry.watching import reached

WHILE_READ = ("text.invalid", "text.controls", "text.controls_with_zeros")
"""What is told of all lines of a file, not of its beginning alone."""


@dataclass(frozen=True)
class TextLayout:
    """How a text file is cut into cells, and what the rules said of its beginning."""

    names: tuple[str, ...]
    units: tuple[str | None, ...]
    receipt: ImportReceipt
    title: str
    dialect: Dialect
    encoding: str
    is_sure: bool  # whether the encoding was chosen, or judged by its odd signs
    header_line: int
    body: tuple[Record, ...]  # the first rows
    following: int  # the line on which the next record begins
    strays: tuple[int, ...]  # lines above it with a quote that is never closed
    entries: tuple[ReceiptEntry, ...]  # of encoding, separator and names
    nameless: frozenset[str]  # columns that the file gives no name


@dataclass(frozen=True)
class Staged:
    """All rows as text, in columns, in a file, and what the receipt says of lines that did not fit."""

    cells: tuple[str, ...]
    rows: int
    encoding: str
    entries: tuple[ReceiptEntry, ...]
    lone: frozenset[int]  # lines of a single cell


def layout_of(place: Place, choices: ReadingChoices) -> TextLayout:
    """How the file is to be cut. UnreadableFileError, with why, where it holds no table or several."""
    beginning = text_beginning(place)
    if is_gzip(beginning) or is_zip(beginning) or format_of(beginning, place.name) is not DELIMITED:
        raise UnreadableFileError(sentence("disk.neither", file=place.name), sentence("do.save_csv_or_parquet"))
    chosen = replace(choices, totals="in")
    opened = open_file(beginning, place.name, chosen)
    assert isinstance(opened.content, Rows)
    decoded = decode(beginning, place.name, choices.encoding)
    dialect = detect_dialect(decoded.text.splitlines(keepends=True), chosen)
    laid = lay_out(opened.content, place.name, chosen)
    if laid.layout.offered:
        raise UnreadableFileError(sentence("disk.several_tables", file=place.name), sentence("do.file_each"))
    body, following = laid.body, next(laid.stream, None)
    if following is None and place.size > len(beginning):  # the last record may be cut in two
        following, body = body[-1], body[:-1]
    after = following.line if following is not None else decoded.text.count("\n") + 2
    read = read_file(beginning, place.name, chosen)
    said = [entry for entry in opened.entries if entry.sentence.key not in WHILE_READ]
    entries = (*said, *laid.entries(dialect.delimiter, chosen))
    nameless = frozenset(entry.column for entry in entries if entry.column and entry.sentence.key == "columns.unnamed")
    named, header = laid.named, laid.layout.header
    return TextLayout(
        named.names, named.units, read.receipt, read.title, dialect, decoded.encoding,
        decoded.encoding != "utf-8" or choices.encoding is not None, header.line if header else 0, tuple(body), after,
        tuple(line for line in opened.content.strays if line < after), entries, nameless,
    )  # fmt: skip


def stage_text(session: Session, place: Place, layout: TextLayout, target: Path) -> Staged:
    """All rows as text, in columns, as the table STAGE over the file `target`. UnreadableFileError where a large part
    of the file does not fit its encoding."""
    try:
        staged = _staged(place, layout, target, Decoding(layout.encoding, layout.is_sure))
    except NotUtf8Error:
        found = judged_encoding(place, text_beginning(place))
        staged = _staged(place, layout, target, Decoding(found))
        staged = replace(staged, encoding=found, entries=(*encoding_entries(found), *staged.entries))
    session.execute(f"CREATE VIEW {STAGE} AS SELECT * FROM read_parquet({text(str(target))})")
    return staged


def _staged(place: Place, layout: TextLayout, target: Path, decoding: Decoding) -> Staged:
    cells = tuple(f"c{number}" for number in range(len(layout.names)))
    schema = pa.schema([(ROW, pa.int64()), (LINE, pa.int64()), *((cell, pa.string()) for cell in cells)])
    ragged = RaggedRows(len(cells), layout.dialect.delimiter, layout.body)
    strays = [*layout.strays]
    blank: list[int] = []
    rows = 0
    with pq.ParquetWriter(target, schema, compression="lz4") as writer:
        for columns, lines, end in _cut_up(place, layout, decoding, ragged, strays):
            is_filled = _filled(columns)
            if not is_filled.all():
                blank += lines[~is_filled].tolist()
                columns = [column.filter(pa.array(is_filled)) for column in columns]
                lines = lines[is_filled]
            places = np.arange(rows, rows + len(lines))
            nulled = [pc.if_else(pc.equal(column, ""), pa.scalar(None, pa.string()), column) for column in columns]
            writer.write_table(pa.table([pa.array(places), pa.array(lines), *nulled], schema=schema))
            rows += len(lines)
            reached("rows", rows, max(rows, rows * place.size // max(1, end)))
    if not rows:
        raise UnreadableFileError(sentence("refused.no_rows", file=place.name), sentence("do.upload_rows"))
    entries = [*decoding.entries(), *ragged.entries(), *stray_entries(strays)]
    if blank:
        entries.append(blank_entry(blank))
    return Staged(
        cells, rows, layout.encoding, tuple(entries), frozenset(ragged.lone) if len(cells) > 1 else frozenset()
    )


def _filled(columns: Sequence[pa.ChunkedArray]) -> Mask:
    """Which rows hold something other than blanks."""
    filled = ~_is_blank(columns[0])
    for column in columns[1:]:
        if filled.all():
            break
        filled |= ~_is_blank(column)
    return filled


def _is_blank(column: pa.ChunkedArray) -> Mask:
    blank: Mask = pc.equal(pc.utf8_trim_whitespace(column), "").to_numpy()
    return blank


Part: TypeAlias = tuple[list[pa.ChunkedArray], "npt.NDArray[np.int64]", int]
"""Columns of some rows, the line of each, and the byte of the file up to which was read."""


def _cut_up(
    place: Place, layout: TextLayout, decoding: Decoding, ragged: RaggedRows, strays: list[int]
) -> Iterator[Part]:
    """The rows of the file, piece by piece."""
    first_rows: Sequence[Record] = layout.body
    carried, at, end = b"", 1, 0
    for piece in pieces(place.root, place.name, decoding):
        content, end = carried + piece.content, piece.end
        lines = TextLines(content)
        start = max(0, layout.following - at)
        if start >= len(lines):
            carried, at = b"", at + len(lines)
            continue
        whole, done = _records_of(lines, start, layout.dialect, ragged.width, is_last=piece.is_last)
        strays += [line + at - 1 for line in whole.strays]
        others = [Record(record.line + at - 1, record.fields) for record in whole.others]
        yield *_merged([*first_rows, *others], whole, at - 1, ragged), end
        first_rows, carried, at = (), content[lines.starts[done] :], at + done
    if first_rows:
        yield *_merged(first_rows, WholeLines([], np.zeros(0, dtype=np.int64), []), 0, ragged), end


def _records_of(lines: TextLines, start: int, dialect: Dialect, width: int, *, is_last: bool) -> tuple[WholeLines, int]:
    """The records from a line index on, and how many lines of the piece are done with: a quote that is open near its
    end may be closed in the next piece."""
    whole = _read(lines, start, dialect, width)
    if is_last:
        return whole, len(lines)
    near = int(np.searchsorted(lines.starts, len(lines.content) - TAIL)) + 1
    open_near = next((line for line in whole.strays if line >= near), None)
    if open_near is None:
        return whole, len(lines)
    before = TextLines(lines.content[: lines.starts[open_near - 1]])
    if len(before) <= start:
        return WholeLines([], np.zeros(0, dtype=np.int64), []), start
    return _read(before, start, dialect, width), len(before)


def _read(lines: TextLines, start: int, dialect: Dialect, width: int) -> WholeLines:
    """At once where the lines allow it, else one by one."""
    whole = LineReader(lines, dialect).read_from(start + 1, width)
    if whole is not None:
        return whole
    strays: list[int] = []
    others = list(records(lines, dialect, start, strays))
    return WholeLines([], np.zeros(0, dtype=np.int64), others, strays)


def _merged(
    others: Sequence[Record], whole: WholeLines, before: int, ragged: RaggedRows
) -> tuple[list[pa.ChunkedArray], "npt.NDArray[np.int64]"]:
    """The columns of rows that were read at once, with all other records among them, and the line of each."""
    full: list[list[str]] = []
    starts: list[int] = []
    for some, their_lines in fitted_rows(others, ragged):
        full += some
        starts += their_lines
    lines = np.concatenate([np.array(starts, dtype=np.int64), whole.lines + before])
    order = None if bool((np.diff(lines) > 0).all()) else pa.array(np.argsort(lines, kind="stable"))
    columns = []
    for place in range(ragged.width):
        own = pa.array([fields[place] for fields in full], pa.string())
        chunks = whole.columns[place].chunks if whole.columns else []
        column = pa.chunked_array([own, *chunks])
        columns.append(column if order is None else column.take(order))
    return columns, lines if order is None else lines[order.to_numpy()]


def entries_of_layout(layout: TextLayout) -> tuple[ReceiptEntry, ...]:
    """What the rules said of the file as a whole, and of columns that belong together, from its beginning."""
    doubts = [entry for entry in layout.receipt.entries if _is_of_columns(entry)]
    return (*layout.entries, *(replace(entry, lines=()) for entry in doubts))


def _is_of_columns(entry: ReceiptEntry) -> bool:
    """Whether an entry says how columns belong together: what the beginning of a file shows of all of it."""
    return entry.action == "unsure" and entry.judged is None and entry.choice is None
