"""Very many different moments of few days ("31.12.2024 17:05"): the rules judge one of each day, and the times of day
of all the others are read at once."""

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pandas as pd

from registry.values.cells import Cells
from registry.values.date_text import PATTERNS, Order, normal, parts_of
from registry.values.value_shapes import Places, ValueShape, shapes_of, standing_for

MICROSECONDS = 1_000_000
MOST_DIGITS = 18
"""Of the digits of a day and its offset, as one number."""
MOST_OF_FRACTION = 6
HALF = 12
Moments = npt.NDArray[np.int64]


@dataclass(frozen=True)
class _Day:
    """What tells the days of a shape apart, and the microseconds since midnight, of each value."""

    digits: Moments
    clock: Moments


@dataclass(frozen=True)
class ShapedDates:
    """`cells` hold one value of each day, at its place of `kept`; each row holds the one of its own day."""

    cells: Cells
    kept: Places
    day_of: Places  # for each value, where in `kept` its day stands
    clock: Moments  # microseconds since midnight of each value

    def all_values(self, read: Moments) -> Moments:
        """The moments of all values, given those of `cells`."""
        midnights: Moments = read - self.clock[self.kept]
        return midnights[self.day_of] + self.clock


def shaped_dates(cells: Cells, order: Order, pattern: re.Pattern[str]) -> ShapedDates | None:
    """Values that stand for all of a column of moments, most of which have this form; None where each of them has to be
    judged by itself."""
    shapes = shapes_of(cells.values) if (order, pattern) in PATTERNS else None
    if shapes is None:
        return None
    keys = np.zeros(len(cells.values), dtype=np.int64)
    clock = np.zeros(len(cells.values), dtype=np.int64)
    groups = np.zeros(len(cells.values), dtype=np.int64)
    for number, shape in enumerate(shapes):
        day = _day(shape, pattern)
        if day is None:
            return None
        keys[shape.places], clock[shape.places], groups[shape.places] = day.digits, day.clock, number
    different = pd.factorize(keys)[0] * len(shapes) + groups
    day_of, first = pd.factorize(different)
    kept = np.full(len(first), len(different), dtype=np.int64)
    np.minimum.at(kept, day_of, np.arange(len(different)))
    if len(kept) > len(different) / 2:
        return None
    return ShapedDates(standing_for(cells, kept, kept[day_of]), kept, day_of, clock)


def _day(shape: ValueShape, usual: re.Pattern[str]) -> _Day | None:
    """The days and the times of a shape; None where it has another form, or one of its times is none."""
    text = shape.text
    if not text.isascii() or normal(text) != text:
        return None
    forms = [usual, *(form for order, form in PATTERNS if order != "month")]
    found = next((match for form in forms if parts_of(form, text) and (match := form.match(text))), None)
    if found is None:
        return None
    parts = found.groupdict()
    inside = [place for name in ("h", "mi", "s", "f") if parts.get(name) for place in range(*found.span(name))]
    outside = [place for place in range(len(text)) if shape.is_digit(place) and place not in inside]
    clock = _clock(shape, found) if inside else np.zeros(len(shape.places), dtype=np.int64)
    if clock is None or len(outside) > MOST_DIGITS:
        return None
    digits = np.zeros(len(shape.places), dtype=np.int64)
    for place in outside:
        digits = digits * 10 + shape.digits(place, place + 1)
    return _Day(digits, clock)


def _clock(shape: ValueShape, found: re.Match[str]) -> Moments | None:
    """The microseconds since midnight of each value; None where one of them is no time of day."""
    parts = found.groupdict()
    hours, minutes, seconds = (shape.digits(*found.span(name)) if parts[name] else 0 for name in ("h", "mi", "s"))
    fraction = len(parts["f"] or "")
    half = (parts["half"] or "").casefold()
    limit = (1, HALF) if half else (0, 23)
    if fraction > MOST_OF_FRACTION or not _are_within(hours, *limit):
        return None
    if not _are_within(minutes, 0, 59) or not _are_within(seconds, 0, 59):
        return None
    if half:
        hours = hours % HALF + (HALF if half.startswith("p") else 0)
    below = shape.digits(*found.span("f")) * 10 ** (MOST_OF_FRACTION - fraction) if fraction else 0
    return np.asarray(((hours * 60 + minutes) * 60 + seconds) * MICROSECONDS + below, dtype=np.int64)


def _are_within(numbers: "Moments | int", low: int, high: int) -> bool:
    return bool(np.all((np.asarray(numbers) >= low) & (np.asarray(numbers) <= high)))
