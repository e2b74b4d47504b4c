"""Aggregates of columns: by group, over time, as shares and ratios, across two keys."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from agent.specs.aggregations import Aggregation, Grain, Metrics, metric_name
from agent.specs.base import ClashError, Condition, LackingError, Sort, Strict, TopK
from agent.specs.expressions import Computation, Expression
from agent.specs.measures.shared import EmptyGroups, Measure, Purpose, Skip, Ties, Total


class Quantity(Strict):
    """An aggregate over rows: `{"col": "price", "agg": "sum"}`; `{"col": "*", "agg": "count"}` counts rows."""

    col: str = "*"
    agg: Aggregation = "count"
    filters: list[Condition] = Field(default_factory=list, description="Only rows that fulfil these too.")


Name = Annotated[str, Field(min_length=1, max_length=80)]
Quantities = Annotated[
    dict[Name, Quantity], Field(description="Name to quantity: aggregates with conditions of their own, side by side.")
]
Computed = Annotated[
    dict[Name, Computation], Field(description="Name to expression over result columns, earlier computed ones too.")
]


class Aggregates(Measure):
    """What aggregates by group and over time share: at least one metric or quantity, and what is made of them."""

    if TYPE_CHECKING:  # declared by each, behind its groups or dates: a model writes fields in the order of the schema
        metrics: Metrics
        quantities: Quantities
        computed: Computed
        empty_groups: EmptyGroups

    @model_validator(mode="after")
    def _aggregates_something(self) -> Self:
        if not self.metrics and not self.quantities:
            raise LackingError("metrics or quantities: one of both is needed", "metrics", "quantities")
        return self

    @property
    def measured(self) -> dict[str, Aggregation]:
        """The aggregates by their result columns, in order: metrics, then quantities."""
        named = {metric_name(column, each): each for column, wanted in self.metrics.items() for each in wanted}
        return {**named, **{name: quantity.agg for name, quantity in self.quantities.items()}}

    @property
    def row_filters(self) -> list[Condition]:
        """None where groups without a row that fulfils them stay: there they say which rows of a group count."""
        return [] if self.empty_groups else self.filters

    @property
    def counted_where(self) -> list[Condition]:
        """The conditions of the rows that count, where they do not choose the rows."""
        return self.filters if self.empty_groups else []

    def _measured(self) -> Iterable[str | None]:
        return [*self.metrics, *(quantity.col for quantity in self.quantities.values())]


class GroupbyAgg(Aggregates):
    """Aggregates by group, or top_k of each top_per. Group columns, a column a metric, a quantity, a computed one. No
    group column: one row over all rows. Missing keys are a group of their own, shown as null. `quantities`
    {"north": {"col": "sales", "agg": "sum", "filters": [...]}} have conditions of their own; `computed`
    {"change": ["pct_change", "north", "south"]} comes from result columns. Aggregation `share`: percent of the total
    over all groups, or with share_of "shown" over those left after having and top_k. `top_per` ["region"] keeps the
    best (`top_k`: so many) groups of each region, by `sort` or the first metric, largest first; ties all stay.
    `empty_groups` keeps groups without a row that fulfils `filters`, with 0 ("who never": having rows == 0).
    `with_total` adds a table of the same over all rows.
    """

    op: Literal["groupby_agg"] = "groupby_agg"
    group_cols: list[str] = Field(default_factory=list)
    metrics: Metrics = Field(default_factory=dict)
    quantities: Quantities = Field(default_factory=dict)
    computed: Computed = Field(default_factory=dict)
    having: list[Condition] = Field(default_factory=list, description="Conditions on result columns.")
    sort: Sort | None = None
    top_k: TopK = None
    skip: Skip = 0
    ties: Ties = False
    top_per: list[str] = Field(default_factory=list, description="Best groups within each of these group_cols.")
    empty_groups: EmptyGroups = False
    share_of: Literal["all", "shown"] = "all"
    with_total: Total = False

    @model_validator(mode="after")
    def _ranked_within_some_of_its_groups(self) -> "GroupbyAgg":
        per, groups = set(self.top_per), set(self.group_cols)
        if per and not per < groups:
            raise ClashError(
                "top_per names some of group_cols, not all: what is ranked is the others", "top_per", "group_cols"
            )
        if self.top_per and self.sort is not None and self.sort.by in self.group_cols:
            raise ClashError("with top_per, sort names a metric", "top_per", "sort")
        return self

    @property
    def key_columns(self) -> list[str]:
        return [*self.group_cols]


class TimeTrend(Aggregates):
    """A metric over time: `period` (2025-03-31, 2025-W14, 2025-03, 2025-Q1, 2025-H1, 2025), group if any, then
    columns as in groupby_agg. `growth`
    adds `<column>_change` and `<column>_growth_pct` of each against the previous period, the same period a year
    before, or (`first`) the first period that has rows, where only periods with rows are shown. Else periods without
    rows are shown: 0 for sums and counts, null otherwise, and no growth from them; with gaps "skip" they are left out,
    and growth is against the group's period before that has rows. `cumulative` adds `<metric>_cumulative`, the
    total up to and with each period, of sums and counts, and of what adds and subtracts these, and `moving` 3
    `<column>_moving`, the mean of each with the two periods shown before it. `having`: conditions on result
    columns, `period` and growth too, applied after growth. `date_col` may hold years as numbers, grain year.
    """

    PURPOSE: ClassVar[Purpose] = "time series"
    op: Literal["time_trend"] = "time_trend"
    date_col: str
    grain: Grain = "month"
    metrics: Metrics = Field(default_factory=dict)
    quantities: Quantities = Field(default_factory=dict)
    computed: Computed = Field(default_factory=dict)
    group_col: str | None = None
    growth: Literal["none", "previous", "year", "first"] = "none"
    cumulative: bool = False
    moving: int | None = Field(default=None, ge=2, le=1_000, description="Mean of so many periods, the last its own.")
    gaps: Literal["fill", "skip"] = "fill"
    empty_groups: EmptyGroups = False
    having: list[Condition] = Field(default_factory=list, description="Conditions on result columns and `period`.")
    sort: Sort | None = None
    top_k: TopK = None
    skip: Skip = 0
    ties: Ties = False
    share_of: Literal["all", "shown"] = "all"
    with_total: Total = False

    @model_validator(mode="after")
    def _only_totals_run_on(self) -> "TimeTrend":
        if self.cumulative and set(self.measured.values()) - {"sum", "count"}:
            raise ClashError("only sums and counts can be cumulative", "cumulative", "metrics")
        return self

    @property
    def key_columns(self) -> list[str]:
        return [self.group_col] if self.group_col is not None else []

    @property
    def running(self) -> list[str]:
        """The result columns whose totals run on: sums and counts, and what adds and subtracts these."""
        found = [*self.measured] if self.cumulative else []
        for name, expression in self.computed.items():
            found += [name] if found and _adds_up(expression, found) else []
        return found

    def _measured(self) -> Iterable[str | None]:
        return [*super()._measured(), self.date_col]


def _adds_up(expression: Expression, totals: Iterable[str]) -> bool:
    """Does an expression only add and subtract these?"""
    if isinstance(expression, list):
        return expression[0] in ("add", "sub") and all(_adds_up(part, totals) for part in expression[1:])
    return isinstance(expression, str) and expression in totals


class ShareRatio(Measure):
    """Shares of a total: value, share_pct; or a ratio of two quantities: numerator, denominator, ratio.

    mode "composition": group columns, `value`, `share_pct` (of the total of all groups), largest first;
    `cumulative` adds
    `cumulative_pct`. With `threshold_pct` (Pareto) a first one-row table: groups_needed, groups_total, reached_pct.
    With `within` ["region"] shares are of the region's total, region by region, and top_k is of each.
    mode "ratio": group columns if any, `numerator`, `denominator`, `ratio`; `as_percent` adds `ratio_pct`. The lowest
    ratio: sort by ratio ascending, top_k 1. `with_total` adds a last table of the same over all rows.
    """

    op: Literal["share_ratio"] = "share_ratio"
    mode: Literal["composition", "ratio"] = "composition"
    group_cols: list[str] = Field(default_factory=list)
    value: Quantity = Field(default_factory=Quantity, description="Composition: what is divided up.")
    cumulative: bool = False
    threshold_pct: Annotated[float | None, Field(gt=0, le=100)] = None
    numerator: Quantity | None = None
    denominator: Quantity | None = None
    as_percent: bool = False
    within: list[str] = Field(default_factory=list, description="Composition: some of group_cols; shares within each.")
    having: list[Condition] = Field(default_factory=list, description="Conditions on result columns; shares stay.")
    sort: Sort | None = None
    top_k: TopK = None
    skip: Skip = 0
    ties: Ties = False
    with_total: Total = False

    @model_validator(mode="after")
    def _shares_within_some_of_its_groups(self) -> "ShareRatio":
        if self.within and self.mode == "ratio":
            raise ClashError("within is for mode composition", "within", "mode")
        if self.within and not set(self.within) < set(self.group_cols):
            raise ClashError(
                "within names some of group_cols, not all: the others share its total", "within", "group_cols"
            )
        if self.within and self.threshold_pct is not None:
            raise ClashError("threshold_pct is of all groups together: leave out within", "threshold_pct", "within")
        return self

    @model_validator(mode="after")
    def _mode_has_its_parts(self) -> "ShareRatio":
        if self.mode == "ratio" and (self.numerator is None or self.denominator is None):
            empty = "numerator" if self.numerator is None else "denominator"
            raise LackingError("a ratio needs numerator and denominator", empty)
        if self.mode == "composition" and not self.group_cols:
            raise LackingError("a composition needs group_cols", "group_cols")
        return self

    @property
    def key_columns(self) -> list[str]:
        return [*self.group_cols]

    def _measured(self) -> Iterable[str | None]:
        return [each.col for each in (self.value, self.numerator, self.denominator) if each is not None]

    @property
    def result_columns(self) -> list[str]:
        """The names of the columns of its table, in order."""
        if self.mode == "ratio":
            percent = ["ratio_pct"] if self.as_percent else []
            return [*self.group_cols, "numerator", "denominator", "ratio", *percent]
        return [*self.group_cols, "value", "share_pct", *(["cumulative_pct"] if self.cumulative else [])]


class PivotTable(Measure):
    """Two keys and one metric, wide: the `rows` column, then one column a value of `columns`."""

    op: Literal["pivot_table"] = "pivot_table"
    rows: str
    columns: str
    value: Quantity = Field(default_factory=Quantity)

    @property
    def key_columns(self) -> list[str]:
        return [self.rows]

    def _measured(self) -> Iterable[str | None]:
        return (self.columns, self.value.col)
