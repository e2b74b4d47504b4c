"""Aggregates of columns, over all rows or by group, with pandas' semantics in every engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import narwhals as nw

from agent.analysis.aggregating.aggregate_shapes import (
    QUANTILES,
    finished_mode,
    finished_share,
    finished_skew,
    skew_terms,
    with_shape_cells,
)
from agent.analysis.aggregating.exact_sums import Sums, half_sums, joined_halves, summed_columns, with_halves
from agent.analysis.filtering.filters import compile_filter
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, held_in
from agent.analysis.frames.source import ROW, Frame
from agent.analysis.headings import heading
from agent.analysis.words import say, unfit
from agent.errors import SpecError
from agent.specs.base import AnyOf, Filter, compared_columns
from agent.specs.measures import Aggregates, Aggregation, Metrics, Quantity, metric_name
from agent.specs.result_words import measure_words

NEEDS_NUMBERS: tuple[Aggregation, ...] = ("sum", "mean", "median", "std", "var", "range", "skew", "share", *QUANTILES)
NEEDS_ORDER: tuple[Aggregation, ...] = ("first", "last")
OF_ROWS: tuple[Aggregation, ...] = ("count", "share")
"""What can be told of rows themselves, without a column."""
KEEPS_KIND: tuple[Aggregation, ...] = ("min", "max", "first", "last", "mode")
"""Aggregates that are a value of the column itself."""
ZERO_WITHOUT_ROWS: tuple[Aggregation, ...] = ("sum", "count", "nunique", "missing", "share")
_SUMMED: tuple[Aggregation, ...] = ("sum", "share")


@dataclass(frozen=True)
class Metric:
    """One aggregate and the name of its column in the engine; column "*" counts rows.

    A quantity has a `label`, and may have conditions of its own: only rows that fulfil them count.
    """

    column: str
    aggregation: Aggregation
    name: str
    label: str = ""
    filters: tuple[Filter | AnyOf, ...] = ()
    is_alone: bool = True  # no other statistic of the column stands beside it

    @property
    def result(self) -> str:
        """Its result column: `sales_sum`, `rows`, or the quantity's name."""
        return self.label or metric_name(self.column, self.aggregation)

    @property
    def words(self) -> str:
        """What it is, for titles: `average sales`, or the quantity's name."""
        return self.label or measure_words(self.column, self.aggregation, bare=self.is_alone)


def metrics_of(metrics: Metrics, quantities: Mapping[str, Quantity] | None = None) -> list[Metric]:
    """The metrics and quantities of a spec in order, named for the engine by position so that no name can collide."""
    pairs = [(column, aggregation, len(each) == 1) for column, each in metrics.items() for aggregation in each]
    plain = [
        Metric(column, aggregation, f"__m{at}", is_alone=is_alone)
        for at, (column, aggregation, is_alone) in enumerate(pairs)
    ]
    named = [
        Metric(quantity.col, quantity.agg, f"__m{at}", label, tuple(quantity.filters))
        for at, (label, quantity) in enumerate((quantities or {}).items(), len(pairs))
    ]
    return [*plain, *named]


def aggregates_of(spec: Aggregates) -> list[Metric]:
    """All that a spec aggregates, in order. Where groups without a row that fulfils its conditions stay, these are
    conditions of each.
    """
    found = metrics_of(spec.metrics, spec.quantities)
    return [replace(each, filters=(*spec.counted_where, *each.filters)) for each in found]


def needs_row_order(aggregations: Sequence[Aggregation]) -> bool:
    """Does one of them depend on which row comes first?"""
    return any(aggregation in NEEDS_ORDER for aggregation in aggregations)


def check_aggregation(column: Column | None, aggregation: Aggregation) -> None:
    """SpecError when the aggregate means nothing for the column (None: the rows themselves)."""
    if column is None:
        if aggregation not in OF_ROWS:
            raise SpecError(
                f"{aggregation} of * means nothing.", "Rows can only be counted: {'*': ['count', 'share']}."
            )
        return
    if aggregation not in NEEDS_NUMBERS:
        return
    if column.kind == "identifier":
        raise unfit("identifier_measured", column=column.name, aggregation=heading(aggregation))
    if column.storage == "moment" and aggregation == "range":
        return
    if column.storage not in ("number", "boolean"):
        raise unfit("not_measured", aggregation=heading(aggregation), column=column.name, kind=held_in(column))


def aggregate_groups(data: Prepared, keys: Sequence[str], metrics: Sequence[Metric]) -> tuple[Frame, tuple[str, ...]]:
    """One row a group (one row in all without keys) with the keys and metrics, in no order; and notes.

    Missing cells are left out of every aggregate; a missing key is a group of its own. Sum of nothing is 0. Groups
    are those of all rows, whatever the conditions of single metrics.
    """
    data = replace(data, frame=_needed_columns(data.frame, keys, metrics))
    sums = summed_columns(data.frame, data.schema, [each.column for each in metrics if each.aggregation == "sum"])
    cells = _cells(data, metrics, sums)
    frame = data.frame.with_columns(cells) if cells else data.frame
    halved = {metric.name for metric in metrics if metric.aggregation == "sum" and metric.column in sums.halved}
    frame = with_halves(frame, halved)
    frame = with_shape_cells(frame, keys, [(metric.name, metric.aggregation) for metric in metrics])
    parts = [part for metric in metrics for part in _parts(metric, metric.name in halved)]
    grouped = frame.group_by(list(keys)).agg(*parts) if keys else frame.select(*parts)
    grouped, rounded = joined_halves(grouped, halved)
    for metric in metrics:
        if metric.aggregation in NEEDS_ORDER:
            grouped = _at_position(grouped, data.frame, metric)
    finished = grouped.select(*keys, *[_finish(metric, data.schema, sums.exact) for metric in metrics])
    too_long = dict.fromkeys(metric.column for metric in metrics if metric.name in rounded)
    notes = [say("note.overflow", column=str(name)) for name in too_long]
    return finished, (*notes, *(say("note.inexact", column=name) for name in sums.inexact))


def _needed_columns(frame: Frame, keys: Sequence[str], metrics: Sequence[Metric]) -> Frame:
    """The frame with the columns that are read and no others: of thousands, each step would make all anew."""
    order = [ROW] if needs_row_order([metric.aggregation for metric in metrics]) else []
    measured = [metric.column for metric in metrics if metric.column != "*"]
    compared = [name for metric in metrics for name in compared_columns(metric.filters)]
    read = dict.fromkeys([*keys, *measured, *compared, *order])
    return frame.select(*read) if read else frame


def _cells(data: Prepared, metrics: Sequence[Metric], sums: Sums) -> list[nw.Expr]:
    """What each metric aggregates: the column itself, its truth as 0 and 1, or whole numbers for huge sums."""
    cells: list[nw.Expr] = []
    for metric in metrics:
        inside = _fulfils(data, metric)
        cell = _cell(metric, data.schema, sums)
        if inside is not None:
            # a sum keeps whole numbers whole where nothing is missing from it
            adds_nothing = metric.aggregation in _SUMMED and metric.column != "*"
            cell = nw.when(inside).then(cell).otherwise(0) if adds_nothing else nw.when(inside).then(cell)
        if metric.column != "*" or inside is not None:
            cells.append(cell.alias(f"{metric.name}_cell"))
    return cells


def _fulfils(data: Prepared, metric: Metric) -> nw.Expr | None:
    """Whether a row fulfils the metric's own conditions; None when it has none."""
    joined: nw.Expr | None = None
    for wanted in metric.filters:
        made = compile_filter(data.frame, data.schema, wanted).expression
        joined = made if joined is None else joined & made
    return joined


def _cell(metric: Metric, schema: Schema, sums: Sums) -> nw.Expr:
    if metric.column == "*":
        return nw.lit(1)
    cell = nw.col(metric.column)
    if metric.aggregation in NEEDS_ORDER:
        return nw.when(~cell.is_null()).then(nw.col(ROW)).cast(nw.Float64)
    if metric.aggregation == "missing":
        return nw.when(cell.is_null()).then(nw.lit(1))
    if metric.aggregation == "sum" and metric.column in sums.made_whole:
        return cell.fill_null(0).cast(nw.Int64)
    is_truth = schema[metric.column].storage == "boolean"
    return cell.cast(nw.Float64) if is_truth or metric.aggregation == "share" else cell


def _parts(metric: Metric, is_halved: bool) -> list[nw.Expr]:
    """Plain aggregations only: what pandas and SQL compute by group without a detour."""
    if is_halved:
        return half_sums(metric.name)
    cell = nw.col(f"{metric.name}_cell")
    counted = [cell.count().alias(f"{metric.name}_n"), nw.len().alias(f"{metric.name}_len")]
    counts_rows = metric.column == "*" and not metric.filters
    number = nw.len() if counts_rows else cell.count()
    simple: Mapping[str, list[nw.Expr]] = {
        "sum": [cell.sum()], "mean": [cell.mean()], "median": [cell.median()], "std": [cell.std(ddof=1)],
        "var": [cell.var(ddof=1)], "min": [cell.min()], "max": [cell.max()], "count": [number], "missing": [number],
        "range": [cell.max(), cell.min().alias(f"{metric.name}_low")],
        "nunique": [cell.n_unique(), *counted],
        "first": [cell.min()], "last": [cell.max()],  # the position of the row that has the value
        "share": [number if metric.column == "*" else cell.sum()],
        "mode": [nw.col(f"{metric.name}_mode").min()],
        "skew": [number, *skew_terms(metric.name)],
    }  # fmt: skip
    if metric.aggregation in QUANTILES:
        value = cell.quantile(QUANTILES[metric.aggregation], interpolation="linear")
        return [value.alias(f"{metric.name}_value")]
    first, *more = simple[metric.aggregation]
    return [first.alias(f"{metric.name}_value"), *more]


def _at_position(grouped: Frame, rows: Frame, metric: Metric) -> Frame:
    """The value that stands in the row whose position was found."""
    position = f"{metric.name}_value"
    values = rows.select(
        nw.col(ROW).cast(nw.Float64).alias(position), nw.col(metric.column).alias(f"{metric.name}_found")
    )
    return grouped.join(values, on=position, how="left")


def _finish(metric: Metric, schema: Schema, exact: Sequence[str]) -> nw.Expr:
    value = nw.col(f"{metric.name}_found" if metric.aggregation in NEEDS_ORDER else f"{metric.name}_value")
    if metric.aggregation == "sum":
        value = value.fill_null(0)
        value = value.cast(nw.Int64) if metric.column in exact else value
    elif metric.aggregation == "range":
        value = value - nw.col(f"{metric.name}_low")
        if schema[metric.column].storage == "moment":
            value = value.dt.total_seconds() / 86_400
    elif metric.aggregation == "nunique":
        missing = nw.col(f"{metric.name}_len") > nw.col(f"{metric.name}_n")
        value = value.fill_null(0) - missing.cast(nw.Int64)
    elif metric.aggregation == "mode":
        value = finished_mode(value, is_truth=schema[metric.column].storage == "boolean")
    elif metric.aggregation == "share":
        value = finished_share(value)
    elif metric.aggregation == "skew":
        value = finished_skew(metric.name)
    return value.alias(metric.name)
