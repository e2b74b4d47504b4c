"""Violin plot: how densely the values lie, drawn to both sides, with the quartiles. The figure holds no rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from agent.analysis.frames.source import Table
from agent.analysis.headings import made_headings
from agent.analysis.plots.box import BoxNumbers, Spread, spread_artifacts, spread_of
from agent.analysis.plots.clock_axis import Json
from agent.analysis.plots.figure import (
    Axis,
    colour,
    figure,
    hover,
    in_hover,
    table_payload,
)
from agent.analysis.words import say
from agent.specs.plots import Violin
from agent.state import Artifact, Cell, ColumnFormat, TablePayload

# ----------------------------------------------------------------
# The outline of a violin: how densely the values lie, by a Gaussian kernel of Silverman's width (1986, 3.31). The
# values are counted in 512 bins first, so that the work does not grow with the rows, and the outline ends at the
# smallest and at the largest value: no density is drawn where no value can be.


BINS, POINTS = 512, 60


@dataclass(frozen=True)
class Outline:
    """Places along the values, and how dense it is there as a part of the densest place."""

    at: tuple[float, ...]
    width: tuple[float, ...]


def outline(values: NDArray[np.float64]) -> Outline | None:
    """The outline of finite values; None when they are all equal, for then there is nothing to smooth."""
    low, high = float(values.min()), float(values.max())
    reach = kernel_width(values)
    if not low < high or not reach > 0:
        return None
    counts, edges = np.histogram(values, bins=BINS)
    middles = edges[:-1] + np.diff(edges) / 2
    at = np.linspace(low, high, POINTS)
    dense = np.exp(-0.5 * ((at[:, None] - middles[None, :]) / reach) ** 2) @ counts
    return Outline(tuple(at.tolist()), tuple((dense / dense.max()).round(4).tolist()))


def kernel_width(values: NDArray[np.float64]) -> float:
    """Silverman's rule of thumb: 0.9 of the smaller of SD and IQR / 1.34, times n to the power of -1/5. An IQR of 0
    leaves the SD."""
    if len(values) < 2:
        return 0.0
    spread = float(values.std(ddof=1))
    middle = float(np.subtract(*np.quantile(values, [0.75, 0.25]))) / 1.34
    return 0.9 * (min(spread, middle) or spread) * float(len(values) ** -0.2)


MOST_VIOLINS = 20
_HALF = 0.42
"""Half the width of a violin where it is widest; neighbours stand 1 apart."""


def draw_violin(spec: Violin, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then a row a violin: x, n, min, q1, median, mean, q3, max. These are exact over all rows.

    SpecError when y holds no numbers, DataError when no row has one.
    """
    spread = spread_of(spec, tables, MOST_VIOLINS)
    values = spread.rows.numbers(spec.y)
    outlines = [outline(values[group.rows]) for group in spread.groups]
    drawn = figure(
        [*_outlines(outlines), _middles(spread.numbers), _medians(spread.numbers, spread.labels, spread.y_title)],
        title=spread.title,
        x=Axis(spread.x_title, ticks=spread.labels),
        y=Axis(spread.y_title, clock=spread.rows.clock(spec.y)),
    )
    notes = [spread.left_out] if spread.left_out else []
    return spread_artifacts(spec, spread, drawn, _table(spec, spread), notes, say("chart.violin"))


def _outlines(outlines: Sequence[Outline | None]) -> list[Json]:
    """A closed line a violin: up its right side and down its left one."""
    traces: list[Json] = []
    for place, one in enumerate(outlines):
        if one is None:
            continue
        right = [place + _HALF * width for width in one.width]
        left = [place - _HALF * width for width in one.width]
        traces.append(
            {
                "type": "scatter",
                "mode": "lines",
                "x": [*right, *reversed(left), right[0]],
                "y": [*one.at, *reversed(one.at), one.at[0]],
                "name": "",
                "fill": "toself",
                "fillcolor": "rgba(47,127,193,0.55)",
                "line": {"color": colour(0), "dash": "solid", "width": 1},
                "marker": {"color": colour(0)},
                "hoverinfo": "skip",
            }
        )
    return traces


def _middles(numbers: Sequence[BoxNumbers]) -> Json:
    """From the lower to the upper quartile."""
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [at for place in range(len(numbers)) for at in (place, place, None)],
        "y": [at for one in numbers for at in (one.q1, one.q3, None)],
        "name": "",
        "connectgaps": False,
        "line": {"color": colour(1), "dash": "solid", "width": 6},
        "marker": {"color": colour(1)},
        "hoverinfo": "skip",
    }


def _medians(numbers: Sequence[BoxNumbers], labels: Sequence[str], y_title: str) -> Json:
    shown = [[label, one.n, one.q1, one.q3] for label, one in zip(labels, numbers, strict=True)]
    return {
        "type": "scatter",
        "mode": "markers",
        "x": list(range(len(numbers))),
        "y": [one.median for one in numbers],
        "name": "",
        "marker": {"color": "#FFFFFF", "symbol": "circle", "size": 8, "line": {"color": colour(1), "width": 1}},
        "customdata": shown,
        "hovertemplate": hover(
            "%{customdata[0]}",
            f"{say('chart.median_of', measure=in_hover(y_title))}: %{{y:,}}",
            say("chart.middle", low="%{customdata[2]:,}", high="%{customdata[3]:,}"),
            say("chart.rows_hover", rows="%{customdata[1]:,}"),
        ),
    }


def _table(spec: Violin, spread: Spread) -> TablePayload:
    groups, numbers, number = spread.groups, spread.numbers, spread.rows.number_format(spec.y)
    columns: dict[str, ColumnFormat] = {
        "n": "integer", "min": number, "q1": number, "median": number, "mean": number, "q3": number, "max": number,
    }  # fmt: skip
    body: list[list[Cell]] = [
        [one.n, one.minimum, one.q1, one.median, one.mean, one.q3, one.maximum] for one in numbers
    ]
    headings = made_headings(columns)
    if spec.x is None:
        return table_payload(columns, body, keys=[], headings=headings)
    name = spec.x if spec.x not in columns else say("chart.group", column=spec.x)
    keyed = [[group.cell, *row] for group, row in zip(groups, body, strict=True)]
    return table_payload({name: "text", **columns}, keyed, keys=[name], headings=headings)
