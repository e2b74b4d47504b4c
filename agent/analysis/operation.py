"""What a measure is to whoever computes it: its tables, what it asks of the columns, the rows behind its cells."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from agent.analysis.aggregating.cell_rows import Row
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema
from agent.analysis.frames.tables import Outcome

RowsOfCell = Callable[[Any, Prepared, Row, str], Prepared]
"""Spec, rows, the cell's row and column -> the rows that count."""


def all_rows(_: object, data: Prepared, __: Row, ___: str) -> Prepared:
    """Every row counts."""
    return data


def fits_any(_: object, __: Schema) -> None:
    """Fits any columns."""


@dataclass(frozen=True)
class Operation:
    """A measure. `run` computes its tables over all rows; `check` raises SpecError where it does not fit the columns.

    `behind` keeps, of the rows of a cell's group, those that count in its column; `before_keys` does so before the
    group is looked up, where rows of other groups decide.
    """

    run: Callable[[Any, Prepared], Outcome]
    check: Callable[[Any, Schema], None]
    behind: RowsOfCell = all_rows
    before_keys: RowsOfCell = all_rows
