"""Titles in plain words, made from column names and what was computed."""

from collections.abc import Sequence

from agent.specs.condition_words import conditions_words
from agent.specs.editing.labels import fit_chip
from agent.specs.measures import Aggregation, AnalysisSpec
from agent.specs.plots import PlotSpec
from agent.specs.transforms import FilterRows

AGGREGATION_WORDS: dict[Aggregation, str] = {
    "sum": "Sum", "mean": "Mean", "median": "Median", "std": "Standard deviation", "var": "Variance",
    "min": "Smallest", "max": "Largest", "range": "Range", "count": "Count", "nunique": "Number of different",
    "first": "First", "last": "Last", "p5": "5 % quantile", "p10": "10 % quantile", "p25": "25 % quantile",
    "p75": "75 % quantile", "p90": "90 % quantile", "p95": "95 % quantile", "p99": "99 % quantile",
    "mode": "Most frequent", "skew": "Skewness", "missing": "Missing cells", "share": "Share",
}  # fmt: skip


def metric_words(column: str, aggregation: Aggregation) -> str:
    """`Mean of Body Mass (g)`, `Number of rows`, `Share of rows`."""
    if column == "*":
        return "Number of rows" if aggregation == "count" else f"{AGGREGATION_WORDS[aggregation]} of rows"
    linking = "" if aggregation in ("min", "max", "nunique", "first", "last", "mode") else "of "
    return f"{AGGREGATION_WORDS[aggregation]} {linking}{column}"


def join_names(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def title_of(measured: Sequence[str], keys: Sequence[str]) -> str:
    """`Mean of Body Mass (g) by Species`."""
    what = measured[0] + "".join(f", {part[0].lower()}{part[1:]}" for part in measured[1:])
    return f"{what} by {join_names(keys)}" if keys else what


def condition_words(spec: AnalysisSpec | PlotSpec) -> str:
    """`, where Species is Adelie and Sex is female`, to stand after a title; "" for all rows. Long ones are cut with a
    mark.
    """
    of_steps = [one for step in spec.prepare if isinstance(step, FilterRows) for one in step.filters]
    told = conditions_words([*of_steps, *spec.filters])
    return f", where {fit_chip(told)}" if told else ""


def count_of(count: int, thing: str) -> str:
    """`1 row`, `1,200 rows`."""
    return f"{count:,} {thing}" if count == 1 else f"{count:,} {thing}s"
