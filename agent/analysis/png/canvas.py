"""Where the traces of a figure are drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes

from agent.analysis.png.axes import Scale

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
