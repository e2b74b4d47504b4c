"""row_lookup: the rows themselves, at an extreme or all that the filters leave."""

from collections.abc import Callable, Mapping, Sequence

import narwhals as nw

from agent.analysis.aggregating.cell_rows import Row, is_value, keep_rows
from agent.analysis.filtering.conditions import ambiguous
from agent.analysis.frames.column_cells import table_rows
from agent.analysis.frames.ordering import places_within, sort_rows
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Schema, require
from agent.analysis.frames.source import ROW, Frame, records, row_count
from agent.analysis.frames.tables import Outcome, TableDraft, value_column
from agent.analysis.operation import Operation
from agent.analysis.words import count_of, join_names, say
from agent.errors import ActionLimitError
from agent.specs.measures import RowLookup

MAX_CELLS = 5_000_000


def row_lookup(spec: RowLookup, data: Prepared) -> Outcome:
    """One table of rows; its `total_rows` counts all that match, but for those skipped.

    "max" and "min" show every row at the extreme, of which `then_by` chooses. "top" and "bottom" show `k` rows, ties
    decided by `then_by`, then by the other columns in order; a tie that the last place cuts through is told in the
    ledger. "first" and "last" show `k` rows in the order of the file. "matching" keeps that order; where an engine
    has none, the rows are sorted.
    With `by` the same within each group, group after group, ties at the last place shown too.
    """
    names = list(dict.fromkeys([*spec.by, *(spec.columns or data.columns)]))
    frame, total, data = _of_each_group(spec, data) if spec.by else _SELECTIONS[spec.which](spec, data)
    if total * len(names) > MAX_CELLS and spec.which in ("max", "min", "matching"):
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
    title = say(f"title.lookup_{spec.which}", column=spec.order_by or "", k=str(spec.k))
    if not spec.by:
        return say("title.after_first", title=title, count=str(spec.skip)) if spec.skip else title
    after = "_after" if spec.skip else ""
    return say(f"title.lookup_by{after}", title=title, groups=join_names(spec.by), count=str(spec.skip))


_Selected = tuple[Frame, int, Prepared]
_Order = list[tuple[str, bool]]


def goes_by_file(spec: RowLookup) -> bool:
    """Do the rows depend on the order of the file?"""
    return spec.which in ("first", "last")


def _order_of(spec: RowLookup) -> _Order:
    """(column, descending) of order_by and then_by, as the rows are ranked: the best first."""
    by = [(str(spec.order_by), spec.descending or spec.which in ("max", "top"))]
    return by + [(key.by, not key.ascending) for key in spec.then_by if key.by != spec.order_by]


def _all_keys(data: Prepared, first: _Order) -> _Order:
    """The order asked for, then all other columns, so that it is the same in every engine."""
    named = [name for name, _ in first]
    return [*first, *((name, False) for name in data.columns if name not in named)]


def _of_each_group(spec: RowLookup, data: Prepared) -> _Selected:
    by: _Order = [(ROW, spec.which == "last")] if goes_by_file(spec) else _order_of(spec)
    if not goes_by_file(spec):
        column = str(spec.order_by)
        groups = _group_count(data.frame, spec.by)
        data = data.complete([column])
        empty = groups - _group_count(data.frame, spec.by)
        data = data.noted(say("note.groups_without", groups=count_of(empty, "group"), column=column) if empty else "")
    k = 1 if spec.which in ("max", "min") else spec.k
    frame = places_within(data.frame, spec.by, by, spec.skip, k)
    keys: _Order = [(name, False) for name in spec.by]
    shown: _Order = [(ROW, False)] if goes_by_file(spec) else by
    return sort_rows(frame, data.schema, _all_keys(data, [*keys, *shown])), row_count(frame), data


def _group_count(frame: Frame, by: Sequence[str]) -> int:
    return row_count(frame.select(*by).unique())


def _at_extreme(spec: RowLookup, data: Prepared) -> _Selected:
    """The rows at the extreme; `then_by` chooses among these, where it has values."""
    data = data.complete([str(spec.order_by)])
    frame = data.frame
    for column, descending in _order_of(spec):
        cell = nw.col(column)
        extreme = records(frame.select((cell.max() if descending else cell.min()).alias("value")))["value"][0]
        if extreme is not None and extreme == extreme:  # NaN, NaT
            frame = frame.filter(cell == extreme)
    return sort_rows(frame, data.schema, _all_keys(data, [])), row_count(frame), data


def _first_rows(spec: RowLookup, data: Prepared) -> _Selected:
    data = data.complete([str(spec.order_by)])
    by = _order_of(spec)
    reach = spec.skip + spec.k
    near = _near_the_end(data.frame, by[0], reach)
    frame = sort_rows(near, data.schema, _all_keys(data, by)).head(reach)
    if spec.skip:
        frame = frame.collect()[spec.skip :].lazy()
    return frame, max(data.rows - spec.skip, 0), data.noted(_cut_through(near, data.schema, by, reach))


def _near_the_end(frame: Frame, first: tuple[str, bool], reach: int) -> Frame:
    """The rows that can be among the first `reach`: one column is sorted first, then few rows by all columns."""
    column, descending = first
    ends = records(frame.select(column).sort(column, descending=descending).head(reach))[column]
    if not ends:
        return frame
    return frame.filter(nw.col(column) >= ends[-1] if descending else nw.col(column) <= ends[-1])


def _cut_through(near: Frame, schema: Schema, by: _Order, reach: int) -> str:
    """What to tell when rows that are equal in order stand on both sides of the last place shown; else ""."""
    names = [name for name, _ in by]
    last = records(sort_rows(near, schema, by).head(reach + 1).select(names))
    places = list(zip(*(last[name] for name in names), strict=True))
    if len(places) <= reach or places[reach] != places[reach - 1]:
        return ""
    same = row_count(near.filter(*(_same(name, value) for name, value in zip(names, places[-1], strict=True))))
    return say("note.tied_cut", rows=count_of(same, "row"), columns=join_names(names))


def _same(column: str, value: object) -> nw.Expr:
    missing = value is None or value != value
    return nw.col(column).is_null() if missing else nw.col(column) == value


def _by_file(spec: RowLookup, data: Prepared) -> _Selected:
    """The first or last rows as the file has them."""
    at_end = spec.which == "last"
    places = data.frame.sort(ROW, descending=at_end).head(spec.skip + spec.k).collect()[spec.skip :]
    return places.lazy().sort(ROW), max(data.rows - spec.skip, 0), data


def _matching(spec: RowLookup, data: Prepared) -> _Selected:
    if spec.order_by is not None:
        return sort_rows(data.frame, data.schema, _all_keys(data, _order_of(spec))), data.rows, data
    has_order = data.frame.implementation.is_pandas()
    return data.frame if has_order else sort_rows(data.frame, data.schema, _all_keys(data, [])), data.rows, data


_SELECTIONS: Mapping[str, Callable[[RowLookup, Prepared], _Selected]] = {
    "max": _at_extreme,
    "min": _at_extreme,
    "top": _first_rows,
    "bottom": _first_rows,
    "first": _by_file,
    "last": _by_file,
    "matching": _matching,
}


# ----------------------------------------------------------------
# What it asks of the columns, and the rows behind its cells.


def _check(spec: RowLookup, schema: Schema) -> None:
    ordering = [*([spec.order_by] if spec.order_by is not None else []), *(key.by for key in spec.then_by)]
    require(schema, [*spec.columns, *spec.by, *ordering])
    for name in ordering:
        if schema[name].kind == "ambiguous_date":
            raise ambiguous(schema[name])


def _rows_of_row(_: RowLookup, data: Prepared, row: Row, __: str) -> Prepared:
    """The row itself, and any that is equal to it in what is shown."""
    shown = [name for name in row if name in data.schema]
    for name in shown:
        data = keep_rows(data, is_value(data, name, row[name]))
    return data


ROW_LOOKUP = Operation(row_lookup, _check, _rows_of_row)
