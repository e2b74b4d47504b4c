"""Tests of samples that belong together, pair by pair or subject by subject: rows as those of `comparing`."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import scipy

from agent.analysis.frames.arrays import Floats
from agent.analysis.inference.comparing import Row, hedges_g


def paired_t(samples: Sequence[Floats], test: str) -> Row:
    """Student's t of the differences (1908): their mean with its interval; Hedges' g of them."""
    differences = np.subtract(*samples)
    n = len(differences)
    tested = scipy.stats.ttest_1samp(differences, 0)
    interval = tested.confidence_interval(0.95)
    return {
        "test": test, "statistic": tested.statistic, "df": tested.df, "df2": None, "p": tested.pvalue,
        "difference": differences.mean(), "ci_low": interval.low, "ci_high": interval.high,
        "effect_name": "Hedges' g of the differences",
        **hedges_g(differences.mean(), differences.std(ddof=1), n - 1, 1 / n, n),
    }  # fmt: skip


def wilcoxon(samples: Sequence[Floats], test: str) -> Row:
    """Wilcoxon's signed ranks (1945), differences of 0 left out: the median of all differences with its
    distribution-free interval (Conover 1999); matched-pairs rank-biserial correlation (Kerby 2014).
    """
    differences = np.subtract(*samples)
    changed = differences[differences != 0]
    tested = scipy.stats.wilcoxon(changed)
    ranks = scipy.stats.rankdata(np.abs(changed))
    interval: Any = scipy.stats.quantile_test(differences, q=0, p=0.5).confidence_interval(0.95)
    return {
        "test": test, "statistic": tested.statistic, "df": None, "df2": None, "p": tested.pvalue,
        "difference": np.median(differences), "ci_low": interval.low, "ci_high": interval.high,
        "effect_name": "rank-biserial correlation",
        "effect": (ranks[changed > 0].sum() - ranks[changed < 0].sum()) / ranks.sum(),
        "effect_low": None, "effect_high": None,
    }  # fmt: skip


def rm_anova(samples: Sequence[Floats], test: str) -> Row:
    """The analysis of variance of repeated measures, both degrees of freedom times the epsilon of Greenhouse and
    Geisser (1959), so that unequal spreads of the differences make no p too small; partial eta squared.
    """
    table = np.column_stack(samples)
    n, k = table.shape
    total = ((table - table.mean()) ** 2).sum()
    groups = n * ((table.mean(axis=0) - table.mean()) ** 2).sum()
    left = total - groups - k * ((table.mean(axis=1) - table.mean()) ** 2).sum()
    shared = np.cov(table.T)
    centred = shared - shared.mean(axis=0) - shared.mean(axis=1)[:, None] + shared.mean()
    epsilon = min(np.trace(centred) ** 2 / ((k - 1) * (centred**2).sum()), 1.0)
    statistic = groups / (left / (n - 1))
    over, under = epsilon * (k - 1), epsilon * (k - 1) * (n - 1)
    return {
        "test": test, "statistic": statistic, "df": over, "df2": under, "p": scipy.stats.f.sf(statistic, over, under),
        "difference": None, "ci_low": None, "ci_high": None, "effect_name": "partial eta squared",
        "effect": groups / (groups + left), "effect_low": None, "effect_high": None,
    }  # fmt: skip


def friedman(samples: Sequence[Floats], test: str) -> Row:
    """Friedman's ranks within subjects (1937); Kendall's W."""
    tested = scipy.stats.friedmanchisquare(*samples)
    over = len(samples) - 1
    return {
        "test": test, "statistic": tested.statistic, "df": over, "df2": None, "p": tested.pvalue, "difference": None,
        "ci_low": None, "ci_high": None, "effect_name": "Kendall's W",
        "effect": tested.statistic / (len(samples[0]) * over), "effect_low": None, "effect_high": None,
    }  # fmt: skip


PAIRED: Mapping[str, Any] = {"paired_t": paired_t, "wilcoxon": wilcoxon, "rm_anova": rm_anova, "friedman": friedman}
"""Of samples whose values belong together by place."""
