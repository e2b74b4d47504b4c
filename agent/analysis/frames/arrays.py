"""Columns as numpy arrays, for what no SQL engine computes. Only the columns needed are collected."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import narwhals as nw
import numpy as np
import numpy.typing as npt

from agent.analysis.frames.ordering import natural
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.source import records, row_count
from agent.analysis.frames.tables import cell, key_column
from agent.errors import ActionLimitError
from agent.state import Cell, Ledger

Floats = npt.NDArray[np.float64]
MAX_NUMBERS = 60_000_000


@dataclass(frozen=True)
class Sample:
    """The values of one group, without missing ones. `key` is the group as shown."""

    key: Cell
    values: Floats


def matrix(data: Prepared, columns: Sequence[str]) -> Floats:
    """The columns side by side in floating point; missing is NaN. ActionLimitError when that would be huge."""
    if data.rows * len(columns) > MAX_NUMBERS:
        raise ActionLimitError(
            f"{len(columns)} columns of {data.rows:,} rows are too much at once.", "Use fewer columns, or a filter."
        )
    collected = data.frame.select([nw.col(name).cast(nw.Float64) for name in columns]).collect()
    made = np.empty((data.rows, len(columns)))
    for at, name in enumerate(columns):
        made[:, at] = collected[name].to_numpy()
    return made


def values_of(data: Prepared, column: str) -> Floats:
    """The values of a column without missing ones."""
    found = matrix(data, [column])[:, 0]
    return found[~np.isnan(found)]


def samples(data: Prepared, column: str, group: str) -> list[Sample]:
    """The values of a column for each group, in the natural order of the groups; a missing key is one of them."""
    return [Sample(part.key, values_of(part.data, column)) for part in parts(data, group)]


# ----------------------------------------------------------------
# The rows of each group apart, for what is computed group by group.


MAX_GROUPS = 500


@dataclass(frozen=True)
class Part:
    """The rows of one group. `key` is the group as shown; `belongs` says of a row whether it is one of them."""

    key: Cell
    belongs: nw.Expr
    data: Prepared


def parts(data: Prepared, group: str) -> list[Part]:
    """The rows of each group, in the natural order of the groups; a missing key is one of them.

    ActionLimitError for more than 500 groups.
    """
    shown = key_column(data.schema[group])
    keys = records(data.frame.select(nw.col(group)).unique())[group]
    if len(keys) > MAX_GROUPS:
        raise ActionLimitError(f"{group} makes {len(keys):,} groups, too many to compare.", "Use a coarser column.")
    by_cell = {cell(key, shown): key for key in keys}
    made = []
    for name in natural(by_cell, data.schema[group].order):
        belongs = nw.col(group).is_null() if name is None else nw.col(group) == by_cell[name]
        frame = data.frame.filter(belongs)
        ledger = Ledger(**{**data.ledger, "rows_used": row_count(frame)})
        made.append(Part(name, belongs, replace(data, frame=frame, ledger=ledger)))
    return made
