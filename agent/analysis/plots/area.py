"""Area chart: a line filled down to zero; several stand on one another, so that the topmost edge is their sum."""

from collections.abc import Mapping, Sequence

from agent.analysis.frames.source import Table
from agent.analysis.plots.aggregated import Aggregated, aggregate_chart
from agent.analysis.plots.chart import Series
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.drawn import artifacts_of, series_hover, stacked_series
from agent.analysis.plots.figure import OTHER_COLOUR, colour, plain_numbers, plot_title
from agent.analysis.plots.line import MOST_POINTS, day_of, line_figure, on_the_line
from agent.analysis.plots.wholes import check_not_negative
from agent.analysis.words import count_of, refusal, say
from agent.specs.adding_up import check_parts
from agent.specs.plots import Area
from agent.state import Artifact, Cell


def draw_area(spec: Area, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then the drawn part of the measure's table. At most 8 areas; how many the last one holds is said
    first.

    Errors: see `aggregate_chart`; DataError for more than 10,000 points. Of several areas, SpecError for values that do
    not add up and DataError for negative ones.
    """
    shown = aggregate_chart(spec, tables)
    several = len(shown.chart.series) > 1
    if several:
        check_parts(spec)
        check_not_negative(spec, shown.chart)
    chart, notes = on_the_line(*(stacked_series(shown) if several else (shown.chart, [])), shown)
    points = len(chart.cells)
    if points > MOST_POINTS:
        raise refusal("area_points", points=points, most=MOST_POINTS)
    title = plot_title(spec, shown.titles.whole)
    many = count_of(points, "point")
    told = say("chart.points_an_area", points=many) if several else say("chart.said", things=many)
    drawn = line_figure(chart, shown, title, _stack if several else _alone)
    return artifacts_of(spec, shown, chart.table(), drawn, title=title, told=told, notes=notes)


def _alone(series: Series, labels: Sequence[Cell], place: int, shown: Aggregated) -> Json:
    return _trace(series, labels, place, shown) | {"fill": "tozeroy"}


def _stack(series: Series, labels: Sequence[Cell], place: int, shown: Aggregated) -> Json:
    return _trace(series, labels, place, shown) | {"stackgroup": "one"}


def _trace(series: Series, labels: Sequence[Cell], place: int, shown: Aggregated) -> Json:
    shade = OTHER_COLOUR if series.is_rest else colour(place)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [day_of(label) for label in labels],
        "y": plain_numbers(series.values),
        "name": series.name,
        "line": {"color": shade, "dash": "solid", "width": 2},
        "marker": {"color": shade},
        "fillcolor": see_through(shade),
        "customdata": [str(label) for label in labels],
        "hovertemplate": series_hover(shown.titles, series, x="%{customdata}", y="%{y:,}"),
    }


def see_through(shade: str) -> str:
    """A colour through which the grid is seen."""
    red, green, blue = (int(shade[at : at + 2], 16) for at in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.55)"
