"""What every measure has, and the fields that several share."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from agent.specs.base import Condition, DatasetId, Strict
from agent.specs.transforms import Transform

Skip = Annotated[
    int, Field(ge=0, le=10_000, description="Leave out so many first rows: rank 3 alone is top_k 1, skip 2.")
]
Ties = Annotated[bool, Field(description="Rows equal to the last one of top_k are shown too.")]
EmptyGroups = Annotated[bool, Field(description="Groups without a row that fulfils filters stay, with 0.")]
Total = Annotated[bool, Field(description="A second, one-row table: the same over all rows together.")]


Purpose = Literal["descriptive", "comparison", "correlation", "regression", "time series"]
"""What a measure is computed for."""


class Measure(Strict):
    """What every measure has: which data set, which rows. What else is to be known of a kind of measure stands with its
    model, so that no table elsewhere lists them.
    """

    PURPOSE: ClassVar[Purpose] = "descriptive"
    IS_STATISTICAL: ClassVar[bool] = False
    """Whether it tells how values are spread or go together, rather than how many or how much."""
    HAS_P_VALUES: ClassVar[bool] = False
    """Whether a column `p` of its tables holds p-values."""
    FIGURES_OF_METHOD: ClassVar[tuple[float, ...]] = ()
    """Figures that belong to its definition: the level of an interval, customary thresholds."""

    type: Literal["analysis"] = "analysis"
    dataset_id: DatasetId = None
    prepare: list[Transform] = Field(default_factory=list, description="Steps before the filters, in order.")
    filters: list[Condition] = Field(default_factory=list, description="Joined by AND.")

    @property
    def row_filters(self) -> list[Condition]:
        """The conditions that choose its rows."""
        return self.filters

    @property
    def key_columns(self) -> list[str]:
        """The columns of the data whose values name the rows of its tables."""
        by = getattr(self, "by", None)
        return [by] if isinstance(by, str) else []

    @property
    def measured_columns(self) -> list[str]:
        """The columns of the data that it is about, beside its keys; [] where these are all."""
        return [name for name in dict.fromkeys(self._measured()) if name is not None and name != "*"]

    def _measured(self) -> Iterable[str | None]:
        """Names of measured columns, in order; None and "*" stand for no column."""
        return ()
