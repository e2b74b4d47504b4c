"""The catalogue of plots: kind -> function that draws it."""

from collections.abc import Callable, Mapping
from typing import Any

from agent.analysis.frames.source import Table
from agent.analysis.plots.area import draw_area
from agent.analysis.plots.bar import draw_bar
from agent.analysis.plots.box import draw_box
from agent.analysis.plots.heatmap import draw_heatmap
from agent.analysis.plots.hist import draw_hist
from agent.analysis.plots.line import draw_line
from agent.analysis.plots.parts import draw_pareto, draw_pie
from agent.analysis.plots.scatter import draw_scatter
from agent.analysis.plots.violin import draw_violin
from agent.state import Artifact

# Each drawer takes the spec model of its own kind.
DRAWERS: Mapping[str, Callable[[Any, Mapping[str, Table]], list[Artifact]]] = {
    "hist": draw_hist,
    "scatter": draw_scatter,
    "line": draw_line,
    "bar": draw_bar,
    "box": draw_box,
    "pie": draw_pie,
    "area": draw_area,
    "heatmap": draw_heatmap,
    "violin": draw_violin,
    "pareto": draw_pareto,
}
