"""What a data set holds: its size, gaps, repeats, and the values of its columns."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from agent.specs.base import ClashError, LackingError, Sort, TopK
from agent.specs.measures.shared import Measure

Statistic = Literal[
    "count", "missing", "mean", "median", "std", "var", "min", "max", "range", "sum", "mode", "unique", "skew",
    "kurtosis",
]  # fmt: skip


class DatasetOverview(Measure):
    """Size, columns and types. Two tables: one row (rows, columns, duplicate_rows, missing_cells, memory_mb,
    first_date, last_date); and one row a column (column, kind, non_missing, missing, unique, min, max).
    """

    op: Literal["dataset_overview"] = "dataset_overview"


class Missingness(Measure):
    """Missing cells a column: column, missing, missing_pct, rows; most missing first. With `by`, first a table by
    group (the group column before the others), then the one over all rows.
    """

    op: Literal["missingness"] = "missingness"
    columns: list[str] = Field(default_factory=list, description="None means all.")
    by: str | None = None

    def _measured(self) -> Iterable[str | None]:
        return self.columns


class ColumnSummary(Measure):
    """Statistics of columns. A row each: column, then the statistics asked for, then quantiles as `p10`, `p97_5`. With
    `by` a row for each group and column, the group column first.
    """

    IS_STATISTICAL: ClassVar[bool] = True
    op: Literal["column_summary"] = "column_summary"
    columns: list[str] = Field(default_factory=list, description="None means all numeric ones.")
    stats: list[Statistic] = Field(default_factory=list, description="None means those that fit the column's type.")
    quantiles: list[Annotated[float, Field(ge=0, le=1)]] = Field(default_factory=list, description="As shares: 0.95.")
    ddof: Literal[0, 1] = 1
    by: str | None = Field(default=None, description="A row for each group too, the group column first.")

    def _measured(self) -> Iterable[str | None]:
        return self.columns


class DuplicateCheck(Measure):
    """Repeated rows. By all or key columns. One row (rows, distinct, duplicate_rows, groups) where
    duplicate_rows
    counts the rows beyond the first of each group; then the repeated groups (keys, n), most repeated first.
    """

    op: Literal["duplicate_check"] = "duplicate_check"
    columns: list[str] = Field(default_factory=list, description="Key columns; none means all.")
    examples: int = Field(default=20, ge=0, le=1000)

    @property
    def key_columns(self) -> list[str]:
        return [*self.columns]


class ValueCounts(Measure):
    """Counts of a column's values: the column, `count`, `share_pct`; most frequent first. Missing shown as null."""

    op: Literal["value_counts"] = "value_counts"
    column: str
    dropna: bool = Field(default=False, description="Leave missing cells out of counts and shares.")
    min_count: int = Field(default=1, ge=1)
    top_k: TopK = None

    @property
    def key_columns(self) -> list[str]:
        return [self.column]


# ----------------------------------------------------------------
# Rows themselves, as the data have them.


class RowLookup(Measure):
    """Rows at an extreme, of each `by` too, first or last of the file, or matching. Columns as asked; ties at the
    extreme are all shown.

    `which` "top": the `k` rows with the largest (or smallest) `order_by`; "first" and "last": `k` rows as the file has
    them. `then_by` decides between rows that are equal in `order_by`. `skip` leaves out the first places: rank n alone
    is k 1 with skip n - 1 ("last": from the end). `total_rows` of the table tells how many match. `by` ["city"]: such
    rows of each city, its columns first; ties at the k-th place are shown there too. "matching": all rows, by
    `order_by` smallest first, or with `descending` largest first.
    """

    op: Literal["row_lookup"] = "row_lookup"
    which: Literal["max", "min", "top", "bottom", "first", "last", "matching"] = "matching"
    order_by: str | None = None
    then_by: list[Sort] = Field(default_factory=list, description="Further columns to order by.")
    descending: bool = Field(default=False, description="Of matching: largest or latest first.")
    k: int = Field(default=10, ge=1, le=1000)
    skip: int = Field(default=0, ge=0, description="Of top, bottom, first and last: places left out.")
    columns: list[str] = Field(default_factory=list, description="None means all.")
    by: list[str] = Field(default_factory=list, description="The row(s) of each group.")

    @model_validator(mode="after")
    def _order_is_clear(self) -> "RowLookup":
        if self.which in ("first", "last"):
            if self.order_by is not None:
                told = f"{self.which} goes by the order of the file, without order_by; else use top or bottom"
                raise ClashError(told, "which", "order_by")
        elif self.which != "matching" and self.order_by is None:
            raise LackingError(f"{self.which} needs order_by", "order_by")
        if self.then_by and self.order_by is None:
            raise LackingError("then_by needs order_by", "order_by")
        if self.descending and (self.which != "matching" or self.order_by is None):
            raise ClashError("descending is for which matching, with order_by", "descending", "which")
        if self.skip and self.which in ("max", "min", "matching"):
            raise ClashError("skip needs which top, bottom, first or last", "skip", "which")
        return self

    @model_validator(mode="after")
    def _groups_are_clear(self) -> "RowLookup":
        if self.by and (self.which == "matching" or self.order_by in self.by):
            told = "by needs another which than matching, and order_by a column other than the groups"
            raise ClashError(told, "by", "which" if self.which == "matching" else "order_by")
        return self

    @property
    def key_columns(self) -> list[str]:
        return [*self.by]

    def _measured(self) -> Iterable[str | None]:
        return (self.order_by, *self.columns)
