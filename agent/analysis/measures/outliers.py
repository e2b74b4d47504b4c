"""outliers: values far from the rest, by fences."""

import narwhals as nw

from agent.analysis.column_cells import table_rows
from agent.analysis.fences import fences_of
from agent.analysis.ordering import ordered
from agent.analysis.rows import Prepared
from agent.analysis.source import records, row_count
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, cell, metric_column, value_column
from agent.specs.measures import Outliers
from agent.state import Cell

MAX_CELLS = 5_000_000


def outliers(spec: Outliers, data: Prepared) -> Outcome:
    """Two tables: one row (count, n, lower, upper, then q1 and q3, or mean and std, or median and mad, then mean_with,
    mean_without), and the outlying rows, largest first. Fences: see `fences_of`.
    """
    data = data.complete([spec.column])
    fences = fences_of(data.frame, spec.column, spec.method, spec.threshold, spec.side, spec.ddof)
    outlying = fences.outlying
    found = data.frame.filter(outlying)
    count = row_count(found)
    lower = None if spec.side == "high" else fences.lower
    upper = None if spec.side == "low" else fences.upper
    own = metric_column(data.schema[spec.column], "mean", "")
    cells: list[tuple[ResultColumn, Cell]] = [
        (ResultColumn("count", "integer", heading="outliers"), count),
        (ResultColumn("n", "integer"), data.rows),
        (_like(own, "lower"), lower),
        (_like(own, "upper"), upper),
        *[(_like(own, name), number) for name, number in fences.basis],
        (_like(own, "mean_with"), _mean(data, spec.column, None)),
        (_like(own, "mean_without"), _mean(data, spec.column, ~outlying)),
    ]
    summary = TableDraft(
        f"Outliers of {spec.column}", tuple(column for column, _ in cells), [[each for _, each in cells]]
    )
    order = [(spec.column, True), *[(name, False) for name in data.columns if name != spec.column]]
    most = MAX_CELLS // max(len(data.columns), 1)
    columns = [(name, value_column(data.schema[name])) for name in data.columns]
    rows = TableDraft(
        title=f"Rows with an outlying {spec.column}",
        columns=tuple(column for _, column in columns),
        rows=table_rows(ordered(found, data.schema, order).head(most), columns),
        total_rows=count,
    )
    return Outcome((summary, rows), data.ledger)


def _like(column: ResultColumn, name: str) -> ResultColumn:
    return ResultColumn(name, column.format, column.unit)


def _mean(data: Prepared, column: str, kept: nw.Expr | None) -> Cell:
    frame = data.frame if kept is None else data.frame.filter(kept)
    found = records(frame.select(nw.col(column).mean().alias("mean")))["mean"][0]
    return cell(found, ResultColumn("mean", "number"))
