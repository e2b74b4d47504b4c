"""Traces of a figure as marks of a picture: one function a type of trace."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agent.analysis.png.canvas import Canvas, Trace
from agent.analysis.png.fonts import drawable
from agent.analysis.png.surfaces import draw_cells, draw_slices

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
    name = drawable(trace.get("name", ""))
    return f"\u2009{name}" if name.startswith("_") else name


_DRAWN: Mapping[str, Callable[[Canvas, Trace], None]] = {
    "bar": _bars,
    "scatter": _points,
    "box": _boxes,
    "pie": draw_slices,
    "heatmap": draw_cells,
}
