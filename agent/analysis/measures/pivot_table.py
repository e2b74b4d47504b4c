"""pivot_table: two keys and one metric, wide."""

from agent.analysis.aggregating.aggregates import Metric, aggregate_groups
from agent.analysis.aggregating.cell_rows import Row, counted_rows, metric_of, rows_across
from agent.analysis.aggregating.results import shown_metric
from agent.analysis.filtering.filters import select_rows
from agent.analysis.frames.ordering import natural
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema, require, words_of
from agent.analysis.frames.source import records
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, cell, key_column
from agent.analysis.measures.groupby_agg import without_missing
from agent.analysis.operation import Operation
from agent.analysis.result_checks import check_quantities
from agent.errors import ActionLimitError, SpecError
from agent.specs.measures import PivotTable
from agent.specs.result_words import result_title
from agent.state import MISSING_KEY, Cell
from registry.profile import DatasetProfile

MAX_COLUMNS = 200
MAX_CELLS = 2_000_000
_METRIC = "__m0"

MAX_PIVOT_COLUMNS = 200


def pivot_table(spec: PivotTable, data: Prepared) -> Outcome:
    """One table: the `rows` column, then a column a value of `columns`, both in their natural order.

    A combination without rows is 0 for counts and shares (of all cells together) and null otherwise. Missing keys have
    a row, and a column "(no value)".
    """
    frame, ledger = select_rows(data.frame, data.schema, spec.value.filters, data.ledger)
    data = Prepared(frame, data.schema, ledger, data.dataset_ids)
    metric = Metric(spec.value.col, spec.value.agg, _METRIC)
    data = without_missing(data, [metric])
    result, notes = aggregate_groups(data, list(dict.fromkeys([spec.rows, spec.columns])), [metric])
    found = records(result)
    down = [cell(value, key_column(data.schema[spec.rows])) for value in found[spec.rows]]
    across = [cell(value, key_column(data.schema[spec.columns])) for value in found[spec.columns]]
    value = shown_metric(metric, data.schema)
    values = dict(zip(zip(down, across, strict=True), [cell(each, value) for each in found[_METRIC]], strict=True))
    sides = natural(dict.fromkeys(down), data.schema[spec.rows].order)
    heads = natural(dict.fromkeys(across), data.schema[spec.columns].order)
    _refuse_huge(spec, len(sides), len(heads))
    empty: Cell = 0 if spec.value.agg in ("count", "nunique", "missing", "share") else None
    names = [MISSING_KEY if head is None else str(head) for head in heads]
    columns = [ResultColumn(name, value.format, value.unit, heading=name) for name in names]
    table = TableDraft(
        title=result_title([metric.words], words_of(data.schema, [spec.rows, spec.columns])),
        columns=(key_column(data.schema[spec.rows]), *columns),
        rows=[[side, *[values.get((side, head), empty) for head in heads]] for side in sides],
        keys=(spec.rows,),
    )
    return Outcome((table,), data.noted(*notes).ledger)


def _refuse_huge(spec: PivotTable, rows: int, columns: int) -> None:
    if columns > MAX_COLUMNS:
        raise SpecError(
            f"{spec.columns} has {columns:,} values: too many for columns (at most {MAX_COLUMNS}).",
            "Put it on the rows, or filter it first.",
        )
    if rows * columns > MAX_CELLS:
        raise ActionLimitError(
            f"That would be {rows:,} rows of {columns} columns.", "Use a coarser column, or a filter."
        )


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: PivotTable, schema: Schema) -> None:
    require(schema, [spec.rows, spec.columns])
    check_quantities(schema, [spec.value])


def refuse_wide_pivot(spec: PivotTable, profile: DatasetProfile) -> None:
    """SpecError for more columns than anyone reads, as far as the profile tells: filters may leave fewer."""
    column = profile.column(spec.columns)
    if column is not None and column.unique > MAX_PIVOT_COLUMNS and not spec.filters:
        raise SpecError(
            f"{spec.columns} has {column.unique:,} values: too many for columns (at most {MAX_PIVOT_COLUMNS}).",
            "Put it on the rows, or filter it first.",
        )


def _rows_of_pivot(spec: PivotTable, data: Prepared, row: Row, column: str) -> Prepared:
    if column != spec.rows and row:
        data = rows_across(data, spec.columns, column)
    return counted_rows(data, [metric_of(spec.value)])


PIVOT_TABLE = Operation(pivot_table, _check, _rows_of_pivot)
