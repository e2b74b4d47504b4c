"""Rows of a file as they stand in it, whatever its format, before it is known where the table is."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from registry.text.dialect import Record
from registry.text.whole_lines import LineReader


@dataclass(frozen=True)
class Rows:
    """`records` come in order, each with the line (of a sheet: the row) that it starts on, counted from 1.
    `delimiter` joins their cells again where a line is shown as a whole. `strays` are, once the records are taken, the
    lines with a quote that is opened and never closed. `reader` reads all rows below the first ones at once, where
    there are many."""

    records: Iterator[Record]
    delimiter: str
    strays: list[int] = field(default_factory=list)
    reader: LineReader | None = None
