"""Rows looked up, as lines of a program."""

from collections.abc import Mapping, Sequence

from agent.analysis.measures.row_lookup import lookup_title
from agent.analysis.pandas_code.grouping import TABLE
from agent.analysis.pandas_code.program import ROWS, Drawn, Program, Writer, Written, cell, list_code
from agent.specs.measures import RowLookup


def write_row_lookup(spec: RowLookup, program: Program) -> list[Written]:
    """As `row_lookup`: the rows themselves."""
    names = list(dict.fromkeys([*spec.by, *(spec.columns or program.schema)]))
    if spec.order_by is not None and spec.which != "matching":
        program.add(f"{ROWS} = {ROWS}.dropna(subset={list_code([spec.order_by])})")
    if spec.by:
        _add_places(spec, program)
    elif spec.which in ("first", "last"):
        _add_from_file(spec, program)
    elif spec.which in ("max", "min"):
        _add_extremes(spec, program)
    else:
        _add_sorted(spec, program)
    program.add(f"{TABLE} = {TABLE}[{list_code(names)}].reset_index(drop=True)")
    return [Written(TABLE, lookup_title(spec))]


def _order(spec: RowLookup) -> list[tuple[str, bool]]:
    """(column, ascending) of order_by and then_by, the best rows first."""
    if spec.order_by is None:
        return []
    first = (spec.order_by, not spec.descending and spec.which not in ("max", "top"))
    return [first, *((key.by, key.ascending) for key in spec.then_by if key.by != spec.order_by)]


def _sort(of: str, keys: Sequence[tuple[str, bool]], program: Program) -> str:
    """By these keys, then by all other columns, missing last."""
    named = [name for name, _ in keys]
    whole = [*keys, *((name, True) for name in program.schema if name not in named)]
    return f"{of}.sort_values({[name for name, _ in whole]!r}, ascending={[way for _, way in whole]!r})"


def _add_sorted(spec: RowLookup, program: Program) -> None:
    ordering = _sort(ROWS, _order(spec), program) if spec.order_by is not None else ROWS
    cut = "" if spec.which == "matching" else f".iloc[{spec.skip}:{spec.skip + spec.k}]"
    program.add(f"{TABLE} = {ordering}{cut}")


def _add_from_file(spec: RowLookup, program: Program) -> None:
    end = f"-{spec.skip}" if spec.skip else ""
    cut = f"{spec.skip}:{spec.skip + spec.k}" if spec.which == "first" else f"-{spec.skip + spec.k}:{end}"
    program.add(f"{TABLE} = {ROWS}.iloc[{cut}]")


def _add_extremes(spec: RowLookup, program: Program) -> None:
    """Those at the extreme; of these those at the extreme of the next column, where it has values."""
    program.add(f"{TABLE} = {ROWS}")
    for at, (name, ascending) in enumerate(_order(spec)):
        value = cell(name, TABLE)
        found = f"{value} == {value}.{'min' if ascending else 'max'}()"
        kept = f"{TABLE}[{found}]"
        program.add(f"{TABLE} = {kept}" + (f" if {value}.notna().any() else {TABLE}" if at else ""))
    program.add(f"{TABLE} = {_sort(TABLE, [], program)}")


def _add_places(spec: RowLookup, program: Program) -> None:
    """The first places of each group; equal rows share a place."""
    if spec.which in ("first", "last"):
        order = f"cumcount(ascending={spec.which == 'first'}) + 1"
        program.add(f"places = {ROWS}.groupby({list_code(spec.by)}, dropna=False).{order}")
    else:
        program.add("places = 0")
        group = list(spec.by)
        for at, (name, ascending) in enumerate(_order(spec)):
            column = f"{ROWS}.groupby({list_code(group)}, dropna=False)[{name!r}]"
            place = f"{column}.rank(method='min', ascending={ascending})"
            later = f"{place}.sub(1).fillna({column}.transform('count'))"
            program.add(f"places = places + {later if at else place}")
            group.append(name)
    k = 1 if spec.which in ("max", "min") else spec.k
    program.add(f"{TABLE} = {ROWS}[(places > {spec.skip}) & (places <= {spec.skip + k})]")
    keys = [(name, True) for name in spec.by]
    if spec.which in ("first", "last"):
        program.add(f"{TABLE} = {TABLE}.sort_values({list_code(spec.by)}, kind='stable')")
    else:
        program.add(f"{TABLE} = {_sort(TABLE, [*keys, *_order(spec)], program)}")


# ----------------------------------------------------------------
# What a chart shows of their tables.


def _naming(columns: list[str], value: str | None) -> str:
    """The column that names the rows of a lookup: the first that is not the value."""
    return next((name for name in columns if name != value), columns[0] if columns else "index")


WRITERS: Mapping[str, Writer] = {
    "row_lookup": Writer(
        write_row_lookup, lambda spec: Drawn(TABLE, [_naming(spec.columns, spec.order_by)], spec.order_by)
    ),
}
