"""Ordinary least squares: coefficients with their standard errors, and how well the whole fits."""

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from agent.analysis.arrays import Floats

LEVEL = 0.95
_NEGLIGIBLE = 1e-9
"""Of a column's length: what is left of it beyond the columns before is taken for rounding."""
_EXACT = 1e-20
"""Of the sum of squares: residuals below are rounding, so the fit is exact."""


@dataclass(frozen=True)
class Term:
    """A coefficient with its standard error, t test and 95 % interval. No test where the fit is exact."""

    coefficient: float
    std_error: float
    t: float | None
    p: float | None
    low: float
    high: float


@dataclass(frozen=True)
class Fit:
    """The terms, the intercept first, and the fit as a whole. No F test where the fit is exact."""

    terms: tuple[Term, ...]
    r2: float
    adjusted_r2: float
    f: float | None
    df_model: int
    df_residual: int
    p: float | None
    residual_std: float
    n: int


def least_squares(y: Floats, x: Floats) -> Fit:
    """The fit of y on the columns of x and an intercept.

    Coefficients by QR of the centred and scaled columns; standard errors from s squared times the inverse of X'X, and
    the intercept's from that of the means; t and F tests and R squared as in Draper and Smith, Applied Regression
    Analysis (1998, chapters 1 and 5), which take the spread around the fit as equal everywhere; adjusted R squared by
    Ezekiel (1930). The columns have to be independent (`dependent_column`) and fewer than the rows less one.
    """
    n, k = x.shape
    free = n - k - 1
    means, scales = x.mean(axis=0), x.std(axis=0)
    centred = (x - means) / scales
    q, r = np.linalg.qr(centred)
    above = y - y.mean()
    turned = np.linalg.solve(r, q.T @ above)
    residuals = above - centred @ turned
    total, left = float(above @ above), float(residuals @ residuals)
    is_exact = left <= _EXACT * total
    left = 0.0 if is_exact else left
    spread = left / free
    inverse = np.linalg.inv(r)
    covariance = (inverse @ inverse.T) / np.outer(scales, scales)  # of the coefficients, over s squared
    slopes = turned / scales
    coefficients = [float(y.mean() - means @ slopes), *(float(each) for each in slopes)]
    variances = [1 / n + float(means @ covariance @ means), *(float(each) for each in np.diag(covariance))]
    errors = [math.sqrt(spread * each) for each in variances]
    share = 1 - left / total
    statistic = None if is_exact else ((total - left) / k) / spread
    return Fit(
        terms=tuple(_term(each, error, free) for each, error in zip(coefficients, errors, strict=True)),
        r2=share,
        adjusted_r2=1 - (1 - share) * (n - 1) / free,
        f=statistic,
        df_model=k,
        df_residual=free,
        p=None if statistic is None else float(stats.f.sf(statistic, k, free)),
        residual_std=math.sqrt(spread),
        n=n,
    )


def _term(coefficient: float, error: float, free: int) -> Term:
    if error == 0:
        return Term(coefficient, 0.0, None, None, coefficient, coefficient)
    t = coefficient / error
    reach = float(stats.t.ppf(0.5 + LEVEL / 2, free)) * error
    return Term(coefficient, error, t, 2 * float(stats.t.sf(abs(t), free)), coefficient - reach, coefficient + reach)


def dependent_column(x: Floats) -> int | None:
    """The first column that those before it (and an intercept) make up; None when there is none."""
    is_flat = x.min(axis=0) == x.max(axis=0)
    centred = np.where(is_flat, 0.0, x - x.mean(axis=0))
    lengths = np.sqrt((centred**2).sum(axis=0))
    scaled = centred / np.where(lengths > 0, lengths, 1.0)
    beyond = np.abs(np.diag(np.linalg.qr(scaled, mode="r")))  # what of each is not in those before it
    found = np.flatnonzero(beyond <= _NEGLIGIBLE)
    return int(found[0]) if len(found) else None
