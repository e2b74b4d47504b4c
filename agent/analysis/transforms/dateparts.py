"""date_part: year, month, weekday, 2015-03 and the like from a date, datetime or time column."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

import narwhals as nw

from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, column_named
from agent.analysis.frames.source import Table
from agent.analysis.headings import part_heading
from agent.analysis.periods import MONTHS_OF, WEEKDAYS
from agent.analysis.words import refusal
from agent.errors import SpecError
from agent.specs.measures import Grain
from agent.specs.transforms import AddDatePart, DatePart
from registry.profile import DatasetProfile

_TEXT_PARTS: tuple[DatePart, ...] = ("weekday", "year_half", "year_quarter", "year_month", "year_week")
_A_MONDAY = datetime(1900, 1, 1)  # near the dates that are common, so that nanoseconds do not overflow
_QUARTERS = {f"{month:02d}": f"Q{(month + 2) // 3}" for month in range(1, 13)}
_HALVES = {f"{month:02d}": f"H{(month + 5) // 6}" for month in range(1, 13)}
_HOURS = {f"{hour:02d}": float(hour) for hour in range(24)}


def part_name(step: AddDatePart) -> str:
    """The name of the new column."""
    return step.name or f"{step.col}_{step.part}"


def part_schema(step: AddDatePart, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the part added. SpecError when the column holds neither dates nor (for hour) times."""
    source = column_named(schema, step.col)
    if source.kind == "ambiguous_date":
        raise refusal("two_ways", column=step.col)
    of_time = source.kind == "time" and step.part == "hour"
    if source.storage != "moment" and not of_time:
        raise SpecError(f"{step.col} ({source.kind}) has no {step.part}.", "Use a date column, or cast_type to date.")
    column = _part_column(part_name(step), step.part)
    by_rule = column.name == f"{step.col}_{step.part}"
    return {**schema, column.name: replace(column, heading=part_heading(step.col, step.part) if by_rule else "")}


def part_rows(step: AddDatePart, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the part added."""
    column = part_schema(step, data.schema, {})[part_name(step)]
    if data.schema[step.col].kind == "time":
        cell = nw.col(step.col).str.slice(0, 2)
        return data.with_column(column, cell.replace_strict(_HOURS, default=None, return_dtype=nw.Float64()))
    return data.with_column(column, part_expression(step.col, step.part, step.start_month))


def _part_column(name: str, part: DatePart) -> Column:
    if part == "date":
        return Column(name, "date", "moment")
    if part in _TEXT_PARTS:
        return Column(name, "text", "text", order=WEEKDAYS if part == "weekday" else ())
    return Column(name, "number", "number", whole=True, plain=True)


def part_expression(column: str, part: DatePart, start_month: int | None = None) -> nw.Expr:
    """The part of a date column as an expression; missing dates stay missing."""
    moment = nw.col(column).dt
    month = moment.to_string("%m")
    year = moment.year().cast(nw.Float64)
    if part == "fiscal_year" and start_month is not None:
        return year + ((moment.month().cast(nw.Float64) + 12 - start_month) / 12).floor()
    joined = {"year_quarter": _QUARTERS, "year_half": _HALVES}
    if part in joined:
        marks = month.replace_strict(joined[part], default=None, return_dtype=nw.String())
        return nw.concat_str([moment.to_string("%Y"), marks], separator="-")
    simple: Mapping[DatePart, Callable[[], nw.Expr]] = {
        "year": moment.year, "month": moment.month, "day": moment.day, "hour": moment.hour,
        "date": lambda: moment.truncate("1d"), "day_of_year": moment.ordinal_day,
        "decade": lambda: (year / 10).floor() * 10,
        "year_month": lambda: moment.to_string("%Y-%m"),
        "year_week": lambda: moment.to_string("%G-W%V"),
        "week": lambda: moment.to_string("%V").cast(nw.Float64()),
        "quarter": lambda: month.replace_strict(_numbers(_QUARTERS), default=None, return_dtype=nw.Float64()),
        "half": lambda: month.replace_strict(_numbers(_HALVES), default=None, return_dtype=nw.Float64()),
        "weekday": lambda: moment.weekday().replace_strict(
            dict(enumerate(WEEKDAYS, start=1)), default=None, return_dtype=nw.String()
        ),
    }  # fmt: skip
    return simple[part]()


def ordinal_expression(column: str, grain: Grain) -> nw.Expr:
    """The ordinal of the period that holds a date (`periods.ordinal`), as a number."""
    moment = nw.col(column).dt
    if grain in ("day", "week"):
        days = (moment.truncate("1d") - _A_MONDAY).dt.total_minutes() / 1440
        return days + _A_MONDAY.toordinal() if grain == "day" else ((days + _A_MONDAY.toordinal() - 1) / 7).floor()
    months = moment.year().cast(nw.Float64()) * 12 + moment.month().cast(nw.Float64()) - 1
    return (months / MONTHS_OF[grain]).floor()


def _numbers(marks: Mapping[str, str]) -> dict[str, float]:
    return {month: float(mark[1:]) for month, mark in marks.items()}
