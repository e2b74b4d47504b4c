"""duplicate_check: repeated rows, by all columns or by key columns."""

import narwhals as nw

from agent.analysis.ordering import sort_rows
from agent.analysis.rows import Prepared
from agent.analysis.source import records
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, rows_of, value_column
from agent.analysis.words import join_names
from agent.specs.measures import DuplicateCheck
from agent.state import Cell

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
    by = f"by {join_names(names)}" if spec.columns else "in all columns"
    best = sort_rows(repeated, data.schema, [(_N, True), *[(name, False) for name in names]]).head(spec.examples)
    columns = [*[(name, value_column(data.schema[name])) for name in names], (_N, ResultColumn("n", "integer"))]
    examples = TableDraft(
        title=f"Most repeated rows {by}",
        columns=tuple(column for _, column in columns),
        rows=rows_of(records(best), columns),
        total_rows=number,
    )
    return Outcome((TableDraft(f"Duplicate rows {by}", _COUNTS, [counts]), examples), data.ledger)
