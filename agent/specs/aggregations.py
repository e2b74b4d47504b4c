"""Aggregates of columns and grains of the calendar: what steps, measures and plots share."""

from typing import Annotated, Literal

from pydantic import Field

Aggregation = Literal[
    "sum", "mean", "median", "std", "var", "min", "max", "range", "count", "nunique", "first", "last",
    "p5", "p10", "p25", "p75", "p90", "p95", "p99", "mode", "skew", "missing", "share",
]  # fmt: skip
Grain = Literal["day", "week", "month", "quarter", "half", "year"]
Metrics = Annotated[
    dict[str, list[Aggregation]],
    Field(description='Column to aggregations; {"*": ["count", "share"]} counts rows: `rows`, `rows_share`.'),
]


def metric_name(column: str, aggregation: Aggregation) -> str:
    """The result column of a metric: `sales_sum`; `rows` for the count of rows, `rows_share` for its share."""
    if column != "*":
        return f"{column}_{aggregation}"
    return "rows" if aggregation == "count" else f"rows_{aggregation}"
