"""Replacing the values of a column one by one, through its distinct values."""

from collections.abc import Sequence
from typing import Any, Literal, TypeVar

import narwhals as nw

from agent.analysis.frames.source import Frame, records, row_count
from agent.analysis.words import count_of, refusal, say

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


MOST_STRAY = 0.2
"""So large a share of the cells may be of another kind than the rest: what cannot be read of them is missing."""


def read_most(
    frame: Frame,
    values: Sequence[Any],
    results: Sequence[V | None],
    column: str,
    wanted: Literal["number", "date", "date_so_written", "time"],
    most: float = MOST_STRAY,
    form: str = "",
) -> tuple[dict[Any, V], str]:
    """The values that could be read with what they are, and what the ledger says of the others. DataError with examples
    when these are more than the share `most` of the cells: none is silently left empty.
    """
    read = {value: result for value, result in zip(values, results, strict=True) if result is not None}
    failed = [value for value, result in zip(values, results, strict=True) if result is None]
    if not failed:
        return read, ""
    shown = ", ".join(repr(value) for value in sorted(map(str, failed))[:3])
    cell = nw.col(column)
    strays, filled = row_count(frame.filter(cell.is_in(failed))), row_count(frame.filter(~cell.is_null()))
    if not read or strays > filled * most:
        raise refusal(f"no_{wanted}", values=len(failed), column=column, shown=shown, form=form)
    return read, say("note.strays", cells=count_of(strays, "cell"), column=column, examples=shown)
