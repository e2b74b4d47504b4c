"""What became of dates that were guessed or converted, for whoever shows a number that depends on them."""

from collections.abc import Callable, Sequence

import numpy as np

from registry.receipt import Judgement
from registry.values.cells import Cells
from registry.values.date_text import DateParts


def guessed(cells: Cells, parts: Sequence[DateParts | None], day_first: bool) -> Judgement:
    """Dates that do not show their order of day and month themselves, with one that reads both ways."""
    for text, part in zip(cells.values, parts, strict=True):
        if part is not None and part.first != part.second and max(part.first, part.second) <= 12:
            month, day = (part.second, part.first) if day_first else (part.first, part.second)
            return Judgement("dates_read", (f"{text} → {part.year:04d}-{month:02d}-{day:02d}",))
    return Judgement("dates_read")


def read_as(
    cells: Cells, parts: Sequence[DateParts | None], concerned: Callable[[DateParts], bool]
) -> Judgement | None:
    """The dates that are concerned, with the day that the first was read as (its month is its first part); None where
    none is."""
    for text, part in zip(cells.values, parts, strict=True):
        if part is not None and concerned(part):
            return Judgement("dates_read", (f"{text} → {part.year:04d}-{part.first:02d}-{part.second:02d}",))
    return None


def converted(cells: Cells, moments: Sequence[int | None]) -> Judgement:
    """Times of several offsets (read as microseconds since 1970), with what the first was read as."""
    for text, moment in zip(cells.values, moments, strict=True):
        if moment is not None:
            shown = str(np.datetime64(moment, "us").astype("datetime64[m]")).replace("T", " ")
            return Judgement("dates_read", (f"{text} → {shown}",))
    return Judgement("dates_read")
