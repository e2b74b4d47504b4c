"""What stands beside a test of two by two values: how many times as likely, and what the correction decides."""

from typing import Any

import numpy as np
import scipy

from agent.analysis.frames.arrays import Floats
from agent.analysis.inference.comparing import Row


def table_checks(counts: Floats, corrected: bool) -> list[Row]:
    """Rows of check, column, level, statistic, ci_low, ci_high, p and n of counts.

    cramers_v of all. Of two by two counts also risk_difference, risk_ratio (Katz 1978) and odds_ratio (Woolf 1955) of
    the second column's value, the second row against the first, with 95 % intervals; the ratios only where no count
    is 0. uncorrected: chi-square without the correction of Yates, where the test has it.
    """
    n = int(counts.sum())
    strength = {"check": "cramers_v", "column": None, "level": None, "ci_low": None, "ci_high": None, "p": None, "n": n,
                "statistic": scipy.stats.contingency.association(counts.astype(int), method="cramer")}  # fmt: skip
    if counts.shape != (2, 2):
        return [strength]
    (b0, a0), (b1, a1) = np.asarray(counts, dtype=float)
    first, second = a0 / (a0 + b0), a1 / (a1 + b1)
    z = scipy.stats.norm.ppf(0.975)
    reach = z * np.sqrt(first * (1 - first) / (a0 + b0) + second * (1 - second) / (a1 + b1))
    told: list[tuple[Any, ...]] = [
        ("risk_difference", second - first, second - first - reach, second - first + reach, None)
    ]
    if min(a0, a1, b0, b1) > 0:
        ratio, odds = second / first, (a1 * b0) / (a0 * b1)
        risk_error = np.sqrt(1 / a1 - 1 / (a1 + b1) + 1 / a0 - 1 / (a0 + b0))
        odds_error = np.sqrt(1 / a0 + 1 / a1 + 1 / b0 + 1 / b1)
        told.append(("risk_ratio", ratio, ratio * np.exp(-z * risk_error), ratio * np.exp(z * risk_error), None))
        told.append(("odds_ratio", odds, odds * np.exp(-z * odds_error), odds * np.exp(z * odds_error), None))
    if corrected:
        plain = scipy.stats.chi2_contingency(counts, correction=False)
        told.append(("uncorrected", plain.statistic, None, None, plain.pvalue))
    return [strength] + [
        {"check": check, "column": None, "level": None, "statistic": value, "ci_low": low, "ci_high": high, "p": p,
         "n": n}
        for check, value, low, high, p in told
    ]  # fmt: skip
