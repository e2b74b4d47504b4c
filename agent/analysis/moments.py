"""Skewness and kurtosis of samples."""

import math


def adjusted_skew(biased: float | None, count: int) -> float | None:
    """The adjusted Fisher-Pearson coefficient G1 from the moment coefficient g1; None below three values."""
    if biased is None or count < 3:
        return None
    return float(biased) * math.sqrt(count * (count - 1)) / (count - 2)


def adjusted_kurtosis(biased: float | None, count: int) -> float | None:
    """The adjusted excess kurtosis G2 from the moment coefficient g2 (normal: 0); None below four values."""
    if biased is None or count < 4:
        return None
    return (count - 1) / ((count - 2) * (count - 3)) * ((count + 1) * float(biased) + 6)
