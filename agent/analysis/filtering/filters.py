"""Conditions on a frame: joined by AND, or by OR within one, each with its line in the ledger."""

import operator
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import reduce
from itertools import accumulate
from typing import Any

import narwhals as nw

from agent.analysis.filtering.conditions import NEGATIONS, Mask, check_comparable, compare_columns, condition
from agent.analysis.filtering.relative_dates import date_text
from agent.analysis.frames.ledger import with_note, with_step
from agent.analysis.frames.schema import Column, Schema, column_named, held_in
from agent.analysis.frames.source import Frame, records, row_count
from agent.analysis.headings import heading
from agent.analysis.words import count_of, refusal, say, unfit
from agent.errors import SpecError
from agent.specs.base import AnyOf, ColumnStatistic, Filter, OtherColumn, RelativeDate, Scalar
from agent.specs.condition_words import condition_words, conditions_words, statistic_words
from agent.specs.locales import date_words
from agent.specs.words import words_in
from agent.state import Ledger
from languages.catalogue import in_language


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


def compile_filter(frame: Frame, schema: Schema, wanted: Filter | AnyOf) -> Mask:
    """One condition as a mask on the frame. Statistics are of all rows of the frame."""
    if isinstance(wanted, AnyOf):
        return _any_of(frame, schema, wanted)
    if len(wanted.comparisons) > 1:
        return replace(fulfilling(frame, schema, wanted.comparisons), words=condition_words(wanted))
    column = _named(schema, wanted.col)
    if isinstance(wanted.value, ColumnStatistic):
        return _beside_statistic(frame, schema, column, wanted, wanted.value)
    if isinstance(wanted.value, OtherColumn):
        return compare_columns(column, _named(schema, wanted.value.col), wanted)
    values, notes = _dates_written(frame, column, wanted)
    made = condition(frame, column, wanted, values)
    return Mask(made.expression, made.words, (*made.notes, *notes))


def _named(schema: Schema, name: str) -> Column:
    """The column under the name that the frame has: a result's column may be known by that it was made from."""
    return replace(column_named(schema, name), name=name)


def _any_of(frame: Frame, schema: Schema, wanted: AnyOf) -> Mask:
    """True where all conditions of at least one list are."""
    lists = [[compile_filter(frame, schema, one) for one in joined] for joined in wanted.any]
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


# ----------------------------------------------------------------
# What conditions are compared with where that is no value: one figure of a column.


def _beside_statistic(frame: Frame, schema: Schema, column: Column, wanted: Filter, of: ColumnStatistic) -> Mask:
    other = _named(schema, of.col)
    check_statistic(other, of)
    if of.by:
        check_comparable(column, other, wanted.op)
        return compare_columns(column, other, wanted, figure_within(frame, schema, of))
    value = statistic(frame, schema, of)
    made = condition(frame, column, wanted, [value])
    told = say("note.statistic", statistic=statistic_words(of), value=_show(value))
    return Mask(made.expression, made.words, (*made.notes, told))


def figure_within(frame: Frame, schema: Schema, of: ColumnStatistic) -> nw.Expr:
    """A statistic in each row, over the rows that are equal to it in `by`."""
    cell = nw.col(of.col)
    inside = nw.when(fulfilling(frame, schema, of.filters).expression).then(cell) if of.filters else cell
    figure = _aggregate(inside, of).over(*[_named(schema, name).name for name in of.by])
    return figure * of.times if of.times != 1 else figure


def check_statistic(column: Column, wanted: ColumnStatistic) -> None:
    """SpecError where a column has no such statistic, or none that can be multiplied."""
    is_extreme = wanted.stat in ("min", "max")
    is_told = column.storage == "number" or (column.storage == "moment" and is_extreme) or wanted.stat == "value"
    if not is_told:
        raise unfit("has_no", column=wanted.col, kind=held_in(column), what=heading(wanted.stat))
    if wanted.times != 1 and column.storage != "number":
        raise unfit("no_multiple", times=f"{wanted.times:g}", column=wanted.col, kind=held_in(column))


def statistic(frame: Frame, schema: Schema, wanted: ColumnStatistic) -> Scalar:
    """A statistic over the rows of a frame that it is of (sample SD, linear quantiles). Of a date: the smallest or
    largest. Of one row: its cell. DataError where no row, or none with a value, is there, or several differ.
    """
    column = _named(schema, wanted.col)
    check_statistic(column, wanted)
    rows = frame.filter(fulfilling(frame, schema, wanted.filters).expression) if wanted.filters else frame
    if wanted.stat == "value":
        return _as_value(_only_value(rows, wanted), column, wanted.times)
    value: Any = records(rows.select(_aggregate(nw.col(wanted.col), wanted).alias("value")))["value"][0]
    if value is None or value != value:  # NaN, NaT
        raise refusal("too_few_values", column=wanted.col, statistic=heading(wanted.stat))
    return _as_value(value, column, wanted.times)


def _aggregate(cell: nw.Expr, wanted: ColumnStatistic) -> nw.Expr:
    expressions = {
        "mean": cell.mean(), "median": cell.median(), "min": cell.min(), "max": cell.max(), "std": cell.std(ddof=1),
    }  # fmt: skip
    if wanted.stat in expressions:
        return expressions[wanted.stat]
    assert wanted.share is not None  # a quantile has its q
    return cell.quantile(wanted.share, interpolation="linear")


def _only_value(rows: Frame, wanted: ColumnStatistic) -> Any:
    """The cell that all of the rows have."""
    chosen, name = conditions_words(wanted.filters, "en"), wanted.col
    values = records(rows.select(nw.col(name)).filter(~nw.col(name).is_null()).unique().head(2))[name]
    if len(values) == 1:
        return values[0]
    found = row_count(rows)
    if not found:
        raise refusal("no_such_row", chosen=chosen, column=name)
    if not values:
        raise refusal("row_without", chosen=chosen, column=name)
    raise refusal("rows_differ", found=found, chosen=chosen, column=name)


def _as_value(value: Any, column: Column, times: float) -> Scalar:
    """A cell, or so many times of it, as conditions write it: a date without a time is all of its day."""
    if column.storage == "moment":
        return str(value.date().isoformat() if column.kind == "date" else value.isoformat(sep=" "))
    return (
        bool(value)
        if column.storage == "boolean"
        else float(value) * times
        if column.storage == "number"
        else str(value)
    )


def _counts(frame: Frame, filters: Sequence[Filter | AnyOf], joined: Sequence[nw.Expr]) -> dict[str, int]:
    """How many rows are left after each condition, and how many each that negates leaves out as empty."""
    kept = [mask.cast(nw.Int64).alias(f"kept{index}") for index, mask in enumerate(joined)]
    before = [None, *joined[:-1]]
    missing = [
        reduce(operator.and_, [*([] if earlier is None else [earlier]), _has_no_answer(wanted)])
        .cast(nw.Int64)
        .alias(f"missing{index}")
        for index, (earlier, wanted) in enumerate(zip(before, filters, strict=True))
        if isinstance(wanted, Filter) and wanted.op in NEGATIONS
    ]
    # two steps: SQL cannot add up what it compares with other rows in one
    counted = frame.select(*kept, *missing).select(nw.all().sum())
    return {name: int(values[0] or 0) for name, values in records(counted).items()}


def _has_no_answer(wanted: Filter) -> nw.Expr:
    return reduce(operator.or_, [nw.col(name).is_null() for name in _columns_compared(wanted)])


def _columns_compared(wanted: Filter) -> list[str]:
    return [wanted.col, *([wanted.value.col] if isinstance(wanted.value, OtherColumn) else [])]


def _show(value: Scalar) -> str:
    if isinstance(value, bool):
        return words_in().say("value.true" if value else "value.false")
    return in_language(f"{value:,.6g}") if isinstance(value, float) else date_words(str(value))
