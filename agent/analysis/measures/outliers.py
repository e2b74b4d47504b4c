"""outliers: values far from the rest, by fences."""

from dataclasses import dataclass

import narwhals as nw

from agent.analysis.aggregating.cell_rows import Row, keep_rows
from agent.analysis.column_checks import check_by, check_numeric
from agent.analysis.fences import fences_of
from agent.analysis.frames.arrays import parts
from agent.analysis.frames.column_cells import table_rows
from agent.analysis.frames.ordering import sort_rows
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema
from agent.analysis.frames.source import records, row_count
from agent.analysis.frames.tables import (
    Outcome,
    ResultColumn,
    TableDraft,
    cell,
    key_column,
    metric_column,
    value_column,
)
from agent.analysis.operation import Operation
from agent.analysis.words import refusal, say
from agent.errors import DataError
from agent.specs.measures import Outliers
from agent.specs.result_words import result_title
from agent.state import Cell

MAX_CELLS = 5_000_000
_BASIS = {"iqr": ("q1", "q3"), "zscore": ("mean", "std"), "mad": ("median", "mad")}


@dataclass(frozen=True)
class _Found:
    """What was found in some rows: the row of the first table, which rows are outlying, and how many."""

    cells: list[Cell]
    outlying: nw.Expr
    count: int


def outliers(spec: Outliers, data: Prepared) -> Outcome:
    """Two tables: one row (count, n, lower, upper, then q1 and q3, or mean and std, or median and mad, then mean_with,
    mean_without), and the outlying rows, largest first. Fences: see `fences_of`. With `by` the first table has a row
    a group, the group column first, and each group its own fences; where a group has too few values for them they are
    null, and none of its values counts as outlying.
    """
    data = data.complete([spec.column])
    if spec.by is None:
        found = _find_outliers(spec, data)
        table, outlying, count = [found.cells], found.outlying, found.count
    else:
        data, table, outlying, count = _by_group(spec, data, spec.by)
    names = [spec.by] if spec.by is not None else []
    title = result_title([say("title.outliers", column=spec.column)], names)
    summary = TableDraft(title, _columns(spec, data), table, keys=tuple(names))
    return Outcome((summary, _rows(spec, data, outlying, count)), data.ledger)


def _by_group(spec: Outliers, data: Prepared, by: str) -> tuple[Prepared, list[list[Cell]], nw.Expr, int]:
    """The rows with their notes, a row of the table for each group, which rows are outlying, and how many."""
    groups = parts(data, by)
    found = [(part, _of_group(spec, part.data)) for part in groups]
    within = [part.belongs & each.outlying for part, each in found if each is not None]
    if not within:
        raise refusal("no_limits", group=str(by), column=spec.column)
    if len(within) < len(groups):
        data = data.noted(say("note.no_limits"))
    rows = [[part.key, *(_without_limits(spec, part.data) if each is None else each.cells)] for part, each in found]
    count = sum(each.count for _, each in found if each is not None)
    return data, rows, nw.any_horizontal(*within, ignore_nulls=True), count


def _of_group(spec: Outliers, data: Prepared) -> _Found | None:
    """What was found in a group; None where it has too few values for limits, or no spread: that is told in the table
    and the ledger, and is not the end of the others.
    """
    try:
        return _find_outliers(spec, data)
    except DataError:
        return None


def _without_limits(spec: Outliers, data: Prepared) -> list[Cell]:
    return [None, data.rows, None, None, None, None, _mean(data, spec.column, None), None]


def _find_outliers(spec: Outliers, data: Prepared) -> _Found:
    fences = fences_of(data.frame, spec.column, spec.method, spec.threshold, spec.side, spec.ddof)
    count = row_count(data.frame.filter(fences.outlying))
    lower = None if spec.side == "high" else fences.lower
    upper = None if spec.side == "low" else fences.upper
    means = [_mean(data, spec.column, kept) for kept in (None, ~fences.outlying)]
    cells: list[Cell] = [count, data.rows, lower, upper, *[number for _, number in fences.basis], *means]
    return _Found(cells, fences.outlying, count)


def _columns(spec: Outliers, data: Prepared) -> tuple[ResultColumn, ...]:
    own = metric_column(data.schema[spec.column], "mean", "")
    names = ("lower", "upper", *_BASIS[spec.method], "mean_with", "mean_without")
    return (
        *([key_column(data.schema[spec.by])] if spec.by is not None else []),
        ResultColumn("count", "integer", heading="outliers"),
        ResultColumn("n", "integer"),
        *[ResultColumn(name, own.format, own.unit) for name in names],
    )


def _rows(spec: Outliers, data: Prepared, outlying: nw.Expr, count: int) -> TableDraft:
    """The outlying rows, those with the largest values first."""
    order = [(spec.column, True), *[(name, False) for name in data.columns if name != spec.column]]
    most = MAX_CELLS // max(len(data.columns), 1)
    columns = [(name, value_column(data.schema[name])) for name in data.columns]
    return TableDraft(
        title=say("title.outlying", column=spec.column),
        columns=tuple(column for _, column in columns),
        rows=table_rows(sort_rows(data.frame.filter(outlying), data.schema, order).head(most), columns),
        total_rows=count,
    )


def _mean(data: Prepared, column: str, kept: nw.Expr | None) -> Cell:
    frame = data.frame if kept is None else data.frame.filter(kept)
    found = records(frame.select(nw.col(column).mean().alias("mean")))["mean"][0]
    return cell(found, ResultColumn("mean", "number"))


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: Outliers, schema: Schema) -> None:
    check_numeric(schema, [spec.column], "outliers")
    check_by(schema, spec.by, [spec.column])


def _rows_of_fences(spec: Outliers, data: Prepared, row: Row, column: str) -> Prepared:
    data = data.complete([spec.column])
    low, high = row.get("lower"), row.get("upper")
    if column != "count" or not (isinstance(low, int | float) and isinstance(high, int | float)):
        return data
    value = nw.col(spec.column)
    sides = {"low": value < low, "high": value > high, "both": (value < low) | (value > high)}
    return keep_rows(data, sides[spec.side])


OUTLIERS = Operation(outliers, _check, _rows_of_fences)
