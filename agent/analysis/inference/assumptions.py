"""What stands beside a test of groups: spread, shape, the same question by ranks, and what could have been found."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy

from agent.analysis.frames.arrays import Floats
from agent.analysis.inference.comparing import Row

COMPANIONS = {
    "welch": "mann_whitney", "student": "mann_whitney", "welch_anova": "kruskal", "anova": "kruskal",
    "paired_t": "wilcoxon", "rm_anova": "friedman",
}  # fmt: skip
"""The test by ranks of the same question."""
POWER = 0.8
LARGEST_F = 1 - 1e-8
"""The largest effect that is looked for among three and more groups."""
SMALLEST_D = 1e-4
LARGEST_D = 1e3
"""Standard deviations between which an effect of two samples is looked for."""
LOG_SKEWNESS = 2.0
"""From this skewness on a log scale is worth a look."""


def checks_of(samples: Sequence[Floats], verdict: Row, tests: dict[str, Callable[[Sequence[Floats], str], Row]]
              ) -> list[Row]:  # fmt: skip
    """Rows of check, column, level, statistic, p and n: what holds of these samples.

    brown_forsythe: equal spread (Levene's test around the medians, Brown and Forsythe 1974), of independent samples.
    shapiro: the shape of what the means leave over, of 3 to 5000 values. Then the companion by ranks. skewness: of
    positive values, where it is over 2. detectable: where p is not below .05, the smallest effect that such samples
    show with 80 % power: in standard deviations, of three and more groups Cohen's f.
    """
    paired = verdict["test"] in ("paired_t", "wilcoxon", "rm_anova", "friedman")
    everything = np.concatenate(list(samples))
    residuals = np.concatenate([one - one.mean() for one in samples])
    if paired:
        table = np.column_stack([one - one.mean() for one in samples])
        residuals = table[:, 0] - table[:, 1] if len(samples) == 2 else (table - table.mean(axis=1)[:, None]).ravel()
    found: list[Row] = []
    tested: Any
    if not paired and all(len(one) > 1 for one in samples) and any(one.std() > 0 for one in samples):
        tested = scipy.stats.levene(*samples, center="median")
        found.append({"check": "brown_forsythe", "statistic": tested.statistic, "p": tested.pvalue})
    if 3 <= len(residuals) <= 5000 and np.ptp(residuals) > 1e-9 * max(np.abs(everything).max(), 1e-300):
        tested = scipy.stats.shapiro(residuals)
        found.append({"check": "shapiro", "statistic": tested.statistic, "p": tested.pvalue})
    other = COMPANIONS.get(verdict["test"])
    if other == "friedman" and len(samples) == 2:  # ranks within pairs say less than those of the differences
        other = "wilcoxon"
    if other is not None:
        tested = tests[other](samples, other)
        found.append({"check": other, "statistic": tested["statistic"], "p": tested["p"]})
    skewness = scipy.stats.skew(everything) if everything.min() > 0 and len(everything) >= 8 else 0.0
    if skewness > LOG_SKEWNESS:
        found.append({"check": "skewness", "statistic": skewness, "p": None})
    detectable = None
    if verdict["p"] >= 0.05 and min(len(one) for one in samples) >= 3:
        detectable = detectable_effect(samples, paired)
    if detectable is not None:
        found.append({"check": "detectable", "statistic": detectable, "p": None})
    size = len(everything)
    return [{"check": one["check"], "column": None, "level": None, **one, "n": size} for one in found]


def detectable_effect(samples: Sequence[Floats], paired: bool) -> float | None:
    """The smallest effect found with 80 % power at the 5 % level (Cohen 1988): of two samples in standard deviations
    (of the differences, where they are paired), of more Cohen's f; None of three and more paired ones, and where no
    effect is so large that so few values show it.
    """
    from statsmodels.stats.power import FTestAnovaPower, TTestIndPower, TTestPower  # noqa: PLC0415 - slow to load

    sizes = [len(one) for one in samples]
    if len(samples) > 2:
        power = FTestAnovaPower()
        known = {"nobs": sum(sizes), "k_groups": len(sizes), "alpha": 0.05}
        shows_none = paired or power.power(effect_size=LARGEST_F, **known) < POWER
        return None if shows_none else effect_found_with(lambda effect: power.power(effect_size=effect, **known))
    if paired:
        return effect_found_with(lambda effect: TTestPower().power(effect, sizes[0], 0.05))
    ratio = sizes[1] / sizes[0]
    return effect_found_with(lambda effect: TTestIndPower().power(effect, sizes[0], 0.05, ratio=ratio))


def effect_found_with(power: Callable[[float], float]) -> float | None:
    """The effect whose power is `POWER`; None where no effect is so large. The solvers of statsmodels give a negative
    one or an array for some sizes, and fail for others, where the power of a large effect is not a number.
    """
    from scipy import optimize  # noqa: PLC0415 - a program that carries this function needs it within

    high = SMALLEST_D
    while not power(high) >= POWER:
        high *= 2
        if high > LARGEST_D:
            return None
    if high == SMALLEST_D:
        return high
    return float(optimize.brentq(lambda effect: power(effect) - POWER, high / 2, high))
