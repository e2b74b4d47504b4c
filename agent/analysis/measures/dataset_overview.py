"""dataset_overview: size, columns and types."""

from typing import Any

import narwhals as nw

from agent.analysis.rows import Prepared
from agent.analysis.schema import Column
from agent.analysis.source import records, row_count
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, cell, value_column
from agent.specs.measures import DatasetOverview
from agent.state import Cell

_SIZE = (
    ResultColumn("rows", "integer"), ResultColumn("columns", "integer"), ResultColumn("duplicate_rows", "integer"),
    ResultColumn("missing_cells", "integer"), ResultColumn("memory_mb", "number", "MB"),
    ResultColumn("first_date", "date"), ResultColumn("last_date", "date"),
)  # fmt: skip
_COLUMNS = (
    ResultColumn("column"), ResultColumn("kind"), ResultColumn("non_missing", "integer"),
    ResultColumn("missing", "integer"), ResultColumn("unique", "integer"), ResultColumn("min"), ResultColumn("max"),
)  # fmt: skip


def dataset_overview(_: DatasetOverview, data: Prepared) -> Outcome:
    """Two tables: one row about the whole, and one row a column. Memory is null for an engine that keeps none."""
    described = [_describe(data, column) for column in data.schema.values()]
    duplicates = data.rows - row_count(data.frame.select(data.columns).unique()) if data.columns else 0
    dates = [(row[5], row[6]) for row, column in zip(described, data.schema.values(), strict=True)
             if column.storage == "moment" and row[5] is not None]  # fmt: skip
    size: list[Cell] = [
        data.rows,
        len(data.schema),
        duplicates,
        sum(int(row[3] or 0) for row in described),
        _megabytes(data),
        min((str(first) for first, _ in dates), default=None),
        max((str(last) for _, last in dates), default=None),
    ]
    whole = TableDraft(title=f"Size of {data.ledger['dataset']}", columns=_SIZE, rows=[size])
    columns = TableDraft(
        title=f"Columns of {data.ledger['dataset']}", columns=_COLUMNS, rows=described, keys=("column",)
    )
    return Outcome((whole, columns), data.ledger)


def _describe(data: Prepared, column: Column) -> list[Cell]:
    value = nw.col(column.name)
    wanted = [value.count().alias("count"), value.n_unique().alias("unique")]
    has_ends = column.storage in ("number", "moment") or column.kind == "time"
    if has_ends:
        wanted += [value.min().alias("min"), value.max().alias("max")]
    found: dict[str, Any] = {key: values[0] for key, values in records(data.frame.select(wanted)).items()}
    count = int(found["count"] or 0)
    missing = data.rows - count
    unique = int(found["unique"] or 0) - (1 if missing else 0)
    shown = value_column(column)
    return [
        column.name,
        column.kind,
        count,
        missing,
        unique,
        cell(found.get("min"), shown),
        cell(found.get("max"), shown),
    ]


def _megabytes(data: Prepared) -> float | None:
    if not data.frame.implementation.is_pandas():
        return None
    return round(float(data.frame.select(data.columns).collect().estimated_size("mb")), 3)
