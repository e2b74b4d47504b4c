"""Pareto chart: bars of the share of each group, largest first, and a line of the cumulative share, on one scale."""

from collections.abc import Mapping

from agent.analysis.plots.drawn import artifacts_of
from agent.analysis.plots.figure import OTHER_COLOUR, Axis, Json, colour, figure, hover, in_hover, plot_title
from agent.analysis.plots.parts import Parts, parts_of
from agent.analysis.source import Table
from agent.specs.plots import Pareto
from agent.state import Artifact

MOST_BARS = 30
SHARE_TITLE, CUMULATIVE_TITLE = "Share (%)", "Cumulative share (%)"


def draw_pareto(spec: Pareto, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then a row a bar: key, value, share, cumulative share. At most 30 bars; how many groups the last one
    holds is said first.

    Errors: see `parts_of`.
    """
    parts = parts_of(spec, tables, MOST_BARS)
    titles = parts.shown.titles
    title = plot_title(spec, titles.whole)
    bars = len(parts.values)
    told = f"{bars:,} bar{'s' if bars != 1 else ''}, largest first; the line adds them up."
    drawn = figure(
        [_bars(parts), _line(parts)],
        title=title,
        x=Axis(titles.x, "category", tuple(parts.chart.labels)),
        y=Axis(f"Share of: {titles.y} (%)"),
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
        "name": SHARE_TITLE,
        "customdata": list(parts.values),
        "marker": {"color": colours if parts.rest else colours[0]},
        "hovertemplate": hover(
            f"{in_hover(titles.x)}: %{{x}}", f"{in_hover(titles.y)}: %{{customdata:,}}", f"{SHARE_TITLE}: %{{y:.1f}}"
        ),
    }


def _line(parts: Parts) -> Json:
    return {
        "type": "scatter",
        "mode": "lines+markers",
        "x": parts.chart.labels,
        "y": parts.cumulative,
        "name": CUMULATIVE_TITLE,
        "line": {"color": colour(1), "dash": "solid", "width": 2},
        "marker": {"color": colour(1), "symbol": "circle", "size": 6},
        "hovertemplate": hover(f"{in_hover(parts.shown.titles.x)}: %{{x}}", f"{CUMULATIVE_TITLE}: %{{y:.1f}}"),
    }
