"""The limits beyond which a value is an outlier, as lines of a program."""

from collections.abc import Iterator, Mapping, Sequence

from agent.analysis.fences import USUAL_THRESHOLDS, OutlierMethod, OutlierSide
from agent.analysis.pandas_code.program import Program, assign, cell, list_code
from agent.specs.parse import Spec
from registry.profile import DatasetProfile

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


# ----------------------------------------------------------------
# Texts of the data in their own order (months, sizes, bands), so that a program sorts them as the vocabulary does.


_KEYS = ("group_cols", "group_col", "group", "by", "rows", "columns", "x", "color")
"""Fields of specs that name what the rows of a result stand for. Of a list of columns that are measured, none does."""
_OF_ROWS = ("row_lookup", "duplicate_check", "outliers")
"""Measures that show rows of the data, sorted by whichever column."""
_OF_VALUES = ("value_counts",)


def own_orders(program: Program, spec: Spec, profile: DatasetProfile) -> None:
    """The lines that make ordered categories of the columns that the results are sorted by."""
    for name in dict.fromkeys(_sorted_by(program, spec)):
        known, now = profile.column(name), program.schema.get(name)
        if known is not None and known.order and now is not None and now.order == known.order:
            assign(program, name, f"pd.Categorical({cell(name)}, {list_code(known.order)}, ordered=True)")


def _sorted_by(program: Program, spec: Spec) -> Iterator[str]:
    measured = spec.measure if spec.type == "plot" and hasattr(spec, "measure") else spec
    for each in (spec, measured):
        op = getattr(each, "op", "")
        if op in _OF_ROWS:
            yield from program.schema
        keys = (*_KEYS, "column") if op in _OF_VALUES else _KEYS
        named = [getattr(each, key, None) for key in keys if op not in ("column_summary",) or key == "by"]
        for key, found in zip(keys, named, strict=False):
            if isinstance(found, str):
                yield found
            elif isinstance(found, list) and key != "columns":
                yield from found
