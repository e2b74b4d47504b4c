"""What a data set is like, and what is missing in it, as lines of a program."""

from agent.analysis.pandas_code.grouping import TABLE
from agent.analysis.pandas_code.program import ROWS, Program, Written, cell, list_code
from agent.analysis.schema import Column
from agent.specs.measures import DatasetOverview, Missingness

_SIZES = ["rows", "columns", "duplicate_rows", "missing_cells", "memory_mb", "first_date", "last_date"]


def write_dataset_overview(_: DatasetOverview, program: Program) -> list[Written]:
    """As `dataset_overview`: one row about the whole, then a row a column."""
    names = list_code(list(program.schema))
    dates = [column.name for column in program.schema.values() if column.storage == "moment"]
    program.add(
        f"{ROWS} = {ROWS}[{names}]",
        "columns = pd.DataFrame([",
        *(f"    {{{_describe(column)}}}," for column in program.schema.values()),
        "])",
        f"dates = {ROWS}[{list_code(dates)}]",
        f"{TABLE} = pd.DataFrame([{{",
        f"    'rows': len({ROWS}), 'columns': {len(program.schema)}, 'duplicate_rows': {ROWS}.duplicated().sum(),",
        f"    'missing_cells': {ROWS}.isna().sum().sum(),",
        f"    'memory_mb': round({ROWS}.memory_usage(deep=True).sum() / 1024**2, 3),",
        f"    'first_date': {'dates.min().min()' if dates else None},"
        f" 'last_date': {'dates.max().max()' if dates else None},",
        f"}}], columns={list_code(_SIZES)})",
    )
    return [Written(TABLE, "Size of the data"), Written("columns", "Columns of the data")]


def _describe(column: Column) -> str:
    value = cell(column.name)
    has_ends = column.storage in ("number", "moment") or column.kind == "time"
    ends = (f"{value}.min()", f"{value}.max()") if has_ends else ("None", "None")
    return (
        f"'column': {column.name!r}, 'kind': {column.kind!r}, 'non_missing': {value}.count(),"
        f" 'missing': {value}.isna().sum(), 'unique': {value}.nunique(), 'min': {ends[0]}, 'max': {ends[1]}"
    )


def write_missingness(spec: Missingness, program: Program) -> list[Written]:
    """As `missingness`: column, missing, missing_pct, rows; with `by` first the same by group."""
    names = spec.columns or [name for name in program.schema if name != spec.by]
    whole = Written(TABLE, "Missing values by column")
    program.add(
        f"{TABLE} = {ROWS}[{list_code(names)}].isna().sum().rename_axis('column').reset_index(name='missing')",
        f"{TABLE}['missing_pct'] = {TABLE}['missing'] / len({ROWS}) * 100",
        f"{TABLE}['rows'] = len({ROWS})",
        f"{TABLE} = {TABLE}.sort_values('missing', ascending=False, kind='stable', ignore_index=True)",
    )
    if spec.by is None:
        return [whole]
    program.add(
        "found = []",
        f"for key, part in {ROWS}.groupby({spec.by!r}, dropna=False):",
        f"    missing = part[{list_code(names)}].isna().sum().sort_values(ascending=False, kind='stable')",
        "    for name, count in missing.items():",
        "        found.append([key, name, count, count / len(part) * 100, len(part)])",
        f"grouped = pd.DataFrame(found, columns=[{spec.by!r}, 'column', 'missing', 'missing_pct', 'rows'])",
        f"grouped = grouped.set_index([{spec.by!r}, 'column'])",
    )
    return [Written("grouped", f"Missing values by {spec.by} and column"), whole]
