"""The fast way through a large text file whose rows are all alike: read by Arrow, typed by whole columns.

Everything is decided as for any other file, on the first and the last lines; this way is taken only where the rest
holds nothing that those decisions do not cover: no row of another length, no cell over several lines, no blank row, no
note and no total. Where anything else stands in the file it is read row by row.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]
from pyarrow import csv as arrow_csv

from registry.cells import Cells, Lines
from registry.dataset import ALL_COLUMNS, ReadingChoices
from registry.dialect import Dialect, records, split_lines
from registry.dialect_evidence import detect_dialect
from registry.formats.opened import OpenedFile
from registry.formats.plain_columns import plain_cells, text_cells
from registry.layout_entries import dialect_entries
from registry.mojibake import GARBLED
from registry.receipt import TEXT_FORMAT
from registry.row_rules import without_extra_rows
from registry.rows import Rows
from registry.table_reader import TextTable, read_table
from registry.total_rows import LABEL_COLUMNS, MOST_LOOKED_AT
from registry.word_lists import TOTAL_LIKE, is_total, may_be_total

LARGE = 1_000_000
"""Bytes from which on a file is tried this way."""
FEWEST_ROWS = MOST_LOOKED_AT
"""In fewer rows totals without a label are sought, which needs a look at each."""
FIRST_LINES, LAST_LINES = 1_000, 300
MARK = b"\xef\xbb\xbf"
CONTROL = bytes(byte for byte in range(32) if byte not in b"\t\n\r")
STRANGE_QUOTE = r'[^{delimiter}\n"]"[^{delimiter}\r\n"]'
NOT_A_ROW = r"^\s*#|^[-=_:+\s]{3,}$"
BLOCK = 8_000_000


@dataclass(frozen=True)
class _Sample:
    """The first and last lines of a file as a table, and where its rows begin."""

    table: TextTable
    dialect: Dialect
    first_line: int


def open_regular(content: bytes, file_name: str, choices: ReadingChoices) -> OpenedFile | None:
    """The table of a large regular file in UTF-8; None when the file has to be read row by row."""
    if len(content) < LARGE or choices.encoding not in (None, "utf-8") or choices.skip_lines or choices.kept_lines:
        return None
    content = content.removeprefix(MARK)
    if content.count(b"\n") < FEWEST_ROWS or content.endswith(b"\n\n") or _is_odd(content):
        return None
    sample = _sample(content, file_name, choices)
    if sample is None or _has_strange_quotes(content, sample.dialect):
        return None
    columns = _columns(content, sample)
    if columns is None or len(columns[0]) <= FEWEST_ROWS:
        return None
    cells = _cells(sample, columns, choices)
    if _may_hold_other_rows(sample.table.names, cells):
        return None
    table = _whole(sample.table, cells)
    return OpenedFile(TEXT_FORMAT, table, "utf-8", tuple(dialect_entries(sample.dialect)), rows_known=True)


def _cells(sample: _Sample, columns: list[pa.ChunkedArray], choices: ReadingChoices) -> tuple[Cells, ...]:
    """The cells of the columns, which are taken out of the list: the text of each is freed once it is read."""
    lines: Lines = np.arange(sample.first_line, sample.first_line + len(columns[0]), dtype=np.int64)
    asked = {name for name, _ in choices.kinds} | set(choices.keep_text) | {name for name, _ in choices.missing_words}
    found: list[Cells] = []
    for name, own in zip(sample.table.names, sample.table.columns, strict=True):
        column = columns.pop(0)
        is_asked = name in asked or ALL_COLUMNS in asked
        found.append(text_cells(column, lines) if is_asked else plain_cells(name, column, own, lines))
    pa.default_memory_pool().release_unused()
    return tuple(found)


def _whole(sample: TextTable, cells: tuple[Cells, ...]) -> TextTable:
    """The table of the sample with the cells of the whole file."""
    blank = frozenset(name for name, own in zip(sample.names, cells, strict=True) if not own.filled_rows().any())
    return replace(sample, columns=cells, lone_lines=frozenset(), blank=blank)


def _is_odd(content: bytes) -> bool:
    """Whether there are control characters, line ends of several kinds, or garbled letters."""
    if len(content.translate(None, CONTROL)) != len(content):
        return True
    returns = content.count(b"\r")
    if returns and (returns != content.count(b"\r\n") or returns != content.count(b"\n")):
        return True
    if content.isascii():
        return False
    try:
        return GARBLED.search(content.decode("utf-8")) is not None
    except UnicodeDecodeError:
        return True


def _sample(content: bytes, file_name: str, choices: ReadingChoices) -> _Sample | None:
    """What the first and the last lines are, when they are a regular table and nothing but its rows below the names."""
    head = content[: _end_of_line(content, FIRST_LINES)]
    tail = content[max(len(head), _start_of_last(content, LAST_LINES)) :]
    lines = split_lines((head + tail).decode("utf-8").replace("\r\n", "\n"))
    dialect = detect_dialect(lines, choices)
    if len(dialect.delimiter.encode()) != 1 or dialect.escape or dialect.blank_before_quote or dialect.quote not in '"':
        return None
    strays: list[int] = []
    table = read_table(Rows(records(lines, dialect, strays=strays), dialect.delimiter, strays), file_name, choices)
    rows = table.columns[0].lines
    regular = len(rows) and int(rows[-1]) == len(lines) and bool((np.diff(rows) == 1).all())
    if not regular or strays or table.offered or any(entry.action == "warning" for entry in table.entries):
        return None
    checked = without_extra_rows(table, choices)
    if len(checked.columns[0].codes) != len(rows) or checked.entries != table.entries:
        return None
    return _Sample(table, dialect, int(rows[0]))


def _end_of_line(content: bytes, lines: int) -> int:
    """The place after so many lines."""
    place = 0
    for _ in range(lines):
        place = content.find(b"\n", place) + 1
        if place == 0:
            return len(content)
    return place


def _start_of_last(content: bytes, lines: int) -> int:
    """The place before the last so many lines."""
    place = len(content) - 1
    for _ in range(lines):
        place = content.rfind(b"\n", 0, place)
        if place < 0:
            return 0
    return place + 1


def _has_strange_quotes(content: bytes, dialect: Dialect) -> bool:
    """Whether a quote stands inside a cell: readers differ in what they make of it."""
    if not dialect.quote:
        return False
    pattern = STRANGE_QUOTE.format(delimiter=re.escape(dialect.delimiter)).encode()
    return b'"' in content and re.search(pattern, content) is not None


def _columns(content: bytes, sample: _Sample) -> list[pa.ChunkedArray] | None:
    """Every column as text; None when a row has another length or a cell spans lines."""
    start = _end_of_line(content, sample.first_line - 1)
    names = [str(place) for place in range(len(sample.table.names))]
    dialect = sample.dialect
    parse = arrow_csv.ParseOptions(delimiter=dialect.delimiter, quote_char=dialect.quote or False)
    convert = arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False)
    read = arrow_csv.ReadOptions(column_names=names, block_size=BLOCK)
    try:
        table = arrow_csv.read_csv(pa.py_buffer(memoryview(content)[start:]), read, parse, convert)
    except (pa.ArrowInvalid, UnicodeDecodeError):
        return None
    expected = content.count(b"\n", start) + (not content.endswith(b"\n"))
    return list(table.columns) if table.num_rows == expected else None


def _may_hold_other_rows(names: Sequence[str], columns: Sequence[Cells]) -> bool:
    """Whether there may be blank rows, notes, drawn lines, repeated names or totals: anything but rows of data."""
    filled = np.zeros(len(columns[0].codes), dtype=np.int32)
    for cells in columns:
        filled += cells.filled_rows()
    if (bool((filled <= 1).any()) and len(columns) > 1) or bool((filled == 0).any()):
        return True
    texts = [cells.texts for cells in columns]
    if any(own is not None and _holds_no_value(name, own) for name, own in zip(names, texts, strict=True)):
        return True
    return any(own is not None and _holds_total(own) for own in texts[:LABEL_COLUMNS])


def _holds_no_value(name: str, texts: pa.Array) -> bool:
    """Whether a text is the name of its column, a drawn line or a comment."""
    odd = pc.or_(pc.equal(texts, name), pc.match_substring_regex(texts, NOT_A_ROW))
    return bool(pc.any(odd).as_py())


def _holds_total(texts: pa.Array) -> bool:
    likely = texts.filter(pc.match_substring_regex(texts, TOTAL_LIKE, ignore_case=True)).to_pylist()
    return any(is_total(text) or may_be_total(text) for text in likely)
