"""Aggregates of columns and grains of the calendar: what steps, measures and plots share."""

from typing import Annotated, Literal

from pydantic import Field

Aggregation = Literal["sum", "mean", "median", "std", "var", "min", "max", "range", "count", "nunique", "first", "last"]
Grain = Literal["day", "week", "month", "quarter", "half", "year"]
Metrics = Annotated[
    dict[str, list[Aggregation]], Field(description='Column to aggregations; {"*": ["count"]} counts rows.')
]


def metric_name(column: str, aggregation: Aggregation) -> str:
    """The result column of a metric: `sales_sum`; `rows` for the count of rows."""
    return "rows" if column == "*" else f"{column}_{aggregation}"
