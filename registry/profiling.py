"""Builds the profile of a data set from its frame: everything that reasoning may know of the data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from registry.file_reader import ReadFile
from registry.profile import ColumnKind, ColumnProfile, DatasetProfile, NumericSummary, ValueCount
from registry.values.own_order import MOST, own_order
from registry.values.several_values import separator_of
from registry.watching import each

TOP_VALUES = 10
SAMPLES = 6
SAMPLE_LENGTH = 80


def build_profile(dataset_id: str, name: str, version: int, read: ReadFile) -> DatasetProfile:
    """The profile over all rows of the frame; nothing is sampled but the few example values."""
    columns = tuple(
        _column(read.frame[column], kind, read.units[column], read.descriptions.get(column, ""))
        for column, kind in each("summary", read.kinds.items(), len(read.kinds))
    )
    columns = tuple(replace(one, separator="") if one.name in read.as_written else one for one in columns)
    return DatasetProfile(dataset_id, name, version, len(read.frame), columns, read.duplicate_rows, read.title)


def _column(series: "pd.Series[Any]", kind: ColumnKind, unit: str | None, description: str) -> ColumnProfile:
    present = series.dropna()
    different = _numbers(present.to_numpy()) if kind == "number" else _values(present, kind)
    first, last = _span(present, kind)
    return ColumnProfile(
        name=str(series.name),
        kind=kind,
        dtype=str(series.dtype),
        count=len(present),
        missing=len(series) - len(present),
        unique=different.count,
        numeric=_numeric(present.to_numpy(dtype=np.float64)) if kind == "number" and len(present) else None,
        first=first,
        last=last,
        top_values=different.top,
        unit=unit,
        samples=tuple(_samples(present.array, different, kind)),
        description=description,
        separator=different.separator,
        order=own_order(list(different.values)) if kind == "text" else (),
    )


@dataclass(frozen=True)
class _Different:
    """The different values of a column: how many, which stand in the most rows, which in the fewest (the last seen)."""

    count: int
    top: tuple[ValueCount, ...]
    rarest: object
    values: tuple[str, ...] = ()  # all of them, where they are few texts
    separator: str = ""


def _values(present: "pd.Series[Any]", kind: ColumnKind) -> _Different:
    counts = present.value_counts()
    top = tuple(ValueCount(shown_value(value, kind), int(n)) for value, n in counts.head(TOP_VALUES).items())
    few = tuple(map(str, counts.index)) if kind == "text" and len(counts) <= MOST else ()
    separator = separator_of([*map(str, counts.index)], counts.tolist()) if kind == "text" else ""
    return _Different(len(counts), top, counts.index[-1] if len(counts) else None, few, separator)


def _numbers(present: npt.NDArray[Any]) -> _Different:
    """The same for numbers, whose most frequent are not shown: unranked, since a wide file has thousands of columns."""
    codes, values = pd.factorize(present)
    if not len(values):
        return _Different(0, (), None)
    counts = np.bincount(codes)
    return _Different(len(values), (), values[np.flatnonzero(counts == counts.min())[-1]])


def _numeric(values: npt.NDArray[np.float64]) -> NumericSummary:
    several = len(values) > 1
    variance = float(np.var(values, ddof=1)) if several else float("nan")
    return NumericSummary(
        minimum=float(values.min()),
        maximum=float(values.max()),
        mean=float(values.mean()),
        median=float(np.median(values)),
        std=float(np.sqrt(variance)) if several else float("nan"),
        variance=variance,
        is_integer=bool((values == np.floor(values)).all()),
    )


def _span(present: "pd.Series[Any]", kind: ColumnKind) -> tuple[str | None, str | None]:
    if kind not in ("date", "datetime", "time") or not len(present):
        return None, None
    return shown_value(present.min(), kind), shown_value(present.max(), kind)


def shown_value(value: object, kind: ColumnKind) -> str:
    """A value as a profile shows it."""
    if isinstance(value, pd.Timestamp):
        return value.strftime("%Y-%m-%d") if kind == "date" else value.isoformat(sep=" ")
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    return str(value)


def _samples(present: Sequence[Any], different: _Different, kind: ColumnKind) -> Iterator[str]:
    """Values of the head, the middle and the tail, then the rarest; each once."""
    if not len(present):
        return
    middle = len(present) // 2
    places = (0, 1, middle, len(present) - 2, len(present) - 1)
    candidates = [present[place] for place in places if 0 <= place < len(present)]
    candidates.append(different.rarest)
    seen: set[str] = set()
    for value in candidates:
        text = shown_value(value, kind)[:SAMPLE_LENGTH]
        if text not in seen and len(seen) < SAMPLES:
            seen.add(text)
            yield text
