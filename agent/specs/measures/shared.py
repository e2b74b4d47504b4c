"""What every measure has, and the fields that several share."""

from typing import Annotated, Literal

from pydantic import Field

from agent.specs.base import Condition, DatasetId, Strict
from agent.specs.transforms import Transform

Skip = Annotated[
    int, Field(ge=0, le=10_000, description="Leave out so many first rows: rank 3 alone is top_k 1, skip 2.")
]
Ties = Annotated[bool, Field(description="Rows equal to the last one of top_k are shown too.")]
Total = Annotated[bool, Field(description="A second, one-row table: the same over all rows together.")]


class Measure(Strict):
    """What every measure has: which data set, which rows."""

    type: Literal["analysis"] = "analysis"
    dataset_id: DatasetId = None
    prepare: list[Transform] = Field(default_factory=list, description="Steps before the filters, in order.")
    filters: list[Condition] = Field(default_factory=list, description="Joined by AND.")
