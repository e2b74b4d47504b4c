"""Frames and series become tables: columns with unique names, rows of cells, and how many rows there are in all."""

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd

from agent.sandbox.caps import NAME_CHARACTERS, TABLE_CELLS, TABLE_COLUMNS, TABLE_ROWS
from agent.sandbox.worker.plain import Cell, cell_of, text_of

Table = dict[str, object]


def table_of(name: str, frame: pd.DataFrame) -> Table:
    """The frame's first rows, with the index as leading columns unless it only counts."""
    notes: list[str] = []
    keys = [] if _only_counts(frame.index) else list(range(frame.index.nlevels))
    width = min(frame.shape[1], TABLE_COLUMNS)
    if width < frame.shape[1]:
        notes.append(f"Only the first {width:,} of {frame.shape[1]:,} columns are shown.")
    names = [_index_name(frame.index, level) for level in keys]
    names += [_column_name(label) for label in frame.columns[:width]]
    shown = min(len(frame), TABLE_ROWS, max(1, TABLE_CELLS // max(1, len(names))))
    head = frame.iloc[:shown]
    columns = [_cells(head.index.get_level_values(level).to_series()) for level in keys]
    columns += [_cells(head.iloc[:, at]) for at in range(width)]
    unique = _unique(names)
    if unique != names:
        notes.append("Columns of the same name were numbered.")
    return {
        "kind": "table",
        "name": name,
        "columns": unique,
        "rows": [list(row) for row in zip(*columns, strict=True)] if columns else [],
        "total": len(frame),
        "keys": len(keys),
        "notes": notes,
    }


def series_frame(series: "pd.Series[Any]") -> pd.DataFrame:
    """A series as a frame of one column."""
    name: Hashable = "value" if series.name is None else series.name
    return series.to_frame(name)


def array_frame(array: "np.ndarray[tuple[int, ...], np.dtype[np.generic]]") -> pd.DataFrame:
    """An array of one or two dimensions as a frame."""
    if array.ndim == 1:
        return pd.DataFrame({"value": array})
    return pd.DataFrame(array, columns=pd.Index([f"column {at + 1}" for at in range(array.shape[1])]))


def _only_counts(index: pd.Index) -> bool:
    return isinstance(index, pd.RangeIndex) and index.name is None


def _index_name(index: pd.Index, level: int) -> str:
    name = index.names[level]
    return (
        text_of(name, NAME_CHARACTERS)
        if name is not None
        else ("index" if index.nlevels == 1 else f"level {level + 1}")
    )


def _column_name(label: Hashable) -> str:
    whole = " / ".join(text_of(part) for part in label) if isinstance(label, tuple) else label
    return text_of(whole, NAME_CHARACTERS)


def _unique(names: list[str]) -> list[str]:
    taken: set[str] = set()
    unique: list[str] = []
    for name in names:
        candidate, count = name, 1
        while candidate in taken:
            count += 1
            candidate = f"{name} ({count})"
        taken.add(candidate)
        unique.append(candidate)
    return unique


def _cells(column: "pd.Series[Any]") -> list[Cell]:
    if isinstance(column.dtype, np.dtype) and column.dtype.kind == "M":
        return _times(column)
    return [cell_of(value) for value in column.tolist()]


def _times(column: "pd.Series[Any]") -> list[Cell]:
    """ISO text; days alone when no value has a time of day."""
    times = column.dropna()
    days = bool((times == times.dt.normalize()).all())
    return [None if value is pd.NaT else (value.date() if days else value).isoformat() for value in column]
