"""Line chart: over dates at a grain, over numbers, or over ordered groups. A gap in the data is a gap in the line."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import cast

from agent.analysis.frames.source import Table
from agent.analysis.periods import first_day, parse_label
from agent.analysis.plots.aggregated import Aggregated, aggregate_chart
from agent.analysis.plots.chart import Chart, Series
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.drawn import artifacts_of, largest_series, series_hover, told_unseen, with_alternative
from agent.analysis.plots.figure import (
    Axis,
    colour,
    dash,
    figure,
    plain_numbers,
    plot_title,
    symbol,
)
from agent.analysis.plots.panels import in_panels
from agent.analysis.words import refusal, say
from agent.specs.plots import Line
from agent.state import Artifact, Cell

MOST_POINTS = 10_000
MOST_NAMED, APART = 4, 0.06
"""So many lines are named at their ends, where these lie at least this part of the axis apart."""
MOST_MARKERS = 400
"""Up to this many points each gets a marker, so that a single point between two gaps is seen."""
Tracer = Callable[[Series, Sequence[Cell], int, Aggregated], Json]
_WEEK = re.compile(r"\d{4}-W\d{2}")
_DATE = re.compile(r"\d{4}-\d{2}(-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?)?")


def draw_line(spec: Line, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then the drawn part of the measure's table. At most 12 lines; what is left out is said first.

    Errors: see `aggregate_chart`; DataError for a line of more than 10,000 points.
    """
    shown = aggregate_chart(spec, tables)
    chart, notes = on_the_line(*largest_series(shown), shown)
    if len(chart.cells) > MOST_POINTS:
        raise refusal("line_points", points=len(chart.cells), most=MOST_POINTS)
    title = plot_title(spec, shown.titles.whole)
    lines = line_figure(chart, shown, title, trace_of_line)
    lines = in_panels(lines, chart.series) if spec.beside else lines
    drawn = with_alternative(lines, told_unseen(chart.only(0) if spec.beside else chart, "line", title), *notes)
    return artifacts_of(spec, shown, chart.table(), drawn, title=title, told="", notes=notes)


def on_the_line(chart: Chart, notes: list[str], shown: Aggregated) -> tuple[Chart, list[str]]:
    """The chart without the x that is missing, and a sentence more when one was left out. DataError where all are."""
    known = [place for place, cell in enumerate(chart.cells) if cell is not None]
    if not known:
        raise refusal("no_value", column=shown.titles.x)
    if len(known) < len(chart.cells):
        notes = [*notes, say("chart.no_place", column=shown.titles.x)]
        chart = chart.at(known)
    return chart, notes


def line_figure(chart: Chart, shown: Aggregated, title: str, trace: Tracer) -> Json:
    """The lines, as `trace` draws one, on a date, number or category axis, whichever the x cells are."""
    numeric = all(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in chart.cells)
    if numeric:
        chart = chart.at(sorted(range(len(chart.cells)), key=lambda place: chart.cells[place]))  # type: ignore[arg-type, return-value]
    labels: Sequence[Cell] = chart.cells if numeric else chart.labels
    dated = not numeric and all(_DATE.fullmatch(str(label)) or _WEEK.fullmatch(str(label)) for label in labels)
    x = Axis(shown.titles.x) if numeric else Axis(shown.titles.x, "date")
    if not numeric and not dated:
        x = Axis(shown.titles.x, "category", tuple(str(label) for label in labels))
    several = len(chart.series) > 1
    return figure(
        [trace(one, labels, place, shown) for place, one in enumerate(chart.series)],
        title=title,
        x=x,
        y=Axis(shown.titles.y, clock=chart.clock),
        legend=(shown.titles.legend or "") if several else None,
        extra=_names_at_ends(chart) if several else {},
    )


def _names_at_ends(chart: Chart) -> Json:
    """The name of each line where it ends, instead of a legend; {} for many lines and for ends that lie too close to
    tell names apart."""
    ends = [one.values[-1] for one in chart.series]
    if len(ends) > MOST_NAMED or any(end is None for end in ends):
        return {}
    known = [end for end in ends if end is not None]
    sizes = [value for one in chart.series for value in one.values if value is not None]
    room = (max(*sizes, 0) - min(*sizes, 0)) * APART
    if any(higher - lower < room for lower, higher in pairwise(sorted(known))):
        return {}
    names = [
        {
            "xref": "paper", "x": 1, "xanchor": "left", "xshift": 4, "y": value, "text": series.name,
            "showarrow": False, "font": {"color": colour(place)},
        }
        for place, (series, value) in enumerate(zip(chart.series, known, strict=True))
    ]  # fmt: skip
    longest = max(len(one.name) for one in chart.series)
    margin = {"l": 60, "r": 24 + 7 * longest, "t": 50, "b": 50}
    return {"annotations": names, "margin": margin, "legend": {"visible": False}}


def trend_figure(chart: Chart, shown: Aggregated, title: str) -> Json:
    """The lines of a chart whose x are periods; the way to a last one that the data cover in part is dashed."""
    drawn = line_figure(chart, shown, title, trace_of_line)
    return {**drawn, "data": [part for one in cast(list[Json], drawn["data"]) for part in _parts(one, chart)]}


def _parts(drawn: Json, chart: Chart) -> list[Json]:
    """The line; where the data cover its last period in part, the way to it apart."""
    values = cast(list[float | int | None], drawn["y"])
    if len(values) < 2 or chart.cells[-1] not in chart.incomplete:
        return [drawn]
    end = {"line": {**cast(Json, drawn["line"]), "dash": "dot"}, "showlegend": False}
    apart = {key: cast(list[object], drawn[key])[-2:] for key in ("x", "y", "customdata")}
    return [{**drawn, "y": [*values[:-1], None]}, {**drawn, **end, **apart}]


def day_of(label: Cell) -> Cell:
    """Where an x stands on its axis: a week on its first day, anything else as it is."""
    if not isinstance(label, str) or not _WEEK.fullmatch(label):
        return label
    week = parse_label(label)
    return first_day(*week).isoformat() if week is not None else label


def trace_of_line(series: Series, labels: Sequence[Cell], place: int, shown: Aggregated) -> Json:
    """One line, with a marker a point where these are not many."""
    marked = len(labels) <= MOST_MARKERS
    return {
        "type": "scatter",
        "mode": "lines+markers" if marked else "lines",
        "x": [day_of(label) for label in labels],
        "y": plain_numbers(series.values),
        "name": series.name,
        "connectgaps": False,
        "line": {"color": colour(place), "dash": dash(place), "width": 2},
        "marker": {"color": colour(place), "symbol": symbol(place), "size": 6},
        "customdata": [str(label) for label in labels],
        "hovertemplate": series_hover(shown.titles, series, x="%{customdata}", y="%{y:,}"),
    }
