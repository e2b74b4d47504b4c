"""When is a column of text a column of dates, and which number is the day? Judged over the whole column."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from registry.columns.compact_dates import MONTH_FORMS, UNNAMED, compact_forms, is_date_header, may_be_compact
from registry.columns.date_columns import CONVERTED_SHARE, MICROSECONDS, DateColumn, column_of_dates, guessed
from registry.receipt import ReceiptEntry
from registry.sentences import Sentence, quoted, sentence
from registry.values.cells import Cells
from registry.values.date_text import (
    PATTERNS,
    DateParts,
    Order,
    date_parts,
    may_be_date,
    normal,
    parts_of,
    time_of_day,
)
from registry.values.shaped_dates import shaped_dates

REMARKS = 2
REMARKED_DATES = 8
REMARKED_SHARE = 0.75
FEWEST_UNNAMED = 3
"""In a column without a name more different days than this are no numbers of eight digits."""
MAIN_FORM = 0.5
"""Share of values that have the usual form of a column of dates."""
FEWEST_MOMENTS = 3
"""Different days, and times of day, that show that they are of one month."""
EVIDENCE = 5000
"""Distinct dates that are looked at for the order in other columns of the file."""
PLAIN_DECIMAL = re.compile(r"[+-]?[0-9]+(?:\.[0-9]*)?")
"""What none of the usual forms of a date matches: a column of numbers need not be held against each of them."""


@dataclass(frozen=True)
class TimeColumn:
    """A column of times of day: HH:MM:SS for each distinct value."""

    values: tuple[str, ...]
    entries: tuple[ReceiptEntry, ...]


@dataclass(frozen=True)
class AmbiguousDates:
    """Every value reads as day/month and as month/day."""

    entries: tuple[ReceiptEntry, ...]


@dataclass(frozen=True)
class NotDates:
    """A column in which many values are dates, but not all; the entries say so."""

    entries: tuple[ReceiptEntry, ...]


DateReading = DateColumn | TimeColumn | AmbiguousDates | NotDates


def day_first_evidence(cells: Cells) -> bool | None:
    """True when the values prove day/month, False for month/day, None when they prove neither or both."""
    form = None if cells.native is not None else _form(cells, ())
    if form is None or form[0] != "numeric":
        return None
    parts = [part for value in cells.values[:EVIDENCE] if (part := date_parts(form[1], value)) is not None]
    day, month = any(part.first > 12 for part in parts), any(part.second > 12 for part in parts)
    return None if day == month else day


def read_dates(
    name: str,
    cells: Cells,
    day_first: bool | None,
    file_day_first: bool | None,
    *,
    said: bool = False,
    has_commas: bool = False,
) -> DateReading | None:
    """The column as dates or times; None when it holds none.

    `day_first` is the person's choice for this column, `file_day_first` what other columns of the file prove; `said`:
    the person says that it holds dates; `has_commas`: the file writes decimal commas.
    """
    if cells.native is not None:
        return _native(cells)
    said = said or is_date_header(name) or (UNNAMED.fullmatch(name) is not None and len(cells.values) > FEWEST_UNNAMED)
    form = _form(cells, compact_forms(name, cells, said=said or may_be_compact(name, cells)))
    if form is None:
        return _times(name, cells)
    if cells.plain_kind == "moment" and (plain := _plain(cells)) is not None:
        return plain
    order, pattern = form
    if order == "month" and not said and pattern not in MONTH_FORMS:
        return None
    of_file = _OfFile(day_first, file_day_first, has_commas)
    few = shaped_dates(cells, order, pattern)
    if few is not None:
        reading = _read_each(name, few.cells, order, pattern, of_file)
        if isinstance(reading, DateColumn) and not reading.failed:
            values = few.all_values(reading.values)
            return replace(reading, values=values, midnight=not bool((values % (86_400 * MICROSECONDS)).any()))
    return _read_each(name, cells, order, pattern, of_file)


@dataclass(frozen=True)
class _OfFile:
    """What is known of the order of day and month beside the cells: by choice, by other columns, by decimal commas."""

    chosen: bool | None
    proven: bool | None
    has_commas: bool


def _read_each(name: str, cells: Cells, order: Order, pattern: re.Pattern[str], of_file: _OfFile) -> DateReading | None:
    """The column as dates, value by value, when most have this form."""
    read = [_parts_written(value, order, pattern) for value in cells.values]
    failed = [index for index, (_, part) in enumerate(read) if part is None]
    remarked = bool(failed) and (_are_remarks(cells, failed) or _are_zeros(cells, failed))
    if cells.count_of(failed) > cells.filled * (1 - CONVERTED_SHARE) and not remarked:
        return _not_dates(name, cells, failed)
    entries: list[ReceiptEntry] = []
    parts = [part for _, part in read]
    numeric = [part if each == "numeric" else None for each, part in read]
    if any(numeric):
        decided = _day_first(name, cells, numeric, of_file)
        if not isinstance(decided, tuple):
            return decided
        entries.extend(decided[1])
        if decided[0]:
            parts = [_swap(part) if each == "numeric" and part else part for each, part in read]
    orders = {each for each, part in read if part is not None}
    if len(orders) > 1:
        entries.append(ReceiptEntry("assumed", sentence("dates.several_ways", column=name), name))
    return column_of_dates(name, cells, order, parts, entries, remarked=remarked)


def _plain(cells: Cells) -> DateColumn | None:
    """Moments as programs write them; None when one of their days does not exist."""
    try:
        moments = np.array(cells.values, dtype="datetime64[us]").view(np.int64)
    except ValueError:
        return None
    return DateColumn(moments, not bool((moments % (86_400 * MICROSECONDS)).any()), (), ())


def _are_remarks(cells: Cells, failed: Sequence[int]) -> bool:
    """Whether one or two words without digits stand for "no date yet" among many different dates: open, pending."""
    words = all(not any(sign.isdigit() for sign in cells.values[index]) for index in failed)
    good = cells.filled - cells.count_of(failed)
    different = len(cells.values) - len(failed)
    return words and len(failed) <= REMARKS and different >= REMARKED_DATES and good >= cells.filled * REMARKED_SHARE


def _are_zeros(cells: Cells, failed: Sequence[int]) -> bool:
    """Whether 00000000 stands where there is no day, as databases write it."""
    return all(not cells.values[index].strip("0") for index in failed) and cells.count_of(failed) < cells.filled


def _native(cells: Cells) -> DateColumn | None:
    """Moments that were moments in the file."""
    if cells.native is None or cells.native.dtype.kind != "M":
        return None
    moments = cells.native.astype("datetime64[us]").view(np.int64)
    midnight = not bool((moments % (86_400 * MICROSECONDS)).any())
    return DateColumn(moments, midnight, (), ())


def _parts_written(value: str, order: Order, pattern: re.Pattern[str]) -> tuple[Order, DateParts | None]:
    """The parts of a value by the usual form of its column, else by another one."""
    part = date_parts(pattern, value)
    if part is not None:
        return order, part
    for other, form in PATTERNS:
        if other != "month" and (part := date_parts(form, value)) is not None:
            return other, part
    return order, None


def _swap(part: DateParts) -> DateParts:
    return part._replace(first=part.second, second=part.first)


def _not_dates(name: str, cells: Cells, failed: Sequence[int]) -> NotDates:
    bad = cells.count_of(failed)
    shown = quoted(cells.values[index] for index in failed)
    told = sentence("dates.left_as_text", column=name, count=bad, shown=shown)
    return NotDates((ReceiptEntry("warning", told, name, bad, cells.lines_of(failed)),))


def _form(cells: Cells, more: Sequence[tuple[Order, re.Pattern[str]]]) -> tuple[Order, re.Pattern[str]] | None:
    """The form that most values have."""
    if cells.plain_kind == "moment":
        return PATTERNS[0]
    if cells.plain_kind == "number" and not more:
        return None
    sample = cells.values[:: max(1, len(cells.values) // 200)]
    if not sample or not any(character.isdigit() for character in sample[0] + sample[-1]):
        return None
    fewest = max(1, len(sample) * MAIN_FORM)
    worded = [value for value in sample if not PLAIN_DECIMAL.fullmatch(value)]
    likely = [normal(value) for value in sample if may_be_date(value)]
    for order, pattern in (*(PATTERNS if len(worded) >= fewest else ()), *more) if len(likely) >= fewest else ():
        fitting = sum(1 for value in likely if parts_of(pattern, value) is not None)
        if fitting >= fewest:
            return order, pattern
    return None


def _times(name: str, cells: Cells) -> TimeColumn | None:
    values = []
    for value in cells.values:
        time = time_of_day(value)
        if time is None:
            return None
        values.append(time)
    changed = [index for index, value in enumerate(cells.values) if value != values[index]]
    if not changed:
        return TimeColumn(tuple(values), ())
    told = sentence("dates.times", column=name, example=cells.values[changed[0]], read=values[changed[0]])
    entry = ReceiptEntry("converted", told, name, cells.count_of(changed), cells.lines_of(changed))
    return TimeColumn(tuple(values), (entry,))


def _day_first(
    name: str, cells: Cells, parts: Sequence[DateParts | None], of_file: _OfFile
) -> tuple[bool, list[ReceiptEntry]] | AmbiguousDates | NotDates:
    """Whether the day stands first: by choice, by proof in the column, by proof in the file, or it has to be asked."""
    day = [index for index, part in enumerate(parts) if part is not None and part.first > 12 >= part.second]
    month = [index for index, part in enumerate(parts) if part is not None and part.second > 12 >= part.first]
    if of_file.chosen is not None:
        return of_file.chosen, [_order_entry(name, of_file.chosen, sentence("dates.as_chosen"))]
    if day and month:
        mixed = _mix(name, cells, day, month)
        if isinstance(mixed, NotDates):
            return mixed
        return mixed[0], [replace(entry, judged=guessed(cells, parts, mixed[0])) for entry in mixed[1]]
    if day or month:
        proof = cells.values[(day or month)[0]]
        return bool(day), [_order_entry(name, bool(day), sentence("dates.by_proof", example=proof))]
    if all(part is None or part.first == part.second for part in parts):
        return True, []
    likely, why = _likely_order(parts, of_file)
    if likely is not None:
        return likely, [replace(_order_entry(name, likely, sentence(why)), judged=guessed(cells, parts, likely))]
    example = next(index for index, part in enumerate(parts) if part is not None and part.first != part.second)
    told = sentence("dates.ambiguous", column=name, example=cells.values[example])
    return AmbiguousDates((ReceiptEntry("warning", told, name, cells.filled, cells.lines_of([example])),))


def _likely_order(parts: Sequence[DateParts | None], of_file: _OfFile) -> tuple[bool | None, str]:
    """Whether the day stands first by what stands beside the cells, or by moments that lie in one month; None when it
    has to be asked; and the sentence that says why."""
    if of_file.proven is not None:
        return of_file.proven, "dates.by_file"
    if (by_days := _moments_of_one_month(parts)) is not None:
        return by_days, "dates.by_days"
    return (True, "dates.by_commas") if of_file.has_commas else (None, "")


def _moments_of_one_month(parts: Sequence[DateParts | None]) -> bool | None:
    """The order in which several moments are of days of one month: in the other one they would be of the same day of
    several months, each at another time of day. None for days without times, which may well be monthly."""
    known = [part for part in parts if part is not None]
    times = {part.seconds for part in known}
    firsts, seconds = {part.first for part in known}, {part.second for part in known}
    if len(times) < FEWEST_MOMENTS or min(len(firsts), len(seconds)) > 1 or len({part.year for part in known}) > 1:
        return None
    return len(firsts) > 1 if max(len(firsts), len(seconds)) >= FEWEST_MOMENTS else None


def _mix(
    name: str, cells: Cells, day: Sequence[int], month: Sequence[int]
) -> tuple[bool, list[ReceiptEntry]] | NotDates:
    days, months = cells.count_of(day), cells.count_of(month)
    if min(days, months) <= (days + months) * (1 - CONVERTED_SHARE):
        return days > months, [_order_entry(name, days > months, sentence("dates.by_most"))]
    both = quoted((cells.values[day[0]], cells.values[month[0]]))
    told = sentence("dates.mixed", column=name, shown=both)
    return NotDates((ReceiptEntry("warning", told, name, min(days, months), cells.lines_of([day[0], month[0]])),))


def _order_entry(name: str, day_first: bool, why: Sentence) -> ReceiptEntry:
    order = sentence("dates.day_first" if day_first else "dates.month_first")
    return ReceiptEntry("assumed", sentence("dates.order", column=name, order=order, why=why), name)
