"""How the columns of a table that code made are shown: told from their names, the data's columns, and their cells."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from agent.analysis.frames.schema import Column, schema_of
from agent.analysis.frames.tables import ResultColumn, metric_column, value_column
from agent.specs.measures import Aggregation
from agent.state import Cell, ColumnFormat
from registry.profile import DatasetProfile

_AGGREGATIONS: tuple[Aggregation, ...] = get_args(Aggregation)
_COUNTS = frozenset({"n", "rows", "count", "missing", "unique", "groups", "distinct", "duplicate_rows"})
_P_VALUE = re.compile(r"p|p[_ -]?val(ue)?", re.IGNORECASE)
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?")


def shown_columns(
    columns: Sequence[str], rows: Sequence[Sequence[Cell]], profiles: Iterable[DatasetProfile]
) -> tuple[ResultColumn, ...]:
    """A format and perhaps a unit for each column. A column named like one of the data's (`salary`, `salary_mean`) is
    shown like it; others by what their cells are.
    """
    known: dict[str, Column] = {}
    for profile in profiles:
        known |= schema_of(profile)
    return tuple(_show(name, [row[place] for row in rows], known) for place, name in enumerate(columns))


def _show(name: str, cells: Sequence[Cell], known: Mapping[str, Column]) -> ResultColumn:
    by_cells = _format_of(cells)
    if by_cells in ("text", "date"):
        return ResultColumn(name, by_cells)
    if name.casefold() in _COUNTS:
        return ResultColumn(name, by_cells)
    if _P_VALUE.fullmatch(name):
        return ResultColumn(name, "p_value")
    if name.endswith("_pct"):
        return ResultColumn(name, "percent")
    column, aggregation = _source(name, known)
    if column is None or column.storage != "number":
        return ResultColumn(name, by_cells)
    like = value_column(column, name) if aggregation is None else metric_column(column, aggregation, name)
    # a whole column's mean is none: what the cells are decides
    return ResultColumn(name, "number" if like.format == "integer" and by_cells == "number" else like.format, like.unit)


def _source(name: str, known: Mapping[str, Column]) -> tuple[Column | None, Aggregation | None]:
    if name in known:
        return known[name], None
    for aggregation in _AGGREGATIONS:
        if name.endswith(f"_{aggregation}") and name.removesuffix(f"_{aggregation}") in known:
            return known[name.removesuffix(f"_{aggregation}")], aggregation
    return None, None


def _format_of(cells: Sequence[Cell]) -> ColumnFormat:
    present = [cell for cell in cells if cell is not None]
    if present and all(isinstance(cell, int) and not isinstance(cell, bool) for cell in present):
        return "integer"
    if present and all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in present):
        return "number"
    if present and all(isinstance(cell, str) and _DATE.fullmatch(cell) for cell in present):
        return "date"
    return "text"
