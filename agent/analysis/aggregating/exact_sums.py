"""Sums of whole numbers to the last digit: in 64 bits where they fit, in two halves where they may not."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import narwhals as nw

from agent.analysis.frames.schema import Schema
from agent.analysis.frames.source import Frame, records

_EXACT, _SIGNED, _UNSIGNED = 2**53, 2**63, 2**64
"""Up to the first floating point adds up whole numbers exactly; below the others they fit 64 bits."""
_HALF = 2**32


@dataclass(frozen=True)
class Sums:
    """How columns are summed: `exact` ones in 64 bits, of which `made_whole` hold whole numbers in floating point, and
    `halved` may not fit. `inexact` lose digits in floating point."""

    exact: tuple[str, ...]
    made_whole: tuple[str, ...]
    halved: tuple[str, ...]
    inexact: tuple[str, ...]


def summed_columns(frame: Frame, schema: Schema, names: Sequence[str]) -> Sums:
    """How these columns are to be summed, by their types and by how large their sums can be."""
    numbers = [name for name in dict.fromkeys(names) if name in schema and schema[name].storage == "number"]
    if not numbers:
        return Sums((), (), (), ())
    dtypes = frame.collect_schema()
    integers = [name for name in numbers if dtypes[name].is_integer()]
    names = [name for name in numbers if name in integers or schema[name].whole]
    largest = _largest(frame, names)
    whole = [name for name in names if name not in integers and schema[name].whole and largest[name] > _EXACT]
    whole = [name for name in whole if largest[name] < _SIGNED and _are_whole(frame, name)]
    halved = [name for name in integers if largest[name] >= _SIGNED]
    inexact = [name for name in names if name not in (*integers, *whole)]
    return Sums(
        tuple(name for name in integers if name not in halved),
        tuple(whole), tuple(halved), tuple(name for name in inexact if largest[name] > _EXACT),
    )  # fmt: skip


def _largest(frame: Frame, names: Sequence[str]) -> dict[str, float]:
    """How large the sum of each column can be: its largest absolute value times the rows."""
    if not names:
        return {}
    lows = [nw.col(name).min().alias(f"low_{name}") for name in names]
    highs = [nw.col(name).max().alias(f"high_{name}") for name in names]
    found = records(frame.select(nw.len().alias("__rows"), *lows, *highs))
    rows = float(found["__rows"][0])
    return {name: max(_size(found[f"low_{name}"][0]), _size(found[f"high_{name}"][0])) * rows for name in names}


def _size(value: float | None) -> float:
    """Absolute value; 0 for the extreme of no rows, and of no number."""
    if value is None or value != value:
        return 0.0
    return abs(float(value))


def _are_whole(frame: Frame, name: str) -> bool:
    """Whether floating point holds whole numbers only, each of them exactly."""
    value = nw.col(name)
    found = records(frame.select(((value - value.round(0)).abs().max()).alias("far"), value.abs().max().alias("high")))
    return _size(found["far"][0]) == 0.0 and _size(found["high"][0]) <= _EXACT


def with_halves(frame: Frame, names: Collection[str]) -> Frame:
    """The frame with the upper and the lower half of the cells of these metrics."""
    made: list[nw.Expr] = []
    for name in names:
        cell = nw.col(f"{name}_cell")
        upper = cell // _HALF
        made += [
            upper.cast(nw.Int64).alias(f"{name}_upper"),
            (cell - upper * _HALF).cast(nw.Int64).alias(f"{name}_lower"),
        ]
    return frame.with_columns(made) if made else frame


def half_sums(name: str) -> list[nw.Expr]:
    """The sums of both halves of a metric's cells."""
    return [nw.col(f"{name}_upper").sum(), nw.col(f"{name}_lower").sum()]


def joined_halves(grouped: Frame, names: Collection[str]) -> tuple[Frame, frozenset[str]]:
    """The sums put together, and which metrics have one that fits no 64 bits and is rounded."""
    rounded: set[str] = set()
    for name in names:
        upper, lower = (nw.col(f"{name}_{half}").fill_null(0) for half in ("upper", "lower"))
        halves = records(grouped.select(upper.alias("upper"), lower.alias("lower")))
        sums = [int(one) * _HALF + int(two) for one, two in zip(halves["upper"], halves["lower"], strict=True)]
        low, high = min(sums, default=0), max(sums, default=0)
        if low >= -_SIGNED and high < _SIGNED:
            value = upper * _HALF + lower
        elif low >= 0 and high < _UNSIGNED:
            value = upper.cast(nw.UInt64) * _HALF + lower.cast(nw.UInt64)
        else:
            value = upper.cast(nw.Float64) * _HALF + lower.cast(nw.Float64)
            rounded.add(name)
        grouped = grouped.with_columns(value.alias(f"{name}_value"))
    return grouped, frozenset(rounded)
