"""The bins of a histogram: where they begin and end, and what they are called.

Width: Freedman and Diaconis (1981), 2 IQR / n^(1/3), rounded to 1, 2, 2.5 or 5 times a power of ten, so that
there are 5 to 60 bins. Whole numbers get bins that hold the same number of whole numbers each. Dates get calendar
periods.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
from numpy.typing import NDArray

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
        return Bins(edges, tuple(f"{int(start):,}" for start in starts))
    return Bins(edges, tuple(f"{int(start):,} to {int(start) + width - 1:,}" for start in starts))


def _label(edges: Values) -> Bins:
    shown = shown_edges(edges)
    last = len(edges) - 2
    return Bins(
        edges,
        tuple(
            f"{shown[i]} to {shown[i + 1]}" if i == last else f"{shown[i]} to under {shown[i + 1]}"
            for i in range(len(edges) - 1)
        ),
    )


def shown_edges(edges: Sequence[float] | Values) -> list[str]:
    """The edges with just enough digits that neighbours differ clearly."""
    steps = np.diff(np.asarray(edges, dtype=np.float64))
    step = float(steps.min())
    largest = float(np.abs(np.asarray(edges)).max())
    if largest >= 1e15 or step < 1e-6:
        return [f"{edge:.8g}" for edge in edges]
    decimals = max(0, 2 - math.floor(math.log10(step)))
    texts = [f"{edge + 0.0:,.{decimals}f}" for edge in edges]
    return [text.rstrip("0").rstrip(".") if "." in text else text for text in texts]


def date_bins(microseconds: Values, wanted: int | None = None) -> Bins:
    """Calendar bins for dates given as microseconds since 1970: the finest period that gives at most 60 of them."""
    low, high = float(microseconds.min()), float(microseconds.max())
    if wanted is not None:
        edges = np.linspace(low, high if high > low else low + 1, wanted + 1)
        names = edges.astype("datetime64[us]").astype("datetime64[m]").astype(str)
        return Bins(edges, tuple(f"{a.replace('T', ' ')} to {b.replace('T', ' ')}" for a, b in pairwise(names)))
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
        return f"{text}:00" if step == 1 else f"{text}:00 and {step - 1} hours more"
    if unit == "W":
        return f"week of {text}"
    if unit == "M" and step == 3:
        return f"{text[:4]}-Q{(int(text[5:7]) - 1) // 3 + 1}"
    if unit == "Y" and step > 1:
        return f"{int(text)} to {int(text) + step - 1}"
    return text
