"""The frame of a question: slots that words fill, that follow-ups inherit, and that specs are built from."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from agent.specs.base import ColumnStatisticName, FilterOp, Scalar
from agent.specs.measures import Aggregation, Grain
from agent.specs.transforms import DatePart, Transform, columns_used

Intent = Literal[
    "overview", "missing", "summary", "aggregate", "ratio", "pareto", "correlation", "matrix", "compare", "normality",
    "outliers", "duplicates", "lookup", "hist", "scatter", "box", "periods", "orphans", "having", "report",
    "change", "several", "association", "regression",
]  # fmt: skip
SIGNS = {"minus": "-", "over": "/", "times": "*"}
"""How columns made of two are written."""
PlotKind = Literal["hist", "scatter", "line", "bar", "box", "pie", "area", "heatmap", "violin", "pareto"]
GROUP_PLOTS: tuple[PlotKind, ...] = ("bar", "line", "pie", "area", "heatmap", "pareto")
"""Plots of aggregates by group."""
COURSES: tuple[PlotKind, ...] = ("line", "area")
"""Plots that run along time where nothing else is said."""
DurationUnit = Literal["seconds", "minutes", "hours", "days", "weeks"]


class Frozen(BaseModel):
    """Immutable and strict, like everything that is kept between turns."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ColumnRef(Frozen):
    """A column of a data set."""

    dataset_id: str
    column: str


class GroupSlot(Frozen):
    """What to group by: a column, or a part of a date column."""

    columns: list[ColumnRef] = Field(min_length=1, description="More than one: equally plausible.")
    part: DatePart | None = None
    grain: Grain | None = None


class MetricSlot(Frozen):
    """What to compute: an aggregate of a column; no column counts rows."""

    columns: list[ColumnRef] = Field(default_factory=list, description="More than one: equally plausible.")
    agg: Aggregation = "count"
    words: str = ""
    minus: list[ColumnRef] = Field(default_factory=list, description="A column that is taken off, row by row.")
    sign: Literal["minus", "over", "times"] = Field(
        default="minus",
        description="over, times: `minus` divides or multiplies, row by row, instead of being taken off.",
    )
    unit: DurationUnit | None = Field(default=None, description="Of the time between two dates; None means days.")
    by_default: bool = Field(default=False, description="The aggregate was not said: it is the column's usual one.")

    @property
    def relates_two(self) -> bool:
        """Whether two columns are set against each other, row by row; a price times the pieces is one amount."""
        return bool(self.minus) and self.sign != "times"


class ConditionSlot(Frozen):
    """A condition on rows. Alternatives, when there are several, are different readings of the same words."""

    column: ColumnRef
    op: FilterOp
    value: Scalar | list[Scalar] | None = None
    part: DatePart | None = None  # compares this part of a date instead of the date
    than: ColumnRef | None = None  # compares with this column of the same row: the difference with the value, or 0
    statistic: ColumnStatisticName | None = None  # compares with this statistic of the column instead of a value
    words: str = ""
    doubtful: bool = Field(default=False, description="Its words may only say what a row is: all rows are meant then.")


class Preparation(Frozen):
    """What is done to the rows of a data set before anything is computed, in order."""

    dataset_id: str
    steps: list[Transform] = Field(min_length=1)

    @property
    def made(self) -> set[str]:
        """Columns that the steps add."""
        return {str(name) for step in self.steps if (name := getattr(step, "name", None))}

    @property
    def used(self) -> set[str]:
        """Columns that the steps work on."""
        found: set[str] = set()
        for step in self.steps:
            found |= columns_used(step)
        return found

    def then(self, more: "Preparation | None") -> "Preparation":
        """These steps and then others; one that is there already is not done twice."""
        fresh = [step for step in more.steps if step not in self.steps] if more else []
        return self.model_copy(update={"steps": [*self.steps, *fresh]})


class Frame(Frozen):
    """All slots of a question. Empty ones are inherited by a follow-up."""

    intent: Intent = "aggregate"
    dataset_id: str | None = None
    metrics: list[MetricSlot] = Field(default_factory=list)
    either: bool = Field(default=False, description="The metrics are alternatives: each is a reading of its own.")
    groups: list[GroupSlot] = Field(default_factory=list)
    within: list[GroupSlot] = Field(default_factory=list, description="The best of each of these, not of all.")
    conditions: list[list[ConditionSlot]] = Field(default_factory=list, description="Each: one or more alternatives.")
    order: Literal["desc", "asc"] | None = None
    top_k: int | None = None
    extreme: bool = Field(default=False, description="Asks which one is the highest or lowest.")
    plot: PlotKind | None = None
    stack: Literal["sum", "percent", "none"] | None = Field(default=None, description="bar: how its colours stand.")
    share: bool = False
    part: int = Field(default=1, description="share: how many of the last conditions tell the part; 0: of these rows.")
    cumulative: bool = False
    threshold: float | None = None
    growth: Literal["none", "previous", "year", "first"] = "none"
    stats: list[str] = Field(default_factory=list)
    quantiles: list[float] = Field(default_factory=list)
    method: str | None = None
    columns: list[ColumnRef] = Field(default_factory=list)
    colour: ColumnRef | None = None
    periods: list[str] = Field(default_factory=list, description="Periods that are compared, as filters write them.")
    denominator: MetricSlot | None = None
    denominator_grain: Grain | None = Field(default=None, description="Ratio: per day, month, ... of the date column.")
    bound: ConditionSlot | None = Field(default=None, description="having: what each group must fulfil.")
    deduplicated: bool = False
    bins: int | None = Field(default=None, description="hist: the number of bins asked for.")
    by_key: bool = Field(default=False, description="Groups in the order of their names.")
    other_dataset: str | None = Field(default=None, description="orphans: the data set in which no partner is found.")
    via: list[str] = Field(default_factory=list, description="Key columns named, where several could join.")
    parts: list["Frame"] = Field(default_factory=list, description="The parts of a report.")
    preparation: Preparation | None = None

    @property
    def says_something(self) -> bool:
        """Whether the slots that its intent needs are filled."""
        if self.intent == "aggregate":
            return bool(self.metrics or self.groups or self.conditions)
        if self.intent == "scatter":
            return len([metric for metric in self.metrics if metric.columns]) > 1
        if self.intent == "association":
            return len(self.columns) > 1
        needs_number = self.intent in ("normality", "outliers", "hist", "box", "compare", "regression")
        return not needs_number or any(metric.columns for metric in self.metrics)

    def named_columns(self) -> list[ColumnRef]:
        """Every column that any slot names, those of a report's parts included."""
        found = [column for metric in self.metrics for column in [*metric.columns, *metric.minus]]
        found += [column for group in [*self.groups, *self.within] for column in group.columns]
        slots = [slot for alternatives in self.conditions for slot in alternatives]
        found += [slot.column for slot in slots] + [slot.than for slot in slots if slot.than]
        found += [*self.columns, *([self.colour] if self.colour else []), *([self.bound.column] if self.bound else [])]
        found += self.denominator.columns if self.denominator else []
        done = self.preparation
        found += [ColumnRef(dataset_id=done.dataset_id, column=name) for name in done.used - done.made] if done else []
        return [*found, *(column for part in self.parts for column in part.named_columns())]

    def named_datasets(self) -> set[str]:
        """Every data set that any slot names."""
        told = {self.dataset_id, self.other_dataset} - {None}
        found = {dataset_id for dataset_id in told if dataset_id}
        return found | {column.dataset_id for column in self.named_columns()}
