"""Result columns as people read them at the head of a table: `Salary (base)_mean` as "average salary (base)"."""

import re
from collections.abc import Iterable, Mapping

from agent.specs.measures import Aggregation
from agent.specs.result_words import measure_words
from agent.specs.transforms import DatePart

HEADINGS: Mapping[str, str] = {
    "value": "value",
    "share_pct": "share (%)",
    "cumulative_pct": "cumulative share (%)",
    "reached_pct": "share reached (%)",
    "groups_needed": "groups needed",
    "groups_total": "groups in all",
    "ratio": "ratio",
    "ratio_pct": "ratio (%)",
    "mean": "mean",
    "median": "median",
    "std": "standard deviation",
    "var": "variance",
    "min": "smallest",
    "max": "largest",
    "sum": "sum",
    "mode": "most frequent",
    "unique": "different values",
    "distinct": "different rows",
    "duplicate_rows": "repeated rows",
    "non_missing": "cells with a value",
    "missing": "missing cells",
    "missing_pct": "missing cells (%)",
    "n": "rows",
    "a": "first column",
    "b": "second column",
    "r": "correlation (r)",
    "p": "p-value",
    "df": "degrees of freedom",
    "effect": "effect size",
    "effect_name": "measure of effect",
    "ci_low": "95 % interval from",
    "ci_high": "95 % interval to",
    "lower": "lower limit",
    "upper": "upper limit",
    "iqr": "interquartile range",
    "mad": "median absolute deviation",
    "mean_with": "mean with outliers",
    "mean_without": "mean without outliers",
    "q1": "lower quartile",
    "q3": "upper quartile",
    "memory_mb": "memory",
    "period": "period",
    "cramers_v": "Cramér's V",
    "expected_min": "smallest expected count",
    "expected_under_5": "expected counts under 5",
    "base": "compared with",
    "std_error": "standard error",
    "r2": "R squared",
    "adjusted_r2": "adjusted R squared",
    "f": "F",
    "df_model": "degrees of freedom (model)",
    "df_residual": "degrees of freedom (residuals)",
    "residual_std": "standard deviation of residuals",
}
"""Columns that measures and plots make, where plain words say more than the name."""
PART_WORDS: Mapping[DatePart, str] = {
    "year": "year",
    "half": "half of the year",
    "quarter": "quarter of the year",
    "month": "month of the year",
    "week": "week of the year",
    "day": "day of the month",
    "weekday": "weekday",
    "hour": "hour",
    "year_half": "half-year",
    "year_quarter": "quarter",
    "year_month": "month",
    "year_week": "week",
    "date": "day",
}
_QUANTILE = re.compile(r"p(\d+)(?:_(\d+))?")


def heading(name: str) -> str:
    """The words of a column that a measure made; a name without its own words is told with blanks: `lower_fence`."""
    if quantile := _QUANTILE.fullmatch(name):
        whole, part = quantile.groups()
        return f"{whole}{f'.{part}' if part else ''} % quantile"
    return HEADINGS.get(name, name.replace("_", " "))


def made_headings(names: Iterable[str]) -> dict[str, str]:
    """The words of several columns that were made, by name."""
    return {name: heading(name) for name in names}


def distinct(texts: Iterable[str]) -> list[str]:
    """The texts in order, a later one of an earlier one's words with a number: "rows", "rows (2)"."""
    told: list[str] = []
    for text in texts:
        words, number = text, 2
        while words in told:
            words, number = f"{text} ({number})", number + 1
        told.append(words)
    return told


def metric_heading(column: str, aggregation: Aggregation, *, bare: bool = False) -> str:
    """ "average salary (base)", "share of sales (%)"; of rows "rows"."""
    if column == "*" and aggregation == "count":
        return "rows"
    return measure_words(column, aggregation, bare=bare) + (" (%)" if aggregation == "share" else "")


def given_heading(name: str) -> str:
    """A column's name as the question gave it, with blanks: `north_sales` is "north sales"."""
    return name.replace("_", " ").strip() or name


def part_heading(column: str, part: DatePart) -> str:
    """ "date (month)"."""
    return f"{column} ({PART_WORDS[part]})"
