"""The outline of a violin: how densely the values lie, by a Gaussian kernel of Silverman's width (1986, 3.31).

The values are counted in 512 bins first, so that the work does not grow with the rows, and the outline ends at the
smallest and at the largest value: no density is drawn where no value can be.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BINS, POINTS = 512, 60


@dataclass(frozen=True)
class Outline:
    """Places along the values, and how dense it is there as a part of the densest place."""

    at: tuple[float, ...]
    width: tuple[float, ...]


def outline(values: NDArray[np.float64]) -> Outline | None:
    """The outline of finite values; None when they are all equal, for then there is nothing to smooth."""
    low, high = float(values.min()), float(values.max())
    reach = kernel_width(values)
    if not low < high or not reach > 0:
        return None
    counts, edges = np.histogram(values, bins=BINS)
    middles = edges[:-1] + np.diff(edges) / 2
    at = np.linspace(low, high, POINTS)
    dense = np.exp(-0.5 * ((at[:, None] - middles[None, :]) / reach) ** 2) @ counts
    return Outline(tuple(at.tolist()), tuple((dense / dense.max()).round(4).tolist()))


def kernel_width(values: NDArray[np.float64]) -> float:
    """Silverman's rule of thumb: 0.9 of the smaller of SD and IQR / 1.34, times n to the power of -1/5. An IQR of 0
    leaves the SD."""
    if len(values) < 2:
        return 0.0
    spread = float(values.std(ddof=1))
    middle = float(np.subtract(*np.quantile(values, [0.75, 0.25]))) / 1.34
    return 0.9 * (min(spread, middle) or spread) * float(len(values) ** -0.2)
