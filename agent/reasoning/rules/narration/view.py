"""A result table as a narrator sees it: cells may be looked at, and are printed only as references."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from agent.artifacts import rows_counted
from agent.reasoning.rules.narration.phrases import Phrases
from agent.specs.references import cell, reference
from agent.state import Artifact, Cell, ColumnFormat, TablePayload


@dataclass(frozen=True)
class TableView:
    """The head of a result table. Rows are counted from 0 here, from 1 in references."""

    artifact_id: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total_rows: int
    keys: tuple[str, ...]
    formats: dict[str, ColumnFormat]
    rows_counted: int | None = None  # rows that the result was made from, by the ledger
    incomplete: frozenset[Cell] = frozenset()  # cells of the first key: periods that the data cover in part

    @property
    def is_whole(self) -> bool:
        """Are all rows here? Otherwise nothing may be said about the highest of all."""
        return self.total_rows <= len(self.rows)

    @property
    def order(self) -> range:
        """The row numbers."""
        return range(len(self.rows))

    def has(self, column: str) -> bool:
        """Is there such a column?"""
        return column in self.columns

    def is_clock_time(self, column: str) -> bool:
        """Does it hold times of a day, of which no percentage can be told?"""
        return self.formats.get(column) in ("h:mm", "h:mm:ss")

    def value(self, row: int, column: str) -> Cell:
        """The value of a cell."""
        return self.rows[row][self.columns.index(column)]

    def number(self, row: int, column: str) -> float | None:
        """The value of a cell as a number; None for a missing cell, a text or a truth value."""
        value = self.value(row, column) if self.has(column) else None
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            return None
        return float(value)

    def numbered(self, column: str) -> list[tuple[int, float]]:
        """The rows that hold a number in the column, with it."""
        found = ((row, self.number(row, column)) for row in self.order)
        return [(row, value) for row, value in found if value is not None]

    def ranked(self, column: str) -> list[int]:
        """Rows that hold a number in the column, largest first; equal ones in table order."""
        return [row for row, _ in sorted(self.numbered(column), key=lambda pair: -pair[1])]

    def same_as(self, row: int, column: str) -> list[int]:
        """The rows with the same number as this one, itself included."""
        value = self.number(row, column)
        return [other for other, number in self.numbered(column) if number == value]

    def ref(self, row: int, column: str, fmt: str = "") -> str:
        """A reference to a cell."""
        return reference(self.artifact_id, column, row=row + 1, fmt=fmt)

    def term(self, row: int, column: str) -> str:
        """A reference to a cell for use inside `{= ...}`."""
        return cell(self.artifact_id, column, row=row + 1)

    @property
    def count(self) -> str:
        """A reference to the number of rows, those beyond the preview included."""
        return reference(self.artifact_id, "#rows")

    def key(self, row: int, column: str, phrases: Phrases) -> str:
        """A text cell as a reference; words when it is missing."""
        return phrases.say("group.missing") if self.value(row, column) is None else self.ref(row, column)

    def is_named(self, row: int) -> bool:
        """Does the row belong to a group with a name, not to the rows whose key is missing?"""
        return all(self.value(row, key) is not None for key in self.keys)

    def named(self, rows: Sequence[int]) -> list[int]:
        """Those of the rows that have a name; all of them when none has."""
        return [row for row in rows if self.is_named(row)] or list(rows)

    def is_complete(self, row: int) -> bool:
        """Do the data cover the whole period of the row? True of rows that are no periods."""
        return not self.incomplete or self.value(row, self.keys[0]) not in self.incomplete

    def complete(self, rows: Sequence[int]) -> list[int]:
        """Those of the rows that can be compared: of whole periods; all of them when none is whole."""
        return [row for row in rows if self.is_complete(row)] or list(rows)

    @property
    def used(self) -> str:
        """A reference to the number of rows that the result was made from."""
        return reference(self.artifact_id, "#rows_counted")

    def text_columns(self) -> tuple[str, ...]:
        """Columns that hold no measured number: texts and dates."""
        return tuple(column for column in self.columns if self.formats.get(column) in ("text", "date"))

    def measured(self) -> tuple[str, ...]:
        """Columns other than the keys that hold a number somewhere."""
        return tuple(column for column in self.columns if column not in self.keys and self.numbered(column))


def table_view(artifact: Artifact) -> TableView:
    """The view of a table artifact."""
    payload = cast(TablePayload, artifact["payload"])
    ledger = artifact["ledger"]
    return TableView(
        artifact["artifact_id"],
        tuple(payload["columns"]),
        tuple(tuple(row) for row in payload["rows"]),
        payload["total_rows"],
        tuple(payload["key_columns"]),
        dict(payload["formats"]),
        rows_counted(ledger) if ledger is not None else None,
        frozenset(payload.get("incomplete", ())),
    )
