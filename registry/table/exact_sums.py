"""Rows that sum up others without saying so: their numbers are exact sums, and other cells speak for it too."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from registry.values.cells import Cells, Mask

EXACT = 1e-7
"""How near a sum has to be, of itself."""
MEANS = 0.005
"""How near a mean has to be, of itself; a rounded one as near as half of its last decimal."""
ROUNDED = 0.500001
MOST_DECIMALS = 6
FEW_MEET = 0.2
"""Of years any is their mean within the tolerance: that proves nothing."""
HALF = 0.5
MOSTLY = 0.9
FEWEST_SUMMED = 2
FEWEST_BELOW_ALL = 3
"""Rows that a full row at the edge of a table has to sum up, in two columns at least, to be one of totals."""
SMALLEST = 10.0
"""A full row of smaller numbers may be the sum of some others by chance."""
MOST_STARTS = 40
Numbers = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Figures:
    """The numbers of each column by row (nan where there is none), which cells are filled, and known totals."""

    numbers: Sequence[Numbers]
    filled: Sequence[Mask]
    known: Mask


@dataclass
class _Sums:
    """Running sums of each column of numbers over the rows that are data."""

    columns: Sequence[Numbers]
    sums: Sequence[Numbers]
    counts: Sequence[npt.NDArray[np.int64]]

    def proven(
        self, row: int, start: int, end: int, fewest: int = FEWEST_SUMMED, smallest: float = 0.0
    ) -> tuple[int, int]:
        """How many numbers of the row are the sums of rows `start` to `end`, and how many are not. A sum below
        `smallest` proves nothing: small counts add up to each other by chance.
        """
        good = bad = 0
        for numbers, sums, counts in zip(self.columns, self.sums, self.counts, strict=True):
            own = numbers[row]
            if np.isnan(own) or own == 0:
                continue
            total, summed = sums[end] - sums[start], int(counts[end] - counts[start])
            if summed >= fewest and abs(total - own) <= max(abs(own) * EXACT, 1e-9 * abs(sums[end])):
                good += abs(own) >= smallest
            else:
                bad += 1
        return good, bad


def _running(numbers: Sequence[Numbers], data: Mask) -> _Sums:
    columns = [each for each in numbers if (~np.isnan(each)).mean() >= HALF / 2 and not _counts_rows(each)]
    kept = [np.where(data & ~np.isnan(each), each, 0.0) for each in columns]
    sums = [np.concatenate([[0.0], np.cumsum(each)]) for each in kept]
    counts = [np.concatenate([[0], np.cumsum(each != 0)]) for each in kept]
    return _Sums(columns, sums, counts)


def _counts_rows(numbers: Numbers) -> bool:
    """Whether a column counts the rows, 1, 2, 3: it sums up nothing, and 1 and 3 before 4 prove nothing."""
    known = numbers[~np.isnan(numbers)]
    return len(known) > FEWEST_BELOW_ALL and bool((np.diff(known) == 1).all())


def exact_sums(columns: Sequence[Cells], figures: Figures, misfitting: Mask) -> Mask:
    """The rows that are totals by their sums alone.

    A row that leaves half of the columns of words empty, which others fill, needs one exact sum; one that misses a cell
    or holds a word among dates or numbers (`misfitting`) needs two such rows; a full row at the edge needs all of its
    numbers, two at least, to be the sums of all others.
    """
    rows = len(columns[0].codes)
    sparse = _sparse(figures)
    doubted = (sparse | misfitting | _with_gap(figures, sparse)) & ~figures.known
    if doubted.sum() > rows * HALF:
        doubted = sparse & ~figures.known
    found = np.zeros(rows, dtype=bool)
    if doubted.sum() <= rows * HALF:
        found |= _among(figures, sparse & ~figures.known, doubted)
    found |= _at_edge(figures, found | figures.known, found | doubted)
    return found | _net(figures, found | figures.known)


def _sparse(figures: Figures) -> Mask:
    """Rows that leave at least half of the columns of words empty; what is usual is judged without these rows."""
    rows = len(figures.known)
    usual = ~figures.known
    sparse = np.zeros(rows, dtype=bool)
    for share in (HALF, MOSTLY - EXACT):
        if not usual.any():
            return sparse
        words = [
            filled
            for filled, numbers in zip(figures.filled, figures.numbers, strict=True)
            if filled[usual].mean() > share and np.isnan(numbers[usual]).mean() > HALF
        ]
        if not words:
            return np.zeros(rows, dtype=bool)
        sparse = np.mean([~filled for filled in words], axis=0) >= HALF
        usual = ~figures.known & ~sparse
    return sparse


def _with_gap(figures: Figures, sparse: Mask) -> Mask:
    """Rows that leave a cell empty where nearly all others have one."""
    usual = ~figures.known & ~sparse
    gaps = np.zeros(len(usual), dtype=bool)
    for filled in figures.filled:
        if usual.any() and filled[usual].mean() >= MOSTLY:
            gaps |= ~filled
    return gaps


def _among(figures: Figures, sparse: Mask, doubted: Mask) -> Mask:
    """The doubted rows whose numbers are the sums of the rows since a total before, of all rows, or of those below."""
    rows = len(doubted)
    sums = _running(figures.numbers, ~(figures.known | doubted))
    strong, weak = np.zeros(rows, dtype=bool), np.zeros(rows, dtype=bool)
    starts = [0]
    places = np.flatnonzero(doubted | figures.known).tolist()
    nexts = dict(zip(places, [*places[1:], rows], strict=False))
    for row in places:
        if doubted[row]:
            spans = [*((start, row) for start in reversed(starts[-MOST_STARTS:])), (row + 1, nexts[row]), (0, rows)]
            smallest = 0.0 if sparse[row] else SMALLEST
            proofs = (sums.proven(row, *span, smallest=smallest) for span in spans)
            good, bad = max(proofs, key=lambda each: (each[0], -each[1]))
            strong[row] = bool(sparse[row]) and good > 0
            weak[row] = good > 0 and bad <= good and not strong[row]
        if strong[row] or weak[row] or figures.known[row]:
            starts.append(row + 1)
    if weak.sum() < FEWEST_SUMMED and not (strong | figures.known).any():
        weak[:] = False
    if (strong | weak).sum() >= FEWEST_SUMMED:  # a group of a single row has a total too
        for row in np.flatnonzero(sparse & ~strong).tolist():
            since = max((start for start in starts if start <= row), default=0)
            strong[row] = row > since and sums.proven(row, since, row, fewest=1)[0] > 0
    if strong.sum() < sparse.sum() * HALF:
        strong[:] = False  # blanks below the label of a group, one of whose rows is a sum by chance
    edges = [row for row in (0, rows - 1) if sparse[row] and not strong[row]]
    for row in edges:
        strong[row] = are_means(figures.numbers, row, ~(figures.known | doubted), fewest=FEWEST_SUMMED)
    return strong | weak


def are_means(
    columns: Sequence[Numbers], row: int, data: Mask, *, fewest: int = 1, may_be_rounded: bool = False
) -> bool:
    """Whether the numbers of a row, `fewest` at least, are the means of the rows of `data` in their columns, and hardly
    another row could have met one of them. `may_be_rounded`: the row says that they are means, so that those rounded to
    as many decimals as they have are some too."""
    found = 0
    telling = False
    for numbers in columns:
        own, values = float(numbers[row]), numbers[data]
        values = values[~np.isnan(values)]
        if np.isnan(own) or len(values) < FEWEST_SUMMED:
            continue
        mean = float(values.mean())
        near = ROUNDED * 10.0 ** -_decimals(own) if may_be_rounded else 0.0
        if abs(mean - own) > max(abs(own) * MEANS, near):
            return False
        found += 1
        is_exact = may_be_rounded and abs(mean - own) <= abs(own) * EXACT
        telling |= is_exact or bool(np.mean(np.abs(values - mean) <= np.abs(values) * MEANS) <= FEW_MEET)
    return found >= fewest and telling


def _decimals(number: float) -> int:
    """How many decimals a number is written with, at most; a whole one has none."""
    return next((count for count in range(MOST_DECIMALS) if round(number, count) == number), MOST_DECIMALS)


def _at_edge(figures: Figures, totals: Mask, apart: Mask) -> Mask:
    """The first or the last full row, where all its numbers are the sums of all others, whatever it is called."""
    rows = len(totals)
    found = np.zeros(rows, dtype=bool)
    full = np.flatnonzero(~(totals | apart))
    if len(full) <= FEWEST_BELOW_ALL:
        return found
    for row in (int(full[0]), int(full[-1])):
        data = ~(totals | apart)
        data[row] = False
        sums = _running(figures.numbers, data)
        good, bad = sums.proven(row, 0, rows, FEWEST_BELOW_ALL)
        large = any(abs(numbers[row]) >= SMALLEST for numbers in sums.columns)
        if good >= FEWEST_SUMMED and not bad and large and not _holds_shares_of_one(sums, row):
            found[row] = True
            break
    return found


def _net(figures: Figures, totals: Mask) -> Mask:
    """The last row, where all its numbers are those of one row of totals less another: income less expenses."""
    found = np.zeros(len(totals), dtype=bool)
    places = np.flatnonzero(totals[:-1]).tolist()[-MOST_STARTS:]
    columns = [
        numbers for numbers in figures.numbers if not np.isnan(numbers[-1]) and not np.isnan(numbers[places]).any()
    ]
    if totals[-1] or len(places) < FEWEST_SUMMED or len(columns) < FEWEST_SUMMED:
        return found
    table = np.array(columns)
    own = table[:, -1]
    found[-1] = any(
        bool(np.all(np.abs(table[:, one] - table[:, other] - own) <= np.abs(own) * EXACT))
        for one in places
        for other in places
        if one != other
    )
    return found


def _holds_shares_of_one(sums: _Sums, row: int) -> bool:
    """Whether fewer than two different columns speak: a copied column proves nothing that the first one does not."""
    own = {float(numbers[row]) for numbers in sums.columns if not np.isnan(numbers[row])}
    return len(own) < FEWEST_SUMMED
