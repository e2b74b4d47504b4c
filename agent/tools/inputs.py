"""What the tools of seed 003 take. The field descriptions are written for a language model."""

from pydantic import Field

from agent.specs.base import Condition, DatasetId, Sort, Strict, TopK
from agent.specs.measures import Aggregation, CorrelationMethod, Statistic


class ToolInput(Strict):
    """What every tool takes: which data set, which rows."""

    dataset_id: DatasetId = None
    filters: list[Condition] = Field(default_factory=list, description="Conditions on the rows, joined by AND.")


class CorrelationInput(ToolInput):
    """Which numbers are compared with which."""

    columns: list[str] = Field(default_factory=list, description="Numeric columns; none means all of them.")
    target: str | None = Field(default=None, description="Compare all numeric columns with this one.")
    method: CorrelationMethod = "pearson"
    by: str | None = Field(default=None, description="The pairs of each group; not with a threshold.")
    threshold: float | None = Field(
        default=None, ge=0, le=1, description="List only pairs whose correlation is at least this strong."
    )


class AggregationInput(ToolInput):
    """One aggregate of one column, over all rows or by group."""

    column: str = Field(description='Column to aggregate; "*" with the operation count counts rows.')
    operation: Aggregation
    group_by: str | list[str] | None = Field(default=None, description="Column or columns; none means all rows.")
    sort: Sort | None = Field(default=None, description="By `<column>_<operation>`, such as `salary_mean`.")
    top_k: TopK = None


class FilterInput(ToolInput):
    """All rows that fulfil the conditions, in the order of the file."""

    filters: list[Condition] = Field(min_length=1, description="Conditions on the rows, joined by AND.")
    columns: list[str] = Field(default_factory=list, description="Columns to show; none means all.")


class DistributionInput(ToolInput):
    """Statistics of a column, and its histogram."""

    column: str
    statistics: list[Statistic] = Field(default_factory=list, description="None means those that fit the column.")
    quantiles: list[float] = Field(default_factory=list, description="As shares: 0.95 is the 95th percentile.")
    chart: bool = Field(default=True, description="Whether to draw a histogram too; only for numbers and dates.")


class CountInput(ToolInput):
    """How often each value of a column occurs."""

    column: str
    min_count: int = Field(default=1, ge=1, description="Leave out values that occur less often.")
    leave_out_missing: bool = Field(default=False, description="Leave missing cells out of counts and shares.")
    top_k: TopK = None
