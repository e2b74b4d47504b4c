"""Rows themselves, as the data have them."""

from typing import Literal

from pydantic import Field, model_validator

from agent.specs.base import ClashError, LackingError, Sort
from agent.specs.measures.shared import Measure


class RowLookup(Measure):
    """Rows at an extreme, also of each `by`, the first or last of the file, or matching. Columns as asked; ties at the
    extreme are all shown.

    `which` "top": the `k` rows with the largest (or smallest) `order_by`; "first" and "last": `k` rows as the file has
    them. `then_by` decides between rows that are equal in `order_by`. `skip` leaves out the first places: rank n alone
    is k 1 with skip n - 1 ("last": from the end). `total_rows` of the table tells how many match. `by` ["city"]: such
    rows of each city, its columns first; ties at the k-th place are shown there too.
    """

    op: Literal["row_lookup"] = "row_lookup"
    which: Literal["max", "min", "top", "bottom", "first", "last", "matching"] = "matching"
    order_by: str | None = None
    then_by: list[Sort] = Field(default_factory=list, description="Further columns to order by.")
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
        if self.skip and self.which in ("max", "min", "matching"):
            raise ClashError("skip needs which top, bottom, first or last", "skip", "which")
        return self

    @model_validator(mode="after")
    def _groups_are_clear(self) -> "RowLookup":
        if self.by and (self.which == "matching" or self.order_by in self.by):
            told = "by needs another which than matching, and order_by a column other than the groups"
            raise ClashError(told, "by", "which" if self.which == "matching" else "order_by")
        return self
