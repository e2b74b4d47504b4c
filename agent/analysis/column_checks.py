"""Do conditions, dates, numbers and groups fit the columns? What the checks of several measures and plots ask."""

from collections.abc import Iterable
from typing import Literal

from agent.analysis.filtering.conditions import ambiguous, check_comparable
from agent.analysis.filtering.filters import check_statistic
from agent.analysis.frames.schema import Column, Schema, column_named, held_in, require
from agent.analysis.trend_periods import holds_years
from agent.analysis.words import say, unfit
from agent.errors import SpecError
from agent.specs.base import AnyOf, ColumnStatistic, Filter, OtherColumn, RelativeDate, compared_in
from agent.specs.measures import Grain

Needing = Literal["correlation", "groups", "normality", "outliers", "pairs", "plot", "quantile", "regression"]
"""What is computed with numbers only, as the catalogue's table `needing` calls it."""


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


def check_numeric(schema: Schema, names: Iterable[str], what: Needing) -> None:
    """SpecError for a column of something else than numbers, or of identifiers. `what` needs them."""
    for name in names:
        column = column_named(schema, name)
        if column.kind == "identifier":
            raise unfit("identifier", column=name, what=say(f"needing.{what}"))
        if column.storage != "number":
            raise unfit("needs_numbers", what=say(f"needing.{what}"), column=name, kind=held_in(column))


def check_date(schema: Schema, name: str, grain: Grain) -> None:
    """SpecError for a column without dates (or years, for a grain of years), DataError where they read two ways."""
    column = column_named(schema, name)
    if column.kind == "ambiguous_date":
        raise ambiguous(column)
    if column.storage != "moment" and not holds_years(column, grain):
        dates = [each.name for each in schema.values() if each.storage == "moment"]
        remedy = say("remedy.date_columns", names=", ".join(dates)) if dates else say("remedy.no_dates")
        years = f" {say('remedy.years')}" if column.storage == "number" and column.whole else ""
        raise SpecError(say("refused.no_dates", column=name, kind=held_in(column)), f"{remedy}{years}")


def check_by(schema: Schema, by: str | None, measured: Iterable[str]) -> None:
    """SpecError for a column to group by that does not exist, or is measured itself."""
    require(schema, [by] if by is not None else [])
    if by is not None and by in measured:
        raise unfit("measured_and_groups", column=by)
