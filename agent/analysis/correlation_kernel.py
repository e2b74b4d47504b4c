"""Correlation of all pairs of columns at once, each over the rows that have both values."""

import numpy as np
import numpy.typing as npt
import pandas as pd
from scipy import stats

from agent.analysis.arrays import Floats
from agent.specs.measures import CorrelationMethod


def correlations(values: Floats, method: CorrelationMethod) -> Floats:
    """The symmetric matrix of correlations; NaN where a column does not vary or fewer than three rows have both."""
    complete = not np.isnan(values).any()
    if method != "kendall" and complete and len(values) > 2:
        ranked = stats.rankdata(values, axis=0) if method == "spearman" else values
        return _without_missing(ranked)
    frame = pd.DataFrame(values)
    return frame.corr(method=method, min_periods=3).to_numpy(dtype=np.float64)


def _without_missing(values: Floats) -> Floats:
    """One matrix product instead of a pass a pair; columns are scaled first, so that large ones do not drown small."""
    constant = values.min(axis=0) == values.max(axis=0)
    centred = values - values.mean(axis=0)
    lengths = np.sqrt((centred**2).sum(axis=0))
    lengths[constant] = np.nan
    scaled = centred / lengths
    found: Floats = np.clip(scaled.T @ scaled, -1.0, 1.0)
    np.fill_diagonal(found, np.where(constant, np.nan, 1.0))
    return found


def pair_counts(values: Floats) -> npt.NDArray[np.int64]:
    """For each pair of columns, how many rows have both values."""
    present = (~np.isnan(values)).astype(np.float64)
    return np.rint(present.T @ present).astype(np.int64)
