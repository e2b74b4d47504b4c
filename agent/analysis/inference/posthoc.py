"""Which of several groups differ: every pair, with p and interval that hold for all pairs together."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import scipy

from agent.analysis.frames.arrays import Floats
from agent.analysis.inference.comparing import Row

MOST_GROUPS = 8
"""So many groups have all of their pairs told."""
PAIRWISE = {"kruskal": "mann_whitney", "rm_anova": "paired_t", "friedman": "wilcoxon"}
"""The test of a pair where p values are adjusted by Holm."""


def holm(p_values: Sequence[float]) -> list[float]:
    """p values adjusted for as many tests (Holm 1979), in the order given."""
    p = np.asarray(p_values, dtype=float)
    order = np.argsort(p, kind="stable")
    raised = np.maximum.accumulate(p[order] * (len(p) - np.arange(len(p))))
    adjusted = np.empty(len(p))
    adjusted[order] = np.minimum(raised, 1)
    return [float(one) for one in adjusted]


def pairs_of(samples: Sequence[Floats], names: Sequence[Any], verdict: Row,
             tests: dict[str, Callable[[Sequence[Floats], str], Row]]) -> list[Row]:  # fmt: skip
    """A row a pair: a, b, difference, ci_low, ci_high, p, method; the first group of a pair minus the second. Of two
    groups what the test itself found; none of more than `MOST_GROUPS`.

    After an analysis of variance Tukey and Kramer's test where the spreads are alike (Brown-Forsythe p of .05 and
    more), else Games and Howell's (1976), both with intervals for all pairs together; after the others tests of each
    pair, p adjusted by Holm, the interval of each alone.
    """
    if len(samples) == 2:
        told = {name: verdict[name] for name in ("difference", "ci_low", "ci_high", "p")}
        return [{"a": names[0], "b": names[1], **told, "method": verdict["test"]}]
    if len(samples) > MOST_GROUPS:
        return []
    name = PAIRWISE.get(verdict["test"])
    places = list(combinations(range(len(samples)), 2))
    if name is not None:
        tested = [tests[name]([samples[one], samples[other]], name) for one, other in places]
        adjusted = holm([row["p"] for row in tested])
        return [
            {"a": names[one], "b": names[other], "difference": row["difference"], "ci_low": row["ci_low"],
             "ci_high": row["ci_high"], "p": p, "method": name + "_holm"}
            for (one, other), row, p in zip(places, tested, adjusted, strict=True)
        ]  # fmt: skip
    spread = float(scipy.stats.levene(*samples, center="median").pvalue)
    alike = verdict["test"] == "anova" or (spread >= 0.05 and verdict["test"] == "welch_anova")
    return [
        {"a": names[one], "b": names[other], **studentize(samples, one, other, alike=alike)} for one, other in places
    ]


def studentize(samples: Sequence[Floats], one: int, other: int, *, alike: bool) -> Row:
    """A pair by the studentized range: p exact (scipy), the interval's factor by Gleason's approximation
    (statsmodels), which is a thousand times faster and right to four digits.
    """
    from statsmodels.stats.libqsturng import qsturng  # noqa: PLC0415 - slow to load

    a, b, k = samples[one], samples[other], len(samples)
    if alike:
        free = sum(len(each) for each in samples) - k
        pooled = sum((len(each) - 1) * each.var(ddof=1) for each in samples) / free
        error = np.sqrt(pooled / 2 * (1 / len(a) + 1 / len(b)))
    else:
        left, right = a.var(ddof=1) / len(a), b.var(ddof=1) / len(b)
        free = (left + right) ** 2 / (left**2 / (len(a) - 1) + right**2 / (len(b) - 1))
        error = np.sqrt((left + right) / 2)
    difference = a.mean() - b.mean()
    reach = float(qsturng(0.95, k, free)) * error
    return {
        "difference": difference, "ci_low": difference - reach, "ci_high": difference + reach,
        "p": float(scipy.stats.studentized_range.sf(abs(difference) / error, k, free)),
        "method": "tukey" if alike else "games_howell",
    }  # fmt: skip
