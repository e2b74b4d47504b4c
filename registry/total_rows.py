"""Which rows sum up others? A label says so, and the empty cells beside it or the sums prove it."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from registry.cells import Cells, Mask
from registry.number_text import plain_number
from registry.word_lists import is_missing, is_total, may_be_total

LABEL_COLUMNS = 4
MOSTLY_FILLED = 0.9
TOLERANCE = 0.005
FEW = 0.5


def total_rows(columns: Sequence[Cells]) -> Mask:
    """Rows labelled as totals whose other columns of words are empty, or one of whose numbers is a sum or a mean."""
    rows = len(columns[0].codes)
    labelled = np.zeros(rows, dtype=bool)
    totals = np.zeros(rows, dtype=bool)
    if len(columns) < 2 or rows < 2:
        return totals
    labels = [cells.where(may_be_total) for cells in columns[:LABEL_COLUMNS]]
    certain = [cells.where(is_total) for cells in columns[:LABEL_COLUMNS]]
    labelled = np.logical_or.reduce(labels)
    if not labelled.any() or labelled.sum() > max(1, rows * FEW):
        return totals
    numbers = [_numbers(cells) for cells in columns]
    filled = [cells.where(lambda value: not is_missing(value)) for cells in columns]
    words = [
        index
        for index, known in enumerate(numbers)
        if filled[index][~labelled].mean() >= MOSTLY_FILLED
        and np.isnan(known[columns[index].codes[~labelled]]).mean() > 0.5
    ]
    unique_labels = len(np.unique(columns[0].codes[~labelled])) == int((~labelled).sum())
    for row in np.flatnonzero(labelled).tolist():
        label = next(index for index, mask in enumerate(labels) if mask[row])
        beside = [index for index in words if index != label]
        gaps = bool(beside) and not any(filled[index][row] for index in beside)
        said = bool(certain[label][row])
        closing = said and row == rows - 1 and label == 0 and unique_labels and not beside
        totals[row] = gaps or closing or _sums_up(columns, numbers, row, ~labelled)
    return totals


def _numbers(cells: Cells) -> npt.NDArray[np.float64]:
    """Each distinct value as a number, nan where it is none."""
    read = [plain_number(value) for value in cells.values]
    return np.array([np.nan if number is None else number for number in read], dtype=np.float64)


def _sums_up(columns: Sequence[Cells], numbers: Sequence[npt.NDArray[np.float64]], row: int, data: Mask) -> bool:
    """Whether a number of the row is the sum or the mean of its column."""
    for cells, known in zip(columns, numbers, strict=True):
        own = known[cells.codes[row]]
        values = known[cells.codes[data]]
        values = values[~np.isnan(values)]
        if np.isnan(own) or own == 0 or len(values) < 2:
            continue
        if any(abs(each - own) <= abs(own) * TOLERANCE for each in (values.sum(), values.mean())):
            return True
    return False
