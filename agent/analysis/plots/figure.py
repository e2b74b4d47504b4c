"""What all figures share: colours, axes, layout, and the two artifacts of a plot.

A figure is plain plotly JSON: dicts, lists, numbers and text. No template, no typed arrays, NaN as null.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, cast

from agent.analysis.plots.clock_axis import Json, clock_ticks, with_clock
from agent.analysis.plots.labels import axis_lines, plain_label
from agent.analysis.words import say
from agent.specs.plain_data import spec_json
from agent.specs.plots import PlotSpec
from agent.state import Artifact, Cell, ColumnFormat, Ledger, TablePayload

AxisType = Literal["category", "date", "linear"]

OTHER_COLOUR = "#808080"
"""What is drawn together is grey."""
COLOURS = ("#208868", "#D55E00", "#2F7FC1", "#503CFA", "#46A0AA", "#5A78FA", "#50A05A", "#A0461E")
"""The first is nearest to the accent of the pages. Each has a contrast of 3:1 or more on white and on near black, and
all differ under red-green blindness."""
DASHES = ("solid", "dash", "dot")
SYMBOLS = ("circle", "diamond", "square", "cross", "triangle-up")
MOST_SERIES = 12
"""More colours than this cannot be told apart."""
LETTERS_ACROSS, LETTERS_UP = 80, 34
"""What an axis title has room for on one line: along the width of a chart, and along its height."""
ROOM = 0.75
"""What is left of a named place on both ends of an axis of numbers."""
LOWEST = 300
"""Pixels that a figure is high at least."""
_GRID = "rgba(128,128,128,0.25)"
_CLEAR = "rgba(0,0,0,0)"


@dataclass(frozen=True)
class Axis:
    """One axis: its title and how its values are laid out. `order` lists the categories in the order to show;
    `ticks` names the places 0, 1, 2, ... of an axis of numbers."""

    title: str
    type: AxisType = "linear"
    order: tuple[str, ...] = ()
    reversed: bool = False
    ticks: tuple[str, ...] = ()
    clock: str = ""  # how seconds are written: as a clock or as a duration

    def layout(self, letters: int) -> Json:
        """The axis as plotly writes it, its title on lines of so many letters."""
        drawn: Json = {
            "title": {"text": axis_lines(self.title, letters)},
            "type": self.type,
            "automargin": True,
            "gridcolor": _GRID,
        }
        if self.type == "category":
            drawn |= {"categoryorder": "array", "categoryarray": list(self.order)}
        if self.type != "linear":  # lines go across from numbers, not from names
            drawn["showgrid"] = False
        if self.ticks:
            last = len(self.ticks) - 1
            drawn |= {
                "range": [-ROOM, last + ROOM],
                "tickmode": "array",
                "tickvals": list(range(len(self.ticks))),
                "ticktext": list(self.ticks),
            }
        if self.reversed:
            drawn["autorange"] = "reversed"
        return drawn


def figure(
    traces: Sequence[Json],
    *,
    title: str,
    x: Axis | None,
    y: Axis | None,
    legend: str | None = None,
    extra: Mapping[str, object] = {},
) -> Json:
    """A figure of these traces; a pie has no axes. `legend` is the title of the legend; none hides it."""
    for direction, axis in (("x", x), ("y", y)):
        if axis is not None and axis.clock:
            traces = [with_clock(trace, direction, axis.clock) for trace in traces]
    layout: Json = {
        "title": {"text": title},
        **({"xaxis": {**x.layout(LETTERS_ACROSS), **clock_ticks(traces, "x", x.clock)}} if x else {}),
        **({"yaxis": {**y.layout(LETTERS_UP), **clock_ticks(traces, "y", y.clock)}} if y else {}),
        "showlegend": legend is not None,
        "paper_bgcolor": _CLEAR,
        "plot_bgcolor": _CLEAR,
        "margin": {"l": 60, "r": 20, "t": 50, "b": 50},
        **extra,
    }
    if legend is not None:
        layout["legend"] = {"title": {"text": legend}, **cast(Json, extra.get("legend", {}))}
    return {"data": list(traces), "layout": layout}


def colour(position: int) -> str:
    """The colour of the n-th series."""
    return COLOURS[position % len(COLOURS)]


def dash(position: int) -> str:
    """The dash of the n-th line: it changes when the colours start over."""
    return DASHES[position // len(COLOURS) % len(DASHES)]


def symbol(position: int) -> str:
    """The marker of the n-th cloud of points, so that colour is never the only difference."""
    return SYMBOLS[position % len(SYMBOLS)]


def hover(*lines: str) -> str:
    """A hover text of these lines; `%{x}` and the like are filled in by plotly. Titles go through `in_hover`."""
    return "<br>".join(lines) + "<extra></extra>"


def in_hover(title: str) -> str:
    """A title that stands in a hover text: a column named `%{y}` is not read as a placeholder."""
    return title.replace("%{", "% {")


def plain_numbers(values: Iterable[float | int | None]) -> list[float | int | None]:
    """Plain Python numbers; NaN and infinity as null."""
    return [None if value is None or not math.isfinite(value) else value for value in values]


def plot_artifacts(
    spec: PlotSpec,
    drawn: Json,
    table: TablePayload,
    *,
    title: str,
    description: str,
    ledger: Ledger,
    dataset_ids: Sequence[str],
) -> list[Artifact]:
    """The figure (role "main"), then the table of exactly what is drawn (role "detail")."""
    pair = (("figure", title, drawn, "main"), ("table", say("chart.data", title=title), table, "detail"))
    return [
        Artifact(
            artifact_id="",
            kind="figure" if kind == "figure" else "table",
            title=heading,
            description=description,
            payload=payload,
            spec=spec_json(spec),
            code=None,
            ledger=ledger,
            dataset_ids=list(dataset_ids),
            role="main" if role == "main" else "detail",
        )
        for kind, heading, payload, role in pair
    ]


def table_payload(
    columns: Mapping[str, ColumnFormat],
    rows: Sequence[Sequence[Cell]],
    *,
    keys: Sequence[str],
    units: Mapping[str, str] | None = None,
    headings: Mapping[str, str] | None = None,
) -> TablePayload:
    """A whole table; `columns` gives the names in order, each with its format."""
    return TablePayload(
        columns=list(columns),
        rows=[list(row) for row in rows],
        total_rows=len(rows),
        key_columns=list(keys),
        formats=dict(columns),
        units=dict(units or {}),
        headings={name: words for name, words in (headings or {}).items() if name in columns and words != name},
    )


def plot_title(spec: PlotSpec, made: str) -> str:
    """The title that the spec gives, else the one made from the columns; without markup."""
    return plain_label(spec.title) if spec.title else made
