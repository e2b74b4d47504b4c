"""cast_type: a column read as another type."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import narwhals as nw

from agent.analysis.durations import MINUTES, SECONDS_IN, seconds_of, seconds_of_digits
from agent.analysis.filtering.number_text import parse_number
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named
from agent.analysis.frames.source import Table
from agent.analysis.periods import parse_span
from agent.analysis.transforms.mapping import MOST_STRAY, distinct_values, read_most, replace_values
from agent.analysis.words import refusal, say, unfit
from agent.errors import SpecError
from agent.specs.transforms import CastType
from registry.profile import DatasetProfile
from registry.values.own_order import ordinal_of

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
        raise unfit("flag_as_date", column=step.col)
    of_number = column.storage == "number" and (column.whole or seconds_in(column) is not None)
    is_clock = column.storage == "text" or column.kind == "datetime" or of_number
    if step.to == "seconds" and not is_clock:
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
        return replace(column, kind="number", storage="number", whole=False, plain=False, unit="h:mm", order=())
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
    read, strays = read_most(data.frame, old, [_as_number(value) for value in old], step.col, "number")
    return _with_numbers(step, data, target, read).noted(strays)


def _as_number(text: str) -> float | None:
    """The number that a text stands for, or that of a place in an order: 3rd, 3., 第3位."""
    number = parse_number(text)
    return ordinal_of(text) if number is None else number


def seconds_in(column: Column) -> float | None:
    """How many seconds one of a column's unit has; None where it holds no numbers with a unit of time."""
    return SECONDS_IN.get(column.unit.casefold()) if column.storage == "number" else None


def _with_numbers(step: CastType, data: Prepared, target: Column, read: Mapping[Any, float]) -> Prepared:
    whole = all(value.is_integer() for value in read.values())
    made = replace_values(step.col, [*read], [*read.values()], nw.Float64())
    return data.with_column(replace(target, whole=whole), made)


def _to_date(step: CastType, data: Prepared) -> Prepared:
    column = data.schema[step.col]
    if column.storage == "moment":
        return data
    old = distinct_values(data.frame, step.col)
    results, form = _read_dates(step, [_plain_text(value) for value in old]), step.date_format or ""
    read, strays = read_most(data.frame, old, results, step.col, "date_so_written" if form else "date", form=form)
    times = read.values()
    midnight = all((value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0) for value in times)
    target = replace(_column_as(column, "date"), kind="date" if midnight else "datetime")
    return data.with_column(target, replace_values(step.col, [*read], [*times], nw.Datetime("us"))).noted(strays)


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
    """Of a date and time: since midnight. Of a text: as it is written. Of a number with a unit of time: by its unit. Of
    another whole number: 930 is 9:30."""
    column = data.schema[step.col]
    target = _column_as(column, "seconds")
    factor = seconds_in(column)
    if factor is not None:
        return data.with_column(replace(target, unit="m:ss"), nw.col(step.col).cast(nw.Float64) * factor)
    if column.storage == "moment":
        moment = nw.col(step.col)
        return data.with_column(target, (moment - moment.dt.truncate("1d")).dt.total_seconds().cast(nw.Float64))
    old = distinct_values(data.frame, step.col)
    of_number = column.storage == "number"
    in_minutes = not of_number and minutes_first(step, old)
    results = [seconds_of_digits(value) if of_number else seconds_of(value, in_minutes) for value in old]
    most = 0 if of_number else MOST_STRAY  # a number that is no time says that they all are none
    read, strays = read_most(data.frame, old, results, step.col, "time", most)
    target = replace(target, unit=_shown_as(column, in_minutes, [*read.values()]))
    said = say("note.hours_minutes", column=step.col) if of_number else ""
    if in_minutes:
        said = say("note.minutes_seconds", column=step.col)
    night = column.kind == "time" and around_midnight([*read.values()])
    midnight = say("note.midnight", column=step.col) if night else ""
    return _with_numbers(step, data, target, read).noted(said, midnight, strays)


_A_DAY = 86_400
_EARLY, _LATE = 4 * 3_600, 20 * 3_600


def _shown_as(column: Column, in_minutes: bool, seconds: Sequence[float]) -> str:
    """Clock times to the minute, or to the second where these are told; anything else as durations."""
    if in_minutes or not (column.kind == "time" or column.storage == "number"):
        return "m:ss"
    return "h:mm" if all(each % 60 == 0 for each in seconds) else "h:mm:ss"


def around_midnight(seconds: Sequence[float]) -> bool:
    """Whether clock times lie on both sides of midnight, so that their mean is at noon."""
    is_clock = all(0 <= each < _A_DAY for each in seconds)
    return is_clock and any(each < _EARLY for each in seconds) and any(each >= _LATE for each in seconds)


def minutes_first(step: CastType, texts: Iterable[str]) -> bool:
    """Whether 1:23 is minutes and seconds: where the step says so, else where a stopwatch wrote other cells, 1:23.4."""
    return step.written == "m:ss" or (step.written is None and any(MINUTES.fullmatch(text.strip()) for text in texts))


_CASTS: Mapping[str, Callable[[CastType, Prepared], Prepared]] = {
    "number": _to_number,
    "date": _to_date,
    "text": _to_text,
    "seconds": _to_seconds,
}


def _plain_text(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


def _read_dates(step: CastType, texts: Sequence[str]) -> list[datetime | None]:
    """The date that each text is. The order of day and month that reads most is meant; DataError where both read as
    many, and differently.
    """
    if step.date_format is not None:
        form = step.date_format
        return [_by_formats(text, [form]) for text in texts]
    orders = [True, False] if step.day_first is None else [step.day_first]
    readings = [[_read_date(text, day_first) for text in texts] for day_first in orders]
    most = max(sum(each is not None for each in reading) for reading in readings)
    best = [reading for reading in readings if sum(each is not None for each in reading) == most]
    if len(best) == 2 and best[0] != best[1]:
        raise refusal("two_ways", column=step.col)
    return best[0]


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
