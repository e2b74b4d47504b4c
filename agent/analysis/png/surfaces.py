"""Pies and heatmaps as marks of a picture."""

from typing import Any

import numpy as np
from matplotlib import colors
from numpy.typing import NDArray

from agent.analysis.png.axes import MOST_TICKS, written
from agent.analysis.png.canvas import Canvas, Trace
from agent.analysis.png.fonts import drawable

_LONGEST = 34
_SMALL = 4.0
"""A slice of fewer percent than this has no room for its number."""
_LUMINANCE = np.array([0.2126, 0.7152, 0.0722])


def draw_slices(canvas: Canvas, trace: Trace) -> None:
    """A pie, clockwise from the top; names and percentages stand in the legend, where small slices have room too."""
    values = np.asarray(trace["values"], dtype=np.float64)
    slices, *_ = canvas.axes.pie(
        values,
        colors=trace["marker"]["colors"],
        startangle=90,
        counterclock=False,
        autopct=lambda part: f"{part:.1f} %" if part >= _SMALL else "",
        pctdistance=0.75,
        textprops={"fontsize": 10, "color": "white"},
        wedgeprops={"edgecolor": "white", "linewidth": 1},
    )
    percent = 100 * values / values.sum()
    told = [f"{_short(str(label))}  {part:.1f} %" for label, part in zip(trace["labels"], percent, strict=True)]
    canvas.axes.legend(slices, told, loc="center left", bbox_to_anchor=(1.05, 0.5), frameon=False)
    canvas.axes.set_aspect("equal")


def draw_cells(canvas: Canvas, trace: Trace) -> None:
    """A heatmap with its scale of colours, and with the numbers where the figure has them."""
    columns, rows = canvas.x.positions(trace["x"]), canvas.y.positions(trace["y"])
    shades = colors.LinearSegmentedColormap.from_list("", [tuple(step) for step in trace["colorscale"]])
    values = np.array([[np.nan if value is None else value for value in row] for row in trace["z"]], dtype=np.float64)
    drawn = canvas.axes.pcolormesh(
        columns, rows, values, cmap=shades, vmin=trace["zmin"], vmax=trace["zmax"], edgecolors="white", linewidth=0.8
    )
    figure = canvas.axes.get_figure(root=True)
    assert figure is not None  # axes always belong to one
    figure.colorbar(drawn, ax=canvas.axes, format=lambda value, _: written(value), pad=0.02)
    if "text" in trace and len(columns) <= MOST_TICKS:
        _write(canvas, trace, values, np.asarray(shades(drawn.norm(values))))


def _write(canvas: Canvas, trace: Trace, values: NDArray[np.float64], shades: NDArray[np.float64]) -> None:
    for row, texts in enumerate(trace["text"]):
        for column, text in enumerate(texts):
            bright: Any = shades[row, column, :3] @ _LUMINANCE
            if np.isfinite(values[row, column]):
                ink = "black" if bright > 0.5 else "white"
                canvas.axes.text(column, row, text, ha="center", va="center", color=ink, fontsize=9)


def _short(label: str) -> str:
    return drawable(label if len(label) <= _LONGEST else label[: _LONGEST - 1] + "…")
