"""Bar chart: a bar a group, in the order of the groups unless the spec sorts; with `stack` the colours stand on one
another."""

from collections.abc import Mapping
from dataclasses import replace

from agent.analysis.frames.source import Table
from agent.analysis.plots.aggregated import Aggregated, aggregate_chart
from agent.analysis.plots.chart import Chart, Series
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.drawn import (
    artifacts_of,
    largest_series,
    series_hover,
    stacked_series,
    told_unseen,
    with_alternative,
)
from agent.analysis.plots.figure import (
    LOWEST,
    OTHER_COLOUR,
    Axis,
    colour,
    figure,
    plain_numbers,
    plot_title,
)
from agent.analysis.plots.panels import in_panels
from agent.analysis.plots.wholes import check_not_negative, in_percent, with_shares
from agent.analysis.words import count_of, say
from agent.specs.adding_up import check_parts
from agent.specs.plots import Bar
from agent.state import Artifact, Cell

MOST_BARS = 60
LONG_LABEL, MANY_BARS = 12, 6
"""More bars than this with a longer label than this lie on their side."""
ROOM = 110
"""So many letters stand side by side below an axis; bars with more lie on their side, so that labels stay level."""


def draw_bar(spec: Bar, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then the drawn part of the measure's table. At most 60 bars; what is left out is said first.

    Errors: see `aggregate_chart`; of stacked bars, SpecError for values that do not add up, DataError for
    negative ones.
    """
    shown = aggregate_chart(spec, tables)
    if spec.stack and len(shown.chart.series) > 1:
        return _stack(spec, shown)
    chart, notes = largest_series(shown)
    chart, cut = _keep_first(chart, shown, max(MOST_BARS // len(chart.series), 5))
    title = plot_title(spec, shown.titles.whole)
    bars = bar_figure(chart, shown, title)
    bars = in_panels(bars, chart.series) if spec.beside else bars
    drawn = with_alternative(bars, told_unseen(_first(chart, spec), "bar", title), *notes, *cut)
    return artifacts_of(spec, shown, chart.table(), drawn, title=title, told="", notes=[*notes, *cut])


def _first(chart: Chart, spec: Bar) -> Chart:
    """What is told of a chart: of different measures the first, which others do not add to."""
    return chart.only(0) if spec.beside else chart


def _stack(spec: Bar, shown: Aggregated) -> list[Artifact]:
    """Small colours are drawn as one, so that each bar is as high as it is with all of them."""
    check_parts(spec)
    check_not_negative(spec, shown.chart)
    chart, notes = stacked_series(shown)
    chart, cut = _keep_first(chart, shown, MOST_BARS)
    title = plot_title(spec, shown.titles.whole)
    bars = len(chart.cells)
    whole_bar = "100 %" if spec.stack == "percent" else "it"
    told = say("chart.bars_stacked", bars=count_of(bars, "bar"), whole=whole_bar)
    whole, table = shown, chart.table()
    if spec.stack == "percent":
        chart = in_percent(chart)
        whole = replace(shown, titles=replace(shown.titles, y=say("chart.share", measure=shown.titles.y)))
        table = with_shares(table, chart)
    drawn = bar_figure(chart, whole, title, stacked=True)
    return artifacts_of(spec, shown, table, drawn, title=title, told=told, notes=[*notes, *cut])


def _keep_first(chart: Chart, shown: Aggregated, most: int) -> tuple[Chart, list[str]]:
    notes: list[str] = []
    if len(chart.cells) > most and not shown.over_time:
        totals = chart.totals()
        ranked = sorted(range(len(totals)), key=lambda place: (-abs(totals[place]), place))
        lost = float("-inf")
        kept = [place for place in ranked if totals[place] != lost][:most]
        notes.append(
            say(
                "chart.many_left_out",
                shown=len(kept),
                total=len(chart.cells),
                column=shown.titles.x,
                rest=len(chart.cells) - len(kept),
            )
        )
        chart = chart.at(sorted(kept))
    return chart, notes


def bar_figure(chart: Chart, shown: Aggregated, title: str, *, stacked: bool = False) -> Json:
    """The bars, upright or on their side when labels are long."""
    labels = chart.labels
    longest = max(map(len, labels))
    crowded = (len(labels) > MANY_BARS and longest > LONG_LABEL) or (longest > 4 and len(labels) * longest > ROOM)
    lying = crowded and not shown.over_time
    names = Axis(shown.titles.x, "category", tuple(labels if shown.in_order else _ranked(chart)), reversed=lying)
    values = Axis(shown.titles.y, clock=chart.clock)
    several = len(chart.series) > 1
    extra: Json = {"barmode": "stack" if stacked else "group"}
    if lying:
        extra["height"] = max(LOWEST, 90 + 22 * len(labels) * (1 if stacked else len(chart.series)))
    return figure(
        [_trace(one, labels, place, lying, shown, chart.rest) for place, one in enumerate(chart.series)],
        title=title,
        x=values if lying else names,
        y=names if lying else values,
        legend=(shown.titles.legend or "") if several else None,
        extra=extra,
    )


def _colours(series: Series, labels: list[str], place: int, rest: Cell) -> str | list[str]:
    """The colour of the bars; grey for what is drawn together."""
    if series.is_rest:
        return OTHER_COLOUR
    return colour(place) if rest is None else [OTHER_COLOUR if label == rest else colour(place) for label in labels]


def _ranked(chart: Chart) -> list[str]:
    """The labels of the bars, the longest first."""
    totals, labels = chart.totals(), chart.labels
    places = sorted(range(len(labels)), key=lambda place: (labels[place] == chart.rest, -totals[place], place))
    return [labels[place] for place in places]


def _trace(series: Series, labels: list[str], place: int, lying: bool, shown: Aggregated, rest: Cell) -> Json:
    values = plain_numbers(series.values)
    name_at, value_at = ("y", "x") if lying else ("x", "y")
    return {
        "type": "bar",
        "orientation": "h" if lying else "v",
        name_at: labels,
        value_at: values,
        "name": series.name,
        "marker": {"color": _colours(series, labels, place, rest)},
        "hovertemplate": series_hover(shown.titles, series, x=f"%{{{name_at}}}", y=f"%{{{value_at}:,}}"),
    }
