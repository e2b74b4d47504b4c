"""Statistics of columns and groups: how they go together, differ, are spread and explain each other."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from agent.specs.base import ClashError, LackingError, TopK
from agent.specs.measures.shared import Measure, Purpose

CorrelationMethod = Literal["pearson", "spearman", "kendall"]
NormalityTestName = Literal["shapiro", "dagostino", "anderson", "ks"]
DEFAULT_NORMALITY_TESTS: tuple[NormalityTestName, ...] = ("shapiro", "dagostino")


class CorrelationMatrix(Measure):
    """Matrix of columns (numeric ones: `column` and one column each) and its pairs (a, b, r, n). Strongest first.

    Default columns: the `top_n` of largest variance; columns named always stay in (REQ-CORR-001, seed 002), alone with
    `only`. `top_k` of the pairs: the strongest.
    """

    PURPOSE: ClassVar[Purpose] = "correlation"
    IS_STATISTICAL: ClassVar[bool] = True
    FIGURES_OF_METHOD: ClassVar[tuple[float, ...]] = (0, 1)
    op: Literal["correlation_matrix"] = "correlation_matrix"
    columns: list[str] = Field(default_factory=list)
    method: CorrelationMethod = "pearson"
    only: bool = Field(default=False, description="The columns named, and no others beside them.")
    top_n: int = Field(default=10, ge=2, le=60)
    min_strength: Annotated[float | None, Field(ge=0, le=1)] = Field(
        default=None, description="Leave weaker pairs out of the list of pairs; the matrix stays whole."
    )
    top_k: TopK = None

    @model_validator(mode="after")
    def _only_what_is_named(self) -> "CorrelationMatrix":
        if self.only and len(set(self.columns)) < 2:
            raise LackingError("only needs two columns named", "columns")
        return self

    def _measured(self) -> Iterable[str | None]:
        return self.columns


class Correlation(Measure):
    """Correlation of two columns, or of all numeric ones with `target`. A row a pair: a, b, r, p, n, ci_low, ci_high
    (95 %). With `by` the pairs of each group, the group column first. `top_k`: the strongest pairs. Of one pair checks:
    what turns it round.
    """

    PURPOSE: ClassVar[Purpose] = "correlation"
    IS_STATISTICAL: ClassVar[bool] = True
    HAS_P_VALUES: ClassVar[bool] = True
    FIGURES_OF_METHOD: ClassVar[tuple[float, ...]] = (0, 1, 95, 0.05)
    op: Literal["correlation"] = "correlation"
    columns: list[str] = Field(default_factory=list)
    target: str | None = None
    method: CorrelationMethod = "pearson"
    by: str | None = Field(default=None, description="The pairs of each group, the group column first.")
    top_k: TopK = None

    def _measured(self) -> Iterable[str | None]:
        return (self.target, *self.columns)


class Outliers(Measure):
    """Outliers of a column, its mean with and without them. One row: count, n, lower, upper, q1, q3 (or mean, std; or
    median, mad), mean_with, mean_without; then the rows. With `by` a row a group, each with limits of its own. Other
    statistics without them: the step treat_outliers first.
    """

    IS_STATISTICAL: ClassVar[bool] = True
    FIGURES_OF_METHOD: ClassVar[tuple[float, ...]] = (1.5, 3, 3.5)
    op: Literal["outliers"] = "outliers"
    column: str
    method: Literal["iqr", "zscore", "mad"] = "iqr"
    threshold: float | None = Field(default=None, gt=0, description="None means 1.5 (iqr), 3 (zscore), 3.5 (mad).")
    side: Literal["both", "low", "high"] = "both"
    ddof: Literal[0, 1] = 1
    by: str | None = None

    def _measured(self) -> Iterable[str | None]:
        return (self.column,)


class NormalityTest(Measure):
    """Tests of normality. A row each: test, statistic, p, n (shapiro, dagostino, ks). With `by`, by group."""

    PURPOSE: ClassVar[Purpose] = "comparison"
    IS_STATISTICAL: ClassVar[bool] = True
    HAS_P_VALUES: ClassVar[bool] = True
    FIGURES_OF_METHOD: ClassVar[tuple[float, ...]] = (0.05,)
    op: Literal["normality_test"] = "normality_test"
    column: str
    tests: list[NormalityTestName] = Field(default_factory=lambda: [*DEFAULT_NORMALITY_TESTS])
    by: str | None = None

    def _measured(self) -> Iterable[str | None]:
        return (self.column,)


class CompareGroups(Measure):
    """Do groups differ in a value. One row: design, subject, test, statistic, df, df2, p, difference, ci_low, ci_high,
    effect, effect_name, n; then a row a group: the group column, n, mean, ci_low, ci_high, median, std; a check:
    check, statistic, p; a pair: a, b, difference, p. Two groups: Welch by default; more: welch_anova; paired: paired_t,
    rm_anova.
    """

    PURPOSE: ClassVar[Purpose] = "comparison"
    IS_STATISTICAL: ClassVar[bool] = True
    HAS_P_VALUES: ClassVar[bool] = True
    FIGURES_OF_METHOD: ClassVar[tuple[float, ...]] = (95, 0.05)
    op: Literal["compare_groups"] = "compare_groups"
    value: str
    group: str
    groups: list[str] = Field(default_factory=list, description="None means all.")
    design: Literal["auto", "independent", "paired", "nested"] = Field(
        default="auto",
        description="auto: as found. paired: subjects have every group; nested: several values of one group.",
    )
    subject: str | None = Field(default=None, description="Column of whose rows belong together.")
    test: Literal[
        "auto", "welch", "student", "mann_whitney", "ks", "anova", "welch_anova", "kruskal", "paired_t", "wilcoxon",
        "rm_anova", "friedman",
    ] = "auto"  # fmt: skip

    @model_validator(mode="after")
    def _columns_apart(self) -> "CompareGroups":
        if self.subject is not None and self.subject in (self.value, self.group):
            raise ClashError("subject, value and group are different columns", "subject", "value", "group")
        return self

    @property
    def key_columns(self) -> list[str]:
        return [self.group]

    def _measured(self) -> Iterable[str | None]:
        return (self.value, self.subject)


class CompareColumns(Measure):
    """Paired test of columns `a` and `b`, or of `a` against a number `value`. Long form: `value` (a
    column) of the same `pair_by` under two values of `group`. One row: test (paired_t, one_sample_t, wilcoxon),
    statistic, df, p, difference, effect, effect_name, ci_low, ci_high, n (pairs); then a row a side: column or group,
    n, mean, median, std. Difference: `a` minus `b`, or the first of `groups` minus the second.
    """

    PURPOSE: ClassVar[Purpose] = "comparison"
    IS_STATISTICAL: ClassVar[bool] = True
    HAS_P_VALUES: ClassVar[bool] = True
    FIGURES_OF_METHOD: ClassVar[tuple[float, ...]] = (0, 95, 0.05)
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
                told = "with pair_by give value (a column) and group, and neither a nor b"
                empty = next((name for name in ("value", "group") if getattr(self, name) is None), None)
                raise LackingError(told, empty) if empty else ClashError(told, "pair_by", "a", "b", "value")
            if len({self.pair_by, self.group, self.value}) < 3:
                raise ClashError("pair_by, group and value are three different columns", "pair_by", "group", "value")
            if self.groups and len(set(self.groups)) != 2:
                raise ClashError("groups names two values of group", "groups")
            return self
        if self.a is None or self.group is not None or self.groups:
            told = "give a and b, or a and a number as value; group and groups belong to pair_by"
            raise LackingError(told, "a") if self.a is None else ClashError(told, "a", "group", "groups")
        if self.b is None and self.value is None:
            raise LackingError("give either b (a second column) or value (a number)", "b", "value")
        if (self.b is None) == (self.value is None) or isinstance(self.value, str):
            raise ClashError("give either b (a second column) or value (a number)", "b", "value")
        if self.b == self.a:
            raise ClashError("a and b are two different columns", "a", "b")
        return self

    def _measured(self) -> Iterable[str | None]:
        return (self.a, self.b, self.group, self.pair_by, self.value if isinstance(self.value, str) else None)


class ContingencyTest(Measure):
    """Association of two categories. A row a test: test (chi_square; of 2x2 with small counts fisher_exact
    too), statistic, df, p, cramers_v, n, expected_min, expected_under_5; the cross table of counts; of
    2x2 risk_ratio, odds_ratio with intervals.
    """

    PURPOSE: ClassVar[Purpose] = "comparison"
    IS_STATISTICAL: ClassVar[bool] = True
    HAS_P_VALUES: ClassVar[bool] = True
    FIGURES_OF_METHOD: ClassVar[tuple[float, ...]] = (5, 0.05)
    op: Literal["contingency_test"] = "contingency_test"
    rows: str
    columns: str
    correction: bool = Field(default=True, description="Yates, of two by two values only.")
    exact: bool = Field(default=False, description="Fisher's exact test too, though no count is small.")

    @property
    def key_columns(self) -> list[str]:
        return [self.rows]

    def _measured(self) -> Iterable[str | None]:
        return (self.columns,)


class OlsRegression(Measure):
    """Linear regression. Explains y by x; text columns of x are categories. A row a term: term ((intercept) first),
    level and base (categories only), coefficient, std_error, t, p, ci_low, ci_high (95 %); then one row: r2,
    adjusted_r2, f, df_model, df_residual, p, residual_std, n. With `by` a line a group, of one numeric x: the group
    column, slope, intercept, r2, p, ci_low, ci_high (of the slope), n.
    """

    PURPOSE: ClassVar[Purpose] = "regression"
    IS_STATISTICAL: ClassVar[bool] = True
    HAS_P_VALUES: ClassVar[bool] = True
    FIGURES_OF_METHOD: ClassVar[tuple[float, ...]] = (95, 0.05)
    op: Literal["ols_regression"] = "ols_regression"
    y: str
    x: list[str] = Field(min_length=1, max_length=20)
    by: str | None = Field(default=None, description="A line of one x for each group, the group column first.")

    @model_validator(mode="after")
    def _lines_have_one_x(self) -> "OlsRegression":
        if self.by is not None and len(self.x) > 1:
            raise ClashError("by takes one column as x: a line for each group", "by", "x")
        return self

    def _measured(self) -> Iterable[str | None]:
        return (self.y, *self.x)
