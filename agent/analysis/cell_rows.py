"""Which of the rows that a measure worked on stand behind one cell of its result."""

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import narwhals as nw

from agent.analysis.aggregates import Metric, metrics_of
from agent.analysis.filters import fulfilling
from agent.analysis.periods import a_year_before, ordinal, parse_span
from agent.analysis.rows import Prepared
from agent.analysis.source import records
from agent.analysis.tables import cell, key_column
from agent.analysis.trend_periods import PERIOD, with_period
from agent.artifacts import MISSING_KEY, Cell
from agent.specs.expressions import columns_in
from agent.specs.measures import (
    Aggregates,
    AnalysisSpec,
    ColumnSummary,
    CompareColumns,
    CompareGroups,
    ContingencyTest,
    Correlation,
    CorrelationMatrix,
    DuplicateCheck,
    GroupbyAgg,
    Missingness,
    NormalityTest,
    OlsRegression,
    Outliers,
    PivotTable,
    Quantity,
    RowLookup,
    ShareRatio,
    TimeTrend,
    ValueCounts,
)

Row = Mapping[str, Cell]
"""A row of the result by column; {} where the result is one row of everything."""
_DERIVED = ("_cumulative", "_growth_pct", "_change")
_UP_TO_HERE = "_cumulative"


def rows_of_cell(spec: AnalysisSpec, data: Prepared, row: Row, column: str) -> Prepared:
    """The rows of the cell's group, and of these the ones that count in its column. `data` is what the measure worked
    on. A cell that compares periods stands on the rows of both.
    """
    if isinstance(spec, TimeTrend):
        data = _of_periods(spec, with_period(spec, data.complete([spec.date_col])), row, column)
    for name in group_columns(spec):
        if name in row and name in data.schema:
            data = _keep_rows(data, is_value(data, name, row[name]))
    return _COUNTING.get(type(spec), _everything)(spec, data, row, column)


def group_columns(spec: AnalysisSpec) -> list[str]:
    """The columns of the data whose values name the rows of the measure's tables."""
    match spec:
        case GroupbyAgg() | ShareRatio():
            return [*spec.group_cols]
        case TimeTrend():
            return [spec.group_col] if spec.group_col is not None else []
        case ValueCounts():
            return [spec.column]
        case PivotTable() | ContingencyTest():
            return [spec.rows]
        case CompareGroups():
            return [spec.group]
        case RowLookup():
            return [*spec.by]
        case DuplicateCheck():
            return [*spec.columns]
    by = getattr(spec, "by", None)
    return [by] if isinstance(by, str) else []


def measured_columns(spec: AnalysisSpec) -> list[str]:
    """The columns of the data that the measure is about, beside its groups; [] where these are all."""
    found: list[str | None] = []
    match spec:
        case Aggregates():
            found = [each.column for each in metrics_of(spec.metrics, spec.quantities)]
            found += [spec.date_col] if isinstance(spec, TimeTrend) else []
        case ShareRatio():
            found = [each.col for each in (spec.value, spec.numerator, spec.denominator) if each is not None]
        case PivotTable():
            found = [spec.columns, spec.value.col]
        case CompareGroups():
            found = [spec.value, spec.subject]
        case CompareColumns():
            found = [spec.a, spec.b, spec.group, spec.pair_by, spec.value if isinstance(spec.value, str) else None]
        case ContingencyTest():
            found = [spec.columns]
        case OlsRegression():
            found = [spec.y, *spec.x]
        case Outliers() | NormalityTest():
            found = [spec.column]
        case Correlation() | CorrelationMatrix() | ColumnSummary() | Missingness():
            found = [getattr(spec, "target", None), *spec.columns]
        case RowLookup():
            found = [spec.order_by, *spec.columns]
    return [name for name in dict.fromkeys(found) if name is not None and name != "*"]


def is_value(data: Prepared, name: str, wanted: Cell) -> nw.Expr:
    """True in the rows whose cell is shown as `wanted`; a missing one names the rows without a value."""
    if wanted is None:
        return nw.col(name).is_null()
    shown = key_column(data.schema[name])
    values = records(data.frame.select(nw.col(name)).unique())[name]
    return _any(nw.col(name) == value for value in values if cell(value, shown) == wanted)


# ---------------------------------------------------------------- periods


def _of_periods(spec: TimeTrend, data: Prepared, row: Row, column: str) -> Prepared:
    """The rows of the cell's period; of those before it too where it adds them up, and of the one that it is compared
    with."""
    span = parse_span(str(row.get("period", "")))
    if span is None:
        return data
    number = ordinal(span.start.date(), spec.grain)
    if column.endswith(_UP_TO_HERE) and spec.cumulative:
        return _keep_rows(data, nw.col(PERIOD) <= number)
    mask = nw.col(PERIOD) == number
    base = _base(spec, data, row, number) if _is_growth(spec, column) else None
    return _keep_rows(data, mask if base is None else mask | (nw.col(PERIOD) == base))


def _is_growth(spec: TimeTrend, column: str) -> bool:
    return spec.growth != "none" and column.endswith(_DERIVED) and not column.endswith(_UP_TO_HERE)


def _base(spec: TimeTrend, data: Prepared, row: Row, number: int) -> int | None:
    """The period that a change is told against (`trend_series`)."""
    if spec.growth == "year":
        return a_year_before(number, spec.grain)
    if spec.growth == "previous" and spec.gaps == "fill":
        return number - 1
    of_group = spec.gaps == "skip" and spec.group_col is not None and spec.group_col in row
    group = str(spec.group_col)
    frame = data.frame.filter(is_value(data, group, row[group])) if of_group else data.frame
    known = sorted(int(each) for each in records(frame.select(nw.col(PERIOD)).unique())[PERIOD])
    earlier = [each for each in known if each < number]
    if not earlier:
        return None
    return earlier[0] if spec.growth == "first" else earlier[-1]


# ---------------------------------------------------------------- what counts in a column


def _everything(_: Any, data: Prepared, __: Row, ___: str) -> Prepared:
    return data


def _of_aggregates(spec: Aggregates, data: Prepared, _: Row, column: str) -> Prepared:
    metrics = {each.result: each for each in metrics_of(spec.metrics, spec.quantities)}
    names = _sources(column, spec, metrics)
    return _counted_rows(data, [metrics[name] for name in names])


def _sources(column: str, spec: Aggregates, metrics: Mapping[str, Metric]) -> list[str]:
    """The metrics that a result column is made of; [] for one that is none."""
    if column in metrics:
        return [column]
    if column in spec.computed:
        parts = sorted(columns_in(spec.computed[column]) - {column})
        return list(dict.fromkeys(name for part in parts for name in _sources(part, spec, metrics)))
    ending = next((each for each in _DERIVED if column.endswith(each)), None)
    return _sources(column.removesuffix(ending), spec, metrics) if ending else []


def _of_shares(spec: ShareRatio, data: Prepared, _: Row, column: str) -> Prepared:
    if spec.mode == "composition":
        return _counted_rows(data, [_metric(spec.value)])
    sides = {"numerator": spec.numerator, "denominator": spec.denominator}
    wanted = [sides[column]] if column in sides else [*sides.values()]
    return _counted_rows(data, [_metric(each) for each in wanted if each is not None])


def _of_pivot(spec: PivotTable, data: Prepared, row: Row, column: str) -> Prepared:
    if column != spec.rows and row:
        data = _across(data, spec.columns, column)
    return _counted_rows(data, [_metric(spec.value)])


def _of_cross_table(spec: ContingencyTest, data: Prepared, row: Row, column: str) -> Prepared:
    data = data.complete([spec.rows, spec.columns])
    return _across(data, spec.columns, column) if spec.rows in row and column != spec.rows else data


def _across(data: Prepared, name: str, heading: str) -> Prepared:
    """The rows whose value heads a column of a wide table."""
    shown = key_column(data.schema[name])
    values = [cell(value, shown) for value in records(data.frame.select(nw.col(name)).unique())[name]]
    named = next((value for value in values if str(MISSING_KEY if value is None else value) == heading), heading)
    return _keep_rows(data, is_value(data, name, named))


def _of_column(_: Any, data: Prepared, row: Row, column: str) -> Prepared:
    """Of a row that tells of one column: the rows with a value there, or without one where these are counted."""
    name = row.get("column")
    if not isinstance(name, str) or name not in data.schema or column.startswith("missing_pct"):
        return data
    is_gap = nw.col(name).is_null()
    return _keep_rows(data, is_gap if column == "missing" else ~is_gap)


def _of_pairs(_: Any, data: Prepared, row: Row, column: str) -> Prepared:
    sides = [row.get("a"), row.get("b")] if "a" in row else [row.get("column"), column]
    return data.complete([name for name in sides if isinstance(name, str) and name in data.schema])


def _of_groups_compared(spec: CompareGroups, data: Prepared, row: Row, __: str) -> Prepared:
    data = data.complete([spec.value, spec.group])
    compared = [row["a"], row["b"]] if "a" in row and "b" in row else spec.groups
    return _keep_rows(data, _any(is_value(data, spec.group, each) for each in compared)) if compared else data


def _of_columns_compared(spec: CompareColumns, data: Prepared, _: Row, __: str) -> Prepared:
    names = measured_columns(spec)
    data = data.complete(names)
    if spec.group is None or not spec.groups:
        return data
    return _keep_rows(data, _any(is_value(data, spec.group, each) for each in spec.groups))


def _of_named(spec: AnalysisSpec, data: Prepared, _: Row, __: str) -> Prepared:
    return data.complete(measured_columns(spec))


def _of_fences(spec: Outliers, data: Prepared, row: Row, column: str) -> Prepared:
    data = data.complete([spec.column])
    low, high = row.get("lower"), row.get("upper")
    if column != "count" or not (isinstance(low, int | float) and isinstance(high, int | float)):
        return data
    value = nw.col(spec.column)
    sides = {"low": value < low, "high": value > high, "both": (value < low) | (value > high)}
    return _keep_rows(data, sides[spec.side])


def _of_row(_: RowLookup, data: Prepared, row: Row, __: str) -> Prepared:
    """The row itself, and any that is equal to it in what is shown."""
    shown = [name for name in row if name in data.schema]
    for name in shown:
        data = _keep_rows(data, is_value(data, name, row[name]))
    return data


_COUNTING: Mapping[type, Callable[[Any, Prepared, Row, str], Prepared]] = {
    GroupbyAgg: _of_aggregates,
    TimeTrend: _of_aggregates,
    ShareRatio: _of_shares,
    PivotTable: _of_pivot,
    ContingencyTest: _of_cross_table,
    ColumnSummary: _of_column,
    Missingness: _of_column,
    Correlation: _of_pairs,
    CorrelationMatrix: _of_pairs,
    CompareGroups: _of_groups_compared,
    CompareColumns: _of_columns_compared,
    OlsRegression: _of_named,
    NormalityTest: _of_named,
    Outliers: _of_fences,
    RowLookup: _of_row,
}


# ---------------------------------------------------------------- masks


def _metric(quantity: Quantity) -> Metric:
    return Metric(quantity.col, quantity.agg, "", "", tuple(quantity.filters))


def _counted_rows(data: Prepared, metrics: Sequence[Metric]) -> Prepared:
    """The rows that count for any of the metrics; all where there are none."""
    masks = [_counts(data, each) for each in metrics]
    certain = [mask for mask in masks if mask is not None]
    return _keep_rows(data, _any(certain)) if masks and len(certain) == len(masks) else data


def _counts(data: Prepared, metric: Metric) -> nw.Expr | None:
    """Whether a row counts for a metric; None when every row does."""
    parts = [fulfilling(data.frame, data.schema, metric.filters).expression] if metric.filters else []
    if metric.column != "*":
        empty = nw.col(metric.column).is_null()
        parts.append(empty if metric.aggregation == "missing" else ~empty)
    return reduce(operator.and_, parts) if parts else None


def _any(masks: Iterable[nw.Expr]) -> nw.Expr:
    return reduce(operator.or_, masks, nw.lit(False))


def _keep_rows(data: Prepared, mask: nw.Expr) -> Prepared:
    return replace(data, frame=data.frame.filter(mask))
