"""The rows that a measure or plot works on, with what is known of their columns and how they came about."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import narwhals as nw

from agent.analysis.frames.ledger import missing_dropped, with_note
from agent.analysis.frames.schema import Column, Schema
from agent.analysis.frames.source import ROW, Frame, row_count
from agent.state import Ledger


@dataclass(frozen=True)
class Prepared:
    """Rows after `prepare` and filters. `frame` may hold a hidden row position: `schema` names the columns to show."""

    frame: Frame
    schema: Schema
    ledger: Ledger
    dataset_ids: tuple[str, ...]
    unfiltered: Frame | None = None  # the rows before the filters, where these are known

    @property
    def columns(self) -> list[str]:
        """Names of the columns to show, in order."""
        return list(self.schema)

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return self.ledger["rows_used"]

    def noted(self, *notes: str) -> "Prepared":
        """The same rows with notes in the ledger."""
        return replace(self, ledger=with_note(self.ledger, *notes))

    def with_ledger(self, ledger: Ledger) -> "Prepared":
        """The same rows with another ledger."""
        return replace(self, ledger=ledger)

    def using(self, column: str, rows: int) -> "Prepared":
        """The same rows, of which only `rows` have a value in the column and count."""
        return replace(self, ledger=missing_dropped(self.ledger, column, rows))

    def with_column(self, column: Column, expression: nw.Expr) -> "Prepared":
        """The rows with one more (or replaced) column."""
        frame = self.frame.with_columns(expression.alias(column.name))
        return replace(self, frame=frame, schema={**self.schema, column.name: column})

    def complete(self, columns: Sequence[str]) -> "Prepared":
        """Only the rows with a value in all of the columns; the ledger counts those left out."""
        if not columns:
            return self
        frame = self.frame
        for name in columns:
            frame = frame.filter(~nw.col(name).is_null())
        words = " or ".join(columns)
        return replace(self, frame=frame, ledger=missing_dropped(self.ledger, words, row_count(frame)))


def place_rows(frame: Frame, by: Sequence[str], with_position: bool) -> Frame:
    """Rows that a step made, in memory, sorted by these columns, and perhaps with a position of their own."""
    ordered = frame.sort(list(by), nulls_last=True).collect()
    return (ordered.with_row_index(ROW) if with_position else ordered).lazy()
