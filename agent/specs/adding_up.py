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
from agent.specs.plots import AggregatedPlot, Area, Bar, GroupPlot
from agent.specs.words import words_in

_INSTEAD: Mapping[type, str] = {Area: "line", Bar: "plain_bars"}
ADDED_UP: frozenset[Aggregation] = frozenset({"sum", "count", "missing", "share"})
_SHARES = frozenset({"value", "share_pct"})


def check_parts(spec: GroupPlot) -> None:
    """SpecError when the drawn values are no parts of a whole (means, ratios), with the kind to draw instead."""
    if not adds_up(spec):
        raise _no_parts(spec, "no_whole")
    if getattr(spec.of, "skip", 0):
        raise _no_parts(spec, "first_left_out")


def _no_parts(spec: GroupPlot, why: str) -> SpecError:
    words = words_in()
    return SpecError(
        words.say(f"parts.{why}", chart=parts_chart(spec)), words.say(f"parts.{why}_remedy", other=instead_of(spec))
    )


def parts_chart(spec: GroupPlot) -> str:
    """What a plot that shows parts of a whole is called: "A pie"."""
    return words_in().say(f"parts.{spec.kind}")


def instead_of(spec: GroupPlot) -> str:
    """The kind that shows the same values without making them parts of a whole."""
    return words_in().say(f"parts.{_INSTEAD.get(type(spec), 'bars')}")


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
