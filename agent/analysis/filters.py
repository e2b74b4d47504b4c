"""Filters on a frame: all conditions joined by AND, each with its line in the ledger."""

import operator
from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from typing import Any

import narwhals as nw

from agent.analysis.conditions import NEGATIONS, Condition, condition
from agent.analysis.ledger import with_note, with_step
from agent.analysis.schema import Schema, named
from agent.analysis.source import Frame, records
from agent.analysis.words import counted
from agent.errors import SpecError
from agent.specs.base import ColumnStatistic, Filter, Scalar
from agent.state import Ledger

_QUARTILES = {"q1": 0.25, "q3": 0.75}


def filtered(frame: Frame, schema: Schema, filters: Sequence[Filter], ledger: Ledger) -> tuple[Frame, Ledger]:
    """The rows that fulfil every filter, and the ledger with one step a filter.

    A missing cell fulfils no comparison, not even `!=` and `not_in` (unknown is not different); the ledger says how
    many rows were left out for it. Values are looked up in all rows of `frame`, before any of these filters.
    SpecError or DataError when a filter cannot be applied.
    """
    if not filters:
        return frame, ledger
    conditions = [compiled(frame, schema, wanted) for wanted in filters]
    joined = list(accumulate((each.expression for each in conditions), operator.and_))
    counts = _counts(frame, filters, joined)
    for index, each in enumerate(conditions):
        ledger = with_step(ledger, "filter", each.words, counts[f"kept{index}"])
        ledger = with_note(ledger, *each.notes)
        unknown = counts[f"missing{index}"]
        if filters[index].op in NEGATIONS and unknown:
            ledger = with_note(
                ledger, f"{counted(unknown, 'row')} without {filters[index].col} left out by that condition."
            )
    return frame.filter(joined[-1]), ledger


def compiled(frame: Frame, schema: Schema, wanted: Filter) -> Condition:
    """One filter as a condition on the frame."""
    column = named(schema, wanted.col)
    if not isinstance(wanted.value, ColumnStatistic):
        values = wanted.value if isinstance(wanted.value, list) else [] if wanted.value is None else [wanted.value]
        return condition(frame, column, wanted, values)
    value = statistic(frame, schema, wanted.value)
    made = condition(frame, column, wanted, [value])
    told = f"The {wanted.value.stat} of {wanted.value.col} over all rows is {_shown(value)}."
    return Condition(made.expression, made.words, (*made.notes, told))


def statistic(frame: Frame, schema: Schema, wanted: ColumnStatistic) -> Scalar:
    """A statistic over all rows of a frame (sample SD, linear quantiles). Of a date: the smallest or largest."""
    column = named(schema, wanted.col)
    cell = nw.col(wanted.col)
    is_extreme = wanted.stat in ("min", "max")
    if column.storage != "number" and not (column.storage == "moment" and is_extreme):
        raise SpecError(f"{wanted.col} ({column.kind}) has no {wanted.stat}.", "Use a numeric column.")
    expressions = {
        "mean": cell.mean(), "median": cell.median(), "min": cell.min(), "max": cell.max(), "std": cell.std(ddof=1),
    }  # fmt: skip
    expression = expressions.get(wanted.stat)
    if expression is None:
        expression = cell.quantile(_QUARTILES[wanted.stat], interpolation="linear")
    value: Any = records(frame.select(expression.alias("value")))["value"][0]
    if value is None or value != value:  # NaN, NaT
        raise SpecError(f"{wanted.col} has too few values for its {wanted.stat}.", "Use another condition.")
    return value.isoformat(sep=" ") if column.storage == "moment" else float(value)


def _counts(frame: Frame, filters: Sequence[Filter], joined: Sequence[nw.Expr]) -> dict[str, int]:
    kept = [mask.cast(nw.Int64).sum().alias(f"kept{index}") for index, mask in enumerate(joined)]
    before = [None, *joined[:-1]]
    missing = [
        reduce(operator.and_, [mask for mask in (earlier, nw.col(wanted.col).is_null()) if mask is not None])
        .cast(nw.Int64)
        .sum()
        .alias(f"missing{index}")
        for index, (earlier, wanted) in enumerate(zip(before, filters, strict=True))
    ]
    return {name: int(values[0] or 0) for name, values in records(frame.select(*kept, *missing)).items()}


def _shown(value: Scalar) -> str:
    return f"{value:,.6g}" if isinstance(value, float) else str(value)
