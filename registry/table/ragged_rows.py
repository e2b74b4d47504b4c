"""Rows that are not as wide as the header: padded, mended where only one way fits, or cut; the receipt says which."""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from registry.dataset import FIXED_WIDTH
from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import SHOWN, first_lines, quoted, sentence
from registry.table.header_place import DATE_LIKE, NUMBER_LIKE
from registry.text.dialect import DELIMITER_NAMES, Record
from registry.values.word_lists import is_missing

GROUPED_PAIR = re.compile(r"^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$")
MOSTLY = 0.9
OTHER_SIGNS = ",;\t|"
FEWEST_DIVIDED = 2


@dataclass(frozen=True)
class ColumnShapes:
    """Which columns hold numbers or dates, by the first rows, and whether first cells start with "#"."""

    numbers: tuple[bool, ...]
    dates: tuple[bool, ...]
    hash_ids: bool


@dataclass
class RaggedRows:
    """Fits rows to the width of the table and remembers what it did. `first_rows` show what its columns hold; `lone`
    are lines of one cell."""

    width: int
    delimiter: str
    first_rows: Sequence[Record]
    kept_lines: frozenset[int] = frozenset()  # lines that are data, as the person chose
    short: list[int] = field(default_factory=list)
    lone: list[int] = field(default_factory=list)
    mended: list[tuple[int, str]] = field(default_factory=list)
    cut: list[tuple[int, str]] = field(default_factory=list)
    trailing: list[int] = field(default_factory=list)
    divided: list[int] = field(default_factory=list)
    comments: list[Record] = field(default_factory=list)

    @cached_property
    def shapes(self) -> ColumnShapes:
        """What the columns hold: asked only where a row does not fit."""
        return column_shapes([record.fields for record in self.first_rows], self.width)

    def fitted(self, record: Record) -> list[str] | None:
        """The fields of the row in the width of the table; None for a comment line."""
        fields = record.fields
        if not any(cell.strip() for cell in fields):
            return [""] * self.width
        if fields[0].lstrip().startswith("#") and not self.shapes.hash_ids and record.line not in self.kept_lines:
            self.comments.append(record)
            return None
        if len(fields) == 1 and (divided := self._divided(fields[0])) is not None:
            self.divided.append(record.line)
            return divided
        if len(fields) < self.width:
            (self.lone if len(fields) == 1 else self.short).append(record.line)
            return [*fields, *[""] * (self.width - len(fields))]
        if not any(cell.strip() for cell in fields[self.width :]):
            self.trailing.append(record.line)
            return fields[: self.width]
        mended = self._mended(fields)
        if mended is not None:
            self.mended.append((record.line, self.delimiter.join(fields)))
            return mended
        self.cut.append((record.line, self.delimiter.join(fields[self.width :])))
        return fields[: self.width]

    def _divided(self, line: str) -> list[str] | None:
        """The cells of a line that another usual sign separates into as many cells as the others have, each fitting its
        column; None where none does."""
        if self.width <= FEWEST_DIVIDED:
            return None
        for sign in OTHER_SIGNS:
            if sign != self.delimiter and line.count(sign) >= self.width - 1:
                cells = next(csv.reader([line], delimiter=sign), [])
                if len(cells) == self.width and self._fits(cells) and any(self.shapes.numbers + self.shapes.dates):
                    return cells
        return None

    def _mended(self, fields: list[str]) -> list[str] | None:
        """The row with neighbouring cells joined again, when one way makes every cell fit its column best.

        A comma before a blank belongs to prose; a comma between digits groups thousands; any other one is left alone
        when there are several ways.
        """
        extra = len(fields) - self.width
        ways: dict[int, list[list[str]]] = {0: [], 1: [], 2: []}
        for start in range(self.width):
            joined = self.delimiter.join(fields[start : start + extra + 1])
            row = [*fields[:start], joined, *fields[start + extra + 1 :]]
            if self._fits(row):
                prose = all(cell.startswith(" ") for cell in fields[start + 1 : start + extra + 1])
                thousands = self.shapes.numbers[start] and GROUPED_PAIR.match(joined.strip()) is not None
                ways[0 if prose else 1 if thousands else 2].append(row)
        best = next((rows for rows in ways.values() if rows), [])
        return best[0] if len(best) == 1 else None

    def _fits(self, row: Sequence[str]) -> bool:
        for cell, number, dated in zip(row, self.shapes.numbers, self.shapes.dates, strict=True):
            plain = cell.strip()
            if (number or dated) and not is_missing(plain):
                fitting = DATE_LIKE.match(plain) if dated else NUMBER_LIKE.match(plain)
                if not fitting or (self.delimiter in plain and not GROUPED_PAIR.match(plain)):
                    return False
        return True

    def entries(self) -> Iterator[ReceiptEntry]:
        """What was done, in sentences. `lone` lines are told by whoever decides whether they are rows."""
        if self.comments:
            count = len(self.comments)
            sign = " " if self.delimiter == FIXED_WIDTH else self.delimiter
            texts = tuple(sign.join(record.fields).strip() for record in self.comments)
            judged = Judgement("rows_aside", texts[:SHOWN])
            told = sentence("rows.comments", count=count, shown=quoted(texts, 3))
            lines = tuple(record.line for record in self.comments)
            yield ReceiptEntry("skipped", told, None, count, first_lines(lines), ("kept_lines", lines), judged)
        if self.trailing:
            count = len(self.trailing)
            told = sentence("rows.trailing", count=count)
            yield ReceiptEntry("assumed", told, None, count, first_lines(self.trailing))
        if self.divided:
            told = sentence("rows.divided", count=len(self.divided))
            yield ReceiptEntry("warning", told, None, len(self.divided), first_lines(self.divided))
        if self.short:
            yield short_rows(self.short, self.width)
        if self.mended:
            name = sentence(f"delimiter.{DELIMITER_NAMES.get(self.delimiter, 'other')}")
            told = sentence("rows.mended", count=len(self.mended), width=self.width, delimiter=name)
            lines = first_lines(line for line, _ in self.mended)
            yield ReceiptEntry("warning", told, None, len(self.mended), lines)
        if self.cut:
            shown = quoted(text for _, text in self.cut)
            told = sentence("rows.cut", count=len(self.cut), width=self.width, shown=shown)
            yield ReceiptEntry("warning", told, None, len(self.cut), first_lines(line for line, _ in self.cut))


def short_rows(lines: Sequence[int], width: int) -> ReceiptEntry:
    """The entry for rows with too few cells."""
    told = sentence("rows.short", count=len(lines), width=width)
    return ReceiptEntry("warning", told, None, len(lines), first_lines(lines))


def column_shapes(rows: Sequence[Sequence[str]], width: int) -> ColumnShapes:
    """The shapes by the rows of exactly this width."""
    full = [row for row in rows if len(row) == width]
    columns = [[cell.strip() for cell in column if not is_missing(cell)] for column in zip(*full, strict=True)]
    if not full:
        columns = [[] for _ in range(width)]
    dates = tuple(_mostly(column, DATE_LIKE) for column in columns)
    numbers = tuple(_mostly(column, NUMBER_LIKE) and not dated for column, dated in zip(columns, dates, strict=True))
    return ColumnShapes(
        numbers, dates, bool(columns[0]) and sum(c.startswith("#") for c in columns[0]) > len(columns[0]) / 2
    )


def _mostly(cells: Sequence[str], shape: re.Pattern[str]) -> bool:
    return bool(cells) and sum(1 for cell in cells if shape.match(cell)) >= len(cells) * MOSTLY
