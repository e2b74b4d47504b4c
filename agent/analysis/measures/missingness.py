"""missingness: missing cells a column, over all rows or by group."""

from collections.abc import Sequence

import narwhals as nw

from agent.analysis.ordering import sort_rows
from agent.analysis.rows import Prepared
from agent.analysis.source import records
from agent.analysis.tables import Outcome, ResultColumn, TableDraft, cell, key_column
from agent.specs.measures import Missingness
from agent.state import Cell

_COLUMNS = (
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
    whole = TableDraft("Missing values by column", _COLUMNS, _count(data, names, []), ("column",))
    if spec.by is None:
        return Outcome((whole,), data.ledger)
    grouped = TableDraft(
        title=f"Missing values by {spec.by} and column",
        columns=(key_column(data.schema[spec.by]), *_COLUMNS),
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
