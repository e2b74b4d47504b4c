"""Steps of `prepare`: applied in order, on a copy, before filters and the measure."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from agent.specs.base import Filter, Scalar, Strict

DatePart = Literal[
    "year", "half", "quarter", "month", "week", "day", "weekday", "hour",
    "year_half", "year_quarter", "year_month", "year_week", "date",
]  # fmt: skip
# a column by name, a number, or a nested list [fn, a, b]
Expression = TypeAliasType("Expression", "str | float | int | list[Expression]")
ArithmeticName = Literal["add", "sub", "mul", "div", "mean", "log", "exp", "sqrt", "abs"]


class CastType(Strict):
    """Reads a column as another type: dates with their day order, numbers written as text."""

    step: Literal["cast_type"] = "cast_type"
    col: str
    to: Literal["number", "date", "text"]
    day_first: bool | None = Field(default=None, description="03/04 is 3 April when true.")
    date_format: str | None = Field(default=None, description="strptime format, when known.")


class FilterRows(Strict):
    """Keeps rows. Those that fulfil every condition."""

    step: Literal["filter_rows"] = "filter_rows"
    filters: list[Filter] = Field(min_length=1)


class DeriveColumn(Strict):
    """Adds a column computed row by row: a nested list `[fn, a, b]`, columns by name, numbers as numbers."""

    step: Literal["derive_column"] = "derive_column"
    name: str
    expression: list[Expression] = Field(
        description='For example ["mul", "price", "quantity"]. Functions: add sub mul div mean log exp sqrt abs.'
    )


class AddDatePart(Strict):
    """Adds a part of a date or time column: year_month gives 2025-03, weekday Monday to Sunday, hour 0 to 23."""

    step: Literal["date_part"] = "date_part"
    col: str
    part: DatePart
    name: str | None = Field(default=None, description="Name of the new column; none means `<col>_<part>`.")


class RecodeColumn(Strict):
    """Adds a column of groups: value -> label by `map`, or bins by `edges` (left included, last right included)."""

    step: Literal["recode_column"] = "recode_column"
    col: str
    name: str
    mapping: dict[str, Scalar] | None = None
    edges: list[float] | None = Field(default=None, min_length=2)
    labels: list[str] | None = None


class DropMissing(Strict):
    """Drops rows with missing cells. A missing cell in any of the columns is enough."""

    step: Literal["drop_missing"] = "drop_missing"
    cols: list[str] = Field(min_length=1)


class DropDuplicates(Strict):
    """Keeps one of equal rows. With `cols`, of each group equal in these (the first in row order)."""

    step: Literal["drop_duplicates"] = "drop_duplicates"
    cols: list[str] = Field(default_factory=list)


class JoinDatasets(Strict):
    """Brings in columns of another data set by key. The ledger tells matched, unmatched and multiplied rows.

    `how`: left keeps every row here; inner only matched ones; semi and anti keep rows here that have, or have
    no, partner there and add no column. `distinct_right` takes one row a key from the other data set, so that
    nothing is multiplied. A brought-in column whose name exists here gets the suffix `_right`.
    """

    step: Literal["join"] = "join"
    dataset_id: str = Field(description="The other data set.")
    left_on: list[str] = Field(min_length=1)
    right_on: list[str] = Field(min_length=1)
    how: Literal["left", "inner", "semi", "anti"] = "left"
    columns: list[str] = Field(default_factory=list, description="Columns to bring in; none means all.")
    distinct_right: bool = True


class Unpivot(Strict):
    """Makes rows of columns. A row of each of the columns: `name` says which column it was, `value` holds its cell.

    With `periods` (column -> first day, 2015-01-01) `name` is a date. Cells without a value stay, as rows without one.
    """

    step: Literal["unpivot"] = "unpivot"
    cols: list[str] = Field(min_length=1, description="Columns of one measure, such as one for each year.")
    name: str
    value: str
    periods: dict[str, str] = Field(default_factory=dict)


Transform = Annotated[
    CastType
    | FilterRows
    | DeriveColumn
    | AddDatePart
    | RecodeColumn
    | DropMissing
    | DropDuplicates
    | JoinDatasets
    | Unpivot,
    Field(discriminator="step"),
]
