"""Measures: what is computed. One model an op, discriminated by `op`. Source: seed 002 and the vocabulary.

Result columns are part of each op's promise (narration and sorting rely on them); they stand in the docstrings.
A metric's result column is `<col>_<agg>`; the count of rows is asked for as `{"*": ["count"]}` and named `rows`.
"""

from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import Field, model_validator

from agent.specs.aggregations import Aggregation, Grain, Metrics, metric_name
from agent.specs.base import Condition, DatasetId, Sort, Strict, TopK
from agent.specs.expressions import Computation
from agent.specs.transforms import Transform

__all__ = ["Aggregation", "Grain", "Metrics", "metric_name"]  # of steps too, and part of this page's own language

Statistic = Literal[
    "count",
    "missing",
    "mean",
    "median",
    "std",
    "var",
    "min",
    "max",
    "range",
    "sum",
    "mode",
    "unique",
    "skew",
    "kurtosis",
]
CorrelationMethod = Literal["pearson", "spearman", "kendall"]
NormalityTestName = Literal["shapiro", "dagostino", "anderson", "ks"]
DEFAULT_NORMALITY_TESTS: tuple[NormalityTestName, ...] = ("shapiro", "dagostino")
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


class DatasetOverview(Measure):
    """Size, columns and types. Two tables: one row (rows, columns, duplicate_rows, missing_cells, memory_mb,
    first_date, last_date); and one row a column (column, kind, non_missing, missing, unique, min, max).
    """

    op: Literal["dataset_overview"] = "dataset_overview"


class Missingness(Measure):
    """Missing cells a column: column, missing, missing_pct, rows; most missing first. With `by`, first a table by
    group (the group column before the others), then the one over all rows.
    """

    op: Literal["missingness"] = "missingness"
    columns: list[str] = Field(default_factory=list, description="None means all.")
    by: str | None = None


class ColumnSummary(Measure):
    """Statistics of columns. A row each: column, then the statistics asked for, then quantiles as `p10`, `p97_5`. With
    `by` a row for each group and column, the group column first.
    """

    op: Literal["column_summary"] = "column_summary"
    columns: list[str] = Field(default_factory=list, description="None means all numeric ones.")
    stats: list[Statistic] = Field(default_factory=list, description="None means those that fit the column's type.")
    quantiles: list[Annotated[float, Field(ge=0, le=1)]] = Field(default_factory=list, description="As shares: 0.95.")
    ddof: Literal[0, 1] = 1
    by: str | None = Field(default=None, description="A row for each group too, the group column first.")


class DuplicateCheck(Measure):
    """Repeated rows. By all or key columns. One row (rows, distinct, duplicate_rows, groups) where
    duplicate_rows
    counts the rows beyond the first of each group; then the repeated groups (keys, n), most repeated first.
    """

    op: Literal["duplicate_check"] = "duplicate_check"
    columns: list[str] = Field(default_factory=list, description="Key columns; none means all.")
    examples: int = Field(default=20, ge=0, le=1000)


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

    @model_validator(mode="after")
    def _aggregates_something(self) -> Self:
        if not self.metrics and not self.quantities:
            raise ValueError("metrics or quantities: one of both is needed")
        return self

    @property
    def measured(self) -> dict[str, Aggregation]:
        """The aggregates by their result columns, in order: metrics, then quantities."""
        named = {metric_name(column, each): each for column, wanted in self.metrics.items() for each in wanted}
        return {**named, **{name: quantity.agg for name, quantity in self.quantities.items()}}


class GroupbyAgg(Aggregates):
    """Aggregates by group, or top_k of each top_per. Group columns, a column a metric, a quantity, a computed one. No
    group column: one row over all rows. Missing keys are a group of their own, shown as null. `quantities`
    {"north": {"col": "sales", "agg": "sum", "filters": [...]}} have conditions of their own; `computed`
    {"change": ["pct_change", "north", "south"]} comes from result columns. Aggregation `share`: percent of the total
    over all groups, or with share_of "shown" over those left after having and top_k. `top_per` ["region"] keeps the
    best (`top_k`: so many) groups of each region, by `sort` or the first metric, largest first; ties all stay.
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
    share_of: Literal["all", "shown"] = "all"
    with_total: Total = False

    @model_validator(mode="after")
    def _ranked_within_some_of_its_groups(self) -> "GroupbyAgg":
        per, groups = set(self.top_per), set(self.group_cols)
        if per and not per < groups:
            raise ValueError("top_per names some of group_cols, not all: what is ranked is the others")
        if self.top_per and self.sort is not None and self.sort.by in self.group_cols:
            raise ValueError("with top_per, sort names a metric")
        return self


class ShareRatio(Measure):
    """Shares of a total, or a ratio of two quantities.

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
            raise ValueError("within is for mode composition")
        if self.within and not set(self.within) < set(self.group_cols):
            raise ValueError("within names some of group_cols, not all: the others share its total")
        if self.within and self.threshold_pct is not None:
            raise ValueError("threshold_pct is of all groups together: leave out within")
        return self

    @model_validator(mode="after")
    def _mode_has_its_parts(self) -> "ShareRatio":
        if self.mode == "ratio" and (self.numerator is None or self.denominator is None):
            raise ValueError("a ratio needs numerator and denominator")
        if self.mode == "composition" and not self.group_cols:
            raise ValueError("a composition needs group_cols")
        return self


class CorrelationMatrix(Measure):
    """Matrix of columns (numeric ones: `column` and one column each) and its pairs (a, b, r, n). Strongest first.

    Default columns: the `top_n` of largest variance; columns named always stay in (REQ-CORR-001, seed 002).
    """

    op: Literal["correlation_matrix"] = "correlation_matrix"
    columns: list[str] = Field(default_factory=list)
    method: CorrelationMethod = "pearson"
    top_n: int = Field(default=10, ge=2, le=60)
    min_strength: Annotated[float | None, Field(ge=0, le=1)] = Field(
        default=None, description="Leave weaker pairs out of the list of pairs; the matrix stays whole."
    )


class Correlation(Measure):
    """Correlation of two columns, or of all numeric ones with `target`. A row a pair: a, b, r, p, n, ci_low, ci_high
    (95 %). With `by` the pairs of each group, the group column first.
    """

    op: Literal["correlation"] = "correlation"
    columns: list[str] = Field(default_factory=list)
    target: str | None = None
    method: CorrelationMethod = "pearson"
    by: str | None = Field(default=None, description="The pairs of each group, the group column first.")


class ValueCounts(Measure):
    """Counts of a column's values: the column, `count`, `share_pct`; most frequent first. Missing shown as null."""

    op: Literal["value_counts"] = "value_counts"
    column: str
    dropna: bool = Field(default=False, description="Leave missing cells out of counts and shares.")
    min_count: int = Field(default=1, ge=1)
    top_k: TopK = None


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
                raise ValueError(
                    f"{self.which} goes by the order of the file, without order_by; else use top or bottom"
                )
        elif self.which != "matching" and self.order_by is None:
            raise ValueError(f"{self.which} needs order_by")
        if self.then_by and self.order_by is None:
            raise ValueError("then_by needs order_by")
        if self.skip and self.which in ("max", "min", "matching"):
            raise ValueError("skip needs which top, bottom, first or last")
        return self

    @model_validator(mode="after")
    def _groups_are_clear(self) -> "RowLookup":
        if self.by and (self.which == "matching" or self.order_by in self.by):
            raise ValueError("by needs another which than matching, and order_by a column other than the groups")
        return self


class TimeTrend(Aggregates):
    """A metric over time: `period` (2025-03-31, 2025-W14, 2025-03, 2025-Q1, 2025-H1, 2025), group if any, a column a
    metric, a quantity, a computed one (as in groupby_agg). `growth`
    adds `<column>_change` and `<column>_growth_pct` of each against the previous period, the same period a year
    before, or (`first`) the first period that has rows, where only periods with rows are shown. Else periods without
    rows are shown: 0 for sums and counts, null otherwise, and no growth from them; with gaps "skip" they are left out,
    and growth is against the group's period before that has rows. `cumulative` adds `<metric>_cumulative`, the
    total up to and with each period, of sums and counts. `having`: conditions on result columns, `period` and growth
    too, applied after growth. `date_col` may hold years as numbers, grain year.
    """

    op: Literal["time_trend"] = "time_trend"
    date_col: str
    grain: Grain = "month"
    metrics: Metrics = Field(default_factory=dict)
    quantities: Quantities = Field(default_factory=dict)
    computed: Computed = Field(default_factory=dict)
    group_col: str | None = None
    growth: Literal["none", "previous", "year", "first"] = "none"
    cumulative: bool = False
    gaps: Literal["fill", "skip"] = "fill"
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
            raise ValueError("only sums and counts can be cumulative")
        return self


class Outliers(Measure):
    """Outliers of a column. One row: count, n, lower, upper, q1, q3 (or mean, std; or median, mad), mean_with,
    mean_without; then the rows. With `by` a row a group, each with limits of its own.
    """

    op: Literal["outliers"] = "outliers"
    column: str
    method: Literal["iqr", "zscore", "mad"] = "iqr"
    threshold: float | None = Field(default=None, gt=0, description="None means 1.5 (iqr), 3 (zscore), 3.5 (mad).")
    side: Literal["both", "low", "high"] = "both"
    ddof: Literal[0, 1] = 1
    by: str | None = None


class NormalityTest(Measure):
    """Tests of normality. A row each: test, statistic, p, n (shapiro, dagostino, ks). With `by`, by group."""

    op: Literal["normality_test"] = "normality_test"
    column: str
    tests: list[NormalityTestName] = Field(default_factory=lambda: [*DEFAULT_NORMALITY_TESTS])
    by: str | None = None


class CompareGroups(Measure):
    """Do groups differ in a value. One row: test, statistic, df, p, effect, effect_name, ci_low, ci_high,
    n; then a
    row a group: the group column, n, mean, median, std. Two groups: Welch by default; more: anova by default.
    """

    op: Literal["compare_groups"] = "compare_groups"
    value: str
    group: str
    groups: list[str] = Field(default_factory=list, description="None means all.")
    test: Literal["auto", "welch", "student", "mann_whitney", "ks", "anova", "kruskal"] = "auto"


class CompareColumns(Measure):
    """Paired test of columns `a` and `b`, or of `a` against a number `value`. Long form: `value` (a
    column) of the same `pair_by` under two values of `group`. One row: test (paired_t, one_sample_t, wilcoxon),
    statistic, df, p, difference, effect, effect_name, ci_low, ci_high, n (pairs); then a row a side: column or group,
    n, mean, median, std. Difference: `a` minus `b`, or the first of `groups` minus the second.
    """

    op: Literal["compare_columns"] = "compare_columns"
    a: str | None = None
    b: str | None = None
    value: float | str | None = Field(
        default=None, description="Beside a: the number to compare with. Beside pair_by: the column with the values."
    )
    group: str | None = None
    pair_by: str | None = Field(default=None, description="Long form: the column that says which rows are a pair.")
    groups: list[str] = Field(default_factory=list, description="Two values of group; none means its only two.")
    test: Literal["auto", "t", "wilcoxon"] = Field(default="auto", description="auto is t.")

    @model_validator(mode="after")
    def _one_form_of_three(self) -> "CompareColumns":
        if self.pair_by is not None:
            if not isinstance(self.value, str) or self.group is None or self.a is not None or self.b is not None:
                raise ValueError("with pair_by give value (a column) and group, and neither a nor b")
            if len({self.pair_by, self.group, self.value}) < 3:
                raise ValueError("pair_by, group and value are three different columns")
            if self.groups and len(set(self.groups)) != 2:
                raise ValueError("groups names two values of group")
            return self
        if self.a is None or self.group is not None or self.groups:
            raise ValueError("give a and b, or a and a number as value; group and groups belong to pair_by")
        if (self.b is None) == (self.value is None) or isinstance(self.value, str):
            raise ValueError("give either b (a second column) or value (a number)")
        if self.b == self.a:
            raise ValueError("a and b are two different columns")
        return self


class PivotTable(Measure):
    """Two keys and one metric, wide: the `rows` column, then one column a value of `columns`."""

    op: Literal["pivot_table"] = "pivot_table"
    rows: str
    columns: str
    value: Quantity = Field(default_factory=Quantity)


class ContingencyTest(Measure):
    """Association of two categories. A row a test: test (chi_square; of 2x2 with small counts fisher_exact
    too), statistic, df, p, cramers_v, n, expected_min, expected_under_5; then the cross table of counts.
    """

    op: Literal["contingency_test"] = "contingency_test"
    rows: str
    columns: str
    correction: bool = Field(default=True, description="Yates, of two by two values only.")
    exact: bool = Field(default=False, description="Fisher's exact test too, though no count is small.")


class OlsRegression(Measure):
    """Linear regression. Explains y by x; text columns of x are categories. A row a term: term ((intercept) first),
    level and base (categories only), coefficient, std_error, t, p, ci_low, ci_high (95 %); then one row: r2,
    adjusted_r2, f, df_model, df_residual, p, residual_std, n.
    """

    op: Literal["ols_regression"] = "ols_regression"
    y: str
    x: list[str] = Field(min_length=1, max_length=20)


AnalysisSpec = Annotated[
    DatasetOverview | Missingness | ColumnSummary | DuplicateCheck | GroupbyAgg | ShareRatio | CorrelationMatrix
    | Correlation | ValueCounts | RowLookup | TimeTrend | Outliers | NormalityTest | CompareGroups
    | CompareColumns | PivotTable
    | ContingencyTest | OlsRegression,
    Field(discriminator="op"),
]  # fmt: skip
