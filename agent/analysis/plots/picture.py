"""The picture of a result for which nobody asked for a chart: chosen by its shape, drawn from its own table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from agent.analysis.plots.aggregated import Aggregated, Titles
from agent.analysis.plots.bar import bar_figure
from agent.analysis.plots.chart import NUMERIC_FORMATS, Chart, Series, long_chart, wide_chart
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.drawn import told_unseen, with_alternative
from agent.analysis.plots.heatmap import heatmap_figure
from agent.analysis.plots.labels import cell_label, plain_label
from agent.analysis.plots.line import trend_figure
from agent.analysis.plots.looked_up import axis_title, draw_rows
from agent.analysis.plots.panels import in_panels
from agent.analysis.plots.points import LEAST_POINTS, Point, points_figure
from agent.analysis.plots.wholes import rest_of_cells
from agent.analysis.words import say
from agent.specs.adding_up import adds_up
from agent.specs.measures import AnalysisSpec, GroupbyAgg, Measure, RowLookup, TimeTrend
from agent.specs.parse import parse_analysis
from agent.specs.plots import Bar
from agent.state import Artifact, TablePayload

MOST_BARS, MOST_COLOURS, MOST_PARTS = 12, 6, 36
FEW_COLOURS, FEW_PARTS = 3, 18
"""Up to this many bars stand side by side in groups; more values of two groupings are shades of a heatmap."""
MOST_SHADES = 600
MOST_POINTS = 1_000
REST_AT_MOST = 3
"""So many times as long as the longest bar may that of the others be: beyond, it would make the bars alike."""
_DENSE = 0.5
"""Of two groupings, at least this share of the pairs is there; else one names the other, and pairs are bars."""
GROUPED = ("groupby_agg", "value_counts", "share_ratio")
"""Measures whose tables are drawn unasked, beside rows that were looked up; tests and columns are read, not seen."""
_VALUE: Mapping[str, str] = {"value_counts": "count", "share_ratio": "value"}


@dataclass(frozen=True)
class _Result:
    """A table that may be drawn, with its spec and its columns of numbers."""

    table: Artifact
    payload: TablePayload
    spec: AnalysisSpec
    numbers: tuple[str, ...]

    @property
    def keys(self) -> list[str]:
        return self.payload["key_columns"]

    @property
    def title(self) -> str:
        return plain_label(self.table["title"])

    @property
    def orders(self) -> Mapping[str, Sequence[object]]:
        """The values of each key as they stand in the table, which knows the order of weekdays and sizes."""
        at = self.payload["columns"].index
        return {key: list(dict.fromkeys(row[at(key)] for row in self.payload["rows"])) for key in self.keys}

    def words(self, column: str) -> str:
        return plain_label(self.payload.get("headings", {}).get(column, column))

    def axis(self, column: str) -> str:
        """A column with its unit, which a percentage has in its words."""
        return axis_title(self.payload, column)

    def aggregated(self, chart: Chart, y: str, legend: str | None = None, *, over_time: bool = False) -> Aggregated:
        return Aggregated(chart, Titles(self.words(self.keys[0]), y, legend), self.table, over_time)


Drawn = tuple[Json, str] | None
"""A figure and a sentence about what it leaves out; None where a picture would say no more."""


def draw_result(table: Artifact) -> Artifact | None:
    """The figure of a table: a line over time; two measures of groups that are not of the same unit as points; else
    bars, the largest first unless the groups have an order of their own, the rest of more than twelve as one where they
    add up; two groupings as bars side by side or as a heatmap; rows that were looked up as `draw_rows` does. None where
    a picture would say no more: one figure, a part of a table, a wide or a long one."""
    if (table["spec"] or {}).get("op") == "row_lookup" and table["kind"] == "table":
        rows = draw_rows(table, cast(RowLookup, parse_analysis(cast(dict[str, Any], table["spec"]))))
        return _artifact(table, (rows, "")) if rows is not None else None
    result = _result(table)
    if result is None:
        return None
    shape = _over_time if isinstance(result.spec, TimeTrend) else _pairs if len(result.keys) > 1 else _groups
    drawn = shape(result)
    return _artifact(table, drawn) if drawn is not None else None


def _artifact(table: Artifact, drawn: tuple[Json, str]) -> Artifact:
    payload, note = drawn
    return Artifact(**{**table, "kind": "figure", "payload": _from_zero(payload), "description": note})


def _result(table: Artifact) -> _Result | None:
    if table["kind"] != "table" or (table["spec"] or {}).get("op") not in ("time_trend", *GROUPED):
        return None
    payload = cast(TablePayload, table["payload"])
    keys = payload["key_columns"]
    numbers = tuple(
        name for name in payload["columns"] if name not in keys and payload["formats"].get(name) in NUMERIC_FORMATS
    )
    if not numbers or len(keys) not in (1, 2) or not 1 < payload["total_rows"] <= len(payload["rows"]):
        return None
    return _Result(table, payload, parse_analysis(cast(dict[str, Any], table["spec"])), numbers)


def _value_of(result: _Result) -> str:
    """The column that is drawn: of several the one that the measure is about."""
    about = _VALUE.get(str((result.table["spec"] or {}).get("op")))
    return about if about in result.numbers else result.numbers[0]


# ---------------------------------------------------------------- over time


def _over_time(result: _Result) -> Drawn:
    spec = cast(TimeTrend, result.spec)
    lines = _lines_of(spec, result)
    several = len(lines) > 1 and len(result.keys) == 1
    chart = wide_chart(result.payload, lines) if several else long_chart(result.payload, lines[0], result.orders)
    if several:
        named = tuple(replace(one, name=result.axis(name)) for one, name in zip(chart.series, lines, strict=True))
        chart = replace(chart, series=named, incomplete=tuple(result.payload.get("incomplete", ())))
    if not _is_drawable(chart) or len(chart.series) > MOST_COLOURS:
        return None
    legend = "" if several else result.words(result.keys[1]) if len(result.keys) > 1 else None
    shown = result.aggregated(chart, result.axis(lines[0]), legend, over_time=True)
    told = told_unseen(chart.only(0) if several else chart, "line", result.title)
    drawn = trend_figure(chart, shown, result.title)
    if several and spec.moving is None:
        drawn = in_panels(drawn, chart.series, have_axes_of_their_own=not _are_of_one_unit(result, *lines))
    return with_alternative(drawn, told), ""


def _lines_of(spec: TimeTrend, result: _Result) -> list[str]:
    """What was asked for of each period: its running total, its moving average beside the value, two measures; else the
    value."""
    value = result.numbers[0]
    running, moving = f"{value}_cumulative", f"{value}_moving"
    if spec.cumulative and running in result.numbers:
        return [running]
    if spec.moving is not None and moving in result.numbers:
        return [value, moving]
    measured = [name for name in spec.measured if name in result.numbers][:2]
    return measured if len(measured) == 2 and len(result.keys) == 1 and spec.growth == "none" else [value]


# ---------------------------------------------------------------- one grouping


def _groups(result: _Result) -> Drawn:
    measures = _measures(result)
    if len(measures) > 1 and not _are_of_one_unit(result, *measures):
        return _points(result, *measures)
    if len(measures) > 1:
        return _side_by_side(result, measures)
    chart = long_chart(result.payload, _value_of(result), {})
    if not _is_drawable(chart):
        return None
    return _bars(result, chart)


def _measures(result: _Result) -> list[str]:
    """The first two measures of groups, where there are points enough to see how they go together."""
    asked = isinstance(result.spec, GroupbyAgg) and [*result.spec.measured][:2]
    named = [name for name in asked or [] if name in result.numbers]
    return named if len(named) > 1 and LEAST_POINTS <= len(result.payload["rows"]) <= MOST_POINTS else []


def _are_of_one_unit(result: _Result, one: str, other: str) -> bool:
    """Whether two measures can share an axis: the same unit is written beside both, or they are of the same column."""
    units, spec = result.payload["units"], cast(GroupbyAgg | TimeTrend, result.spec)
    of_column = {f"{column}_{each}": column for column, wanted in spec.metrics.items() for each in wanted}
    same_column = one in of_column and of_column[one] == of_column.get(other)
    return same_column or (bool(units.get(one)) and units.get(one) == units.get(other))


def _points(result: _Result, across: str, up: str) -> Drawn:
    """A point a group: the first measure up, the second across; few are named."""
    at = {name: place for place, name in enumerate(result.payload["columns"])}
    rows = [row for row in result.payload["rows"] if row[at[across]] is not None and row[at[up]] is not None]
    names = [cell_label(row[at[result.keys[0]]]) for row in rows]
    pairs = [cast(Point, (row[at[up]], row[at[across]])) for row in rows]
    drawn = points_figure(result.title, pairs, (result.axis(up), result.axis(across)), names)
    return (drawn, "") if drawn is not None else None


def _side_by_side(result: _Result, measures: Sequence[str]) -> Drawn:
    chart = wide_chart(result.payload, measures)
    named = tuple(replace(one, name=result.axis(name)) for one, name in zip(chart.series, measures, strict=True))
    chart = replace(chart, series=named)
    if not _is_drawable(chart) or len(chart.cells) > MOST_BARS:
        return _bars(result, long_chart(result.payload, measures[0], {}))
    return _bars(result, chart, legend="")


def _bars(result: _Result, chart: Chart, legend: str | None = None) -> Drawn:
    """Bars, the largest first; of more than twelve the rest as one where they are parts of a whole."""
    if chart.is_empty:
        return None
    chart, note = _largest(result, chart)
    value = _value_of(result) if not chart.wide else result.numbers[0]
    shown = result.aggregated(chart, result.axis(value), legend)
    told = told_unseen(chart.only(0) if chart.wide else chart, "bar", result.title)
    bars = bar_figure(chart, shown, result.title)
    return with_alternative(in_panels(bars, chart.series) if chart.wide else bars, told, note), note


def _largest(result: _Result, chart: Chart) -> tuple[Chart, str]:
    totals, ordered = chart.totals(), _has_order(result)
    ranked = sorted(range(len(totals)), key=lambda place: (-totals[place], place))
    if len(ranked) <= MOST_BARS:
        return chart.at(sorted(ranked) if ordered else ranked), ""
    left_out = say("chart.bars_left_out", shown=MOST_BARS, total=len(ranked))
    if not ordered and len(chart.series) == 1 and min(totals) >= 0 and _adds_up(result, chart.column):
        others = sum(totals[place] for place in ranked[MOST_BARS:])
        if others <= REST_AT_MOST * totals[ranked[0]]:
            return rest_of_cells(chart, MOST_BARS + 1, "value.others")[0], ""
    kept = ranked[:MOST_BARS]
    return chart.at(sorted(kept) if ordered else kept), left_out


def _adds_up(result: _Result, column: str) -> bool:
    return isinstance(result.spec, Measure) and adds_up(Bar(kind="bar", of=result.spec, of_column=column))


def _has_order(result: _Result) -> bool:
    """Whether the rows stand in an order that means something: asked for, of dates or numbers, or of a column that a
    step made of them."""
    payload, spec, key = result.payload, result.table["spec"] or {}, result.keys[0]
    named = payload["formats"].get(key) == "text" and all(
        isinstance(row[payload["columns"].index(key)], str | None) for row in payload["rows"]
    )
    return bool(spec.get("sort") or spec.get("top_k") or spec.get("prepare")) or not named


# ---------------------------------------------------------------- two groupings


def _pairs(result: _Result) -> Drawn:
    chart = long_chart(result.payload, _value_of(result), result.orders)
    places = len(chart.cells) * len(chart.series)
    if not _is_drawable(chart):
        return None
    if len(result.payload["rows"]) < _DENSE * places:
        return _named_pairs(result, chart)
    legend = result.words(result.keys[1])
    if len(chart.series) <= FEW_COLOURS and len(chart.cells) <= MOST_BARS and places <= FEW_PARTS:
        return _bars(result, chart, legend)
    if places > MOST_SHADES:
        return None
    shown = result.aggregated(chart, result.axis(chart.column), legend)
    return with_alternative(heatmap_figure(chart, shown, result.title), _told_pairs(result, chart)), ""


def _named_pairs(result: _Result, chart: Chart) -> Drawn:
    """Pairs as bars: of products and their categories each product is in one."""
    found = [
        (" / ".join((label, one.name)), value)
        for one in chart.series
        for label, value in zip(chart.labels, one.values, strict=True)
        if value is not None
    ]
    series = Series("", (), tuple(value for _, value in found))
    formats = {**chart.formats, chart.keys[0]: "text"}
    pairs = replace(
        chart, keys=chart.keys[:1], cells=tuple(name for name, _ in found), series=(series,), formats=formats
    )  # fmt: skip
    return _bars(result, pairs)


def _told_pairs(result: _Result, chart: Chart) -> str:
    """The kind, and the pairs with the highest and the lowest value."""
    known = [
        (value, f"{label} / {one.name}")
        for one in chart.series
        for label, value in zip(chart.labels, one.values, strict=True)
        if value is not None
    ]
    return say("chart.told_heatmap", title=result.title, highest=max(known)[1], lowest=min(known)[1])


def _is_drawable(chart: Chart) -> bool:
    return len(chart.cells) > 1 and not chart.is_empty


def _from_zero(drawn: Json) -> Json:
    """The figure with axes that begin at zero, but for points, which stand where they stand."""
    modes = [str(one.get("mode", "")) for one in cast(list[Json], drawn["data"])]
    if any(mode.startswith("markers") for mode in modes):
        return drawn
    layout = cast(dict[str, Json], drawn["layout"])
    for axis in ("xaxis", "yaxis", "xaxis2", "yaxis2"):
        if axis in layout and layout[axis].get("type") == "linear":
            layout[axis] |= {"rangemode": "tozero"}
    return drawn
