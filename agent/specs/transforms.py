"""Steps of `prepare`: applied in order, on a copy, before filters and the measure."""

from typing import Annotated, Literal

from pydantic import Field

from agent.specs.base import Filter, Scalar, Strict
from agent.specs.expressions import Computation, columns_in

DatePart = Literal[
    "year", "half", "quarter", "month", "week", "day", "weekday", "hour",
    "year_half", "year_quarter", "year_month", "year_week", "date",
]  # fmt: skip
FillMethod = Literal["mean", "median", "mode", "constant", "ffill"]


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
    """Adds a column computed row by row: a nested list `[operator, a, b]`, columns by name, numbers as numbers."""

    step: Literal["derive_column"] = "derive_column"
    name: str
    expression: Computation


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


class FillMissing(Strict):
    """Fills missing cells: with mean, median or mode (within `by`), a constant `value`, or (ffill) the cell above."""

    step: Literal["fill_missing"] = "fill_missing"
    cols: list[str] = Field(min_length=1)
    method: FillMethod
    value: Scalar | None = Field(default=None, description="What is filled in; for constant only.")
    by: list[str] = Field(default_factory=list, description="Groups: each is filled from its own cells.")


class Rescale(Strict):
    """Rescales a column: minmax from 0 to 1, zscore as the distance from the mean in SDs."""

    step: Literal["rescale"] = "rescale"
    col: str
    method: Literal["minmax", "zscore"]
    name: str | None = Field(default=None, description="Name of the new column; none means in place.")
    ddof: Literal[0, 1] = Field(default=1, description="Of the SD; 0 for that of a whole population.")


class ShiftColumn(Strict):
    """Adds the value of the row before: as it is (lag), as the difference to it, or as the change in percent."""

    step: Literal["shift_column"] = "shift_column"
    col: str
    name: str
    how: Literal["lag", "diff", "pct_change"]
    periods: int = Field(default=1, ge=1, description="How many rows before.")
    order_by: str | None = Field(default=None, description="Date or number; none means the rows as they stand.")
    by: list[str] = Field(default_factory=list, description="Groups: the row before is one of the same group.")


class TreatOutliers(Strict):
    """Drops outliers' rows: those beyond the limits of the measure outliers; or clips the values to the limits."""

    step: Literal["treat_outliers"] = "treat_outliers"
    col: str
    method: Literal["iqr", "zscore", "mad"] = "iqr"
    threshold: float | None = Field(default=None, gt=0, description="None means 1.5 (iqr), 3 (zscore), 3.5 (mad).")
    side: Literal["both", "low", "high"] = "both"
    action: Literal["drop", "clip"] = "drop"
    ddof: Literal[0, 1] = Field(default=1, description="Of the SD of zscore; 0 for that of a whole population.")


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
    | FillMissing
    | Rescale
    | ShiftColumn
    | TreatOutliers
    | DropDuplicates
    | JoinDatasets
    | Unpivot,
    Field(discriminator="step"),
]


def columns_used(step: Transform) -> set[str]:
    """The columns that a step reads, by name."""
    if isinstance(step, DeriveColumn):
        return columns_in(step.expression)
    if isinstance(step, FilterRows):
        return {condition.col for condition in step.filters}
    if isinstance(step, JoinDatasets):
        return set(step.left_on)
    named: dict[str, object] = dict(step)
    one, several = named.get("col"), [*_texts(named.get("cols")), *_texts(named.get("by"))]
    order = named.get("order_by")
    return {str(name) for name in (one, order, *several) if name}


def _texts(names: object) -> list[object]:
    return list(names) if isinstance(names, list) else []
