"""Two numbers of each row of a result as points: few are named on the picture, all when pointed at."""

from collections.abc import Sequence
from typing import cast

from agent.analysis.plots.chart import Number
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.drawn import with_alternative
from agent.analysis.plots.figure import Axis, colour, figure, hover, in_hover, plain_numbers
from agent.analysis.words import say
from languages.catalogue import in_language

LEAST_POINTS, MOST_NAMED = 3, 12
Point = tuple[Number, Number]


def points_figure(title: str, points: Sequence[Point], titles: tuple[str, str], names: Sequence[str]) -> Json | None:
    """A point for each pair of x and y, their titles likewise; `names` has one for each, or none. None for too few."""
    if len(points) < LEAST_POINTS:
        return None
    x, y = (plain_numbers([point[place] for point in points]) for place in (0, 1))
    wide, high = titles
    values = (f"{in_hover(wide)}: %{{x:,}}", f"{in_hover(high)}: %{{y:,}}")
    named: Json = {"customdata": list(names), "hovertemplate": hover("%{customdata}", *values)}
    if len(names) <= MOST_NAMED:
        named |= {"mode": "markers+text", "text": list(names), "textposition": "top center"}
    trace: Json = {
        "type": "scatter",
        "mode": "markers",
        "x": x,
        "y": y,
        "name": "",
        "cliponaxis": False,
        "marker": {"color": colour(0), "symbol": "circle", "size": 9, "opacity": 0.8},
        **(named if names else {"hovertemplate": hover(*values)}),
    }
    drawn = figure([trace], title=title, x=Axis(wide), y=Axis(high))
    for axis in ("xaxis", "yaxis"):
        cast(dict[str, Json], drawn["layout"])[axis]["tickformat"] = ","
    known = cast(list[float], y)
    said = names or [in_language(f"{value:,.10g}") for value in known]
    highest, lowest = (said[known.index(end(known))] for end in (max, min))
    return with_alternative(
        drawn, say("chart.told_points", title=title, y=high, x=wide, highest=highest, lowest=lowest)
    )
