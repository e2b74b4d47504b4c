"""dataset_overview: size, columns and types."""

from collections.abc import Sequence
from typing import Any, Literal

import narwhals as nw

from agent.analysis.aggregating.cell_rows import rows_of_column
from agent.analysis.frames.ordering import sort_rows
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column, Schema, require
from agent.analysis.frames.source import records, row_count
from agent.analysis.frames.tables import Outcome, ResultColumn, TableDraft, cell, key_column, rows_of, value_column
from agent.analysis.operation import Operation, fits_any
from agent.analysis.words import join_names, say
from agent.specs.measures import DatasetOverview, DuplicateCheck, Missingness
from agent.state import Cell

# ----------------------------------------------------------------
# missingness: missing cells a column, over all rows or by group.


_MISSING_COLUMNS = (
    ResultColumn("column"),
    ResultColumn("missing", "integer"),
    ResultColumn("missing_pct", "percent"),
    ResultColumn("rows", "integer"),
)


def missingness(spec: Missingness, data: Prepared) -> Outcome:
    """One table: column, missing, missing_pct, rows; most missing first. With `by` a table of group, column,
    missing, missing_pct, rows comes before it, in the order of the groups.
    """
    names = spec.columns or [name for name in data.columns if name != spec.by]
    whole = TableDraft(say("title.missing"), _MISSING_COLUMNS, _count(data, names, []), ("column",))
    if spec.by is None:
        return Outcome((whole,), data.ledger)
    grouped = TableDraft(
        title=say("title.missing_by", group=spec.by),
        columns=(key_column(data.schema[spec.by]), *_MISSING_COLUMNS),
        rows=_count(data, names, [spec.by]),
        keys=(spec.by, "column"),
    )
    return Outcome((grouped, whole), data.ledger)


def _count(data: Prepared, names: Sequence[str], keys: list[str]) -> list[list[Cell]]:
    flags = data.frame.select(
        *keys, *[nw.col(name).is_null().cast(nw.Int64).alias(f"__m{at}") for at, name in enumerate(names)]
    )
    sums = [nw.col(f"__m{at}").sum() for at in range(len(names))]
    size = nw.len().alias("__rows")
    frame = sort_rows(flags.group_by(keys).agg(size, *sums), data.schema, [(key, False) for key in keys]) if keys else (
        flags.select(size, *sums)
    )  # fmt: skip
    found = records(frame)
    rows: list[list[Cell]] = []
    for at, size_of_group in enumerate(found["__rows"]):
        lead = [cell(found[key][at], key_column(data.schema[key])) for key in keys]
        counts = [int(found[f"__m{number}"][at] or 0) for number in range(len(names))]
        total = int(size_of_group)
        lines = sorted(zip(names, counts, strict=True), key=lambda pair: -pair[1])
        rows += [[*lead, name, count, count / total * 100 if total else None, total] for name, count in lines]
    return rows


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
    whole = TableDraft(title=say("title.size", dataset=data.ledger["dataset"]), columns=_SIZE, rows=[size])
    columns = TableDraft(
        title=say("title.columns", dataset=data.ledger["dataset"]), columns=_COLUMNS, rows=described, keys=("column",)
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


# ----------------------------------------------------------------
# duplicate_check: repeated rows, by all columns or by key columns.


_COUNTS = tuple(ResultColumn(name, "integer") for name in ("rows", "distinct", "duplicate_rows", "groups"))
_N = "__n"


def duplicate_check(spec: DuplicateCheck, data: Prepared) -> Outcome:
    """Two tables: one row (rows, distinct, duplicate_rows, groups), then the repeated groups (keys, n), most
    repeated first. Two missing cells count as equal.
    """
    names = spec.columns or data.columns
    groups = data.frame.group_by(names).agg(nw.len().alias(_N))
    repeated = groups.filter(nw.col(_N) > 1)
    distinct = int(records(groups.select(nw.len().alias("n")))["n"][0])
    number = int(records(repeated.select(nw.len().alias("n")))["n"][0])
    counts: list[Cell] = [data.rows, distinct, data.rows - distinct, number]
    best = sort_rows(repeated, data.schema, [(_N, True), *[(name, False) for name in names]]).head(spec.examples)
    columns = [*[(name, value_column(data.schema[name])) for name in names], (_N, ResultColumn("n", "integer"))]
    examples = TableDraft(
        title=duplicates_title("repeated", spec.columns or ()),
        columns=tuple(column for _, column in columns),
        rows=rows_of(records(best), columns),
        total_rows=number,
    )
    return Outcome(
        (TableDraft(duplicates_title("duplicates", spec.columns or ()), _COUNTS, [counts]), examples), data.ledger
    )


def duplicates_title(what: Literal["duplicates", "repeated"], columns: Sequence[str]) -> str:
    """ "Duplicate rows in all columns", "Most repeated rows by name"."""
    return say(f"title.{what}_by", columns=join_names(columns)) if columns else say(f"title.{what}")


# ----------------------------------------------------------------
# What they ask of the columns, and the rows behind their cells.


def _check_missingness(spec: Missingness, schema: Schema) -> None:
    require(schema, [*spec.columns, *([spec.by] if spec.by is not None else [])])


def _check_duplicate_check(spec: DuplicateCheck, schema: Schema) -> None:
    require(schema, spec.columns)


DATASET_OVERVIEW = Operation(dataset_overview, fits_any)
MISSINGNESS = Operation(missingness, _check_missingness, rows_of_column)
DUPLICATE_CHECK = Operation(duplicate_check, _check_duplicate_check)
