"""Conditions on a frame: joined by AND, or by OR within one, each with its line in the ledger."""

import operator
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import reduce
from itertools import accumulate
from types import MappingProxyType
from typing import Any

import narwhals as nw

from agent.analysis.filtering.conditions import NEGATIONS, Mask, compare_columns, condition
from agent.analysis.filtering.relative_dates import date_text
from agent.analysis.frames.ledger import with_note, with_step
from agent.analysis.frames.schema import Column, Schema, column_named
from agent.analysis.frames.source import Frame, records
from agent.analysis.words import count_of, say
from agent.errors import SpecError
from agent.specs.base import AnyOf, ColumnStatistic, Filter, OtherColumn, RelativeDate, Scalar
from agent.specs.condition_words import condition_words, conditions_words, statistic_words
from agent.specs.locales import date_words, in_language
from agent.state import Ledger

_QUARTILES = {"q1": 0.25, "q3": 0.75}


def select_rows(
    frame: Frame, schema: Schema, filters: Sequence[Filter | AnyOf], ledger: Ledger
) -> tuple[Frame, Ledger]:
    """The rows that fulfil every condition, and the ledger with one step a condition.

    A missing cell fulfils no comparison, not even `!=` and `not_in` (unknown is not different); the ledger says how
    many rows were left out for it. Values are looked up in all rows of `frame`, before any of these filters.
    SpecError or DataError when a filter cannot be applied.
    """
    if not filters:
        return frame, ledger
    masks = [compile_filter(frame, schema, wanted) for wanted in filters]
    joined = list(accumulate((each.expression for each in masks), operator.and_))
    counts = _counts(frame, filters, joined)
    for index, (wanted, each) in enumerate(zip(filters, masks, strict=True)):
        ledger = with_step(ledger, "filter", each.words, counts[f"kept{index}"])
        ledger = with_note(ledger, *each.notes)
        unknown = counts.get(f"missing{index}", 0)
        if isinstance(wanted, Filter) and unknown:
            either = say("list.between").join(_columns_compared(wanted))
            told = say("note.not_said", rows=count_of(unknown, "row"), column=either)
            ledger = with_note(ledger, told)
    return frame.filter(joined[-1]), ledger


def fulfilling(frame: Frame, schema: Schema, filters: Sequence[Filter | AnyOf]) -> Mask:
    """All conditions as one mask, true in the rows that fulfil every one."""
    masks = [compile_filter(frame, schema, wanted) for wanted in filters]
    expression = reduce(operator.and_, [each.expression for each in masks])
    return Mask(expression, conditions_words(filters), tuple(note for each in masks for note in each.notes))


def compile_filter(
    frame: Frame, schema: Schema, wanted: Filter | AnyOf, names: Mapping[str, str] = MappingProxyType({})
) -> Mask:
    """One condition as a mask on the frame. `names` are those of columns that the frame calls by another name."""
    if isinstance(wanted, AnyOf):
        return _any_of(frame, schema, wanted, names)
    name = names.get(wanted.col, wanted.col)
    column = replace(column_named(schema, name), name=name)  # a result's column may be known by that it was made from
    if isinstance(wanted.value, ColumnStatistic):
        value = statistic(frame, schema, wanted.value)
        made = condition(frame, column, wanted, [value])
        told = say("note.statistic", statistic=statistic_words(wanted.value), value=_show(value))
        return Mask(made.expression, made.words, (*made.notes, told))
    if isinstance(wanted.value, OtherColumn):
        beside = names.get(wanted.value.col, wanted.value.col)
        return compare_columns(column, replace(column_named(schema, beside), name=beside), wanted)
    values, notes = _dates_written(frame, column, wanted)
    made = condition(frame, column, wanted, values)
    return Mask(made.expression, made.words, (*made.notes, *notes))


def _any_of(frame: Frame, schema: Schema, wanted: AnyOf, names: Mapping[str, str]) -> Mask:
    """True where all conditions of at least one list are."""
    lists = [[compile_filter(frame, schema, one, names) for one in joined] for joined in wanted.any]
    either = [reduce(operator.and_, [one.expression for one in each]) for each in lists]
    notes = tuple(note for each in lists for one in each for note in one.notes)
    return Mask(reduce(operator.or_, either), condition_words(wanted), notes)


def _dates_written(frame: Frame, column: Column, wanted: Filter) -> tuple[list[Scalar], tuple[str, ...]]:
    """The values with every date told from the column's latest one written out, and what that one is."""
    relative = [value for value in wanted.values if isinstance(value, RelativeDate)]
    if not relative:
        return [value for value in wanted.values if not isinstance(value, RelativeDate)], ()
    if column.storage != "moment":
        raise SpecError(
            f"{wanted.col} ({column.kind}) holds no dates to tell {relative[0].date} from.",
            "Use a date column, or read this one as dates with cast_type.",
        )
    if any(value.date == "today" for value in relative):
        raise SpecError("The day that is called today is not known here.", "Write the date itself.")
    latest = statistic(frame, {column.name: column}, ColumnStatistic(stat="max", col=column.name))
    day = date.fromisoformat(str(latest)[:10])
    values = [date_text(value, day) if isinstance(value, RelativeDate) else value for value in wanted.values]
    return values, (say("note.latest", column=wanted.col, day=date_words(day.isoformat())),)


def statistic(frame: Frame, schema: Schema, wanted: ColumnStatistic) -> Scalar:
    """A statistic over all rows of a frame (sample SD, linear quantiles). Of a date: the smallest or largest."""
    column = column_named(schema, wanted.col)
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


def _counts(frame: Frame, filters: Sequence[Filter | AnyOf], joined: Sequence[nw.Expr]) -> dict[str, int]:
    """How many rows are left after each condition, and how many each that negates leaves out as empty."""
    kept = [mask.cast(nw.Int64).sum().alias(f"kept{index}") for index, mask in enumerate(joined)]
    before = [None, *joined[:-1]]
    missing = [
        reduce(operator.and_, [*([] if earlier is None else [earlier]), _has_no_answer(wanted)])
        .cast(nw.Int64)
        .sum()
        .alias(f"missing{index}")
        for index, (earlier, wanted) in enumerate(zip(before, filters, strict=True))
        if isinstance(wanted, Filter) and wanted.op in NEGATIONS
    ]
    return {name: int(values[0] or 0) for name, values in records(frame.select(*kept, *missing)).items()}


def _has_no_answer(wanted: Filter) -> nw.Expr:
    return reduce(operator.or_, [nw.col(name).is_null() for name in _columns_compared(wanted)])


def _columns_compared(wanted: Filter) -> list[str]:
    return [wanted.col, *([wanted.value.col] if isinstance(wanted.value, OtherColumn) else [])]


def _show(value: Scalar) -> str:
    return in_language(f"{value:,.6g}") if isinstance(value, float) else date_words(str(value))
