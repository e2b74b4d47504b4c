"""A figure's JSON -> a PNG of the same data, by matplotlib in seaborn's style. No browser, no global plot state."""

import textwrap
import threading
from collections.abc import Mapping
from io import BytesIO
from typing import Any

import matplotlib as mpl
import seaborn
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from agent.analysis.plots.panels import panels_of
from agent.analysis.png.axes import Scale, finish_axis, scale_of
from agent.analysis.png.fonts import drawable, families
from agent.analysis.png.foreign import draw_foreign, is_foreign
from agent.analysis.png.marks import Canvas, draw_trace

WIDTH, HEIGHT, DPI = 8.0, 4.8, 125  # 1000 x 600 pixels, with letters that are read at half that size too
_TITLE_LETTERS = 68  # of a line
_ONE_AT_A_TIME = threading.Lock()
"""matplotlib's settings belong to the process, so one picture is drawn at a time."""


def drawn_by_matplotlib(figure: Mapping[str, Any]) -> bytes:
    """The payload of a figure that is drawn from its data, as a PNG of `WIDTH` x `HEIGHT` inches at `DPI`."""
    style: Any = {  # matplotlib types each setting by name
        **seaborn.axes_style("whitegrid"),
        "font.family": list(families()),
        "font.size": 11.0,
        "text.parse_math": False,
        "text.usetex": False,
        "axes.unicode_minus": True,
    }
    with _ONE_AT_A_TIME, mpl.rc_context(style):
        picture = Figure(figsize=(WIDTH, HEIGHT), dpi=DPI, layout="constrained", facecolor="white")
        canvas = FigureCanvasAgg(picture)
        if is_foreign(figure):
            draw_foreign(picture.add_subplot(), figure)
        else:
            _draw_panels(picture, figure)
        target = BytesIO()
        canvas.print_png(target, metadata={"Software": None})  # type: ignore[no-untyped-call]
        return target.getvalue()


def _finish_axes(axes: Axes, layout: Mapping[str, Any], x: Scale, y: Scale) -> None:
    finish_axis(axes, layout, x, "x")
    finish_axis(axes, layout, y, "y")
    axes.grid(visible=x.type != "category", axis="x")
    axes.grid(visible=y.type != "category", axis="y")
    axes.set_axisbelow(True)


def _draw_panels(picture: Figure, figure: Mapping[str, Any]) -> None:
    """The figure, or its panels over the axis that they share."""
    panels = panels_of(figure)
    across = "xaxis2" in figure["layout"]
    shape = {"ncols": len(panels), "sharey": True} if across else {"nrows": len(panels), "sharex": True}
    every = picture.subplots(squeeze=False, **shape).ravel()  # type: ignore[call-overload]  # one side of the grid
    for axes, panel in zip(every, panels, strict=True):
        _draw(axes, panel)
        axes.label_outer()


def _draw(axes: Axes, figure: Mapping[str, Any]) -> None:
    layout = figure["layout"]
    x, y = scale_of(layout, "x"), scale_of(layout, "y")
    bars = sum(trace["type"] == "bar" for trace in figure["data"])
    canvas = Canvas(axes, x, y, layout.get("barmode", "group"), bars)
    for trace in figure["data"]:
        draw_trace(canvas, trace)
    if "xaxis" in layout:  # a pie has none
        _finish_axes(axes, layout, x, y)
    title = drawable(layout.get("title", {}).get("text", ""))
    axes.set_title("\n".join(textwrap.wrap(title, _TITLE_LETTERS)), loc="left", fontsize=14)
    if layout.get("showlegend"):
        heading = drawable(layout.get("legend", {}).get("title", {}).get("text", ""))
        axes.legend(title=heading, loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0, frameon=False)
