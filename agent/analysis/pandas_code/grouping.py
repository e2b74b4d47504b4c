"""Aggregates by group and over all rows, written with pandas' named aggregation."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from agent.analysis.aggregating.aggregate_shapes import QUANTILES
from agent.analysis.aggregating.aggregates import Metric
from agent.analysis.frames.schema import Column
from agent.analysis.measures.groupby_agg import uses_cells
from agent.analysis.pandas_code.conditions import mask
from agent.analysis.pandas_code.program import ROWS, Program, cell, keywords, keywords_in_order, list_code
from agent.specs.measures import Aggregation

TABLE = "table"
_ABOVE_64_BITS = 2.0**63
_COUNTED: tuple[Aggregation, ...] = ("count", "missing")


def named_metrics(program: Program, metrics: Sequence[Metric]) -> list[Metric]:
    """The metrics by their result columns. Those with conditions of their own get a column of cells that count."""
    found = [_narrow(program, each) if each.filters else replace(each, name=each.result) for each in metrics]
    as_numbers(program, found)
    return found


def _narrow(program: Program, metric: Metric) -> Metric:
    """A column that holds the cells of the rows that fulfil the metric's conditions, and the metric of it."""
    fulfils = " & ".join(f"({mask(program, wanted)})" for wanted in metric.filters)
    name = metric.result
    while name in program.schema:
        name = f"{name} (cells)"
    storage, aggregation = (
        program.column(metric.column).storage if metric.column != "*" else "number",
        metric.aggregation,
    )
    if metric.column == "*" or aggregation == "missing":
        missing = f" & {cell(metric.column)}.isna()" if aggregation == "missing" else ""
        cells = f"({fulfils}{missing}).astype('int64')"
        aggregation = "share" if aggregation == "share" else "sum"
    else:
        values = cell(metric.column) + (".astype('Float64')" if storage == "boolean" else "")
        cells = f"{values}.where({fulfils})"
    program.add(f"{ROWS} = {ROWS}.assign({keywords({name: cells})})")
    shape = program.column(metric.column) if metric.column != "*" else Column(name, "number", "number")
    number = replace(shape, name=name, storage="number" if storage == "boolean" else shape.storage)
    program.with_column(number)
    return Metric(name, aggregation, metric.result)


def as_numbers(program: Program, metrics: Sequence[Metric]) -> None:
    """Truth values are counted as 0 and 1; sums that could leave 64 bits, where pandas starts again from below, are
    made in floating point."""
    truths = [
        each.column for each in metrics
        if each.column != "*" and program.column(each.column).storage == "boolean"
        and each.aggregation not in (*_COUNTED, "mode")
    ]  # fmt: skip
    long = [
        each.column for each in metrics
        if each.aggregation in ("sum", "share") and each.column != "*" and _may_leave_64_bits(program, each.column)
    ]  # fmt: skip
    for name in dict.fromkeys([*truths, *long]):
        wanted = "Float64" if name in truths else "float64"
        program.add(f"{ROWS} = {ROWS}.assign({keywords({name: f'{cell(name)}.astype({wanted!r})'})})")


def group_code(program: Program, keys: Sequence[str], metrics: Sequence[Metric], by: str = "") -> str:
    """One row a group with a column a metric, sorted by key, missing keys last. `by` stands in for the keys. A share is
    still the sum that it is a share of.
    """
    named = keywords_in_order({each.name: _pair(program, each, keys) for each in metrics})
    group = by or (repr(keys[0]) if len(keys) == 1 else list_code(keys))
    index = "" if by else ", as_index=False"
    return f"{ROWS}.groupby({group}, dropna=False{index}).agg({named})"


def shares_of_total(program: Program, metrics: Sequence[Metric]) -> None:
    """Sums that are to be shares, as percent of their total."""
    for each in metrics:
        if each.aggregation == "share":
            program.add(share_line(each.name))


def share_line(name: str, of: str = TABLE) -> str:
    """A column as percent of its sum; missing where that is 0."""
    value = cell(name, of)
    return f"{value} = {value} / ({value}.sum() or np.nan) * 100"


def overall(program: Program, metric: Metric, of: str = ROWS) -> str:
    """One aggregate over all rows."""
    if metric.column == "*":
        return f"len({of})" if metric.aggregation == "count" else f"(100.0 if len({of}) else None)"
    value = cell(metric.column, of)
    if metric.aggregation == "share":
        return f"(100.0 if {value}.sum() else None)"
    if metric.aggregation in ("first", "last"):
        return f"next(iter({value}.dropna(){'[::-1]' if metric.aggregation == 'last' else ''}), None)"
    shape = _SHAPES.get(metric.aggregation)
    if metric.aggregation == "range":
        return _range(program.column(metric.column), value)
    return shape(value) if shape else f"{value}.{metric.aggregation}()"


def _pair(program: Program, metric: Metric, keys: Sequence[str]) -> str:
    if metric.column == "*":
        return f"({(keys[0] if keys else next(iter(program.schema)))!r}, 'size')"
    if metric.aggregation == "share":
        return f"({metric.column!r}, 'sum')"
    if metric.aggregation == "range":
        return f"({metric.column!r}, lambda values: {_range(program.column(metric.column), 'values')})"
    shape = _SHAPES.get(metric.aggregation)
    return f"({metric.column!r}, lambda values: {shape('values')})" if shape else (
        f"({metric.column!r}, {metric.aggregation!r})"
    )  # fmt: skip


def aggregated_groups(program: Program, metric: Metric, groups: str) -> str:
    """One aggregate of groups, as a series by key."""
    if metric.aggregation == "share":
        sums = f"{groups}.size()" if metric.column == "*" else f"{groups}[{metric.column!r}].sum()"
        return f"{sums}.pipe(lambda parts: parts / (parts.sum() or np.nan) * 100)"
    if metric.column == "*":
        return f"{groups}.size()"
    if metric.aggregation == "range":
        span = _range(program.column(metric.column), "values")
        return f"{groups}[{metric.column!r}].agg(lambda values: {span})"
    shape = _SHAPES.get(metric.aggregation)
    values = f"{groups}[{metric.column!r}]"
    return f"{values}.agg(lambda values: {shape('values')})" if shape else f"{values}.{metric.aggregation}()"


def _range(column: Column, value: str) -> str:
    span = f"{value}.max() - {value}.min()"
    return f"({span}).total_seconds() / 86400" if column.storage == "moment" else span


def _may_leave_64_bits(program: Program, name: str) -> bool:
    """Whether the whole numbers of a column could add up to more than fits 64 bits."""
    for profile in program.profiles.values():
        column = profile.column(name)
        if column is not None and column.numeric is not None and column.dtype.lower().startswith(("int", "uint")):
            return max(abs(column.numeric.minimum), abs(column.numeric.maximum)) * profile.rows >= _ABOVE_64_BITS
    return False


def _quantile(share: float) -> Callable[[str], str]:
    return lambda value: f"{value}.quantile({share})"


_SHAPES: Mapping[Aggregation, Callable[[str], str]] = {
    **{name: _quantile(share) for name, share in QUANTILES.items()},
    "mode": lambda value: f"({value}.mode().iloc[0] if {value}.notna().any() else None)",
    "skew": lambda value: f"({value}.skew() if {value}.nunique() > 1 else np.nan)",
    "missing": lambda value: f"{value}.isna().sum()",
}
"""Aggregates that have no name of their own in pandas' aggregation by group."""


def rows_used(metrics: Sequence[Metric]) -> str:
    """The rows that count: with one column aggregated, those that have a value there."""
    columns = list(dict.fromkeys(each.column for each in metrics))
    one = len(columns) == 1 and all(uses_cells(each) for each in metrics)
    return f"{cell(columns[0])}.count()" if one else f"len({ROWS})"
