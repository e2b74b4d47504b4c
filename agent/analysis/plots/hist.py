"""Histogram: exact counts over all rows, drawn as touching bars. The figure holds the bins, not the values."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from agent.analysis.frames.ledger import with_note
from agent.analysis.frames.source import Table
from agent.analysis.headings import made_headings
from agent.analysis.plots.clock_axis import Json, clock_step
from agent.analysis.plots.figure import (
    Axis,
    figure,
    hover,
    in_hover,
    plot_artifacts,
    plot_title,
    table_payload,
)
from agent.analysis.plots.labels import column_title, plain_label
from agent.analysis.plots.rows import Group, Rows, Scale, colour_groups, drawn_rows, iso
from agent.analysis.words import count_of, say
from agent.specs.locales import clock_words, date_words
from agent.specs.plots import Hist
from agent.state import Artifact, Cell, ColumnFormat, TablePayload
from languages.catalogue import amount, in_language

# ----------------------------------------------------------------
# The bins of a histogram: where they begin and end, and what they are called. Width: Freedman and Diaconis (1981), 2
# IQR / n^(1/3), rounded to 1, 2, 2.5 or 5 times a power of ten, so that there are 5 to 60 bins. Whole numbers get
# bins that hold the same number of whole numbers each. Dates get calendar periods.


FEWEST, MOST = 5, 60
Values = NDArray[np.float64]
_NICE = (1.0, 2.0, 2.5, 5.0, 10.0)
_CALENDAR: tuple[tuple[Literal["h", "D", "W", "M", "Y"], int], ...] = (
    ("h", 1), ("h", 6), ("D", 1), ("W", 1), ("M", 1), ("M", 3), ("Y", 1), ("Y", 5), ("Y", 10), ("Y", 50), ("Y", 200),
)  # fmt: skip


@dataclass(frozen=True)
class Bins:
    """Edges in ascending order (one more than bins) and a label a bin. Left edge included, the last right one too."""

    edges: Values  # dates: microseconds since 1970
    labels: tuple[str, ...]

    def count(self, values: Values) -> list[int]:
        """How many of the values lie in each bin."""
        return [int(n) for n in np.histogram(values, bins=self.edges)[0]]


def number_bins(values: Values, wanted: int | None = None) -> Bins:
    """Bins for finite numbers, at least one. `wanted` gives exactly that many, equally wide from least to largest."""
    low, high = float(values.min()), float(values.max())
    if wanted is not None:
        return _label(np.histogram_bin_edges(values, bins=wanted))
    if bool(np.all(values == np.floor(values))) and max(abs(low), abs(high)) < 2**52:
        return _whole_number_bins(values, low, high)
    if low == high:
        return _label(np.histogram_bin_edges(values, bins=1))
    width = nice_width(freedman_diaconis(values), high - low)
    first, last = math.floor(low / width), math.ceil(high / width)
    # rounded, because 3 * 0.1 lies above 0.3 and would leave a value of 0.3 outside
    edges = np.round(np.arange(first, max(last, first + 1) + 1) * width, max(0, 1 - math.floor(math.log10(width))))
    edges[0], edges[-1] = min(edges[0], low), max(edges[-1], high)
    return _label(edges)


def clock_bins(clock: str, seconds: Values, wanted: int | None = None) -> Bins:
    """Bins for clock times and durations: full hours, quarters of an hour and the like."""
    low, high = float(seconds.min()), float(seconds.max())
    edges = np.linspace(low, high if high > low else low + 1, (wanted or 1) + 1)
    if wanted is None:
        step = clock_step(min(max(freedman_diaconis(seconds), (high - low) / MOST), max(high - low, 1.0)), clock)
        first = math.floor(low / step)
        edges = np.arange(first, max(math.floor(high / step), first) + 2, dtype=np.float64) * step
    named = [clock_words(float(edge), clock) for edge in edges]
    return Bins(edges, tuple(_from_to(one, other, under=True) for one, other in pairwise(named)))


def freedman_diaconis(values: Values) -> float:
    """2 IQR / n^(1/3); with an IQR of 0, the span over the square root of n."""
    q1, q3 = np.quantile(values, [0.25, 0.75])
    spread = 2 * float(q3 - q1) / len(values) ** (1 / 3)
    return spread if spread > 0 else float(values.max() - values.min()) / math.sqrt(len(values))


def nice_width(width: float, span: float, *, whole: bool = False) -> float:
    """A round (and `whole`) width near `width` that cuts `span` into 5 to 60 bins."""
    bounded = min(max(width, span / (MOST - 2)), span / FEWEST)
    power = 10.0 ** math.floor(math.log10(bounded))
    larger = [nice * power for nice in (*_NICE, 20.0) if span / (nice * power) <= MOST - 2]
    fitting = [candidate for candidate in larger if candidate.is_integer()] if whole else larger
    return min(fitting, key=lambda candidate: abs(math.log(candidate / bounded)))


def _whole_number_bins(values: Values, low: float, high: float) -> Bins:
    span = int(high - low) + 1
    width = 1 if span <= MOST // 2 else int(nice_width(max(freedman_diaconis(values), 1.0), span, whole=True))
    first = math.floor(low / width) * width if width > 1 else int(low)
    starts = np.arange(first, int(high) + 1, width, dtype=np.float64)
    edges = np.append(starts, starts[-1] + width) - 0.5
    if width == 1:
        return Bins(edges, tuple(amount(int(start)) for start in starts))
    return Bins(edges, tuple(_from_to(amount(int(start)), amount(int(start) + width - 1)) for start in starts))


def _label(edges: Values) -> Bins:
    shown = shown_edges(edges)
    last = len(edges) - 2
    return Bins(
        edges,
        tuple(_from_to(shown[i], shown[i + 1], under=i != last) for i in range(len(edges) - 1)),
    )


def _from_to(low: str, high: str, *, under: bool = False) -> str:
    return say("chart.to_under" if under else "chart.to", low=low, high=high)


def shown_edges(edges: Sequence[float] | Values) -> list[str]:
    """The edges with just enough digits that neighbours differ clearly."""
    steps = np.diff(np.asarray(edges, dtype=np.float64))
    step = float(steps.min())
    largest = float(np.abs(np.asarray(edges)).max())
    if largest >= 1e15 or step < 1e-6:
        return [f"{edge:.8g}" for edge in edges]
    decimals = max(0, 2 - math.floor(math.log10(step)))
    texts = [f"{edge + 0.0:,.{decimals}f}" for edge in edges]
    return [in_language(text.rstrip("0").rstrip(".") if "." in text else text) for text in texts]


def date_bins(microseconds: Values, wanted: int | None = None) -> Bins:
    """Calendar bins for dates given as microseconds since 1970: the finest period that gives at most 60 of them."""
    low, high = float(microseconds.min()), float(microseconds.max())
    if wanted is not None:
        edges = np.linspace(low, high if high > low else low + 1, wanted + 1)
        names = edges.astype("datetime64[us]").astype("datetime64[m]").astype(str)
        return Bins(edges, tuple(_from_to(a.replace("T", " "), b.replace("T", " ")) for a, b in pairwise(names)))
    if bool(np.all(microseconds % 86_400_000_000 == 0)):
        choices = [choice for choice in _CALENDAR if choice[0] != "h"]
    else:
        choices = list(_CALENDAR)
    for unit, step in choices:
        starts = _calendar_starts(int(low), int(high), unit, step)
        if len(starts) - 1 <= MOST:
            break
    edges = starts.astype("datetime64[us]").astype(np.float64)
    return Bins(edges, tuple(_period_name(start, unit, step) for start in starts[:-1]))


def _calendar_starts(low: int, high: int, unit: Literal["h", "D", "W", "M", "Y"], step: int) -> NDArray[np.datetime64]:
    """Starts of the periods from the one of `low` to the one after `high`. Weeks begin on Monday."""
    day = 86_400_000_000
    if unit == "W":
        monday = (low // day + 3) // 7 * 7 - 3
        last = (high // day + 3) // 7 * 7 - 3 + 7
        return np.arange(monday, last + 1, 7).astype("datetime64[D]")
    epoch = 1970 if unit == "Y" else 0  # so that decades begin in 1970, centuries' halves in 1950
    first, last = (
        (int(np.datetime64(moment, "us").astype(f"datetime64[{unit}]").astype(np.int64)) + epoch) // step * step - epoch
        for moment in (low, high)
    )
    return np.arange(first, last + step + 1, step).astype(f"datetime64[{unit}]")


def _period_name(start: np.datetime64, unit: str, step: int) -> str:
    text = str(start).replace("T", " ")
    if unit == "h":
        return f"{text}:00" if step == 1 else say("chart.hours", start=f"{text}:00", more=step - 1)
    if unit == "W":
        return say("chart.week", day=date_words(text))
    if unit == "M" and step == 3:
        return f"{text[:4]}-Q{(int(text[5:7]) - 1) // 3 + 1}"
    if unit == "Y" and step > 1:
        return _from_to(text, str(int(text) + step - 1))
    return text


def draw_hist(spec: Hist, tables: Mapping[str, Table]) -> list[Artifact]:
    """The figure, then its bins: bin, from, to, rows (with `color`: that column first).

    SpecError when x holds neither numbers nor dates, DataError when it holds no value. Bins: see `bins`.
    """
    rows = drawn_rows(spec, tables, [spec.x, spec.color])
    scale = rows.scale(spec.x, "hist")
    rows = rows.with_values(spec.x)
    values = rows.numbers(spec.x)
    clock = rows.clock(spec.x)
    made = date_bins if scale == "date" else partial(clock_bins, clock) if clock else number_bins
    bins = made(values, spec.bins)
    groups, together = colour_groups(rows, spec.color)
    counts = [bins.count(values[group.rows]) for group in groups]
    x_title = column_title(spec.x, rows.schema)
    title = plot_title(spec, _made_title(x_title, spec.color))
    drawn = figure(
        [
            _trace(bins, group, count, place, scale, x_title)
            for place, (group, count) in enumerate(zip(groups, counts, strict=True))
        ],
        title=title,
        x=rows.axis(spec.x, "hist"),
        y=Axis(say("chart.rows")),
        legend=plain_label(spec.color) if spec.color else None,
        extra={"bargap": 0, "barmode": "overlay"},
    )
    ledger = with_note(rows.ledger, *together)
    return plot_artifacts(
        spec,
        drawn,
        _table(spec, bins, groups, counts, rows),
        title=title,
        description=" ".join([*together, _describe(rows, bins), *rows.left_out]),
        ledger=ledger,
        dataset_ids=rows.dataset_ids,
    )


def _made_title(x_title: str, by: str | None) -> str:
    told = say("chart.distribution", measure=x_title)
    return say("chart.by", measure=told, groups=plain_label(by)) if by else told


def _describe(rows: Rows, bins: Bins) -> str:
    used = rows.ledger["rows_used"]
    return say("chart.counts", rows=count_of(used, "row"), bins=count_of(len(bins.labels), "bin"))


def _trace(bins: Bins, group: Group, counts: list[int], place: int, scale: Scale, x_title: str) -> Json:
    lows, highs = bins.edges[:-1], bins.edges[1:]
    middles = lows + (highs - lows) / 2
    # plotly measures the width of a bar on a date axis in milliseconds
    widths = (highs - lows) / (1000 if scale == "date" else 1)
    trace: Json = {
        "type": "bar",
        "x": [iso(middle) for middle in middles] if scale == "date" else middles.tolist(),
        "y": counts,
        "width": widths.tolist(),
        "customdata": list(bins.labels),
        "name": group.label,
        "marker": {
            "color": group.colour(place),
            "line": {"width": 0.5, "color": "rgba(128,128,128,0.6)"},
        },
        "hovertemplate": hover(f"{in_hover(x_title)}: %{{customdata}}", f"{say('chart.rows')}: %{{y:,}}"),
    }
    return trace | ({"opacity": 0.6, "showlegend": True} if group.label else {})


def _table(spec: Hist, bins: Bins, groups: tuple[Group, ...], counts: list[list[int]], rows: Rows) -> TablePayload:
    scale = rows.scale(spec.x, "hist")
    edge: ColumnFormat = "date" if scale == "date" else rows.number_format(spec.x)
    columns: dict[str, ColumnFormat] = {"bin": "text", "from": edge, "to": edge, "rows": "integer"}
    body: list[list[Cell]] = []
    for group, count in zip(groups, counts, strict=True):
        for place, label in enumerate(bins.labels):
            limits = [_edge(bins.edges[place + side], scale) for side in (0, 1)]
            body.append([*([group.cell] if spec.color else []), label, *limits, count[place]])
    keys, headings = ["bin"], made_headings(columns)
    if spec.color:
        name = spec.color if spec.color not in columns else say("chart.group", column=spec.color)
        columns, keys = {name: "text", **columns}, [name, "bin"]
    return table_payload(columns, body, keys=keys, headings=headings)


def _edge(value: np.float64, scale: Scale) -> Cell:
    return iso(value) if scale == "date" else float(value)
