"""The limits beyond which a value is an outlier, as lines of a program."""

from collections.abc import Mapping, Sequence

from agent.analysis.fences import USUAL_THRESHOLDS, OutlierMethod, OutlierSide

_BASIS: Mapping[OutlierMethod, tuple[Sequence[str], Sequence[str]]] = {
    # method: names of what the fences are made from, lines that make them
    "iqr": (
        ("q1", "q3"),
        ("q1, q3 = values.quantile(0.25), values.quantile(0.75)", "low, high = q1, q3", "reach = {t} * (q3 - q1)"),
    ),
    "zscore": (
        ("mean", "std"),
        ("mean, std = values.mean(), values.std({ddof})", "low = high = mean", "reach = {t} * std"),
    ),
    "mad": (
        ("median", "mad"),
        (
            "median = values.median()",
            "mad = (values - median).abs().median()",
            "if mad == 0:",
            "    raise ValueError('More than half of the values are equal, so their MAD is 0.')",
            "low = high = median",
            "reach = {t} * mad / stats.norm.ppf(0.75)",
        ),
    ),
}
OUTLYING: Mapping[OutlierSide, str] = {
    "low": "values < lower",
    "high": "values > upper",
    "both": "(values < lower) | (values > upper)",
}
"""Which of `values` lie outside."""


def fence_lines(method: OutlierMethod, threshold: float | None, ddof: int) -> tuple[list[str], Sequence[str]]:
    """Lines that make `lower` and `upper` from `values`, and the names of what they are made from."""
    basis, lines = _BASIS[method]
    reach = repr(threshold or USUAL_THRESHOLDS[method])
    deviation = "" if ddof == 1 else "ddof=0"
    made = [line.replace("{t}", reach).replace("{ddof}", deviation) for line in lines]
    return [*made, "lower, upper = low - reach, high + reach"], basis
