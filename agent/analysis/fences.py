"""The limits beyond which a value is an outlier."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import narwhals as nw

from agent.analysis.frames.source import Frame, records
from agent.analysis.words import refusal

OutlierMethod = Literal["iqr", "zscore", "mad"]
OutlierSide = Literal["both", "low", "high"]
USUAL_THRESHOLDS: Mapping[OutlierMethod, float] = {"iqr": 1.5, "zscore": 3.0, "mad": 3.5}
_NORMAL_MAD = 0.674489750196082  # 75 % quantile of the standard normal: median absolute deviation of a normal, SD 1


@dataclass(frozen=True)
class Fences:
    """Values below `lower` or above `upper` are outliers; `basis` is what the fences were made from."""

    column: str
    side: OutlierSide
    lower: float
    upper: float
    basis: tuple[tuple[str, float], tuple[str, float]]

    @property
    def outlying(self) -> nw.Expr:
        """Whether a value lies beyond the fences of the side that counts; nothing where there is no value."""
        value = nw.col(self.column)
        low, high = value < self.lower, value > self.upper
        return {"low": low, "high": high, "both": low | high}[self.side]


def fences_of(
    frame: Frame, column: str, method: OutlierMethod, threshold: float | None, side: OutlierSide, ddof: int
) -> Fences:
    """The fences of a column: q1 - t IQR and q3 + t IQR (Tukey, t 1.5), mean +- t SD (t 3), or median +- t MAD / 0.6745
    (Iglewicz and Hoaglin, t 3.5). DataError for a column without values, or without spread where one is needed.
    """
    values = frame.select(nw.col(column)).filter(~nw.col(column).is_null())
    reach = threshold or USUAL_THRESHOLDS[method]
    count = int(records(values.select(nw.len().alias("n")))["n"][0])
    if not count:
        raise refusal("no_value", column=column)
    if method == "zscore":
        return _zscore(values, column, reach, side, count, ddof)
    return _iqr(values, column, reach, side) if method == "iqr" else _mad(values, column, reach, side)


def _iqr(values: Frame, column: str, threshold: float, side: OutlierSide) -> Fences:
    value = nw.col(column)
    ends = [value.quantile(share, interpolation="linear").alias(name) for name, share in (("q1", 0.25), ("q3", 0.75))]
    found = records(values.select(ends))
    q1, q3 = float(found["q1"][0]), float(found["q3"][0])
    reach = threshold * (q3 - q1)
    return Fences(column, side, q1 - reach, q3 + reach, (("q1", q1), ("q3", q3)))


def _zscore(values: Frame, column: str, threshold: float, side: OutlierSide, count: int, ddof: int) -> Fences:
    if count < 2:
        raise refusal("no_spread", column=column)
    value = nw.col(column)
    found = records(values.select(value.mean().alias("mean"), value.std(ddof=ddof).alias("std")))
    mean, std = float(found["mean"][0]), float(found["std"][0])
    return Fences(column, side, mean - threshold * std, mean + threshold * std, (("mean", mean), ("std", std)))


def _mad(values: Frame, column: str, threshold: float, side: OutlierSide) -> Fences:
    value = nw.col(column)
    median = float(records(values.select(value.median().alias("median")))["median"][0])
    distances = values.select((value - median).abs().alias("distance"))
    mad = float(records(distances.select(nw.col("distance").median()))["distance"][0])
    if mad == 0:
        raise refusal("no_mad", column=column)
    reach = threshold * mad / _NORMAL_MAD
    return Fences(column, side, median - reach, median + reach, (("median", median), ("mad", mad)))
