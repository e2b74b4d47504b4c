"""Which test a comparison of groups gets: by its design first, then by how many groups there are."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import stats

from agent.analysis.arrays import Floats
from agent.analysis.inference.comparing import Row

REPEATED = {
    "welch": "paired_t", "student": "paired_t", "mann_whitney": "wilcoxon", "anova": "rm_anova",
    "welch_anova": "rm_anova", "kruskal": "friedman",
}  # fmt: skip
"""What a test of independent values is where the values belong together."""


def chosen_test(test: str, design: str, samples: Sequence[Floats]) -> str:
    """The test for a design: Welch's t for two groups and Welch's analysis of variance for more (Kruskal and Wallis'
    where a group has one value only, or no spread); paired, the t test of the differences and the analysis of variance
    of repeated measures. A test that was named is kept, in its form for the design.
    """
    several = len(samples) > 2
    if design == "paired":
        named = {"auto": "rm_anova" if several else "paired_t", **REPEATED}.get(test, test)
        return "wilcoxon" if named == "friedman" and not several else named
    if test != "auto":
        return test
    if not several:
        return "welch"
    return "welch_anova" if all(len(one) > 1 and one.var() > 0 for one in samples) else "kruskal"


def sides_of(samples: Sequence[Floats], names: Sequence[Any], head: str) -> list[Row]:
    """A row a group: n, mean with its 95 % interval (Student's t), median and standard deviation."""
    rows = []
    for name, one in zip(names, samples, strict=True):
        n, mean = len(one), one.mean()
        spread = low = high = None
        if n > 1:
            spread = one.std(ddof=1)
            reach = stats.t.ppf(0.975, n - 1) * spread / np.sqrt(n)
            low, high = mean - reach, mean + reach
        rows.append({head: name, "n": n, "mean": mean, "ci_low": low, "ci_high": high, "median": np.median(one),
                     "std": spread})  # fmt: skip
    return rows
