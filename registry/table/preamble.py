"""Lines of names and values above a table of the same width, which has no names of its own."""

from collections.abc import Sequence

from registry.table.row_types import RowTypes, cell_at, filled_cells, is_value, row_types
from registry.text.dialect import Record

FEWEST_LINES = 3
MOST_ROWS = 300
HALF = 0.5
PAIR = 2
NEARLY_ALL = 0.75
"""Of the lines above hold no value where the rows have theirs."""


def rows_start(records: Sequence[Record], place: int, data: int) -> int | None:
    """The index of the first row, where the line at `place` names no columns: with those below it (that go on beyond
    `data`, the first row below its names) it describes the table, and the last of them names no column of values.
    None when the line may well be the one of names."""
    rows = records[place : place + MOST_ROWS]
    types = row_types([record.fields for record in rows[len(rows) // 2 :]])
    if not types.values:
        return None
    last = next((index for index in range(int(len(rows) * HALF) - 1, 0, -1) if _says_otherwise(rows[index], types)), 0)
    above = [record for record in rows[: last + 1] if filled_cells(record.fields)]
    if place + last < data or len(above) < FEWEST_LINES:
        return None
    wrong = sum(_says_otherwise(record, types) for record in above)
    if any(len(types.always) > PAIR and _is_full(record, types) for record in above):
        return None
    if wrong < len(above) * NEARLY_ALL or _names(rows[last], types):
        return None
    return place + last + 1


def _is_full(record: Record, types: RowTypes) -> bool:
    """Whether a line holds a word in each column that the rows fill."""
    cells = [cell_at(record.fields, place) for place in types.always]
    return all(cell.strip() and not is_value(cell) for cell in cells)


def _says_otherwise(record: Record, types: RowTypes) -> bool:
    """Whether no column of values holds one, and one holds something else or the line is a single word."""
    if any(is_value(cell_at(record.fields, place)) for place in types.values):
        return False
    return filled_cells(record.fields) == 1 or types.against(record.fields) > 0


def _names(record: Record, types: RowTypes) -> bool:
    """Whether a line could name the columns: a word stands above each column of values."""
    return all(cell_at(record.fields, place).strip() for place in types.values)
