"""fill_missing: a value in place of missing cells."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import narwhals as nw

from agent.analysis.filtering.conditions import condition, is_comparable
from agent.analysis.filtering.filter_texts import distinct_texts, fold_text
from agent.analysis.filtering.number_text import parse_number
from agent.analysis.frames.ledger import with_note
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named, require
from agent.analysis.frames.source import ROW, Frame, Table, records
from agent.analysis.words import count_of, refusal, say
from agent.errors import SpecError
from agent.specs.base import Filter, Scalar
from agent.specs.parse import nearest
from agent.specs.transforms import FillMethod, FillMissing, SetMissing
from registry.profile import DatasetProfile

_OFTEN, _MOST, _MODE = "__often", "__most", "__mode"


def fill_schema(step: FillMissing, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The same columns; one filled with a mean may hold fractions from now on. SpecError when a fill does not fit."""
    require(schema, step.by)
    if (step.method == "constant") != (step.value is not None):
        raise SpecError("A value goes with the method constant, and with no other.", "Give value, or another method.")
    return {**schema, **{name: _fill(step, column_named(schema, name)) for name in step.cols}}


def fill_rows(step: FillMissing, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the cells filled; the ledger tells how many were, and how many stay missing.

    The mode is the smallest of several most frequent values. DataError where ffill meets rows without an order.
    """
    schema = fill_schema(step, data.schema, {})
    for name in dict.fromkeys(step.cols):
        before = _missing(data, name)
        data = _FILLS[step.method](step, data, schema[name]) if before else replace(data, schema=schema)
        left = _missing(data, name) if before else 0
        data = data.noted(*_notes(step, name, before - left, left))
    return data


def _fill(step: FillMissing, column: Column) -> Column:
    if step.method in ("mean", "median"):
        if column.storage != "number" or column.kind == "identifier":
            raise SpecError(f"{column.name} ({column.kind}) has no {step.method}.", "Use mode, ffill or a constant.")
        return replace(column, whole=False)
    if step.value is None:
        return column
    if column.storage == "number" and _is_number(step.value):
        return replace(column, whole=column.whole and float(step.value).is_integer())
    if column.storage == "text" or (column.storage == "boolean" and isinstance(step.value, bool)):
        return column
    raise SpecError(
        f"{column.name} ({column.kind}) cannot hold {step.value!r}.", "Use ffill or mode, or another value."
    )


def _is_number(value: Scalar) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _missing(data: Prepared, name: str) -> int:
    return int(records(data.frame.select(nw.col(name).is_null().cast(nw.Int64).sum().alias("n")))["n"][0] or 0)


def _notes(step: FillMissing, name: str, filled: int, left: int) -> list[str]:
    kept = say("note.not_filled", cells=count_of(left, "cell"), column=name) if left else ""
    return [say("note.filled", cells=count_of(filled, "missing_cell"), column=name, what=_what(step)), kept]


def _what(step: FillMissing) -> str:
    if step.method == "constant":
        return repr(step.value)
    what = say(f"fill.{step.method}")
    return say("fill.within", what=what, groups=", ".join(step.by)) if step.by else what


# ---------------------------------------------------------------- methods


def _with_statistic(step: FillMissing, data: Prepared, column: Column) -> Prepared:
    cell = nw.col(column.name).cast(nw.Float64)
    statistic = cell.mean() if step.method == "mean" else cell.median()
    if step.by:
        return data.with_column(column, nw.when(cell.is_null()).then(statistic.over(*step.by)).otherwise(cell))
    found = records(data.frame.select(statistic.alias("found")))["found"][0]
    return data.with_column(column, _with_value(cell, found, nw.Float64()))


def _with_mode(step: FillMissing, data: Prepared, column: Column) -> Prepared:
    cell = nw.col(column.name)
    if not step.by:
        present = data.frame.filter(~cell.is_null()).group_by(column.name).agg(nw.len().alias(_OFTEN))
        ranked = records(present.sort(_OFTEN, column.name, descending=[True, False]).head(1))[column.name]
        return data.with_column(column, _with_value(cell, ranked[0] if ranked else None, None))
    frame = data.frame.with_columns(cell.count().over(*step.by, column.name).alias(_OFTEN))
    frame = frame.with_columns(nw.col(_OFTEN).max().over(*step.by).alias(_MOST))
    frame = frame.with_columns(nw.when(nw.col(_OFTEN) == nw.col(_MOST)).then(cell).alias(_MODE))
    frame = frame.with_columns(nw.col(_MODE).min().over(*step.by).alias(_MODE))
    filled = nw.when(cell.is_null()).then(nw.col(_MODE)).otherwise(cell)
    marked = replace(data, frame=frame).with_column(column, filled)
    return replace(marked, frame=marked.frame.drop(_OFTEN, _MOST, _MODE))


def _with_constant(step: FillMissing, data: Prepared, column: Column) -> Prepared:
    cell = nw.col(column.name)
    if column.storage == "number":
        return data.with_column(column, _with_value(cell.cast(nw.Float64), step.value, nw.Float64()))
    value = step.value if column.storage == "boolean" else _text(step.value)
    return data.with_column(column, _with_value(cell, value, None))


def _with_the_above(step: FillMissing, data: Prepared, column: Column) -> Prepared:
    if ROW not in data.frame.collect_schema().names():
        raise refusal("no_cell_above")
    above = nw.col(column.name).fill_null(strategy="forward")
    return data.with_column(column, above.over(*step.by, order_by=ROW))


def _with_value(cell: nw.Expr, value: Any, dtype: Any) -> nw.Expr:
    return cell if value is None else nw.when(cell.is_null()).then(nw.lit(value, dtype=dtype)).otherwise(cell)


def _text(value: Scalar | None) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


_FILLS: Mapping[FillMethod, Callable[[FillMissing, Prepared, Column], Prepared]] = {
    "mean": _with_statistic, "median": _with_statistic, "mode": _with_mode, "constant": _with_constant,
    "ffill": _with_the_above,
}  # fmt: skip


# ----------------------------------------------------------------
# set_missing: values that stand for nothing (-99, "n/a") as missing cells.


def set_missing_schema(step: SetMissing, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The same columns. SpecError when one is not there."""
    require(schema, step.cols)
    return schema


def set_missing_rows(step: SetMissing, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows without these values; the ledger counts the cells, and tells what cannot stand in such columns, so that
    its cells are missing already. SpecError for another value that stands nowhere.
    """
    set_missing_schema(step, data.schema, {})
    cols = list(dict.fromkeys(step.cols))
    found = {name: _values_of(data.frame, data.schema[name], step.values) for name in cols}
    ledger, made = data.ledger, []
    for value in step.values:
        if not any(can_hold(data.schema[name], value) for name in cols):
            ledger = with_note(ledger, say("note.cannot_stand", value=repr(value), column=", ".join(cols)))
        elif not any(value in values for values in found.values()):
            raise _nowhere(data.frame, data.schema, cols, value)
    for name, values in found.items():
        if not values:
            continue
        mask = condition(data.frame, data.schema[name], Filter(col=name, op="in", value=[*values]), values)
        cells = records(data.frame.select(mask.expression.cast(nw.Int64).sum().alias("n")))["n"][0]
        words = ", ".join(map(repr, values))
        ledger = with_note(
            ledger,
            say("note.set_missing", cells=count_of(int(cells or 0), "cell"), column=name, conditions=words),
            *mask.notes,
        )
        made.append(nw.when(~mask.expression).then(nw.col(name)).alias(name))
    return Prepared(data.frame.with_columns(made), data.schema, ledger, data.dataset_ids)


def can_hold(column: Column, value: Scalar) -> bool:
    """Can the value stand in the column? A text may; what holds numbers, dates, times or truth holds only what reads as
    one.
    """
    if column.storage == "number":
        return not isinstance(value, str) or parse_number(value) is not None
    return column.storage != "nothing" and is_comparable(column, value)


def _values_of(frame: Frame, column: Column, values: Sequence[Scalar]) -> list[Scalar]:
    """Those of the values that the column can hold and, of texts, does hold."""
    possible = [value for value in values if can_hold(column, value)]
    if column.storage != "text" or column.kind == "time" or not possible:
        return possible
    present = {fold_text(text) for text in distinct_texts(frame, column.name)}
    return [value for value in possible if fold_text(str(value)) in present]


def _nowhere(frame: Frame, schema: Schema, cols: Sequence[str], value: Scalar) -> SpecError:
    texts = [text for name in cols if schema[name].storage == "text" for text in distinct_texts(frame, name)]
    near = ", ".join(map(repr, nearest(str(value), texts))) or "none near"
    return SpecError(f"No row has {value!r} in {', '.join(cols)}.", f"Nearest: {near}.")
