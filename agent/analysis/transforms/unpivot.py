"""unpivot: columns of one measure (one for each year) as rows."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import narwhals as nw

from agent.analysis.frames.ledger import with_step
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, Storage, column_named
from agent.analysis.frames.source import ROW, Frame, Table, records, row_count
from agent.analysis.periods import parse_span
from agent.analysis.transforms.mapping import replace_values
from agent.analysis.words import say
from agent.errors import SpecError
from agent.specs.transforms import Unpivot
from registry.profile import ColumnKind, DatasetProfile

_GENERAL: Mapping[Storage, ColumnKind] = {
    "number": "number", "text": "text", "moment": "datetime", "boolean": "boolean", "nothing": "empty",
}  # fmt: skip
"""The kind of a column that holds several kinds of one storage."""
_DTYPES: Mapping[Storage, Any] = {"number": nw.Float64, "text": nw.String}


def unpivot_schema(step: Unpivot, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns that are left, then `name` and `value`. SpecError when a column is missing, or they hold different
    kinds of things, or a period is none."""
    columns = [column_named(schema, name) for name in dict.fromkeys(step.cols)]
    other = next((column for column in columns if column.storage != columns[0].storage), None)
    if other is not None:
        raise SpecError(
            f"{columns[0].name} is {columns[0].kind} and {other.name} {other.kind}: no one column holds both.",
            "Unpivot columns of one kind, or read them as text with cast_type.",
        )
    clash = next((name for name in (step.name, step.value) if name in schema), None)
    if clash is not None or step.name == step.value:
        raise SpecError(f"There is a column {clash or step.name} already.", "Choose another name for the new columns.")
    kept = {name: column for name, column in schema.items() if name not in step.cols}
    value = _value_column(step.value, columns)
    if step.periods:
        first_days(step)
        return {**kept, step.name: Column(step.name, "date", "moment"), step.value: value}
    names = tuple(column.name for column in columns)
    return {**kept, step.name: Column(step.name, "text", "text", order=names), step.value: value}


def first_days(step: Unpivot) -> dict[str, datetime]:
    """The first day of each column's period. SpecError when a column has none, or one cannot be read."""
    if set(step.periods) != set(step.cols):
        raise SpecError("The periods of unpivot must name its columns, each once.", "Give a period for each column.")
    days: dict[str, datetime] = {}
    for name, written in step.periods.items():
        span = parse_span(written)
        if span is None:
            raise SpecError(
                f"{written!r} ({name}) is no period.", "Write 2015-03-31, or a month 2015-03, 2015-Q1, or a year 2015."
            )
        days[name] = span.start
    return days


def unpivot_rows(step: Unpivot, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """A row for each old row and column, with the count in the ledger."""
    schema = unpivot_schema(step, data.schema, {})
    cols = list(dict.fromkeys(step.cols))
    kept = [name for name in data.schema if name not in cols]
    frame = data.frame
    order = [ROW] if ROW in frame.collect_schema().names() else []
    dtype = _DTYPES.get(data.schema[cols[0]].storage)
    blocks = [
        frame.select(
            *order,
            *kept,
            nw.lit(name).cast(nw.String).alias(step.name),
            (nw.col(name).cast(dtype) if dtype is not None else nw.col(name)).alias(step.value),
        )
        for name in cols
    ]
    frame = nw.concat(blocks, how="vertical")  # the engines' own unpivot differ in what becomes of blank cells
    if order:
        frame = _placed_by_column(frame, step.name, cols, data.rows)
    if step.periods:
        days = first_days(step)
        frame = frame.with_columns(
            replace_values(step.name, list(days), [*days.values()], nw.Datetime("us")).alias(step.name)
        )
    detail = say("detail.unpivot", count=len(cols), first=cols[0], last=cols[-1], name=step.name, value=step.value)
    ledger = with_step(data.ledger, "unpivot", detail, row_count(frame), sources=data.rows)
    return Prepared(frame, schema, ledger, data.dataset_ids)


def _value_column(name: str, columns: Sequence[Column]) -> Column:
    """What all of them hold; their unit where they share it."""
    units, kinds = {column.unit for column in columns}, {column.kind for column in columns}
    kind = columns[0].kind if len(kinds) == 1 else _GENERAL[columns[0].storage]
    whole = all(column.whole for column in columns)
    unit = units.pop() if len(units) == 1 else ""
    return Column(name, kind, columns[0].storage, whole=whole, plain=all(one.plain for one in columns), unit=unit)


def _placed_by_column(frame: Frame, name: str, cols: Sequence[str], rows: int) -> Frame:
    """Row positions of their own: the rows of the first column come first."""
    shift = {column: float(at) for at, column in enumerate(cols)}
    block = nw.col(name).replace_strict(shift, default=None, return_dtype=nw.Float64())
    furthest = records(frame.select(nw.col(ROW).max().alias("last")))["last"][0] if rows else 0
    return frame.with_columns((block * (int(furthest) + 1) + nw.col(ROW)).cast(nw.Int64).alias(ROW))
