"""Which delimiter and quote does a file use? Judged by the shape that each would give its first lines."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from _csv import Reader as CsvReader

DELIMITERS: tuple[str, ...] = (",", ";", "\t", "|")
DELIMITER_NAMES = {",": "comma", ";": "semicolon", "\t": "tab", "|": "vertical bar"}
SAMPLE_RECORDS = 300
FIELD_LIMIT = 4_000_000
"""Characters of one cell; a longer one is an unclosed quote."""
DECIMAL_COMMA = re.compile(r"[+-]?\d+(,\d+)?")
SEPARATOR_LINE = re.compile(r'\s*"?sep=(.)"?\s*$', re.I)


@dataclass(frozen=True)
class Dialect:
    """How lines are cut into fields."""

    delimiter: str
    quote: str = '"'
    escape: str | None = None
    blank_before_quote: bool = False  # "a, "b, c"": the blank after the delimiter is no part of the cell

    def reader(self, lines: Iterable[str]) -> "CsvReader":
        """A csv reader of this dialect."""
        csv.field_size_limit(FIELD_LIMIT)
        return csv.reader(
            lines,
            delimiter=self.delimiter,
            quotechar=self.quote,
            escapechar=self.escape,
            skipinitialspace=self.blank_before_quote,
        )


class Record(NamedTuple):
    """One record of a file: the physical line it starts on, and its fields."""

    line: int
    fields: list[str]


def split_lines(text: str) -> list[str]:
    """The physical lines, each with its line end."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def records(lines: Sequence[str], dialect: Dialect, start: int = 0) -> Iterator[Record]:
    """The records from line index `start` on. A quote that is never closed is taken as a character.

    A quoted cell may span lines; when each of those lines would make a whole record by itself, or the cell
    runs to the end of the file, the quote was a stray one and the lines are read one by one.
    """
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
                stray = taken > 1 and _is_stray(lines, position + before, taken, fields, dialect)
                if not stray:
                    yield Record(position + before + 1, fields)
                    before = reader.line_num
        yield Record(position + before + 1, lines[position + before].rstrip("\n").split(dialect.delimiter))
        position += before + 1


def _is_stray(lines: Sequence[str], first: int, taken: int, fields: list[str], dialect: Dialect) -> bool:
    spanned = lines[first : first + taken]
    whole = len(fields) - 1
    at_end = first + taken >= len(lines) and sum(line.count(dialect.quote) for line in spanned) % 2 == 1
    alike = whole > 0 and all(line.count(dialect.delimiter) >= whole for line in spanned if line.strip())
    return at_end or alike


def detect_dialect(lines: Sequence[str], delimiter: str | None = None) -> Dialect:
    """The dialect of a file by its first lines; `delimiter` is the person's choice."""
    announced = SEPARATOR_LINE.match(lines[0])
    if delimiter is None and announced:
        delimiter = announced.group(1)
    head = lines[: SAMPLE_RECORDS * 4]
    text = "".join(head)
    escape = "\\" if '\\"' in text and '""' not in text else None
    candidates = [_candidate(each, text, escape) for each in ([delimiter] if delimiter else DELIMITERS)]
    best = max(candidates, key=lambda dialect: _regularity(head, dialect))
    if delimiter is None and (_regularity(head, best)[1] < 2 or _is_one_column_of_decimals(head)):
        unused = next((each for each in (";", "\t", "|") if each not in text), ",")
        return _candidate(unused, text, escape)
    return best


def _is_one_column_of_decimals(lines: Sequence[str]) -> bool:
    """A name without a comma, and below it nothing but "1,5": one column with decimal commas."""
    filled = [line.strip() for line in lines if line.strip()]
    return len(filled) > 1 and "," not in filled[0] and all(DECIMAL_COMMA.fullmatch(line) for line in filled[1:])


def _candidate(delimiter: str, text: str, escape: str | None) -> Dialect:
    blank = re.search(rf'(?:^|[^\n]){re.escape(delimiter)} +"', text) is not None
    return Dialect(delimiter, _quote(text, delimiter), escape, blank)


def _regularity(lines: Sequence[str], dialect: Dialect) -> tuple[float, int]:
    """Share of records that have the most frequent width (above one), then that width."""
    widths = [len(record.fields) for record in islice(records(lines, dialect), SAMPLE_RECORDS) if any(record.fields)]
    if not widths:
        return 0.0, 0
    width, count = Counter(widths).most_common(1)[0]
    if width == 1:
        several = Counter(each for each in widths if each > 1).most_common(1)
        if not several or several[0][1] < max(2, len(widths) * 0.3):
            return 0.0, 0
        width, count = several[0]
    first = next((each for each in widths if each > 1), 0)
    header_fits = 0.2 if abs(first - width) <= 1 else 0.0
    return round(count / len(widths) + header_fits, 2), width


def _quote(text: str, delimiter: str) -> str:
    """Single quotes only when there are no double ones and cells are wrapped in single ones throughout."""
    if '"' in text:
        return '"'
    edge = re.escape(delimiter)
    wrapped = len(re.findall(rf"(?:^|{edge})'[^'\n]*'(?={edge}|$)", text, re.M))
    return "'" if wrapped > 1 and wrapped >= text.count("'") / 2 * 0.8 and wrapped >= text.count("\n") * 0.5 else '"'
