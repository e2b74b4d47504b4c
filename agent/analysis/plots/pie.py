"""Pie: shares of a whole, largest first and clockwise from the top; small parts are one named slice."""

from collections.abc import Mapping

from agent.analysis.plots.drawn import artifacts_of
from agent.analysis.plots.figure import OTHER_COLOUR, Json, colour, figure, hover, in_hover, plot_title
from agent.analysis.plots.parts import Parts, parts_of
from agent.analysis.source import Table
from agent.specs.plots import Pie
from agent.state import Artifact

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
    told = f"{slices:,} slice{'s' if slices != 1 else ''}, each a share of the whole."
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
