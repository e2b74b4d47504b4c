"""Axes of a picture: where a value of the figure stands, and how ticks are written."""

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from matplotlib import dates, ticker
from matplotlib.axes import Axes
from numpy.typing import NDArray

from agent.analysis.png.fonts import drawable
from languages.catalogue import in_language

MOST_TICKS = 26
LONGEST_TICK = 34
_MOST_LETTERS = 70  # of ticks beside each other
Direction = Literal["x", "y"]


@dataclass
class Scale:
    """Maps what a trace holds on one axis to positions. Categories get 0, 1, 2, ... in the order of the figure."""

    type: str
    places: dict[str, int] = field(default_factory=dict)

    def positions(self, values: Sequence[Any]) -> NDArray[np.float64]:
        """A position a value; null is NaN."""
        if self.type == "category":
            for value in values:
                self.places.setdefault(str(value), len(self.places))
            return np.array([self.places[str(value)] for value in values], dtype=np.float64)
        if self.type == "date":
            moments = np.array([np.datetime64(str(value)[:26]) if value is not None else "NaT" for value in values],
                               dtype="datetime64[us]")  # fmt: skip
            return np.asarray(dates.date2num(moments), dtype=np.float64)  # type: ignore[no-untyped-call]  # matplotlib's
        return np.array([np.nan if value is None else float(value) for value in values], dtype=np.float64)


def scale_of(layout: Mapping[str, Any], direction: Direction) -> Scale:
    """The scale that the figure's layout gives to an axis."""
    axis = layout.get(f"{direction}axis", {})
    order = {str(value): place for place, value in enumerate(axis.get("categoryarray", []))}
    return Scale(axis.get("type", "linear"), order)


def finish_axis(axes: Axes, layout: Mapping[str, Any], scale: Scale, direction: Direction) -> None:
    """Title, ticks and direction of an axis, after everything is drawn."""
    described = layout.get(f"{direction}axis", {})
    title = drawable(described.get("title", {}).get("text", "").replace("<br>", "\n"))
    axis = axes.xaxis if direction == "x" else axes.yaxis
    axis.set_label_text("\n".join(part for line in title.split("\n") for part in textwrap.wrap(line, 64)))
    is_clock = "ticktext" in described and "range" not in described and scale.type == "linear"
    if "ticktext" in described and scale.type != "date" and not is_clock:
        axes.set_xlim(*described["range"])
        scale = Scale("category", {str(text): place for place, text in enumerate(described["ticktext"])})
    if scale.type == "category":
        _category_ticks(axes, scale, direction)
    elif is_clock:
        low, high = axis.get_view_interval()
        named = dict(zip(described["tickvals"], map(str, described["ticktext"]), strict=True))
        inside = [place for place in named if low <= place <= high]
        axis.set_ticks(inside, [drawable(named[place]) for place in inside])
    elif "ticktext" in described:
        labels = [drawable(str(one)) for one in described["ticktext"]]
        axis.set_ticks(scale.positions(described["tickvals"]), labels, **_slanted(labels))
    elif scale.type == "date":
        locator = dates.AutoDateLocator()  # type: ignore[no-untyped-call]
        axis.set_major_locator(locator)
        axis.set_major_formatter(dates.ConciseDateFormatter(locator))  # type: ignore[no-untyped-call]
    else:
        is_size = described.get("rangemode") == "tozero" or described.get("tickformat") == ","
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, _: tick_text(value, is_size=is_size)))
        if described.get("rangemode") == "tozero":
            (low, high), (least, _) = axis.get_view_interval(), axis.get_data_interval()
            axis.set_view_interval(0 if least >= 0 else low, max(high, 0), ignore=True)
    if described.get("autorange") == "reversed":
        axis.set_inverted(True)


def _category_ticks(axes: Axes, scale: Scale, direction: Direction) -> None:
    step = -(-len(scale.places) // MOST_TICKS) or 1
    shown = [(place, _short(label)) for label, place in scale.places.items() if place % step == 0]
    places, labels = [place for place, _ in shown], [label for _, label in shown]
    if direction == "y":
        axes.set_yticks(places, labels)
        return
    axes.set_xticks(places, labels, **_slanted(labels))


def _slanted(labels: Sequence[str]) -> dict[str, Any]:
    """How ticks are written, so that none covers the next."""
    crowded = sum(len(label) + 2 for label in labels) > _MOST_LETTERS
    return {"rotation": 40 if crowded else 0, "ha": "right" if crowded else "center"}


def _short(label: str) -> str:
    cut = label if len(label) <= LONGEST_TICK else label[: LONGEST_TICK - 1] + "…"
    return drawable(cut)


def tick_text(value: float, *, is_size: bool = False) -> str:
    """A tick: "2015", "12,500", "0.25"; a number below 10,000 may be a year and gets no comma unless it `is_size`."""
    if abs(value) >= 1e15:
        return f"{value:.3g}"
    return in_language(f"{value:,.10g}" if is_size or abs(value) >= 10_000 else f"{value:.10g}")
