"""Which of the rows that a measure worked on stand behind one cell of its result: what several measures ask."""

import operator
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import narwhals as nw

from agent.analysis.aggregating.aggregates import Metric, aggregates_of
from agent.analysis.filtering.filters import fulfilling
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.source import records
from agent.analysis.frames.tables import cell, key_column
from agent.artifacts import MISSING_KEY, Cell
from agent.specs.expressions import columns_in
from agent.specs.measures import Aggregates, AnalysisSpec, Quantity

Row = Mapping[str, Cell]
"""A row of the result by column; {} where the result is one row of everything."""
DERIVED = ("_cumulative", "_moving", "_growth_pct", "_change")
UP_TO_HERE, OF_THE_LAST = "_cumulative", "_moving"


def is_value(data: Prepared, name: str, wanted: Cell) -> nw.Expr:
    """True in the rows whose cell is shown as `wanted`; a missing one names the rows without a value."""
    if wanted is None:
        return nw.col(name).is_null()
    shown = key_column(data.schema[name])
    values = records(data.frame.select(nw.col(name)).unique())[name]
    found = [nw.col(name) == value for value in values if cell(value, shown) == wanted]
    return any_of(found) if found else nw.col(name).is_null() & ~nw.col(name).is_null()  # false in as many rows


def rows_of_aggregates(spec: Aggregates, data: Prepared, _: Row, column: str) -> Prepared:
    """The rows that count for the metrics which the column is made of."""
    metrics = {each.result: each for each in aggregates_of(spec)}
    names = _sources(column, spec, metrics)
    return counted_rows(data, [metrics[name] for name in names])


def _sources(column: str, spec: Aggregates, metrics: Mapping[str, Metric]) -> list[str]:
    """The metrics that a result column is made of; [] for one that is none."""
    if column in metrics:
        return [column]
    if column in spec.computed:
        parts = sorted(columns_in(spec.computed[column]) - {column})
        return list(dict.fromkeys(name for part in parts for name in _sources(part, spec, metrics)))
    ending = next((each for each in DERIVED if column.endswith(each)), None)
    return _sources(column.removesuffix(ending), spec, metrics) if ending else []


def rows_across(data: Prepared, name: str, heading: str) -> Prepared:
    """The rows whose value heads a column of a wide table."""
    shown = key_column(data.schema[name])
    values = [cell(value, shown) for value in records(data.frame.select(nw.col(name)).unique())[name]]
    named = next((value for value in values if str(MISSING_KEY if value is None else value) == heading), heading)
    return keep_rows(data, is_value(data, name, named))


def rows_of_column(_: Any, data: Prepared, row: Row, column: str) -> Prepared:
    """Of a row that tells of one column: the rows with a value there, or without one where these are counted."""
    name = row.get("column")
    if not isinstance(name, str) or name not in data.schema or column.startswith("missing_pct"):
        return data
    is_gap = nw.col(name).is_null()
    return keep_rows(data, is_gap if column == "missing" else ~is_gap)


def complete_rows(spec: AnalysisSpec, data: Prepared, _: Row, __: str) -> Prepared:
    """The rows with a value in every column that the measure is about."""
    return data.complete(spec.measured_columns)


def metric_of(quantity: Quantity) -> Metric:
    """A quantity as a metric, for which rows count for it."""
    return Metric(quantity.col, quantity.agg, "", "", tuple(quantity.filters))


def counted_rows(data: Prepared, metrics: Sequence[Metric]) -> Prepared:
    """The rows that count for any of the metrics; all where there are none."""
    masks = [_counts(data, each) for each in metrics]
    certain = [mask for mask in masks if mask is not None]
    return keep_rows(data, any_of(certain)) if masks and len(certain) == len(masks) else data


def _counts(data: Prepared, metric: Metric) -> nw.Expr | None:
    """Whether a row counts for a metric; None when every row does."""
    parts = [fulfilling(data.frame, data.schema, metric.filters).expression] if metric.filters else []
    if metric.column != "*":
        empty = nw.col(metric.column).is_null()
        parts.append(empty if metric.aggregation == "missing" else ~empty)
    return reduce(operator.and_, parts) if parts else None


def any_of(masks: Iterable[nw.Expr]) -> nw.Expr:
    """True in the rows of any mask."""
    return reduce(operator.or_, masks, nw.lit(False))


def keep_rows(data: Prepared, mask: nw.Expr) -> Prepared:
    """The rows where the mask is true; the ledger stays as it is."""
    return replace(data, frame=data.frame.filter(mask))
