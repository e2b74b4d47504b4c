"""Plots: what is drawn. One model a kind, discriminated by `kind`. Source: seed 002 and the vocabulary."""

from typing import Annotated, ClassVar, Literal, get_args

from pydantic import Field, model_validator

from agent.specs.base import ClashError, Condition, DatasetId, LackingError, Sort, Strict, TopK
from agent.specs.measures import Aggregation, AnalysisSpec, Grain
from agent.specs.transforms import FilterRows, Transform


class Plot(Strict):
    """What every plot has. A plot aggregates first: the figure holds bins, groups or a few thousand points."""

    IS_STATISTICAL: ClassVar[bool] = False
    """Whether it shows how values are spread or go together, rather than how many or how much."""
    type: Literal["plot"] = "plot"
    dataset_id: DatasetId = None
    prepare: list[Transform] = Field(default_factory=list)
    filters: list[Condition] = Field(default_factory=list)
    title: str | None = Field(default=None, description="None means a title made from the columns.")

    @property
    def row_filters(self) -> list[Condition]:
        """The conditions that choose its rows."""
        return self.filters


class Hist(Plot):
    """Histogram of a numeric or date column."""

    IS_STATISTICAL: ClassVar[bool] = True
    kind: Literal["hist"] = "hist"
    x: str
    bins: int | None = Field(default=None, ge=2, le=200)
    color: str | None = None


class Scatter(Plot):
    """Points of two numeric columns. Coloured by a column if asked; `fit` draws the line of least squares through those
    of each colour.
    """

    IS_STATISTICAL: ClassVar[bool] = True
    kind: Literal["scatter"] = "scatter"
    x: str
    y: str
    color: str | None = None
    fit: bool = Field(default=False, description="A line of least squares through the points of each color.")


class AggregatedPlot(Plot):
    """A plot of groups: `x`, `y` and `agg`; or `of`, a measure whose result table is drawn (keys on x, first metric on
    y)."""

    RARELY: ClassVar[frozenset[str]] = frozenset()
    """Fields that make little sense for the kind, so that a model is not told of them."""
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
            told = "give either x (with y and agg) or `of`"
            raise LackingError(told, "x", "of") if self.x is None else ClashError(told, "x", "of")
        return self

    @property
    def measure(self) -> AnalysisSpec | None:
        """The measure `of` as it is drawn: after the plot's own steps, on rows that fulfil its conditions too."""
        if self.of is None:
            return None
        own: list[Transform] = list(self.prepare)
        filters = [*self.filters, *self.of.filters]
        if self.filters and getattr(self.of, "empty_groups", False):  # the plot's conditions choose the rows
            own, filters = [*own, FilterRows(filters=self.filters)], [*self.of.filters]
        changes = {
            "dataset_id": self.of.dataset_id or self.dataset_id,
            "prepare": [*own, *self.of.prepare],
            "filters": filters,
        }
        return self.of.model_copy(update=changes)


class Course(AggregatedPlot):
    """A value along a date column, at a grain, or along a numeric or ordered column."""

    RARELY: ClassVar[frozenset[str]] = frozenset({"sort", "top_k"})
    grain: Grain | None = None


class Line(Course):
    """A line over a date or number. A date at a grain, or a numeric or ordered column."""

    kind: Literal["line"] = "line"
    beside: list[str] = Field(default_factory=list, description="With of_column: further columns, a series each.")

    @model_validator(mode="after")
    def _columns_of_a_measure(self) -> "Line":
        _check_beside(self, self.beside)
        return self


class Area(Course):
    """A filled line, stacked by color. Only sums and counts are stacked."""

    kind: Literal["area"] = "area"


class Bar(AggregatedPlot):
    """A bar a group, with color side by side. `stack` puts them on one another, or as parts of 100 % (sums, counts)."""

    kind: Literal["bar"] = "bar"
    stack: Literal["sum", "percent"] | None = None
    beside: list[str] = Field(default_factory=list, description="With of_column: further columns, a series each.")

    @model_validator(mode="after")
    def _columns_of_a_measure(self) -> "Bar":
        _check_beside(self, self.beside)
        if self.beside and self.stack is not None:
            raise ClashError("different measures are drawn side by side, not on one another", "beside", "stack")
        return self


def _check_beside(spec: AggregatedPlot, beside: list[str]) -> None:
    if beside and (spec.of is None or spec.of_column is None):
        raise LackingError("beside needs of and of_column", "of", "of_column")
    if len({spec.of_column, *beside}) <= len(beside):
        raise ClashError("of_column and beside are different columns", "of_column", "beside")


class Pie(AggregatedPlot):
    """Shares of a whole: sums or counts by one key, none negative. Small parts are one slice. A donut is a pie."""

    RARELY: ClassVar[frozenset[str]] = frozenset({"color", "sort"})
    kind: Literal["pie"] = "pie"


class Pareto(AggregatedPlot):
    """Shares and their running total. Bars, largest first, and a line: sums or counts by one key, none negative."""

    RARELY: ClassVar[frozenset[str]] = frozenset({"color", "sort"})
    kind: Literal["pareto"] = "pareto"


class Heatmap(AggregatedPlot):
    """Cells of x by color. Shaded; x stands down, color across. `of`: pivot_table, correlation_matrix, two keys."""

    RARELY: ClassVar[frozenset[str]] = frozenset({"sort", "top_k"})
    kind: Literal["heatmap"] = "heatmap"


class Box(Plot):
    """Quartiles of y by x. A box for each value of x (none: one box). Quartiles are exact, over all rows."""

    IS_STATISTICAL: ClassVar[bool] = True
    kind: Literal["box"] = "box"
    y: str
    x: str | None = None


class Violin(Plot):
    """Density of y by x. One violin if x is not given. The quartiles in it are exact, over all rows."""

    IS_STATISTICAL: ClassVar[bool] = True
    kind: Literal["violin"] = "violin"
    y: str
    x: str | None = None


PlotSpec = Annotated[
    Hist | Scatter | Line | Bar | Box | Pie | Area | Heatmap | Violin | Pareto, Field(discriminator="kind")
]
GroupPlot = Bar | Line | Area | Pie | Pareto | Heatmap
"""Every plot of groups, told apart by `kind`."""
GROUP_KINDS: tuple[str, ...] = tuple(model.model_fields["kind"].default for model in get_args(GroupPlot))
"""Charts that can be drawn of a measure, in the order in which they are offered."""
