"""What all specs share: strictness, filters, values."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator


class Strict(BaseModel):
    """Immutable, and no key beyond those named."""

    model_config = ConfigDict(extra="forbid", frozen=True)


Scalar = str | int | float | bool
ColumnStatisticName = Literal["mean", "median", "min", "max", "std", "q1", "q3"]


class ColumnStatistic(Strict):
    """A statistic of a column over all its rows, standing in for a filter's value ("above average")."""

    stat: ColumnStatisticName
    col: str = Field(description="Column whose statistic is meant.")


FilterOp = Literal[
    "==", "!=", ">", ">=", "<", "<=", "in", "contains", "is_null", "not_null",
    "not_in", "between", "starts_with",
]  # fmt: skip


class Filter(Strict):
    """One condition on one column. Several conditions are joined by AND.

    Dates are written as ISO text; a month (`2025-03`) or year means the whole of it. Source: seed 002.
    """

    col: str = Field(description="Column name, exactly as in the profile.")
    op: FilterOp
    value: Scalar | ColumnStatistic | list[Scalar] | None = Field(
        default=None,
        description="A value; a list for in, not_in and between (low, high, both included); nothing "
        "for is_null, not_null.",
    )

    @model_validator(mode="after")
    def _value_fits_operator(self) -> "Filter":
        if self.op in ("is_null", "not_null"):
            if self.value is not None:
                raise ValueError(f"{self.op} takes no value")
        elif self.op in ("in", "not_in"):
            if not isinstance(self.value, list) or not self.value:
                raise ValueError(f"{self.op} needs a list of values")
        elif self.op == "between":
            if not isinstance(self.value, list) or len(self.value) != 2:
                raise ValueError("between needs a list of two values: low and high, both included")
        elif self.value is None or isinstance(self.value, list):
            raise ValueError(f"{self.op} needs one value")
        return self


DatasetId = Annotated[str | None, Field(default=None, description="Data set; none means the conversation's only one.")]
TopK = Annotated[int | None, Field(default=None, ge=1, le=10_000)]


class Sort(Strict):
    """Order of the result rows by one of the result's columns."""

    by: str = Field(description="Result column, such as `sales_sum`.")
    ascending: bool = False
