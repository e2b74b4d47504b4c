"""Bar chart: a bar a group, in the order of the groups unless the spec sorts."""

from collections.abc import Mapping

from agent.analysis.plots.aggregated import Aggregated, aggregated
from agent.analysis.plots.chart import Chart, Series
from agent.analysis.plots.drawn import artifacts_of, largest_series, series_hover
from agent.analysis.plots.figure import (
    Axis,
    Json,
    colour,
    figure,
    plain_numbers,
    plot_title,
)
from agent.analysis.source import Table
from agent.specs.plots import Bar
from agent.state import Artifact

MOST_BARS = 60
LONG_LABEL, MANY_BARS = 12, 6
"""More bars than this with a longer label than this lie on their side."""


def draw_bar(spec: Bar, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then the drawn part of the measure's table. At most 60 bars; what is left out is said first.

    Errors: see `aggregated`.
    """
    shown = aggregated(spec, tables)
    chart, notes = _cut(shown)
    title = plot_title(spec, shown.titles.whole)
    bars = sum(value is not None for one in chart.series for value in one.values)
    told = f"{bars:,} bar{'s' if bars != 1 else ''}."
    return artifacts_of(spec, shown, chart, bar_figure(chart, shown, title), title, told, notes)


def _cut(shown: Aggregated) -> tuple[Chart, list[str]]:
    chart, notes = largest_series(shown)
    most = max(MOST_BARS // len(chart.series), 5)
    if len(chart.cells) > most and not shown.over_time:
        totals = chart.totals()
        ranked = sorted(range(len(totals)), key=lambda place: (-abs(totals[place]), place))
        lost = float("-inf")
        kept = [place for place in ranked if totals[place] != lost][:most]
        notes.append(
            f"Shown: the {len(kept)} largest of {len(chart.cells):,} values of {shown.titles.x}; "
            f"the other {len(chart.cells) - len(kept):,} are left out."
        )
        chart = chart.at(sorted(kept))
    return chart, notes


def bar_figure(chart: Chart, shown: Aggregated, title: str) -> Json:
    """The bars, upright or on their side when labels are long."""
    labels = chart.labels
    lying = len(labels) > MANY_BARS and max(map(len, labels)) > LONG_LABEL and not shown.over_time
    names = Axis(shown.titles.x, "category", tuple(labels), reversed=lying)
    values = Axis(shown.titles.y)
    several = len(chart.series) > 1
    extra: Json = {"barmode": "group"}
    if lying:
        extra["height"] = max(450, 130 + 24 * sum(len(one.values) for one in chart.series))
    return figure(
        [_trace(one, labels, place, lying, shown) for place, one in enumerate(chart.series)],
        title=title,
        x=values if lying else names,
        y=names if lying else values,
        legend=(shown.titles.legend or "") if several else None,
        extra=extra,
    )


def _trace(series: Series, labels: list[str], place: int, lying: bool, shown: Aggregated) -> Json:
    values = plain_numbers(series.values)
    name_at, value_at = ("y", "x") if lying else ("x", "y")
    return {
        "type": "bar",
        "orientation": "h" if lying else "v",
        name_at: labels,
        value_at: values,
        "name": series.name,
        "marker": {"color": colour(place)},
        "hovertemplate": series_hover(shown.titles, series, x=f"%{{{name_at}}}", y=f"%{{{value_at}:,}}"),
    }
