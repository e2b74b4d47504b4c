"""Traces of a figure as marks of a picture: one function a type of trace."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from matplotlib import colors
from matplotlib.axes import Axes
from numpy.typing import NDArray

from agent.analysis.png.axes import MOST_TICKS, Scale, tick_text
from agent.analysis.png.fonts import drawable

# ----------------------------------------------------------------
# Where the traces of a figure are drawn.


Trace = Mapping[str, Any]


@dataclass
class Canvas:
    """The axes, and what later traces must know of earlier ones."""

    axes: Axes
    x: Scale
    y: Scale
    barmode: str
    bars: int  # traces of bars in all
    bars_drawn: int = 0
    piled: dict[float, float] = field(default_factory=dict)
    """How high bars or areas stand at a place, for those that stand on them."""


# ----------------------------------------------------------------
# Pies and heatmaps as marks of a picture.


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
    figure.colorbar(drawn, ax=canvas.axes, format=lambda value, _: tick_text(value), pad=0.02)
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


_MARKERS = {"circle": "o", "diamond": "D", "square": "s", "cross": "P", "triangle-up": "^"}
_DASHES = {"solid": "-", "dash": "--", "dot": ":"}
_BAR_SHARE, _FILLED = 0.8, 0.55
_MILLISECONDS_A_DAY = 86_400_000


def draw_trace(canvas: Canvas, trace: Trace) -> None:
    """Draws one trace. KeyError for a type that no plot of ours makes."""
    _DRAWN[trace["type"]](canvas, trace)


def _bars(canvas: Canvas, trace: Trace) -> None:
    horizontal = trace.get("orientation") == "h"
    places = canvas.y.positions(trace["y"]) if horizontal else canvas.x.positions(trace["x"])
    lengths = np.nan_to_num((canvas.x if horizontal else canvas.y).positions(trace["x" if horizontal else "y"]))
    widths = _bar_widths(canvas, trace, len(places))
    if canvas.barmode == "group" and canvas.bars > 1:
        widths = widths / canvas.bars
        places = places + widths * (canvas.bars_drawn - (canvas.bars - 1) / 2)
    canvas.bars_drawn += 1
    style: dict[str, Any] = {
        "color": trace["marker"]["color"],
        "alpha": trace.get("opacity", 1.0),
        "label": _name(trace),
        "edgecolor": "white",
        "linewidth": 0.5,
    }
    floor = _pile(canvas, places, lengths) if canvas.barmode == "stack" else np.zeros(len(places))
    if horizontal:
        canvas.axes.barh(places, lengths, height=widths, left=floor, **style)
    else:
        canvas.axes.bar(places, lengths, width=widths, bottom=floor, **style)


def _pile(canvas: Canvas, places: NDArray[np.float64], heights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where marks of these heights stand; what comes next stands on them."""
    floor = np.array([canvas.piled.get(place, 0.0) for place in places])
    canvas.piled |= dict(zip(places.tolist(), (floor + heights).tolist(), strict=True))
    return floor


def _bar_widths(canvas: Canvas, trace: Trace, count: int) -> NDArray[np.float64]:
    if "width" not in trace:
        return np.full(count, _BAR_SHARE)
    given = np.asarray(trace["width"], dtype=np.float64)
    return given / _MILLISECONDS_A_DAY if canvas.x.type == "date" else given


def _points(canvas: Canvas, trace: Trace) -> None:
    x, y = canvas.x.positions(trace["x"]), canvas.y.positions(trace["y"])
    marker = trace.get("marker", {})
    shape = _MARKERS[marker.get("symbol", "circle")]
    floor = _pile(canvas, x, np.nan_to_num(y)) if "stackgroup" in trace else np.zeros(len(x))
    y = y + floor
    if "stackgroup" in trace or trace.get("fill") == "tozeroy":
        filled = canvas.axes.fill_between(x, floor, y, color=trace["line"]["color"], alpha=_FILLED, linewidth=0)
        filled.sticky_edges.y.append(0.0)
    elif trace.get("fill") == "toself":
        canvas.axes.fill(x, y, color=trace["line"]["color"], alpha=_FILLED, linewidth=0)
    if "lines" in trace["mode"]:
        line = trace["line"]
        dots = shape if "markers" in trace["mode"] else ""
        canvas.axes.plot(
            x, y, color=line["color"], linestyle=_DASHES[line.get("dash", "solid")], linewidth=line["width"],
            marker=dots, markersize=4, label=_name(trace),
        )  # fmt: skip
        return
    canvas.axes.scatter(
        x, y, s=22, color=marker["color"], alpha=marker.get("opacity", 1.0), marker=shape,
        linewidths=marker.get("line", {}).get("width", 0), edgecolors=marker.get("line", {}).get("color", "none"),
        zorder=3, label=_name(trace),
    )  # fmt: skip


def _boxes(canvas: Canvas, trace: Trace) -> None:
    places = canvas.x.positions(trace["x"])
    outliers: Sequence[Sequence[float]] = trace.get("y", [[]] * len(places))
    stats = [
        {"q1": q1, "med": median, "q3": q3, "whislo": low, "whishi": high, "mean": mean, "fliers": points, "label": ""}
        for q1, median, q3, low, high, mean, points in zip(
            *(trace[key] for key in ("q1", "median", "q3", "lowerfence", "upperfence", "mean")), outliers, strict=True
        )
    ]
    tint = trace["marker"]["color"]
    canvas.axes.bxp(
        stats,
        positions=list(places),
        widths=0.55,
        patch_artist=True,
        showmeans=True,
        meanline=True,
        manage_ticks=False,
        boxprops={"facecolor": tint, "alpha": 0.45, "edgecolor": tint},
        medianprops={"color": "#1a1a1a", "linewidth": 1.8},
        meanprops={"color": "#1a1a1a", "linestyle": "--", "linewidth": 1.2},
        flierprops={"marker": "o", "markersize": 3, "markerfacecolor": tint, "markeredgecolor": "none", "alpha": 0.6},
    )


def _name(trace: Trace) -> str:
    # matplotlib keeps labels that begin with an underscore out of the legend
    if trace.get("showlegend") is False:
        return "_"
    name = drawable(trace.get("name", ""))
    return f"\u2009{name}" if name.startswith("_") else name


_DRAWN: Mapping[str, Callable[[Canvas, Trace], None]] = {
    "bar": _bars,
    "scatter": _points,
    "box": _boxes,
    "pie": draw_slices,
    "heatmap": draw_cells,
}
