"""Two measures whose sizes lie too far apart for one axis: a panel each, over the groups or periods that they share."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from agent.analysis.plots.chart import Series
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.figure import LOWEST
from agent.analysis.plots.labels import axis_lines

APART = 20.0
"""So many times as large: the smaller measure would be a flat line or a row of stubs."""
_FIRST, _SECOND = (0.56, 1.0), (0.0, 0.44)
_LETTERS = 16
"""What the title of a panel has room for on one line, along its height."""
_HIGHER = 60


def in_panels(drawn: Json, series: Sequence[Series], *, have_axes_of_their_own: bool = False) -> Json:
    """The figure with the second of two measures in a panel of its own, below the first, or beside it where bars lie on
    their side. As it is where both can be seen on one axis; those of different units `have_axes_of_their_own`. Each
    panel has its own title and no legend is needed."""
    if len(series) != 2 or not (have_axes_of_their_own or _are_apart(series)):
        return drawn
    traces, layout = cast(list[Json], drawn["data"]), cast(Json, drawn["layout"])
    lying = traces[0].get("orientation") == "h"
    value, shared = ("xaxis", "yaxis") if lying else ("yaxis", "xaxis")
    places = (_SECOND, _FIRST) if lying else (_FIRST, _SECOND)
    axis = cast(Json, layout[value])
    first, second = (
        {**axis, "title": {"text": axis_lines(one.name, _LETTERS)}, "domain": list(place)}
        for one, place in zip(series, places, strict=True)
    )
    of_second = [{**one, value: f"{value[0]}2"} if one["name"] == series[1].name else one for one in traces]
    kept = {name: part for name, part in layout.items() if name not in ("annotations", "legend", "margin")}
    panels = {
        value: first,
        f"{value}2": second,
        shared: {**cast(Json, layout[shared]), "anchor": value[0] if lying else f"{value[0]}2"},
        "showlegend": False,
        "margin": {"l": 60, "r": 20, "t": 50, "b": 50},
        "height": max(cast(int, layout.get("height", LOWEST)), LOWEST + _HIGHER),
    }
    return {**drawn, "data": of_second, "layout": {**kept, **panels}}


def _are_apart(series: Sequence[Series]) -> bool:
    one, other = (max((abs(value) for value in each.values if value is not None), default=0) for each in series)
    return min(one, other) > 0 and max(one, other) > APART * min(one, other)


def panels_of(figure: Mapping[str, Any]) -> list[Json]:
    """The figures that the panels of a figure are, each with the axes of its own; the figure alone where it has none.
    The first one has the title."""
    layout = figure["layout"]
    second = next((name for name in ("yaxis2", "xaxis2") if name in layout), None)
    if second is None:
        return [dict(figure)]
    value = second.removesuffix("2")
    traces = figure["data"]
    below = [one for one in traces if one.get(value) == f"{value[0]}2"]
    return [
        {**figure, "data": [one for one in traces if one not in below]},
        {**figure, "data": below, "layout": {**layout, value: layout[second], "title": {"text": ""}}},
    ]
