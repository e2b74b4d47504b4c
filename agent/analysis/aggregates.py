"""Aggregates of columns, over all rows or by group, with pandas' semantics in every engine."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import narwhals as nw

from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, Schema
from agent.analysis.source import ROW, Frame, records
from agent.errors import SpecError
from agent.specs.measures import Aggregation, Metrics

NEEDS_NUMBERS: tuple[Aggregation, ...] = ("sum", "mean", "median", "std", "var", "range")
NEEDS_ORDER: tuple[Aggregation, ...] = ("first", "last")
_OVERFLOW = 2.0**63


@dataclass(frozen=True)
class Metric:
    """One aggregate and the name of its result column; column "*" counts rows."""

    column: str
    aggregation: Aggregation
    name: str


def metrics_of(metrics: Metrics) -> list[Metric]:
    """The metrics of a spec in order, named for the engine by position so that no name can collide."""
    pairs = [(column, aggregation) for column, aggregations in metrics.items() for aggregation in aggregations]
    return [Metric(column, aggregation, f"__m{at}") for at, (column, aggregation) in enumerate(pairs)]


def needs_row_order(metrics: Metrics) -> bool:
    """Does a metric depend on which row comes first?"""
    return any(aggregation in NEEDS_ORDER for wanted in metrics.values() for aggregation in wanted)


def check_aggregation(column: Column | None, aggregation: Aggregation) -> None:
    """SpecError when the aggregate means nothing for the column (None: the rows themselves)."""
    if column is None:
        if aggregation != "count":
            raise SpecError(f"{aggregation} of * means nothing.", "Rows can only be counted: {'*': ['count']}.")
        return
    if aggregation not in NEEDS_NUMBERS:
        return
    if column.kind == "identifier":
        raise SpecError(
            f"{column.name} is an identifier: its {aggregation} means nothing.",
            "Count it, or count different ones (nunique).",
        )
    if column.storage == "moment" and aggregation == "range":
        return
    if column.storage not in ("number", "boolean"):
        raise SpecError(
            f"{aggregation} needs numbers; {column.name} is {column.kind}.",
            "Use count, nunique, min or max, or read the column as numbers with cast_type.",
        )


def aggregated(data: Prepared, keys: Sequence[str], metrics: Sequence[Metric]) -> tuple[Frame, tuple[str, ...]]:
    """One row a group (one row in all without keys) with the keys and metrics, in no order; and notes.

    Missing cells are left out of every aggregate; a missing key is a group of its own. Sum of nothing is 0.
    """
    data = replace(data, frame=_needed(data.frame, keys, metrics))
    integers = _summed_integers(data, metrics)
    floating = _overflowing(data, integers)
    exact = [name for name in integers if name not in floating]
    cells = _cells(data.schema, metrics, floating)
    parts = [part for metric in metrics for part in _parts(metric)]
    frame = data.frame.with_columns(cells) if cells else data.frame
    grouped = frame.group_by(list(keys)).agg(*parts) if keys else frame.select(*parts)
    for metric in metrics:
        if metric.aggregation in NEEDS_ORDER:
            grouped = _at_position(grouped, data.frame, metric)
    finished = grouped.select(*keys, *[_finish(metric, data.schema, exact) for metric in metrics])
    notes = tuple(
        f"The sum of {name} is too large for 64 bits and was computed in floating point." for name in floating
    )
    return finished, notes


def _needed(frame: Frame, keys: Sequence[str], metrics: Sequence[Metric]) -> Frame:
    """The frame with the columns that are read and no others: of thousands, each step would make all anew."""
    order = [ROW] if any(metric.aggregation in NEEDS_ORDER for metric in metrics) else []
    read = dict.fromkeys([*keys, *(metric.column for metric in metrics if metric.column != "*"), *order])
    return frame.select(*read) if read else frame


def _cells(schema: Schema, metrics: Sequence[Metric], floating: Sequence[str]) -> list[nw.Expr]:
    """What each metric aggregates: the column itself, its truth as 0 and 1, or floating point for huge sums."""
    cells: list[nw.Expr] = []
    for metric in metrics:
        if metric.column == "*":
            continue
        cell = nw.col(metric.column)
        if metric.aggregation in NEEDS_ORDER:
            cell = nw.when(~cell.is_null()).then(nw.col(ROW)).cast(nw.Float64)
        elif schema[metric.column].storage == "boolean" or (metric.column in floating and metric.aggregation == "sum"):
            cell = cell.cast(nw.Float64)
        cells.append(cell.alias(f"{metric.name}_cell"))
    return cells


def _parts(metric: Metric) -> list[nw.Expr]:
    """Plain aggregations only: what pandas and SQL compute by group without a detour."""
    cell = nw.col(f"{metric.name}_cell")
    counted = [cell.count().alias(f"{metric.name}_n"), nw.len().alias(f"{metric.name}_len")]
    simple: Mapping[str, list[nw.Expr]] = {
        "sum": [cell.sum()], "mean": [cell.mean()], "median": [cell.median()], "std": [cell.std(ddof=1)],
        "var": [cell.var(ddof=1)], "min": [cell.min()], "max": [cell.max()],
        "count": [nw.len() if metric.column == "*" else cell.count()],
        "range": [cell.max(), cell.min().alias(f"{metric.name}_low")],
        "nunique": [cell.n_unique(), *counted],
        "first": [cell.min()], "last": [cell.max()],  # the position of the row that has the value
    }  # fmt: skip
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
        value = value.fill_null(0).cast(nw.Int64) if metric.column in exact else value.fill_null(0)
    elif metric.aggregation == "range":
        value = value - nw.col(f"{metric.name}_low")
        if schema[metric.column].storage == "moment":
            value = value.dt.total_seconds() / 86_400
    elif metric.aggregation == "nunique":
        missing = nw.col(f"{metric.name}_len") > nw.col(f"{metric.name}_n")
        value = value.fill_null(0) - missing.cast(nw.Int64)
    return value.alias(metric.name)


def _summed_integers(data: Prepared, metrics: Sequence[Metric]) -> list[str]:
    summed = dict.fromkeys(metric.column for metric in metrics if metric.aggregation == "sum")
    if not summed:
        return []
    dtypes = data.frame.collect_schema()
    return [name for name in summed if dtypes[name].is_integer()]


def _overflowing(data: Prepared, integers: Sequence[str]) -> list[str]:
    """Integer columns whose sum could leave 64 bits: largest absolute value times rows."""
    if not integers:
        return []
    lows = [nw.col(name).min().alias(f"low_{name}") for name in integers]
    highs = [nw.col(name).max().alias(f"high_{name}") for name in integers]
    found = records(data.frame.select(nw.len().alias("rows"), *lows, *highs))
    rows = float(found["rows"][0])
    return [
        name for name in integers
        if max(_size(found[f"low_{name}"][0]), _size(found[f"high_{name}"][0])) * rows >= _OVERFLOW
    ]  # fmt: skip


def _size(value: float | None) -> float:
    """Absolute value; 0 for the extreme of no rows."""
    return 0.0 if value is None or value != value else abs(float(value))
