"""cast_type: a column read as another type."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import narwhals as nw

from agent.analysis.durations import seconds_of
from agent.analysis.filtering.number_text import parse_number
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named
from agent.analysis.frames.source import Table
from agent.analysis.periods import parse_span
from agent.analysis.transforms.mapping import distinct_values, read_all, replace_values
from agent.errors import DataError, SpecError
from agent.specs.transforms import CastType
from registry.profile import DatasetProfile

TIMES = ("", " %H:%M", " %H:%M:%S", " %I:%M %p")
DAY_FIRST = ("%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%y", "%d.%m.%y", "%d-%m-%y")
MONTH_FIRST = ("%m/%d/%Y", "%m.%d.%Y", "%m-%d-%Y", "%m/%d/%y", "%m.%d.%y", "%m-%d-%y")
NAMED_MONTHS = (
    "%d %b %Y",
    "%d %B %Y",
    "%b %d, %Y",
    "%B %d, %Y",
    "%d-%b-%Y",
    "%d-%b-%y",
    "%b %Y",
    "%B %Y",
    "%Y/%m/%d",
    "%Y%m%d",
)


def cast_schema(step: CastType, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the cast one in its new type; a date until its values are seen."""
    column = column_named(schema, step.col)
    if step.to == "number" and column.storage == "moment":
        raise SpecError(f"{step.col} is a date, not a number.", "Use date_part to take its year, month or hour.")
    if step.to == "date" and column.storage == "boolean":
        raise SpecError(f"{step.col} is true or false, not a date.", "Choose another column.")
    if step.to == "seconds" and not (column.storage == "text" or column.kind == "datetime"):
        raise SpecError(
            f"{step.col} ({column.kind}) holds no times or durations.",
            "Choose a column of such, written 1:30 or 5 min.",
        )
    return {**schema, step.col: _column_as(column, step.to)}


def cast_rows(step: CastType, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the column cast. DataError with examples when a value cannot be read."""
    cast_schema(step, data.schema, {})
    return _CASTS[step.to](step, data)


def _column_as(column: Column, to: str) -> Column:
    if to == "number":
        return replace(column, kind="number", storage="number", plain=False, order=())
    if to == "seconds":
        return replace(column, kind="number", storage="number", whole=False, plain=False, unit="s", order=())
    if to == "date":
        kind = column.kind if column.storage == "moment" else "date"
        return replace(column, kind=kind, storage="moment", whole=False, plain=False, order=())
    return replace(column, kind="text", storage="text", whole=False, plain=False, unit="", order=())


def _to_number(step: CastType, data: Prepared) -> Prepared:
    column = data.schema[step.col]
    target = _column_as(column, "number")
    if column.storage == "number":
        return replace(data, schema={**data.schema, step.col: target})
    if column.storage == "boolean":
        return data.with_column(replace(target, whole=True), nw.col(step.col).cast(nw.Float64))
    old = distinct_values(data.frame, step.col)
    new = read_all(
        old, parse_number, step.col, "number", "Clean these cells, leave them out by a filter, or keep the text."
    )
    whole = all(value.is_integer() for value in new)
    return data.with_column(replace(target, whole=whole), replace_values(step.col, old, new, nw.Float64()))


def _to_date(step: CastType, data: Prepared) -> Prepared:
    column = data.schema[step.col]
    if column.storage == "moment":
        return data
    old = distinct_values(data.frame, step.col)
    texts = [_plain_text(value) for value in old]
    new = _read_dates(step, texts)
    midnight = all((value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0) for value in new)
    target = replace(_column_as(column, "date"), kind="date" if midnight else "datetime")
    return data.with_column(target, replace_values(step.col, old, new, nw.Datetime("us")))


def _to_text(step: CastType, data: Prepared) -> Prepared:
    column = data.schema[step.col]
    target = _column_as(column, "text")
    if column.storage == "text":
        return replace(data, schema={**data.schema, step.col: target})
    if column.storage == "moment":
        form = "%Y-%m-%d" if column.kind == "date" else "%Y-%m-%d %H:%M:%S"
        return data.with_column(target, nw.col(step.col).dt.to_string(form))
    old = distinct_values(data.frame, step.col)
    return data.with_column(target, replace_values(step.col, old, [_plain_text(value) for value in old], nw.String()))


def _to_seconds(step: CastType, data: Prepared) -> Prepared:
    """Of a date and time: since midnight. Of a text: as it is written."""
    column = data.schema[step.col]
    target = _column_as(column, "seconds")
    if column.storage == "moment":
        moment = nw.col(step.col)
        return data.with_column(target, (moment - moment.dt.truncate("1d")).dt.total_seconds().cast(nw.Float64))
    old = distinct_values(data.frame, step.col)
    remedy = "Clean these cells, leave them out by a filter, or turn them into missing ones (set_missing)."
    new = read_all(old, seconds_of, step.col, "time or duration", remedy)
    whole = all(value.is_integer() for value in new)
    return data.with_column(replace(target, whole=whole), replace_values(step.col, old, new, nw.Float64()))


_CASTS: Mapping[str, Callable[[CastType, Prepared], Prepared]] = {
    "number": _to_number,
    "date": _to_date,
    "text": _to_text,
    "seconds": _to_seconds,
}


def _plain_text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _read_dates(step: CastType, texts: Sequence[str]) -> list[datetime]:
    remedy = "Give the format (date_format), or say whether the day comes first (day_first)."
    if step.date_format is not None:
        form = step.date_format
        return read_all(texts, lambda text: _by_formats(text, [form]), step.col, f"date written as {form}", remedy)
    orders = [True, False] if step.day_first is None else [step.day_first]
    readings = [[_read_date(text, day_first) for text in texts] for day_first in orders]
    whole = [reading for reading in readings if None not in reading]
    if len(whole) == 2 and whole[0] != whole[1]:
        raise DataError(
            f"The dates in {step.col} read both as day/month and as month/day.", "Say which order is meant."
        )
    if not whole:
        day_first = orders[0]
        return read_all(texts, lambda text: _read_date(text, day_first), step.col, "date", remedy)
    return [value for value in whole[0] if value is not None]


def _read_date(text: str, day_first: bool) -> datetime | None:
    span = parse_span(text)
    if span is not None:
        return span.start
    forms = (*(DAY_FIRST if day_first else MONTH_FIRST), *NAMED_MONTHS)
    times = TIMES if ":" in text else ("",)
    return _by_formats(text, [form + time for form in forms for time in times])


def _by_formats(text: str, forms: Sequence[str]) -> datetime | None:
    for form in forms:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    return None
