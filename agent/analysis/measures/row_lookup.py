"""row_lookup: the rows themselves, at an extreme or all that the filters leave."""

from collections.abc import Callable, Mapping, Sequence

import narwhals as nw

from agent.analysis.column_cells import table_rows
from agent.analysis.ordering import best_within, ordered
from agent.analysis.rows import Prepared
from agent.analysis.source import Frame, records, row_count
from agent.analysis.tables import Outcome, TableDraft, value_column
from agent.analysis.words import counted, listed
from agent.errors import ActionLimitError
from agent.specs.measures import RowLookup

MAX_CELLS = 5_000_000
_TITLES = {
    "max": "Row with the largest {}",
    "min": "Row with the smallest {}",
    "top": "{k} rows with the largest {}",
    "bottom": "{k} rows with the smallest {}",
    "matching": "Matching rows",
}


def row_lookup(spec: RowLookup, data: Prepared) -> Outcome:
    """One table of rows; its `total_rows` counts all that match.

    "max" and "min" show every row at the extreme. "top" and "bottom" show `k` rows, ties decided by the other
    columns in order. "matching" keeps the order of the file; where an engine has none, the rows are sorted.
    With `by` the same within each group, group after group, ties at the last place shown too.
    """
    names = list(dict.fromkeys([*spec.by, *(spec.columns or data.columns)]))
    frame, total, data = _of_each_group(spec, data) if spec.by else _SELECTIONS[spec.which](spec, data)
    if total * len(names) > MAX_CELLS and spec.which not in ("top", "bottom"):
        raise ActionLimitError(
            f"{total:,} rows of {len(names)} columns are too many to show.", "Add a filter, or name fewer columns."
        )
    columns = [(name, value_column(data.schema[name])) for name in names]
    table = TableDraft(
        title=lookup_title(spec),
        columns=tuple(column for _, column in columns),
        rows=table_rows(frame, columns),
        total_rows=total,
    )
    return Outcome((table,), data.ledger)


def lookup_title(spec: RowLookup) -> str:
    """`Row with the largest price by city`."""
    title = _TITLES[spec.which].format(spec.order_by or "", k=spec.k)
    return f"{title} by {listed(spec.by)}" if spec.by else title


_Selected = tuple[Frame, int, Prepared]


def _of_each_group(spec: RowLookup, data: Prepared) -> _Selected:
    column, descending = str(spec.order_by), spec.which in ("max", "top")
    groups = _group_count(data.frame, spec.by)
    data = data.complete([column])
    empty = groups - _group_count(data.frame, spec.by)
    data = data.noted(f"{counted(empty, 'group')} without any {column}: not shown." if empty else "")
    frame = best_within(data.frame, spec.by, column, descending, spec.k if spec.which in ("top", "bottom") else 1)
    keys = [(name, False) for name in spec.by]
    others = [(name, False) for name in data.columns if name not in (*spec.by, column)]
    return ordered(frame, data.schema, [*keys, (column, descending), *others]), row_count(frame), data


def _group_count(frame: Frame, by: Sequence[str]) -> int:
    return row_count(frame.select(*by).unique())


def _at_extreme(spec: RowLookup, data: Prepared) -> _Selected:
    column = str(spec.order_by)
    data = data.complete([column])
    cell = nw.col(column)
    extreme = cell.max() if spec.which == "max" else cell.min()
    frame = data.frame
    if data.rows:
        frame = frame.filter(cell == records(frame.select(extreme.alias("value")))["value"][0])
    return ordered(frame, data.schema, [(name, False) for name in data.columns]), row_count(frame), data


def _first_rows(spec: RowLookup, data: Prepared) -> _Selected:
    column = str(spec.order_by)
    data = data.complete([column])
    others = [(name, False) for name in data.columns if name != column]
    descending = spec.which == "top"
    frame = _near_the_end(data.frame, column, spec.k, descending)
    return ordered(frame, data.schema, [(column, descending), *others]).head(spec.k), data.rows, data


def _near_the_end(frame: Frame, column: str, k: int, descending: bool) -> Frame:
    """The rows that can be among the first `k`: one column is sorted first, then few rows by all columns."""
    first = records(frame.select(column).sort(column, descending=descending).head(k))[column]
    if not first:
        return frame
    return frame.filter(nw.col(column) >= first[-1] if descending else nw.col(column) <= first[-1])


def _matching(spec: RowLookup, data: Prepared) -> _Selected:
    names = [(name, False) for name in data.columns if name != spec.order_by]
    if spec.order_by is not None:
        return ordered(data.frame, data.schema, [(spec.order_by, False), *names]), data.rows, data
    has_order = data.frame.implementation.is_pandas()
    return data.frame if has_order else ordered(data.frame, data.schema, names), data.rows, data


_SELECTIONS: Mapping[str, Callable[[RowLookup, Prepared], _Selected]] = {
    "max": _at_extreme,
    "min": _at_extreme,
    "top": _first_rows,
    "bottom": _first_rows,
    "matching": _matching,
}
