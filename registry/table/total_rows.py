"""Which rows sum up others? A label says so, and the empty cells beside it or the sums prove it."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from registry.table.exact_sums import EXACT, Figures, are_means, exact_sums
from registry.values.cell_shapes import shape_of
from registry.values.cells import Cells, Mask
from registry.values.decimal_signs import decimal_evidence
from registry.values.many_texts import missing_rows
from registry.values.number_text import Decimal
from registry.values.shaped_numbers import plain_numbers
from registry.values.word_lists import (
    STATISTIC_LIKE,
    STATISTICS,
    TOTAL_LIKE,
    folded,
    is_total,
    may_be_mean,
    may_be_total,
)

LABEL_COLUMNS = 4
MOSTLY_FILLED = 0.9
TOLERANCE = 0.005
MOSTLY_NUMBERS = 0.8
SAMPLE = 8
FEW = 0.5
FEWEST_SUMMED = 2
MOST_LOOKED_AT = 5_000
"""Rows of a file in which totals without a label are sought; only short reports have them."""
MOST_CELLS = 10_000
"""A larger table is only searched for them where cells are missing."""
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _Table:
    """The numbers of each column by row, which cells are filled, which columns hold words in nearly every row."""

    numbers: Sequence[Numbers]
    filled: Sequence[Mask]
    words: tuple[int, ...]


def total_rows(columns: Sequence[Cells]) -> Mask:
    """Rows labelled as totals whose other columns of words are empty, or one of whose numbers is a sum or a mean; and
    rows without a label where words stand in all others and whose numbers are sums."""
    rows = len(columns[0].codes)
    totals = np.zeros(rows, dtype=bool)
    if len(columns) < 2 or rows < 2:
        return totals
    labels = [cells.where(may_be_total, TOTAL_LIKE) for cells in columns[:LABEL_COLUMNS]]
    means: Mask = np.logical_or.reduce([cells.where(may_be_mean, TOTAL_LIKE) for cells in columns[:LABEL_COLUMNS]])
    labelled: Mask = np.logical_or.reduce(labels)
    if labelled.sum() > max(1, rows * FEW):
        return totals
    few = rows * len(columns) <= MOST_CELLS
    if not (labelled | means).any() and (rows > MOST_LOOKED_AT or not (few or _gaps(columns).any())):
        return totals
    described = _statistics(columns)
    labelled |= described
    table = _table(columns, labelled)
    certain = [cells.where(_says_sum, TOTAL_LIKE) for cells in columns[:LABEL_COLUMNS]]
    unique_labels = len(np.unique(columns[0].codes[~labelled])) == int((~labelled).sum())
    for row in np.flatnonzero(labelled & ~means).tolist():
        label = next((index for index, mask in enumerate(labels) if mask[row]), 0)
        beside = [index for index in table.words if index != label]
        gaps = bool(beside) and not any(table.filled[index][row] for index in beside)
        said = bool(certain[label][row])
        closing = said and row == rows - 1 and label == 0 and unique_labels and not beside and _may_sum(table, row)
        totals[row] = (
            described[row]
            or gaps
            or closing
            or _holds_shares(columns, row, ~labelled)
            or _is_sum(table, row, labelled | means, TOLERANCE if said or not beside else EXACT)
            or are_means(table.numbers, row, ~labelled & ~means)
        )
    for row in np.flatnonzero(means).tolist():
        totals[row] = described[row] or are_means(table.numbers, row, ~labelled & ~means, may_be_rounded=True)
    if rows > MOST_LOOKED_AT:
        return totals
    return totals | exact_sums(columns, Figures(table.numbers, table.filled, totals), _misfitting(columns, table))


def _says_sum(label: str) -> bool:
    """Whether a label alone says that its row is a total. Words for means do not: a department may be called Media."""
    return is_total(label) and folded(label).rstrip(":： ") not in STATISTICS


def _misfitting(columns: Sequence[Cells], table: _Table) -> Mask:
    """Rows with a word in a column of numbers or of dates."""
    found = np.zeros(len(columns[0].codes), dtype=bool)
    for cells, numbers, filled in zip(columns, table.numbers, table.filled, strict=True):
        known = ~np.isnan(numbers)
        if known.sum() >= filled.sum() * MOSTLY_NUMBERS:
            found |= filled & ~known
        elif not known.any() and sum(shape_of(value) == "date" for value in cells.values[:SAMPLE]) > SAMPLE * FEW:
            found |= filled & cells.where(lambda value: shape_of(value) == "words")
    return found


def _statistics(columns: Sequence[Cells]) -> Mask:
    """Rows at an end of the table called mean, deviation, minimum: two of them at least, with those between them that
    leave cells empty as they do."""
    rows = len(columns[0].codes)
    found = np.zeros(rows, dtype=bool)
    filled = np.sum([cells.filled_rows() for cells in columns], axis=0)
    sparse = filled < np.median(filled)
    for cells in columns[:LABEL_COLUMNS]:
        named = cells.where(lambda value: folded(value).rstrip(":： ") in STATISTICS, STATISTIC_LIKE)
        for turn in (slice(None), slice(None, None, -1)):
            run = np.logical_and.accumulate((named | sparse)[turn])
            last = np.flatnonzero(run & named[turn])
            run &= np.arange(rows) <= (int(last[-1]) if len(last) else -1)
            run = run[turn]
            stated = run & named
            if stated.sum() > 1 and len(set(cells.codes[stated].tolist())) > 1 and not run.all():
                found |= run
    return found


def _holds_shares(columns: Sequence[Cells], row: int, data: Mask) -> bool:
    """Whether the row is in percent and no other row is: the shares of the totals."""
    cells = [
        cells.values[code] for cells in columns[1:] if (code := cells.codes[row]) >= 0 and cells.values[code].strip()
    ]
    if not cells or not all(value.rstrip().endswith("%") for value in cells):
        return False
    return not any((cells.where(lambda value: value.rstrip().endswith("%")) & data).any() for cells in columns[1:])


def _gaps(columns: Sequence[Cells]) -> Mask:
    """Rows with a blank cell where nearly all other rows have one filled."""
    gaps = np.zeros(len(columns[0].codes), dtype=bool)
    for cells in columns:
        blank = ~cells.filled_rows()
        if 0 < blank.sum() <= max(1.0, len(blank) * (1 - MOSTLY_FILLED)):
            gaps |= blank
    return gaps


def _table(columns: Sequence[Cells], labelled: Mask) -> _Table:
    signs = [decimal_evidence(cells) for cells in columns]
    of_table = sum(signs, Counter())
    numbers = [_numbers(cells, _decimal(own or of_table)) for cells, own in zip(columns, signs, strict=True)]
    filled = [~missing_rows(cells) for cells in columns]
    words = tuple(
        index
        for index, known in enumerate(numbers)
        if filled[index][~labelled].mean() >= MOSTLY_FILLED and np.isnan(known[~labelled]).mean() > 0.5
    )
    return _Table(numbers, filled, words)


def _decimal(evidence: Counter[Decimal]) -> Decimal:
    return "," if evidence[","] > evidence["."] else "."


def _numbers(cells: Cells, decimal: Decimal) -> Numbers:
    """Each cell as a number, nan where it is none."""
    texts = cells.texts
    if cells.plain_kind == "number" and texts is not None:
        read = pc.if_else(pc.equal(texts, ""), None, pc.utf8_ltrim(texts, "+")).cast(pa.float64()).to_numpy(False)
    elif cells.plain_kind == "number":
        read = np.array([float(value) if value else np.nan for value in cells.values])
    elif cells.plain_kind == "moment":
        read = np.full(len(cells.values), np.nan)
    else:
        read = plain_numbers(cells.values, decimal)
    numbers: Numbers = np.append(read, np.nan)[cells.codes]
    return numbers


def _may_sum(table: _Table, row: int) -> bool:
    """Whether a number of the row could sum up the others, were some of them not shown: none of them is larger."""
    known = [numbers for numbers in table.numbers if not np.isnan(numbers[row])]
    return not known or any(abs(numbers[row]) >= np.nanmax(np.abs(numbers)) for numbers in known)


def _is_sum(table: _Table, row: int, totals: Mask, tolerance: float) -> bool:
    """Whether a number of the row is the sum of its column, or of the rows since the last total."""
    before = np.flatnonzero(totals[:row])
    since = np.zeros(len(totals), dtype=bool)
    since[(int(before[-1]) + 1 if len(before) else 0) : row] = True
    for numbers in table.numbers:
        own = numbers[row]
        if np.isnan(own) or own == 0:
            continue
        for rows in (~totals, since & ~totals):
            values = numbers[rows]
            values = values[~np.isnan(values)]
            if np.count_nonzero(values) >= FEWEST_SUMMED and abs(values.sum() - own) <= abs(own) * tolerance:
                return True
    return False
