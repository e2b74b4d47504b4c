"""Shares of a whole by one key: what pies and Pareto charts draw, largest first, small parts together."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import cast

from agent.analysis.frames.source import Table
from agent.analysis.headings import heading
from agent.analysis.plots.aggregated import Aggregated, aggregate_chart
from agent.analysis.plots.chart import Chart, Number
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.drawn import artifacts_of
from agent.analysis.plots.figure import (
    OTHER_COLOUR,
    Axis,
    colour,
    figure,
    hover,
    in_hover,
    plot_title,
    table_payload,
)
from agent.analysis.plots.labels import made_title
from agent.analysis.plots.wholes import SHARE, check_not_negative, rest_of_cells
from agent.analysis.words import count_of, refusal, say
from agent.errors import SpecError
from agent.specs.adding_up import check_parts
from agent.specs.plots import Pareto, Pie
from agent.state import Artifact, Cell, ColumnFormat, TablePayload

CUMULATIVE = "cumulative_pct"


@dataclass(frozen=True)
class Parts:
    """The parts in the order in which they are drawn. `rest`: how many groups the last one stands for, 0 for none."""

    shown: Aggregated
    chart: Chart
    values: tuple[Number, ...]
    rest: int
    notes: tuple[str, ...]

    @property
    def shares(self) -> list[float]:
        """Each part of the whole, in percent."""
        whole = math.fsum(self.values)
        return [100 * value / whole for value in self.values]

    @property
    def cumulative(self) -> list[float]:
        """The share of each part and all before it."""
        whole = math.fsum(self.values)
        return [min(100 * value / whole, 100.0) for value in accumulate(self.values)]

    def table(self, *, cumulative: bool) -> TablePayload:
        """Exactly what is drawn: key, value, share (and cumulative share)."""
        key, value = self.chart.keys[0], self.chart.column
        formats: dict[str, ColumnFormat] = {key: self.chart.formats[key], value: self.chart.formats[value]}
        share, running = (_free(name, formats) for name in (SHARE, CUMULATIVE))
        formats.update(dict.fromkeys((share, running) if cumulative else (share,), "percent"))
        columns: list[list[Cell]] = [list(self.chart.cells), list(self.values), list(self.shares)]
        columns += [list(self.cumulative)] if cumulative else []
        headings = {**self.chart.headings, share: heading(SHARE), running: heading(CUMULATIVE)}
        units = {name: unit for name, unit in self.chart.units.items() if name == value}
        return table_payload(formats, list(zip(*columns, strict=True)), keys=[key], units=units, headings=headings)


def parts_of(spec: Pie | Pareto, tables: Mapping[str, Table], most: int) -> Parts:
    """The parts, at most so many (fewer when the spec's `top_k` says so, for the others stay part of the whole).

    SpecError for values that do not add up or that have several keys, DataError for negative ones or when all are 0.
    Other errors: see `aggregate_chart`.
    """
    check_parts(spec)
    wanted = spec.top_k or getattr(spec.of, "top_k", None)
    whole = spec.of.model_copy(update={"top_k": None}) if hasattr(spec.of, "top_k") and spec.of else spec.of
    shown = aggregate_chart(spec.model_copy(update={"of": whole, "top_k": None, "sort": None}), tables)
    chart = shown.chart
    if not cast(TablePayload, shown.source["payload"])["key_columns"]:
        raise SpecError("Parts of a whole are groups, and this is one number.", "Name a column to group by.")
    if len(chart.keys) > 1 or chart.wide:
        raise SpecError("Parts of a whole are told apart by one key, and these have two.", "Use kind bar with stack.")
    check_not_negative(spec, chart)
    known = [place for place, value in enumerate(chart.series[0].values) if value]
    if not known:
        raise refusal("all_zero")
    notes = _left_out(len(chart.cells) - len(known))
    chart, rest = rest_of_cells(chart.at(known), min(most, wanted + 1) if wanted else most)
    ends = len(chart.cells) - (1 if rest else 0)
    totals = chart.totals()
    ranked = sorted(range(ends), key=lambda place: (-totals[place], place))
    chart = chart.at([*ranked, *range(ends, len(chart.cells))])
    if rest:
        notes.insert(0, say("chart.many_together", shown=ends, total=ends + rest,
                            column=shown.titles.x, rest=rest))  # fmt: skip
    values = tuple(value for value in chart.series[0].values if value is not None)
    return Parts(shown, chart, values, rest, tuple(notes))


def _left_out(count: int) -> list[str]:
    if not count:
        return []
    return [say("chart.groups_valueless", groups=count_of(count, "group"))]


def _free(name: str, taken: Mapping[str, object]) -> str:
    return name if name not in taken else f"{name} (of the whole)"


# ----------------------------------------------------------------
# Pie: shares of a whole, largest first and clockwise from the top; small parts are one named slice.


MOST_SLICES = 8
"""More cannot be read, nor would each have a colour of its own."""


def draw_pie(spec: Pie, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then a row a slice: key, value, share. At most 8 slices; how many groups the last one holds is said
    first.

    Errors: see `parts_of`.
    """
    parts = parts_of(spec, tables, MOST_SLICES)
    title = plot_title(spec, parts.shown.titles.whole)
    slices = len(parts.values)
    told = say("chart.slices", slices=count_of(slices, "slice"))
    drawn = figure([_trace(parts)], title=title, x=None, y=None)
    table = parts.table(cumulative=False)
    return artifacts_of(spec, parts.shown, table, drawn, title=title, told=told, notes=parts.notes)


def _trace(parts: Parts) -> Json:
    labels, titles = parts.chart.labels, parts.shown.titles
    colours = [colour(place) for place in range(len(labels))]
    if parts.rest:
        colours[-1] = OTHER_COLOUR
    return {
        "type": "pie",
        "labels": labels,
        "values": list(parts.values),
        "sort": False,
        "direction": "clockwise",
        "textinfo": "label+percent",
        "automargin": True,
        "marker": {"colors": colours, "line": {"width": 1, "color": "#FFFFFF"}},
        "hovertemplate": hover(
            f"{in_hover(titles.x)}: %{{label}}", f"{in_hover(titles.y)}: %{{value:,}}", "%{percent}"
        ),
    }


# ----------------------------------------------------------------
# Pareto chart: bars of the share of each group, largest first, and a line of the cumulative share, on one scale.


MOST_BARS = 30


def draw_pareto(spec: Pareto, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then a row a bar: key, value, share, cumulative share. At most 30 bars; how many groups the last one
    holds is said first.

    Errors: see `parts_of`.
    """
    parts = parts_of(spec, tables, MOST_BARS)
    titles = parts.shown.titles
    title = plot_title(spec, titles.whole)
    bars = len(parts.values)
    told = say("chart.bars_pareto", bars=count_of(bars, "bar"))
    drawn = figure(
        [_bars(parts), _line(parts)],
        title=title,
        x=Axis(titles.x, "category", tuple(parts.chart.labels)),
        y=Axis(say("chart.share", measure=titles.y)),
        legend="",
    )
    table = parts.table(cumulative=True)
    return artifacts_of(spec, parts.shown, table, drawn, title=title, told=told, notes=parts.notes)


def _bars(parts: Parts) -> Json:
    labels, titles = parts.chart.labels, parts.shown.titles
    colours = [colour(0)] * len(labels)
    if parts.rest:
        colours[-1] = OTHER_COLOUR
    return {
        "type": "bar",
        "orientation": "v",
        "x": labels,
        "y": parts.shares,
        "name": made_title("share_pct"),
        "customdata": list(parts.values),
        "marker": {"color": colours if parts.rest else colours[0]},
        "hovertemplate": hover(
            f"{in_hover(titles.x)}: %{{x}}",
            f"{in_hover(titles.y)}: %{{customdata:,}}",
            f"{made_title('share_pct')}: %{{y:.1f}}",
        ),
    }


def _line(parts: Parts) -> Json:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": parts.chart.labels,
        "y": parts.cumulative,
        "name": made_title("cumulative_pct"),
        "line": {"color": colour(1), "dash": "solid", "width": 2},
        "marker": {"color": colour(1), "symbol": "circle", "size": 6},
        "hovertemplate": hover(
            f"{in_hover(parts.shown.titles.x)}: %{{x}}", f"{made_title('cumulative_pct')}: %{{y:.1f}}"
        ),
    }
