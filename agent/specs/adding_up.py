"""Whether the values that a plot of groups draws are parts of a whole: sums or counts, and no means or changes."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.errors import SpecError
from agent.specs.measures import (
    Aggregation,
    GroupbyAgg,
    Missingness,
    PivotTable,
    ShareRatio,
    TimeTrend,
    ValueCounts,
)
from agent.specs.plots import AggregatedPlot, Area, Bar, GroupPlot, Pareto, Pie

ADDED_UP: frozenset[Aggregation] = frozenset({"sum", "count", "missing", "share"})
_SHARES = frozenset({"value", "share_pct"})
AS_PARTS: Mapping[type, str] = {
    Pie: "A pie",
    Pareto: "A Pareto chart",
    Bar: "A stacked bar chart",
    Area: "A stacked area chart",
}
"""Plots that show parts of a whole."""


def check_parts(spec: GroupPlot) -> None:
    """SpecError when the drawn values are no parts of a whole (means, ratios), with the kind to draw instead."""
    if not adds_up(spec):
        raise SpecError(
            f"{AS_PARTS[type(spec)]} shows parts of a whole, and these values do not add up to one.",
            f"Draw a sum or a count, or use {instead_of(spec)}.",
        )
    if getattr(spec.of, "skip", 0):
        raise SpecError(
            f"{AS_PARTS[type(spec)]} shows all parts of a whole, and skip leaves out the first.",
            f"Leave out skip, or use {instead_of(spec)}.",
        )


def instead_of(spec: GroupPlot) -> str:
    """The kind that shows the same values without making them parts of a whole."""
    if isinstance(spec, Area):
        return "kind line"
    return "kind bar without stack" if isinstance(spec, Bar) else "kind bar"


def adds_up(spec: AggregatedPlot) -> bool:
    """Do the drawn values add up to that of all rows together? A mean, a ratio or a change does not, nor does a number
    of different values, for one value may stand in two groups."""
    if spec.of is None:
        return spec.agg is None or spec.agg in ADDED_UP
    told = _PARTS.get(type(spec.of))
    return told is not None and told(spec.of, spec.of_column)


def _of_metrics(measure: GroupbyAgg | TimeTrend, column: str | None) -> bool:
    return measure.measured.get(column or next(iter(measure.measured))) in ADDED_UP


def _of_shares(measure: ShareRatio, column: str | None) -> bool:
    return measure.mode == "composition" and measure.value.agg in ADDED_UP and (column is None or column in _SHARES)


_PARTS: Mapping[type, Callable[[Any, str | None], bool]] = {
    GroupbyAgg: _of_metrics,
    TimeTrend: _of_metrics,
    ShareRatio: _of_shares,
    ValueCounts: lambda *_: True,
    PivotTable: lambda measure, _: measure.value.agg in ADDED_UP,
    Missingness: lambda _, column: column in (None, "missing"),
}
"""Measures whose tables may hold the parts of a whole."""
