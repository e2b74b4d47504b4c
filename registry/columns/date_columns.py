"""The dates of a column as moments: years of two digits, offsets, and what the receipt says of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
import numpy.typing as npt

from registry.columns.category_rules import header_words
from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import SHOWN, quoted, sentence
from registry.values.cells import Cells
from registry.values.date_text import DateParts, Order

CONVERTED_SHARE = 0.95
"""Of the cells of a column that have to be dates."""
BIRTH_WORDS: frozenset[str] = frozenset(
    {
        "birth", "birthdate", "birthday", "born", "dob", "bday", "geburt", "geburtsdatum", "geburtstag", "geboren",
        "gebdatum", "naissance", "né", "née", "nacimiento", "nascita", "geboortedatum", "生年月日", "誕生日",
        "出生日期",
    }
)  # fmt: skip
"""Nobody is born in the future: two-digit years below these words are of the past."""
MICROSECONDS = 1_000_000


@dataclass(frozen=True)
class DateColumn:
    """A column read as dates: microseconds since 1970 for each distinct value; `failed` became missing."""

    values: npt.NDArray[np.int64]
    midnight: bool
    failed: tuple[int, ...]
    entries: tuple[ReceiptEntry, ...]


def _of_the_past(part: DateParts) -> DateParts:
    """The date with its two-digit year a hundred years earlier where it is this year's or a later one's."""
    return part._replace(year=part.year - 100) if part.short_year and part.year > date.today().year else part


def column_of_dates(
    name: str,
    cells: Cells,
    order: Order,
    parts: Sequence[DateParts | None],
    entries: list[ReceiptEntry],
    *,
    remarked: bool,
) -> DateColumn | None:
    """The column with these parts, those of each distinct value; None when too many are no day, or zones mix.

    `entries` is what there is to say already; `remarked`: words beside the dates stand for "no date yet".
    """
    is_birth = bool(set(header_words(name)) & BIRTH_WORDS)
    parts = [_of_the_past(part) if part is not None and is_birth else part for part in parts]
    offsets = {part.offset for part in parts if part is not None}
    local = None not in offsets and bool(offsets - {0})
    moments = [None if part is None else _moment(part._replace(offset=None) if local else part) for part in parts]
    failed = tuple(index for index, moment in enumerate(moments) if moment is None)
    bad = cells.count_of(failed)
    if failed and not remarked and cells.filled - bad < max(1, cells.filled * CONVERTED_SHARE):
        return None
    zones = {
        part.offset for part, moment in zip(parts, moments, strict=True) if part is not None and moment is not None
    }
    labels = {
        part.label for part, moment in zip(parts, moments, strict=True) if part is not None and moment is not None
    }
    if (None in zones and len(zones) > 1) or len(labels) > 1:
        return None
    if local:
        entries.append(_local_entry(name, cells, moments, sorted(zone for zone in zones if zone is not None)))
    elif 0 in zones:
        entries.append(ReceiptEntry("assumed", sentence("dates.utc", column=name), name))
    label = next(iter(labels), None)
    if label:
        entries.append(ReceiptEntry("assumed", sentence("dates.zone", column=name, zone=label), name))
    if short := read_as(cells, parts, lambda part: part.short_year):
        told = sentence("dates.short_years_of_birth" if is_birth else "dates.short_years", column=name)
        entries.append(ReceiptEntry("assumed", told, name, judged=short))
    if of_era := read_as(cells, parts, lambda part: part.era is not None):
        entries.append(ReceiptEntry("converted", sentence("dates.eras", column=name), name, judged=of_era))
    if order == "month":
        entries.append(ReceiptEntry("assumed", sentence("dates.months", column=name), name))
    if failed:
        shown = quoted(cells.values[index] for index in failed)
        told = sentence("dates.missing", count=bad, column=name, shown=shown)
        judged = Judgement("cells_missing", tuple(cells.values[index] for index in failed[:SHOWN]))
        lines = cells.lines_of(failed)
        entries.append(ReceiptEntry("warning", told, name, bad, lines, ("kinds", (name, "text")), judged))
    values = np.array([0 if moment is None else moment for moment in moments], dtype=np.int64)
    good = [moment for moment in moments if moment is not None]
    midnight = all(moment % (86_400 * MICROSECONDS) == 0 for moment in good)
    return DateColumn(values, midnight, failed, tuple(entries))


def _local_entry(name: str, cells: Cells, moments: Sequence[int | None], zones: Sequence[int]) -> ReceiptEntry:
    """That times stay as clocks showed them, so that none moves to another day; of several offsets that is a choice."""
    first, last = _offset_text(zones[0]), _offset_text(zones[-1])
    if len(zones) == 1:
        return ReceiptEntry("assumed", sentence("dates.one_offset", column=name, offset=first), name)
    told = sentence("dates.offsets", column=name, count=len(zones), first=first, last=last)
    judged = converted(cells, moments)
    return ReceiptEntry("unsure", told, name, cells.filled, judged=judged)


def _offset_text(minutes: int) -> str:
    """ "+02:00"."""
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def _moment(parts: DateParts) -> int | None:
    """Microseconds since 1970 in UTC, where an offset stands; None for a day that does not exist."""
    try:
        day = date(parts.year, parts.first, parts.second).toordinal() - 719_163
    except ValueError:
        return None
    moment = day * 86_400 * MICROSECONDS + round(parts.seconds * MICROSECONDS)
    return moment - (parts.offset or 0) * 60 * MICROSECONDS


# ----------------------------------------------------------------
# What became of dates that were guessed or converted, for whoever shows a number that depends on them.


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
