"""How lines are cut into records and cells: delimiter, quote, escape; or columns at fixed places."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from registry.dataset import FIXED_WIDTH
from registry.text.fixed_width import Cuts, cut_at

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

DELIMITER_NAMES = {
    ",": "comma",
    ";": "semicolon",
    "\t": "tab",
    "|": "bar",
    " ": "blank",
    "^": "caret",
    "~": "tilde",
    ":": "colon",
    FIXED_WIDTH: "fixed",
}
"""What phrases call the signs between cells."""
SAMPLE_RECORDS = 300
FIELD_LIMIT = 4_000_000
"""Characters of one cell; a longer one is an unclosed quote."""
SEPARATOR_LINE = re.compile(r'\s*"?sep=(.)"?\s*$', re.I)


@dataclass(frozen=True)
class Dialect:
    """How lines are cut into cells. `cuts` are the places where columns begin, when they stand at fixed ones."""

    delimiter: str
    quote: str = '"'  # "": quotes are signs like others
    escape: str | None = None
    blank_before_quote: bool = False  # "a, "b, c"": the blank after the delimiter is no part of the cell
    cuts: Cuts = ()
    is_single: bool = False  # one column: the delimiter stands nowhere in the file

    def reader(self, lines: Iterable[str], strict: bool = False) -> "CsvReader":
        """A csv reader of this dialect; a strict one raises csv.Error where a closed quote is followed by a letter."""
        csv.field_size_limit(FIELD_LIMIT)
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quotechar=self.quote or None,
            quoting=csv.QUOTE_MINIMAL if self.quote else csv.QUOTE_NONE,
            escapechar=self.escape,
            skipinitialspace=self.blank_before_quote or self.delimiter == " ",
            strict=strict,
        )

    def cells(self, line: str) -> list[str]:
        """The cells of a line that is a record by itself, quotes taken as signs like others."""
        if self.cuts:
            return cut_at(line, self.cuts)
        return line.rstrip("\n").split(self.delimiter)


class Record(NamedTuple):
    """One record of a file: the physical line it starts on, and its fields."""

    line: int
    fields: list[str]


def split_lines(text: str) -> list[str]:
    """The physical lines, each with its line end."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _whole_brackets(fields: list[str]) -> list[str]:
    """The fields with "[22/May/2024:11:03:00" and "+0200]" as the one cell that web servers mean."""
    joined: list[str] = []
    for field in fields:
        if joined and joined[-1].startswith("[") and not joined[-1].endswith("]") and field.endswith("]"):
            joined[-1] = f"{joined[-1]} {field}"
        else:
            joined.append(field)
    return joined


def records(
    lines: Sequence[str], dialect: Dialect, start: int = 0, strays: list[int] | None = None
) -> Iterator[Record]:
    """The records from line index `start` on. A quote that is never closed is taken as a character; the number of its
    line is added to `strays`.

    A quoted cell may span lines when it is closed where a cell ends. Where it is not, when it runs to the end of the
    file, or when each of those lines would make a whole record by itself, the quote was a stray one and the lines are
    read one by one.
    """
    if dialect.cuts:
        yield from (
            Record(number, cut_at(lines[number - 1], dialect.cuts)) for number in range(start + 1, len(lines) + 1)
        )
        return
    position = start
    while position < len(lines):
        reader = dialect.reader(map(lines.__getitem__, range(position, len(lines))))
        before = 0
        stray = False
        while not stray:
            try:
                fields = next(reader)
            except StopIteration:
                return
            except csv.Error:
                stray = True
            else:
                taken = reader.line_num - before
                end = position + before + taken
                stray = taken > 1 and _is_stray(lines[end - taken : end], fields, dialect)
                stray |= taken == 1 and end == len(lines) and _is_open(lines[-1], dialect)
                if not stray:
                    if dialect.delimiter == " ":
                        fields = _whole_brackets(fields)
                    yield Record(position + before + 1, fields)
                    before = reader.line_num
        if strays is not None:
            strays.append(position + before + 1)
        yield Record(position + before + 1, dialect.cells(lines[position + before]))
        position += before + 1


def _is_open(line: str, dialect: Dialect) -> bool:
    """Whether a quote opens a cell of the last line and nothing closes it."""
    opens = dialect.quote and line.count(dialect.quote) % 2 and f"{dialect.delimiter}{dialect.quote}" in line
    return bool(opens) and not dialect.escape and not _is_strict([line.rstrip("\n")], dialect)


def _is_stray(spanned: Sequence[str], fields: list[str], dialect: Dialect) -> bool:
    """Whether the quote that makes one record of these lines was opened by mistake."""
    whole = len(fields) - 1
    records_alike = whole > 1 and all(line.count(dialect.delimiter) == whole for line in spanned if line.strip())
    return records_alike or not _is_strict(spanned, dialect)


def _is_strict(spanned: Sequence[str], dialect: Dialect) -> bool:
    """Whether the lines are one record in which every quote opens or closes a cell or is doubled."""
    try:
        return len(list(dialect.reader(spanned, strict=True))) == 1
    except csv.Error:
        return False
