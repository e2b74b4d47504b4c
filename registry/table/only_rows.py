"""Whether a large table holds nothing but rows of data: then no row is held against the rules for notes and totals.

The rules judge the first and the last rows; of the others one look at each distinct text says whether any of them could
be something else.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from registry.dataset import ReadingChoices
from registry.table.row_rules import without_extra_rows
from registry.table.table_reader import TextTable
from registry.table.total_rows import LABEL_COLUMNS, MOST_LOOKED_AT
from registry.values.cells import Cells
from registry.values.word_lists import TOTAL_LIKE, may_be_total

FIRST_ROWS, LAST_ROWS = 1_000, 300
FEWEST_ROWS = MOST_LOOKED_AT
"""In fewer rows totals without a label are sought, which needs a look at each."""
NOT_A_ROW = r"^\s*#|^[-=_:+\s]{3,}$"


def holds_only_rows(table: TextTable, choices: ReadingChoices) -> bool:
    """Whether the rules for rows that are no data would leave the table as it is. False also where it is not known."""
    rows = len(table.columns[0].codes)
    if rows <= FEWEST_ROWS or table.lone_lines or any(cells.texts is None for cells in table.columns):
        return False
    if _may_hold_other_rows(table.names, table.columns):
        return False
    places = np.r_[0 : min(FIRST_ROWS, rows), max(FIRST_ROWS, rows - LAST_ROWS) : rows]
    sample = replace(table, columns=tuple(_some(cells, places) for cells in table.columns))
    judged = without_extra_rows(sample, choices)
    return judged.entries == table.entries and len(judged.columns[0].codes) == len(places)


def _some(cells: Cells, places: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> Cells:
    """Only these rows, with the values that they hold."""
    used, codes = np.unique(cells.codes[places], return_inverse=True)
    values = cells.texts.take(pa.array(used)).to_pylist() if cells.texts is not None else ()
    return Cells(tuple(values), codes.astype(np.int32), cells.lines[places])


def _may_hold_other_rows(names: Sequence[str], columns: Sequence[Cells]) -> bool:
    """Whether there may be blank rows, notes, drawn lines, repeated names or totals: anything but rows of data."""
    filled = np.zeros(len(columns[0].codes), dtype=np.int32)
    for cells in columns:
        filled += cells.filled_rows()
    if (bool((filled <= 1).any()) and len(columns) > 1) or bool((filled == 0).any()):
        return True
    if any(_holds_no_value(name, cells) for name, cells in zip(names, columns, strict=True)):
        return True
    return any(
        cells.plain_kind is None and cells.where(may_be_total, TOTAL_LIKE).any() for cells in columns[:LABEL_COLUMNS]
    )


def _holds_no_value(name: str, cells: Cells) -> bool:
    """Whether a text is the name of its column, a drawn line or a comment."""
    texts = cells.texts
    if texts is None or pc.any(pc.equal(texts, name)).as_py():
        return True
    return cells.plain_kind is None and bool(pc.any(pc.match_substring_regex(texts, NOT_A_ROW)).as_py())
