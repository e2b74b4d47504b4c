"""Does a measure fit the columns? One check an op."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from agent.analysis.measures.column_summary import fits
from agent.analysis.measures.time_trend import trend_columns
from agent.analysis.schema import Schema, column_named, require
from agent.analysis.validate.aggregates import (
    check_having,
    check_metrics,
    check_result,
    check_shares_shown,
    check_sort,
    share_columns,
)
from agent.analysis.validate.columns import ambiguous, check_by, check_date, check_filters, check_numeric
from agent.errors import SpecError
from agent.specs import measures as m
from registry.profile import DatasetProfile

MAX_PIVOT_COLUMNS = 200


def _check_quantities(schema: Schema, quantities: Iterable[m.Quantity]) -> None:
    for quantity in quantities:
        check_metrics(schema, {quantity.col: [quantity.agg]})
        check_filters(schema, quantity.filters)


def _overview(_: m.DatasetOverview, __: Schema) -> None:
    """Fits any data."""


def _missingness(spec: m.Missingness, schema: Schema) -> None:
    require(schema, [*spec.columns, *([spec.by] if spec.by is not None else [])])


def _column_summary(spec: m.ColumnSummary, schema: Schema) -> None:
    for name in spec.columns:
        column = column_named(schema, name)
        unfit = [statistic for statistic in spec.stats if not fits(column, statistic)]
        if unfit and not any(fits(schema[other], unfit[0]) for other in spec.columns):
            raise SpecError(
                f"{unfit[0]} needs numbers; {name} is {column.kind}.", "Ask for count, unique, mode, min, max."
            )
    if spec.quantiles and spec.columns:
        check_numeric(schema, spec.columns, "a quantile")
    check_by(schema, spec.by, spec.columns)


def _duplicate_check(spec: m.DuplicateCheck, schema: Schema) -> None:
    require(schema, spec.columns)


def _groupby_agg(spec: m.GroupbyAgg, schema: Schema) -> None:
    require(schema, spec.group_cols)
    columns = [*dict.fromkeys(spec.group_cols), *spec.measured, *spec.computed]
    _check_quantities(schema, spec.quantities.values())
    check_result(spec, schema, spec.group_cols, columns)
    check_sort(spec.sort, columns)
    check_having(spec.having, columns)
    check_shares_shown(spec)


def _share_ratio(spec: m.ShareRatio, schema: Schema) -> None:
    require(schema, spec.group_cols)
    parts = (spec.value,) if spec.mode == "composition" else (spec.numerator, spec.denominator)
    _check_quantities(schema, [quantity for quantity in parts if quantity is not None])
    if spec.mode == "composition" and spec.value.agg not in ("sum", "count"):
        raise SpecError(f"Shares of a total need sums or counts, not {spec.value.agg}.", "Use sum or count.")
    columns = share_columns(spec)
    check_sort(spec.sort, columns)
    check_having(spec.having, columns)


def _correlation_matrix(spec: m.CorrelationMatrix, schema: Schema) -> None:
    check_numeric(schema, spec.columns, "a correlation")


def _correlation(spec: m.Correlation, schema: Schema) -> None:
    target = [spec.target] if spec.target is not None else []
    check_numeric(schema, [*spec.columns, *target], "a correlation")
    if not target and len(spec.columns) < 2:
        raise SpecError("A correlation needs two columns, or a target.", "Name two columns, or set target.")
    check_by(schema, spec.by, [*spec.columns, *target])


def _value_counts(spec: m.ValueCounts, schema: Schema) -> None:
    require(schema, [spec.column])


def _row_lookup(spec: m.RowLookup, schema: Schema) -> None:
    ordering = [*([spec.order_by] if spec.order_by is not None else []), *(key.by for key in spec.then_by)]
    require(schema, [*spec.columns, *spec.by, *ordering])
    for name in ordering:
        if schema[name].kind == "ambiguous_date":
            raise ambiguous(schema[name])


def _time_trend(spec: m.TimeTrend, schema: Schema) -> None:
    check_date(schema, spec.date_col, spec.grain)
    keys = [spec.group_col] if spec.group_col is not None else []
    require(schema, keys)
    columns = trend_columns(spec)
    _check_quantities(schema, spec.quantities.values())
    check_result(spec, schema, keys, columns)
    check_sort(spec.sort, columns)
    check_having(spec.having, columns)
    check_shares_shown(spec)


def _outliers(spec: m.Outliers, schema: Schema) -> None:
    check_numeric(schema, [spec.column], "an outlier")
    check_by(schema, spec.by, [spec.column])


def _normality_test(spec: m.NormalityTest, schema: Schema) -> None:
    check_numeric(schema, [spec.column], "a test of normality")
    check_by(schema, spec.by, [spec.column])


def _compare_groups(spec: m.CompareGroups, schema: Schema) -> None:
    check_numeric(schema, [spec.value], "a comparison of groups")
    require(schema, [spec.group, *([spec.subject] if spec.subject is not None else [])])


def _compare_columns(spec: m.CompareColumns, schema: Schema) -> None:
    long = spec.pair_by is not None
    measured = (spec.value,) if long else (spec.a, spec.b)
    check_numeric(schema, [str(name) for name in measured if name is not None], "a paired comparison")
    require(schema, [name for name in (spec.group, spec.pair_by) if name is not None])


def _pivot_table(spec: m.PivotTable, schema: Schema) -> None:
    require(schema, [spec.rows, spec.columns])
    _check_quantities(schema, [spec.value])


def _contingency_test(spec: m.ContingencyTest, schema: Schema) -> None:
    if spec.rows == spec.columns:
        raise SpecError(f"{spec.rows} cannot be tested against itself.", "Name two different columns.")
    for name in (spec.rows, spec.columns):
        column = column_named(schema, name)
        if column.storage == "moment" or (column.storage == "number" and not column.whole):
            raise SpecError(
                f"A test of association needs categories; {name} is {column.kind}.",
                "Cut it into groups with recode_column or date_part; of two numbers use correlation.",
            )


def _ols_regression(spec: m.OlsRegression, schema: Schema) -> None:
    if spec.y in spec.x or len(set(spec.x)) < len(spec.x):
        raise SpecError("A column stands twice in the regression.", "Name y and each column of x once.")
    check_numeric(schema, [spec.y], "a regression")
    for name in spec.x:
        column = column_named(schema, name)
        if column.kind == "identifier":
            raise SpecError(f"{name} is an identifier; a regression means nothing for it.", "Use another column.")
        if column.storage not in ("number", "text", "boolean"):
            raise SpecError(
                f"A regression needs numbers or categories; {name} is {column.kind}.", "Use date_part, or leave it out."
            )


CHECKS: Mapping[str, Callable[[Any, Schema], None]] = {
    "dataset_overview": _overview,
    "missingness": _missingness,
    "column_summary": _column_summary,
    "duplicate_check": _duplicate_check,
    "groupby_agg": _groupby_agg,
    "share_ratio": _share_ratio,
    "correlation_matrix": _correlation_matrix,
    "correlation": _correlation,
    "value_counts": _value_counts,
    "row_lookup": _row_lookup,
    "time_trend": _time_trend,
    "outliers": _outliers,
    "normality_test": _normality_test,
    "compare_groups": _compare_groups,
    "compare_columns": _compare_columns,
    "pivot_table": _pivot_table,
    "contingency_test": _contingency_test,
    "ols_regression": _ols_regression,
}
"""op -> the check of such a measure."""


def refuse_wide_pivot(spec: m.PivotTable, profile: DatasetProfile) -> None:
    """SpecError for more columns than anyone reads, as far as the profile tells: filters may leave fewer."""
    column = profile.column(spec.columns)
    if column is not None and column.unique > MAX_PIVOT_COLUMNS and not spec.filters:
        raise SpecError(
            f"{spec.columns} has {column.unique:,} values: too many for columns (at most {MAX_PIVOT_COLUMNS}).",
            "Put it on the rows, or filter it first.",
        )
