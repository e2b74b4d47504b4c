"""The rows of a large text file whose lines are a record each, read by Arrow; the others are cut up one by one.

A line is left to Arrow when every quote in it opens or closes a cell or is doubled: then both read the same. What comes
back are the cells of all such lines that are as wide as the table, and all other records.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa  # type: ignore[import-untyped]
from pyarrow import csv as arrow_csv

from registry.text.dialect import Dialect, Record, records
from registry.text.text_lines import END, TextLines

BLOCK = 2_000_000
"""Bytes that Arrow reads at once; a longer line is left to the way line by line."""
MOST_OTHERS = 0.05
"""Share of records that Arrow cannot read, from which on there is nothing to gain."""


@dataclass(frozen=True)
class WholeLines:
    """`columns` are the texts of the rows of the table's width, `lines` their line numbers; `others` all other records
    in order, and `strays` the lines of those with a quote that is never closed."""

    columns: list[pa.ChunkedArray]
    lines: npt.NDArray[np.int64]
    others: list[Record]
    strays: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class LineReader:
    """Reads the lines of a text from one on at which a record begins."""

    lines: TextLines
    dialect: Dialect

    def read_from(self, line: int, width: int) -> WholeLines | None:
        """The records from a line on; None where they have to be read one by one."""
        dialect = self.dialect
        odd_dialect = dialect.cuts or dialect.escape or dialect.blank_before_quote or dialect.delimiter == " "
        if odd_dialect or len(dialect.delimiter.encode()) != 1 or len(dialect.quote.encode()) > 1:
            return None
        odd = self._odd_lines(line)
        if len(odd) > len(self.lines) * MOST_OTHERS:
            return None
        taken = np.zeros(len(self.lines) + 1, dtype=bool)
        others: list[Record] = []
        strays: list[int] = []
        for record, end in self._records_at(odd, strays):
            others.append(record)
            taken[record.line : end] = True
        numbers = np.arange(line, len(self.lines) + 1)
        regular = numbers[~taken[line:]]
        found = _by_arrow(self._joined(taken, line), dialect, width, int(len(regular) * MOST_OTHERS))
        if found is None:
            return None
        table, ragged = found
        for number in regular[ragged].tolist():
            others.append(Record(number, next(records([self.lines[number - 1]], dialect)).fields))
        kept = np.delete(regular, ragged)
        if len(kept) != table.num_rows:
            return None
        return WholeLines(list(table.columns), kept, sorted(others, key=lambda record: record.line), strays)

    def _odd_lines(self, first: int) -> npt.NDArray[np.int64]:
        """The numbers of the lines with a quote that neither opens nor closes a cell and is not doubled."""
        starts, content = self.lines.starts, self.lines.content
        quote = self.dialect.quote.encode()
        if not quote or content.find(quote, starts[first - 1]) < 0:
            return np.zeros(0, dtype=np.int64)
        found = []
        line = first - 1
        while line < len(self.lines):
            end = max(line + 1, int(np.searchsorted(starts, starts[line] + BLOCK)) - 1)
            written = np.frombuffer(content[starts[line] : starts[end]], dtype=np.uint8)
            odd = _odd_among(
                written, starts[line : end + 1] - starts[line], quote[0], self.dialect.delimiter.encode()[0]
            )
            found.append(odd + line + 1)
            line = end
        return np.concatenate(found)

    def _records_at(self, odd: npt.NDArray[np.int64], strays: list[int]) -> Iterator[tuple[Record, int]]:
        """The records that begin on these lines, or hold them, with the line after each."""
        done = 0
        for line in odd.tolist():
            if line < done:
                continue
            own: list[int] = []
            following = records(self.lines, self.dialect, line - 1, own)
            record, after = next(following), next(following, None)
            done = after.line if after is not None else len(self.lines) + 1
            strays += own[:1] if own[:1] == [line] else []
            yield record, done

    def _joined(self, taken: npt.NDArray[np.bool_], first: int) -> pa.Buffer:
        """The bytes of the lines that are not taken."""
        starts, content = self.lines.starts, memoryview(self.lines.content)
        if not taken.any():
            return pa.py_buffer(content[starts[first - 1] :])
        edges = np.flatnonzero(np.diff(np.concatenate([[True], taken[first:], [True]]).astype(np.int8))) + first - 1
        runs = [content[starts[start] : starts[end]] for start, end in zip(edges[::2], edges[1::2], strict=True)]
        return pa.py_buffer(b"".join(runs))


def _odd_among(
    written: npt.NDArray[np.uint8], starts: npt.NDArray[np.int64], quote: int, delimiter: int
) -> npt.NDArray[np.int64]:
    """The places of the lines among these whose quotes do not all open or close a cell or are doubled."""
    places = np.flatnonzero(written == quote)
    line = np.searchsorted(starts, places, side="right") - 1
    before = np.concatenate([[END], written])[places]
    after = np.concatenate([written, [END]])[places + 1]
    count = np.arange(len(places))
    first = np.append(True, line[1:] != line[:-1])[: len(places)]
    opens = (count - np.maximum.accumulate(np.where(first, count, 0))) % 2 == 0
    edge = np.where(opens, before, after)
    fits = (edge == delimiter) | (edge == END) | (edge == quote)
    fits &= ~(opens & np.append(first[1:], True)[: len(places)])  # one that is still open where the line ends
    return np.unique(line[~fits])


def _by_arrow(content: pa.Buffer, dialect: Dialect, width: int, most: int) -> tuple[pa.Table, list[int]] | None:
    """The rows of this width, and the places of the others, of which there may be so many; None where there are more,
    or a line is too long for Arrow."""
    names = [str(place) for place in range(width)]
    ragged: list[int] = []

    def skipped(row: arrow_csv.InvalidRow) -> str:
        ragged.append(row.number - 1)
        return "skip" if len(ragged) <= most else "error"

    convert = arrow_csv.ConvertOptions(column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False)
    for handler in (None, skipped):  # rows have numbers in one thread only
        read = arrow_csv.ReadOptions(column_names=names, block_size=BLOCK, use_threads=handler is None)
        parse = arrow_csv.ParseOptions(
            delimiter=dialect.delimiter,
            quote_char=dialect.quote or False,
            ignore_empty_lines=False,
            invalid_row_handler=handler,
        )
        try:
            return arrow_csv.read_csv(pa.BufferReader(content), read, parse, convert), ragged
        except pa.ArrowInvalid:
            continue
    return None
