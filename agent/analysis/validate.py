"""Does a spec fit the columns? Checked on profiles alone, before any row is touched."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from agent.analysis.measures.column_summary import fits
from agent.analysis.measures.time_trend import trend_columns
from agent.analysis.prepare import schema_after
from agent.analysis.repeats import refuse_repeats
from agent.analysis.schema import Column, Schema, named, require, schema_of
from agent.analysis.trend_periods import holds_years
from agent.analysis.validate_aggregates import (
    check_having,
    check_metrics,
    check_result,
    check_shares_shown,
    check_sort,
    share_columns,
)
from agent.errors import DataError, SpecError
from agent.specs import measures as m
from agent.specs import plots as p
from agent.specs.adding_up import check_parts
from agent.specs.base import AnyOf, ColumnStatistic, Filter, RelativeDate, filters_in
from agent.specs.parse import Spec
from registry.profile import DatasetProfile

MAX_PIVOT_COLUMNS = 200


def check_spec(spec: Spec, profiles: Mapping[str, DatasetProfile]) -> None:
    """Nothing when the spec can be executed on such columns.

    SpecError names an unknown column with the nearest names, an aggregation that does not fit, a sort by what is no
    result column. DataError when only the person can decide (a date that reads two ways).
    """
    profile = _profile(spec.dataset_id, profiles)
    refuse_repeats(spec)
    schema = schema_after(schema_of(profile), spec.prepare, profiles)
    _check_filters(schema, spec.filters)
    if isinstance(spec, p.Plot):
        _check_plot(spec, schema, profiles)
    else:
        _CHECKS[spec.op](spec, schema)
    if isinstance(spec, m.PivotTable):
        _refuse_wide_pivot(spec, profile)


def _profile(dataset_id: str | None, profiles: Mapping[str, DatasetProfile]) -> DatasetProfile:
    known = ", ".join(f"{key} ({profile.name})" for key, profile in profiles.items()) or "none"
    if dataset_id is None and len(profiles) == 1:
        return next(iter(profiles.values()))
    if dataset_id is None:
        raise SpecError("The spec does not say which data set is meant.", f"Set dataset_id to one of: {known}.")
    if dataset_id not in profiles:
        raise SpecError(f"There is no data set {dataset_id!r}.", f"Use one of: {known}.")
    return profiles[dataset_id]


def _check_filters(schema: Schema, filters: Iterable[Filter | AnyOf]) -> None:
    for wanted in filters_in(filters):
        column = named(schema, wanted.col)
        if column.kind == "ambiguous_date" and wanted.op not in ("is_null", "not_null"):
            raise _ambiguous(column)
        if isinstance(wanted.value, ColumnStatistic):
            named(schema, wanted.value.col)
        if column.storage != "moment" and any(isinstance(value, RelativeDate) for value in wanted.values):
            _check_date(schema, wanted.col, "day")


def _ambiguous(column: Column) -> DataError:
    return DataError(
        f"The dates in {column.name} read both as day/month and as month/day.",
        "Say which order is meant (cast_type with day_first).",
    )


def _check_quantities(schema: Schema, quantities: Iterable[m.Quantity]) -> None:
    for quantity in quantities:
        check_metrics(schema, {quantity.col: [quantity.agg]})
        _check_filters(schema, quantity.filters)


def _numeric(schema: Schema, names: Iterable[str], what: str) -> None:
    for name in names:
        column = named(schema, name)
        if column.kind == "identifier":
            raise SpecError(f"{name} is an identifier; {what} means nothing for it.", "Use a numeric column.")
        if column.storage != "number":
            raise SpecError(f"{what} needs numbers; {name} is {column.kind}.", "Use a numeric column, or cast_type.")


def _check_date(schema: Schema, name: str, grain: m.Grain) -> None:
    column = named(schema, name)
    if column.kind == "ambiguous_date":
        raise _ambiguous(column)
    if column.storage != "moment" and not holds_years(column, grain):
        dates = [each.name for each in schema.values() if each.storage == "moment"]
        remedy = f"Date columns: {', '.join(dates)}." if dates else "Read one as a date with cast_type."
        years = " Years as numbers have grain year." if column.storage == "number" and column.whole else ""
        raise SpecError(f"{name} ({column.kind}) is no date column.", f"{remedy}{years}")


# ---------------------------------------------------------------- measures


def _check_by(schema: Schema, by: str | None, measured: Iterable[str]) -> None:
    require(schema, [by] if by is not None else [])
    if by is not None and by in measured:
        raise SpecError(f"{by} is measured and groups at once.", "Name another column in by.")


def _overview(_: m.DatasetOverview, __: Schema) -> None:
    """Fits any data."""


def _missingness(spec: m.Missingness, schema: Schema) -> None:
    require(schema, [*spec.columns, *([spec.by] if spec.by is not None else [])])


def _column_summary(spec: m.ColumnSummary, schema: Schema) -> None:
    for name in spec.columns:
        column = named(schema, name)
        unfit = [statistic for statistic in spec.stats if not fits(column, statistic)]
        if unfit and not any(fits(schema[other], unfit[0]) for other in spec.columns):
            raise SpecError(
                f"{unfit[0]} needs numbers; {name} is {column.kind}.", "Ask for count, unique, mode, min, max."
            )
    if spec.quantiles and spec.columns:
        _numeric(schema, spec.columns, "a quantile")
    _check_by(schema, spec.by, spec.columns)


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
    _numeric(schema, spec.columns, "a correlation")


def _correlation(spec: m.Correlation, schema: Schema) -> None:
    target = [spec.target] if spec.target is not None else []
    _numeric(schema, [*spec.columns, *target], "a correlation")
    if not target and len(spec.columns) < 2:
        raise SpecError("A correlation needs two columns, or a target.", "Name two columns, or set target.")
    _check_by(schema, spec.by, [*spec.columns, *target])


def _value_counts(spec: m.ValueCounts, schema: Schema) -> None:
    require(schema, [spec.column])


def _row_lookup(spec: m.RowLookup, schema: Schema) -> None:
    ordering = [*([spec.order_by] if spec.order_by is not None else []), *(key.by for key in spec.then_by)]
    require(schema, [*spec.columns, *spec.by, *ordering])
    for name in ordering:
        if schema[name].kind == "ambiguous_date":
            raise _ambiguous(schema[name])


def _time_trend(spec: m.TimeTrend, schema: Schema) -> None:
    _check_date(schema, spec.date_col, spec.grain)
    keys = [spec.group_col] if spec.group_col is not None else []
    require(schema, keys)
    columns = trend_columns(spec)
    _check_quantities(schema, spec.quantities.values())
    check_result(spec, schema, keys, columns)
    check_sort(spec.sort, columns)
    check_having(spec.having, columns)
    check_shares_shown(spec)


def _outliers(spec: m.Outliers, schema: Schema) -> None:
    _numeric(schema, [spec.column], "an outlier")
    _check_by(schema, spec.by, [spec.column])


def _normality_test(spec: m.NormalityTest, schema: Schema) -> None:
    _numeric(schema, [spec.column], "a test of normality")
    _check_by(schema, spec.by, [spec.column])


def _compare_groups(spec: m.CompareGroups, schema: Schema) -> None:
    _numeric(schema, [spec.value], "a comparison of groups")
    require(schema, [spec.group])


def _compare_columns(spec: m.CompareColumns, schema: Schema) -> None:
    long = spec.pair_by is not None
    measured = (spec.value,) if long else (spec.a, spec.b)
    _numeric(schema, [str(name) for name in measured if name is not None], "a paired comparison")
    require(schema, [name for name in (spec.group, spec.pair_by) if name is not None])


def _pivot_table(spec: m.PivotTable, schema: Schema) -> None:
    require(schema, [spec.rows, spec.columns])
    _check_quantities(schema, [spec.value])


def _contingency_test(spec: m.ContingencyTest, schema: Schema) -> None:
    if spec.rows == spec.columns:
        raise SpecError(f"{spec.rows} cannot be tested against itself.", "Name two different columns.")
    for name in (spec.rows, spec.columns):
        column = named(schema, name)
        if column.storage == "moment" or (column.storage == "number" and not column.whole):
            raise SpecError(
                f"A test of association needs categories; {name} is {column.kind}.",
                "Cut it into groups with recode_column or date_part; of two numbers use correlation.",
            )


def _ols_regression(spec: m.OlsRegression, schema: Schema) -> None:
    if spec.y in spec.x or len(set(spec.x)) < len(spec.x):
        raise SpecError("A column stands twice in the regression.", "Name y and each column of x once.")
    _numeric(schema, [spec.y], "a regression")
    for name in spec.x:
        column = named(schema, name)
        if column.kind == "identifier":
            raise SpecError(f"{name} is an identifier; a regression means nothing for it.", "Use another column.")
        if column.storage not in ("number", "text", "boolean"):
            raise SpecError(
                f"A regression needs numbers or categories; {name} is {column.kind}.", "Use date_part, or leave it out."
            )


_CHECKS: Mapping[str, Callable[[Any, Schema], None]] = {
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


def _refuse_wide_pivot(spec: m.PivotTable, profile: DatasetProfile) -> None:
    column = profile.column(spec.columns)
    if column is not None and column.unique > MAX_PIVOT_COLUMNS and not spec.filters:
        raise SpecError(
            f"{spec.columns} has {column.unique:,} values: too many for columns (at most {MAX_PIVOT_COLUMNS}).",
            "Put it on the rows, or filter it first.",
        )


# ---------------------------------------------------------------- plots


def _check_plot(spec: p.PlotSpec, schema: Schema, profiles: Mapping[str, DatasetProfile]) -> None:
    names = [getattr(spec, axis, None) for axis in ("x", "y", "color")]
    require(schema, [name for name in names if name is not None])
    if isinstance(spec, p.Scatter):
        for name in (spec.x, spec.y):
            if schema[name].storage not in ("number", "moment"):
                raise SpecError(f"A scatter plot needs numbers; {name} is {schema[name].kind}.", "Use numeric columns.")
    elif isinstance(spec, p.Hist):
        if schema[spec.x].storage not in ("number", "moment"):
            raise SpecError(
                f"A histogram needs numbers; {spec.x} is {schema[spec.x].kind}.", "Use a bar chart of counts."
            )
    elif isinstance(spec, p.Box | p.Violin):
        _numeric(schema, [spec.y], f"a {spec.kind} plot")
    else:
        _check_group_plot(spec, schema, profiles)


def _check_group_plot(spec: p.GroupPlot, schema: Schema, profiles: Mapping[str, DatasetProfile]) -> None:
    if isinstance(spec, p.Heatmap) and spec.of is None and spec.color is None:
        raise SpecError("A heatmap needs two keys, one down and one across.", "Set color too, or use kind bar.")
    measure = spec.measure
    if measure is not None:
        check_spec(measure, profiles)
    elif spec.y is not None:
        check_metrics(schema, {spec.y: [spec.agg or "sum"]})
    if isinstance(spec, p.Pie | p.Pareto) or (isinstance(spec, p.Bar) and spec.stack and spec.color):
        check_parts(spec)
