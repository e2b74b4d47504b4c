"""What a data set holds: its size, gaps, repeats, and the values of its columns."""

from typing import Annotated, Literal

from pydantic import Field

from agent.specs.base import TopK
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


class ColumnSummary(Measure):
    """Statistics of columns. A row each: column, then the statistics asked for, then quantiles as `p10`, `p97_5`. With
    `by` a row for each group and column, the group column first.
    """

    op: Literal["column_summary"] = "column_summary"
    columns: list[str] = Field(default_factory=list, description="None means all numeric ones.")
    stats: list[Statistic] = Field(default_factory=list, description="None means those that fit the column's type.")
    quantiles: list[Annotated[float, Field(ge=0, le=1)]] = Field(default_factory=list, description="As shares: 0.95.")
    ddof: Literal[0, 1] = 1
    by: str | None = Field(default=None, description="A row for each group too, the group column first.")


class DuplicateCheck(Measure):
    """Repeated rows. By all or key columns. One row (rows, distinct, duplicate_rows, groups) where
    duplicate_rows
    counts the rows beyond the first of each group; then the repeated groups (keys, n), most repeated first.
    """

    op: Literal["duplicate_check"] = "duplicate_check"
    columns: list[str] = Field(default_factory=list, description="Key columns; none means all.")
    examples: int = Field(default=20, ge=0, le=1000)


class ValueCounts(Measure):
    """Counts of a column's values: the column, `count`, `share_pct`; most frequent first. Missing shown as null."""

    op: Literal["value_counts"] = "value_counts"
    column: str
    dropna: bool = Field(default=False, description="Leave missing cells out of counts and shares.")
    min_count: int = Field(default=1, ge=1)
    top_k: TopK = None
