"""Whatever a program computed becomes plain data: JSON cells, values and texts."""

import datetime as dt
import math
import numbers
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from agent.sandbox.read_answer import CELL_CHARACTERS, VALUE_DEPTH, VALUE_ITEMS

Cell = None | bool | int | float | str
Plain = Cell | list["Plain"] | dict[str, "Plain"]
_BIGGEST = 2**63
_MOST_BITS = 10_000  # Python refuses to write out much longer ones


class NotPlainError(Exception):
    """The value has no plain form: too deep, too long, or an object of some class."""


def text_of(value: object, limit: int = CELL_CHARACTERS) -> str:
    """str(value), whatever its class does; cut at `limit` with a mark."""
    try:
        text = str(value)
    except BaseException:  # noqa: BLE001 - a hostile or broken __str__ may raise anything
        text = f"an object of type {type(value).__name__}"
    return text if len(text) <= limit else f"{text[:limit]}... (cut)"


def cell_of(value: object) -> Cell:
    """One table cell. Missing in any of pandas' forms is None, infinity and whole numbers beyond 64 bits are text."""
    if value is None or value is pd.NaT or value is pd.NA:
        return None
    if isinstance(value, bool | np.bool_):
        return bool(value)
    if isinstance(value, numbers.Integral):
        whole = int(value)
        if -_BIGGEST <= whole < _BIGGEST:
            return whole
        return text_of(whole) if whole.bit_length() < _MOST_BITS else f"a number of {whole.bit_length():,} bits"
    if isinstance(value, float | np.floating):
        return _float(float(value))
    if isinstance(value, str):
        return text_of(value)
    if isinstance(value, np.datetime64 | np.timedelta64):
        return cell_of(pd.Timestamp(value) if isinstance(value, np.datetime64) else pd.Timedelta(value))
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return text_of(value.isoformat())
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return cell_of(value.item())
    return text_of(value)


def _float(value: float) -> Cell:
    if math.isnan(value):
        return None
    return value if math.isfinite(value) else ("infinity" if value > 0 else "-infinity")


def is_scalar(value: object) -> bool:
    """Whether the value fills one cell by itself."""
    kinds = (bool, numbers.Number, str, np.generic, dt.datetime, dt.date, dt.time, dt.timedelta, pd.Period, pd.Interval)
    return value is None or value is pd.NaT or value is pd.NA or isinstance(value, kinds)


def plain_of(value: object) -> Plain:
    """Nested lists and mappings of scalars as JSON data. NotPlainError when there is anything else in them."""
    return _plain(value, VALUE_DEPTH, [VALUE_ITEMS])


def _plain(value: object, depth: int, left: list[int]) -> Plain:
    left[0] -= 1
    if left[0] < 0:
        raise NotPlainError("too many items")
    if is_scalar(value):
        return cell_of(value)
    if depth == 0:
        raise NotPlainError("nested too deeply")
    if isinstance(value, Mapping):
        return {text_of(key): _plain(item, depth - 1, left) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return _plain(value.tolist(), depth, left)
    if isinstance(value, Sequence | set | frozenset | pd.Index) and not isinstance(value, bytes | bytearray):
        return [_plain(item, depth - 1, left) for item in value]
    raise NotPlainError(f"an object of type {type(value).__name__}")
