"""Tests of two and more samples. Each gives a row: the test, its p, the difference and the effect with intervals."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import scipy

from agent.analysis.frames.arrays import Floats

Row = dict[str, Any]
Z_95 = 1.959963984540054
MOST_DIFFERENCES = 4_000_000
"""Pairs of values whose differences are looked at for the interval of Hodges and Lehmann."""


def hedges_g(difference: float, deviation: float, free: float, variance: float, n: int) -> Row:
    """A standardised difference without its bias (Hedges 1981, J as 1 - 3 / (4 df - 1)) and its 95 % interval (Hedges
    and Olkin 1985, normal approximation). `variance` is that of g where there is no difference, `n` counts all values.
    """
    if deviation <= 0:
        return {"effect": None, "effect_low": None, "effect_high": None}
    g = (1 - 3 / (4 * free - 1)) * difference / deviation
    reach = Z_95 * np.sqrt(variance + g**2 / (2 * n))
    return {"effect": g, "effect_low": g - reach, "effect_high": g + reach}


def t_test(samples: Sequence[Floats], test: str) -> Row:
    """Welch's t test, or Student's (`student`): the difference of the means with its interval, Hedges' g."""
    a, b = samples
    tested = scipy.stats.ttest_ind(a, b, equal_var=test == "student")
    interval = tested.confidence_interval(0.95)
    free = len(a) + len(b) - 2
    pooled = np.sqrt(((len(a) - 1) * a.var(ddof=1) + (len(b) - 1) * b.var(ddof=1)) / free)
    difference = a.mean() - b.mean()
    return {
        "test": test, "statistic": tested.statistic, "df": tested.df, "df2": None, "p": tested.pvalue,
        "difference": difference, "ci_low": interval.low, "ci_high": interval.high, "effect_name": "Hedges' g",
        **hedges_g(difference, pooled, free, 1 / len(a) + 1 / len(b), free + 2),
    }  # fmt: skip


def mann_whitney(samples: Sequence[Floats], test: str) -> Row:
    """Mann and Whitney's U: the median of all differences with its interval (Hodges and Lehmann 1963, by the normal
    approximation), rank-biserial correlation.
    """
    a, b = samples
    tested = scipy.stats.mannwhitneyu(a, b, alternative="two-sided")
    pairs = len(a) * len(b)
    shift = low = high = None
    if pairs <= MOST_DIFFERENCES:
        steps = np.sort(np.subtract.outer(a, b), axis=None)
        shift = np.median(steps)
        cut = int(np.floor(pairs / 2 - Z_95 * np.sqrt(pairs * (len(a) + len(b) + 1) / 12)))
        low, high = (steps[cut - 1], steps[-cut]) if cut >= 1 else (None, None)
    return {
        "test": test, "statistic": tested.statistic, "df": None, "df2": None, "p": tested.pvalue,
        "difference": shift, "ci_low": low, "ci_high": high, "effect_name": "rank-biserial correlation",
        "effect": 2 * tested.statistic / pairs - 1, "effect_low": None, "effect_high": None,
    }  # fmt: skip


def kolmogorov(samples: Sequence[Floats], test: str) -> Row:
    """The largest distance of the two distributions (Kolmogorov and Smirnov)."""
    a, b = samples
    tested = scipy.stats.ks_2samp(a, b)
    return {
        "test": test, "statistic": tested.statistic, "df": None, "df2": None, "p": tested.pvalue, "difference": None,
        "ci_low": None, "ci_high": None, "effect_name": "largest distance D", "effect": tested.statistic,
        "effect_low": None, "effect_high": None,
    }  # fmt: skip


def anova(samples: Sequence[Floats], test: str) -> Row:
    """Welch's analysis of variance (1951), or the classical one (`anova`); omega squared from F (Kirk 1996)."""
    n, over = sum(len(one) for one in samples), len(samples) - 1
    tested = scipy.stats.f_oneway(*samples, equal_var=test == "anova")
    under = n - len(samples)
    if test != "anova":
        weights = np.array([len(one) / one.var(ddof=1) for one in samples])
        sizes = np.array([len(one) for one in samples])
        spread = ((1 - weights / weights.sum()) ** 2 / (sizes - 1)).sum()
        under = (len(samples) ** 2 - 1) / (3 * spread)
    f = tested.statistic
    return {
        "test": test, "statistic": f, "df": over, "df2": under, "p": tested.pvalue, "difference": None,
        "ci_low": None, "ci_high": None, "effect_name": "omega squared",
        "effect": max(over * (f - 1) / (over * (f - 1) + n), 0.0), "effect_low": None, "effect_high": None,
    }  # fmt: skip


def kruskal(samples: Sequence[Floats], test: str) -> Row:
    """Kruskal and Wallis' H; epsilon squared (Kelley 1935; H over n - 1)."""
    tested = scipy.stats.kruskal(*samples)
    n = sum(len(one) for one in samples)
    return {
        "test": test, "statistic": tested.statistic, "df": len(samples) - 1, "df2": None, "p": tested.pvalue,
        "difference": None, "ci_low": None, "ci_high": None, "effect_name": "epsilon squared",
        "effect": tested.statistic / (n - 1), "effect_low": None, "effect_high": None,
    }  # fmt: skip


TESTS: Mapping[str, Any] = {
    "welch": t_test,
    "student": t_test,
    "mann_whitney": mann_whitney,
    "ks": kolmogorov,
    "welch_anova": anova,
    "anova": anova,
    "kruskal": kruskal,
}
"""Of independent samples."""
