"""Do conditions, dates, numbers and groups fit the columns? What the checks of several measures and plots ask."""

from collections.abc import Iterable

from agent.analysis.filtering.conditions import ambiguous, check_comparable
from agent.analysis.filtering.filters import check_statistic
from agent.analysis.frames.schema import Column, Schema, column_named, require
from agent.analysis.trend_periods import holds_years
from agent.errors import SpecError
from agent.specs.base import AnyOf, ColumnStatistic, Filter, OtherColumn, RelativeDate, compared_in
from agent.specs.measures import Grain


def check_filters(schema: Schema, filters: Iterable[Filter | AnyOf]) -> None:
    """SpecError for an unknown column or a relative date beside no dates, DataError for dates that read two ways."""
    for wanted in compared_in(filters):
        column = column_named(schema, wanted.col)
        if column.kind == "ambiguous_date" and wanted.op not in ("is_null", "not_null"):
            raise ambiguous(column)
        if isinstance(wanted.value, ColumnStatistic):
            _check_beside(schema, column, wanted, wanted.value)
        if isinstance(wanted.value, OtherColumn):
            check_comparable(column, column_named(schema, wanted.value.col), wanted.op)
        if column.storage != "moment" and any(isinstance(value, RelativeDate) for value in wanted.values):
            check_date(schema, wanted.col, "day")


def _check_beside(schema: Schema, column: Column, wanted: Filter, of: ColumnStatistic) -> None:
    """Is a column compared with a statistic that there is, of what can be compared with it?"""
    other = column_named(schema, of.col)
    require(schema, of.by)
    check_filters(schema, of.filters)
    check_statistic(other, of)
    check_comparable(column, other, wanted.op)


def check_numeric(schema: Schema, names: Iterable[str], what: str) -> None:
    """SpecError for a column of something else than numbers, or of identifiers. `what` needs the numbers."""
    for name in names:
        column = column_named(schema, name)
        if column.kind == "identifier":
            raise SpecError(f"{name} is an identifier; {what} means nothing for it.", "Use a numeric column.")
        if column.storage != "number":
            raise SpecError(f"{what} needs numbers; {name} is {column.kind}.", "Use a numeric column, or cast_type.")


def check_date(schema: Schema, name: str, grain: Grain) -> None:
    """SpecError for a column without dates (or years, for a grain of years), DataError where they read two ways."""
    column = column_named(schema, name)
    if column.kind == "ambiguous_date":
        raise ambiguous(column)
    if column.storage != "moment" and not holds_years(column, grain):
        dates = [each.name for each in schema.values() if each.storage == "moment"]
        remedy = f"Date columns: {', '.join(dates)}." if dates else "Read one as a date with cast_type."
        years = " Years as numbers have grain year." if column.storage == "number" and column.whole else ""
        raise SpecError(f"{name} ({column.kind}) is no date column.", f"{remedy}{years}")


def check_by(schema: Schema, by: str | None, measured: Iterable[str]) -> None:
    """SpecError for a column to group by that does not exist, or is measured itself."""
    require(schema, [by] if by is not None else [])
    if by is not None and by in measured:
        raise SpecError(f"{by} is measured and groups at once.", "Name another column in by.")
