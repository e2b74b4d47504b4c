"""Columns that Arrow read as text, as cells: plain numbers and moments at once, the rest as distinct texts."""

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from registry.arrow_texts import ArrowTexts
from registry.cells import MISSING, Cells, Lines
from registry.clock_numbers import may_count_time

WHOLE = r"^-?(0|[1-9][0-9]{0,14})$"
DECIMAL = r"^-?(0|[1-9][0-9]{0,14})(\.[0-9]{1,15})?$"
GROUPED_LOOKING = r"^-?[0-9]{1,3}\.[0-9]{3}$"
"""What could be thousands: such columns are judged by the rules for texts."""
FEWEST_DIFFERENT = 500
"""Numbers of fewer distinct values are as quickly judged as texts."""


def plain_cells(name: str, column: pa.ChunkedArray, sample: Cells, lines: Lines) -> Cells:
    """The numbers of a column of plain numbers without leading zeros; the distinct texts of any other."""
    numbers = _numbers(column) if not may_count_time(name) and _looks_plain(sample) else None
    if numbers is None:
        return text_cells(column, lines)
    values, codes = _encode(numbers)
    return Cells(ArrowTexts(values), codes, lines, values.to_numpy(zero_copy_only=False))


def text_cells(column: pa.ChunkedArray, lines: Lines) -> Cells:
    """The distinct texts of a column."""
    values, codes = _encode(column)
    return Cells(ArrowTexts(values), codes, lines)


def _looks_plain(sample: Cells) -> bool:
    """Whether the first values are many plain numbers, in which no sign could group thousands."""
    filled = pa.array([value for value in sample.values if value], pa.string())
    if len(filled) < FEWEST_DIFFERENT or not pc.all(pc.match_substring_regex(filled, DECIMAL)).as_py():
        return False
    fractions = filled.filter(pc.match_substring(filled, "."))
    return not len(fractions) or not pc.all(pc.match_substring_regex(fractions, GROUPED_LOOKING)).as_py()


def _numbers(column: pa.ChunkedArray) -> pa.ChunkedArray | None:
    """The column as int64 or float64, "" as null; None when a cell is anything else."""
    filled = pc.if_else(pc.equal(column, ""), pa.scalar(None, pa.string()), column)
    if pc.all(pc.match_substring_regex(filled, WHOLE)).as_py():
        return filled.cast(pa.int64())
    if pc.all(pc.match_substring_regex(filled, DECIMAL)).as_py():
        return filled.cast(pa.float64())
    return None


def _encode(column: pa.ChunkedArray) -> tuple[pa.Array, "np.ndarray[tuple[int], np.dtype[np.int32]]"]:
    """The distinct values in order of appearance, and the code of each row."""
    coded = column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)
    coded = coded.dictionary_encode()
    codes = pc.fill_null(coded.indices, MISSING).to_numpy(zero_copy_only=False)
    return coded.dictionary, np.array(codes, dtype=np.int32)
