"""How much of the variation of numbers groups or a line explain, with interval and test."""

import math
from dataclasses import dataclass

import numpy as np
from scipy import optimize, stats

from agent.analysis.arrays import Floats

LEVEL = 0.95
_Z = float(stats.norm.ppf(0.5 + LEVEL / 2))
_NEARLY_ALL = 1 - 1e-12


@dataclass(frozen=True)
class Explained:
    """Shares from 0 to 1. `share` is what is explained in these rows; `adjusted` takes off what as many groups would
    explain by chance; `low` and `high` are the limits of the 95 % interval of the share in the population.
    """

    share: float
    adjusted: float
    low: float
    high: float
    p: float | None
    groups: int
    n: int


def explained_by_groups(counts: Floats, sums: Floats, squares: Floats) -> Explained | None:
    """Eta squared (Fisher 1925), from the count, sum and sum of squares of each group, the values centred before.

    Adjusted: epsilon squared (Kelley 1935). Interval: by the noncentral F distribution (Steiger 2004, Psychological
    Methods 9, 164-182), which takes the spread within the groups as normal and equal. p: F test. None when there
    are fewer than two groups, no freedom within them, or nothing varies.
    """
    n, groups = int(counts.sum()), len(counts)
    total = float(squares.sum() - sums.sum() ** 2 / n) if n else 0.0
    over, under = groups - 1, n - groups
    if over < 1 or under < 1 or total <= 0:
        return None
    between = float((sums**2 / counts).sum() - sums.sum() ** 2 / n)
    share = min(max(between / total, 0.0), 1.0)
    adjusted = max(0.0, 1 - (1 - share) * (n - 1) / under)
    if share > _NEARLY_ALL:
        return Explained(1.0, 1.0, 1.0, 1.0, 0.0, groups, n)
    statistic = (share / over) / ((1 - share) / under)
    low, high = (_share_where(chance, statistic, over, under, n) for chance in (0.5 + LEVEL / 2, 0.5 - LEVEL / 2))
    return Explained(share, adjusted, low, high, float(stats.f.sf(statistic, over, under)), groups, n)


def _share_where(chance: float, statistic: float, over: int, under: int, n: int) -> float:
    """The share of a population in which a statistic up to this one has the given chance; 0 when there is none."""

    def beyond(noncentrality: float) -> float:
        return float(stats.ncf.cdf(statistic, over, under, noncentrality)) - chance

    if beyond(0.0) <= 0:
        return 0.0
    high = statistic * over + 10
    while beyond(high) > 0:
        high *= 2
    found = float(optimize.brentq(beyond, 0.0, high, xtol=1e-9, rtol=1e-10))
    return found / (found + n)


def explained_by_line(x: Floats, y: Floats) -> tuple[Explained, float] | None:
    """R squared of a straight line, and the correlation r; over rows that have both values.

    Interval: that of r by Fisher's z (Fisher 1921), squared; from 0 when it holds 0. p: t test of r. None below four
    rows, or when a column does not vary.
    """
    both = ~(np.isnan(x) | np.isnan(y))
    x, y = x[both], y[both]
    n = len(x)
    if n < 4 or x.min() == x.max() or y.min() == y.max():
        return None
    tested = stats.pearsonr(x, y)
    r = float(tested.statistic)
    share = r * r
    adjusted = max(0.0, 1 - (1 - share) * (n - 1) / (n - 2))
    if share > _NEARLY_ALL:
        return Explained(1.0, 1.0, 1.0, 1.0, 0.0, 2, n), r
    reach = _Z / math.sqrt(n - 3)
    ends = (math.tanh(math.atanh(r) - reach), math.tanh(math.atanh(r) + reach))
    low = 0.0 if ends[0] <= 0 <= ends[1] else min(end * end for end in ends)
    return Explained(share, adjusted, low, max(end * end for end in ends), float(tested.pvalue), 2, n), r
