"""Text files whose cells stand between separators: CSV, TSV and their kin. What no other format recognises is one."""

from collections.abc import Iterator

from registry.dataset import ReadingChoices
from registry.formats.limits import MOST_COLUMNS, check_size
from registry.formats.opened import Format, OpenedFile
from registry.receipt import TEXT_FORMAT
from registry.table.layout_entries import dialect_entries
from registry.text.decoding import decode
from registry.text.dialect import records, split_lines
from registry.text.dialect_evidence import USUAL, detect_dialect
from registry.text.rows import Rows
from registry.text.text_lines import TextLines
from registry.text.whole_lines import LineReader
from registry.watching import reached

FIRST_LINES = 20
LARGE = 1_000_000
"""Bytes from which on the rows are read at once where they can be."""
LOOKED_AT = 20_000_000
"""Bytes of them: a hundred thousand long names and their cells."""


def _open(content: bytes, file_name: str, choices: ReadingChoices) -> OpenedFile:
    _check_width(content, file_name)
    decoded = decode(content, file_name, choices.encoding)
    reached("characters", 3, 3)
    lines = TextLines(decoded.written) if len(content) >= LARGE else split_lines(decoded.text)
    dialect = detect_dialect(lines, choices)
    strays: list[int] = []
    reader = LineReader(lines, dialect) if isinstance(lines, TextLines) else None
    rows = Rows(records(lines, dialect, strays=strays), dialect.delimiter, strays, reader)
    return OpenedFile(TEXT_FORMAT, rows, decoded.encoding, (*decoded.entries, *dialect_entries(dialect)))


def _check_width(content: bytes, file_name: str) -> None:
    """FileTooLargeError at once when the first lines have far more cells than a table may, before they are cut up."""
    first = [line for line in _first_lines(content) if len(line) > MOST_COLUMNS]
    for sign in USUAL:
        widths = [line.count(sign.encode()) + 1 for line in first]
        if sum(width > MOST_COLUMNS for width in widths) > len(first) // 2:
            check_size(file_name, 1, max(widths))


def _first_lines(content: bytes) -> Iterator[bytes]:
    start, limit = 0, min(len(content), LOOKED_AT)
    for _ in range(FIRST_LINES):
        end = content.find(b"\n", start, limit)
        yield content[start : end if end >= 0 else limit]
        if end < 0:
            return
        start = end + 1


def _any(_content: bytes, _file_name: str) -> bool:
    """Always: whether the bytes are a text at all is seen when they are decoded."""
    return True


DELIMITED = Format(TEXT_FORMAT, (".csv", ".tsv", ".txt"), _any, _open)
