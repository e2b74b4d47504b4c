"""Replacing the values of a column one by one, through its distinct values."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import narwhals as nw

from agent.analysis.frames.source import Frame, records
from agent.errors import DataError

V = TypeVar("V")


def distinct_values(frame: Frame, column: str) -> list[Any]:
    """The distinct non-missing values of a column, as the engine holds them."""
    cell = nw.col(column)
    return list(records(frame.select(cell).filter(~cell.is_null()).unique())[column])


def replace_values(column: str, old: Sequence[Any], new: Sequence[Any], dtype: Any) -> nw.Expr:
    """The column with each old value replaced; every other one becomes missing."""
    cell = nw.col(column)
    if not old:
        return nw.lit(None, dtype=dtype)
    return cell.replace_strict(list(old), list(new), default=None, return_dtype=dtype)


def read_all(values: Sequence[Any], parse: Callable[[Any], V | None], column: str, wanted: str, remedy: str) -> list[V]:
    """Every value parsed. DataError with examples when one cannot be: none is silently left empty."""
    results = [parse(value) for value in values]
    failed = [str(value) for value, result in zip(values, results, strict=True) if result is None]
    if failed:
        shown = ", ".join(repr(value) for value in sorted(failed)[:3])
        what = f"{len(failed):,} different value{'s' if len(failed) > 1 else ''}"
        raise DataError(
            f"{what} of {column} cannot be read as a {wanted}, such as {shown}.",
            remedy,
        )
    return [result for result in results if result is not None]
