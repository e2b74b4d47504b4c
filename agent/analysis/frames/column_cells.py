"""Columns of a frame -> JSON cells, a column at a time; and the rows of a large table, made when they are read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import narwhals as nw
import numpy as np

from agent.analysis.frames.source import Frame
from agent.analysis.frames.tables import ResultColumn, cell, rows_of
from agent.artifacts import Cell, LargeRows

FEW_ROWS = 1000
"""Up to here the rows are made at once: a preview, an export or a sentence reads them all anyway."""
_AT_A_TIME = 4096
_WHOLE = ("integer", "text")  # formats in which 3.0 is 3


def cells_of(values: nw.Series[Any], column: ResultColumn) -> list[Cell]:
    """The same cells as `cell` gives for each value, made together where the type of the column allows it."""
    if values.dtype.is_numeric() or values.dtype == nw.Datetime:
        array = values.to_numpy()
        if values.dtype.is_float() and array.dtype.kind == "f" and column.format not in _WHOLE:
            found: list[Cell] = array.tolist()
            for place in np.flatnonzero(~np.isfinite(array)):
                found[place] = None
            return found
        if values.dtype.is_integer() and array.dtype.kind in "iu":  # with gaps it may come as something else
            return list(array.tolist())
        if array.dtype.kind == "M" and column.is_date:
            days, gaps = np.datetime_as_string(array.astype("datetime64[D]")).tolist(), np.isnat(array).tolist()
            return [None if gap else day for day, gap in zip(days, gaps, strict=True)]
    return [value if type(value) is str else cell(value, column) for value in values.to_list()]


@dataclass(frozen=True)
class FrameRows(LargeRows):
    """Rows of a frame that is in memory, column by column; a row becomes a list of cells when somebody reads it."""

    frame: nw.DataFrame[Any]
    columns: tuple[tuple[str, ResultColumn], ...]  # the name in the frame, and the result's column

    def __len__(self) -> int:
        return len(self.frame)

    @overload
    def __getitem__(self, place: int) -> list[Cell]: ...
    @overload
    def __getitem__(self, place: slice) -> list[list[Cell]]: ...
    def __getitem__(self, place: int | slice) -> list[Cell] | list[list[Cell]]:
        if isinstance(place, slice):
            start, stop, step = place.indices(len(self))
            if step != 1:
                return [self[row] for row in range(start, stop, step)]
            return self._made(self.frame[start : max(start, stop)])
        row = place + len(self) if place < 0 else place
        if not 0 <= row < len(self):
            raise IndexError(f"There is no row {place} of {len(self)}.")
        return self._made(self.frame[row : row + 1])[0]

    def __iter__(self) -> Iterator[list[Cell]]:
        for start in range(0, len(self), _AT_A_TIME):
            yield from self[start : start + _AT_A_TIME]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sequence) or isinstance(other, str):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]  # as a list

    def cells(self, place: int) -> list[Cell]:
        """All cells of a column."""
        name, column = self.columns[place]
        return cells_of(self.frame[name], column)

    def _made(self, part: nw.DataFrame[Any]) -> list[list[Cell]]:
        made = [cells_of(part[name], column) for name, column in self.columns]
        return [list(row) for row in zip(*made, strict=True)]


def table_rows(frame: Frame, columns: Sequence[tuple[str, ResultColumn]]) -> Sequence[list[Cell]]:
    """The rows of a frame as JSON cells; `columns` pairs its names with the result's columns. Of many rows the frame
    is kept, and cells are made of what is read.
    """
    collected = frame.select(list(dict.fromkeys(name for name, _ in columns))).collect()
    if len(collected) <= FEW_ROWS:
        return rows_of(collected.to_dict(as_series=False), columns)
    if collected.implementation.is_pandas():  # it may share the data set's columns; copied on write, not now
        collected = nw.from_native(collected.to_native().copy(deep=False), eager_only=True)
    return FrameRows(collected, tuple(columns))
