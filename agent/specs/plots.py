"""Plots: what is drawn. One model a kind, discriminated by `kind`. Source: seed 002 and the vocabulary."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from agent.specs.base import DatasetId, Filter, Sort, Strict, TopK
from agent.specs.measures import Aggregation, AnalysisSpec, Grain
from agent.specs.transforms import Transform


class Plot(Strict):
    """What every plot has. A plot aggregates first: the figure holds bins, groups or a few thousand points."""

    type: Literal["plot"] = "plot"
    dataset_id: DatasetId = None
    prepare: list[Transform] = Field(default_factory=list)
    filters: list[Filter] = Field(default_factory=list)
    title: str | None = Field(default=None, description="None means a title made from the columns.")


class Hist(Plot):
    """Histogram of a numeric or date column."""

    kind: Literal["hist"] = "hist"
    x: str
    bins: int | None = Field(default=None, ge=2, le=200)
    color: str | None = None


class Scatter(Plot):
    """Points of two numeric columns, coloured by a column if asked."""

    kind: Literal["scatter"] = "scatter"
    x: str
    y: str
    color: str | None = None


class AggregatedPlot(Plot):
    """Line or bar: `x`, `y` and `agg`; or `of`, a measure whose result table is drawn (keys on x, first metric on
    y)."""

    x: str | None = None
    y: str | None = Field(default=None, description="None counts rows.")
    agg: Aggregation | None = Field(default=None, description="None means sum of y, or count without y.")
    color: str | None = None
    sort: Sort | None = None
    top_k: TopK = None
    of: AnalysisSpec | None = Field(default=None, description="Draw this measure's result instead of x, y, agg.")
    of_column: str | None = Field(
        default=None, description="Result column of `of` on the y axis; none means the first metric."
    )

    @model_validator(mode="after")
    def _source_is_clear(self) -> "AggregatedPlot":
        if (self.of is None) == (self.x is None):
            raise ValueError("give either x (with y and agg) or `of`")
        return self


class Line(AggregatedPlot):
    """A line over a date column, at a grain, or over a numeric or ordered column."""

    kind: Literal["line"] = "line"
    grain: Grain | None = None


class Bar(AggregatedPlot):
    """A bar a group."""

    kind: Literal["bar"] = "bar"


class Box(Plot):
    """Box plot of `y` for each value of `x` (none: one box). Quartiles are exact, over all rows."""

    kind: Literal["box"] = "box"
    y: str
    x: str | None = None


PlotSpec = Annotated[Hist | Scatter | Line | Bar | Box, Field(discriminator="kind")]
