"""When is a column of text a column of dates, and which number is the day? Judged over the whole column."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
import numpy.typing as npt

from registry.category_rules import header_words
from registry.cells import Cells
from registry.date_judgements import converted, guessed, read_as
from registry.date_text import (
    COMPACT,
    COMPACT_HOUR,
    COMPACT_MONTH,
    COMPACT_NUMERIC,
    COMPACT_TIME,
    DOTTED_MONTH,
    PATTERNS,
    DateParts,
    Order,
    date_parts,
    may_be_date,
    normal,
    parts_of,
    time_of_day,
)
from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import SHOWN, counted, quoted
from registry.shaped_dates import shaped_dates

CONVERTED_SHARE = 0.95
REMARKS = 2
REMARKED_DATES = 8
REMARKED_SHARE = 0.75
COMPACT_LENGTH = 14
UNNAMED = re.compile(r"column_\d+")
FEWEST_UNNAMED = 3
"""In a column without a name more different days than this are no numbers of eight digits."""
MAIN_FORM = 0.5
"""Share of values that have the usual form of a column of dates."""
EVIDENCE = 5000
"""Distinct dates that are looked at for the order in other columns of the file."""
DATE_WORDS: frozenset[str] = frozenset(
    {
        "date", "dates", "day", "days", "dt", "datum", "datums", "tag", "time", "timestamp", "month", "monat",
        "mois", "mes", "mese", "period", "periode", "période", "year_month", "yearmonth", "fecha", "jour", "data",
        "dia", "when", "created", "updated", "modified", "since", "until", "born", "birthday", "dob", "birth",
        "start", "end", "begin", "from", "to", "due",
    }
)  # fmt: skip
BIRTH_WORDS: frozenset[str] = frozenset(
    {
        "birth", "birthdate", "birthday", "born", "dob", "bday", "geburt", "geburtsdatum", "geburtstag", "geboren",
        "gebdatum", "naissance", "né", "née", "nacimiento", "nascita", "geboortedatum", "生年月日", "誕生日",
        "出生日期",
    }
)  # fmt: skip
"""Nobody is born in the future: two-digit years below these words are of the past."""
DATE_ENDING = re.compile(r"(date|datum|dato|fecha)$")
"""The last part of a compound header such as "transactiondate". "update" ends so too: its eight digits must be days."""
MONTH_WORDS: frozenset[str] = frozenset(
    {
        "month", "months", "monat", "mois", "mes", "mese", "maand", "period", "periode", "période", "periodo",
        "yearmonth", "yyyymm", "ym", "年月", "月",
    }
)  # fmt: skip
MONTH_ENDING = re.compile(r"(month|monat|periode?|年月)$")
"""Below these six digits may be months, 202501, and so may 01.2025."""
MONTH_FORMS = (COMPACT_MONTH, DOTTED_MONTH)
COMPACT_HOUR_LENGTHS = (10, 11, 12, 13)
DATE_SIGNS = ("日", "年月", "月", "期間", "时间", "日期", "날짜")
COMPACT_DAY = (7, 8)
MICROSECONDS = 1_000_000
PLAIN_DECIMAL = re.compile(r"[+-]?[0-9]+(?:\.[0-9]*)?")
"""What none of the usual forms of a date matches: a column of numbers need not be held against each of them."""


@dataclass(frozen=True)
class DateColumn:
    """A column read as dates: microseconds since 1970 for each distinct value; `failed` became missing."""

    values: npt.NDArray[np.int64]
    midnight: bool
    failed: tuple[int, ...]
    entries: tuple[ReceiptEntry, ...]


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


def is_date_header(name: str) -> bool:
    """Whether a column name says that dates stand below it."""
    return bool(set(header_words(name)) & DATE_WORDS) or any(sign in name for sign in DATE_SIGNS)


def ends_as_date(name: str) -> bool:
    """Whether the last part of a compound name says that dates or months stand below it: transactiondate."""
    return any(DATE_ENDING.search(word) or MONTH_ENDING.search(word) for word in header_words(name))


def day_first_evidence(cells: Cells) -> bool | None:
    """True when the values prove day/month, False for month/day, None when they prove neither or both."""
    form = None if cells.native is not None else _form(cells, ())
    if form is None or form[0] != "numeric":
        return None
    parts = [part for value in cells.values[:EVIDENCE] if (part := date_parts(form[1], value)) is not None]
    day, month = any(part.first > 12 for part in parts), any(part.second > 12 for part in parts)
    return None if day == month else day


def read_dates(
    name: str, cells: Cells, day_first: bool | None, file_day_first: bool | None, said: bool = False
) -> DateReading | None:
    """The column as dates or times; None when it holds none.

    `day_first` is the person's choice for this column, `file_day_first` what other columns of the file prove; `said`:
    the person says that it holds dates.
    """
    if cells.native is not None:
        return _native(cells)
    said = said or is_date_header(name) or (UNNAMED.fullmatch(name) is not None and len(cells.values) > FEWEST_UNNAMED)
    form = _form(cells, _compact_forms(name, cells, said=said or _may_be_compact(name, cells)))
    if form is None:
        return _times(name, cells)
    if cells.plain_kind == "moment" and (plain := _plain(cells)) is not None:
        return plain
    order, pattern = form
    if order == "month" and not said and pattern not in MONTH_FORMS:
        return None
    few = shaped_dates(cells, order, pattern)
    if few is not None:
        reading = _read_each(name, few.cells, order, pattern, day_first, file_day_first)
        if isinstance(reading, DateColumn) and not reading.failed:
            values = few.all_values(reading.values)
            return replace(reading, values=values, midnight=not bool((values % (86_400 * MICROSECONDS)).any()))
    return _read_each(name, cells, order, pattern, day_first, file_day_first)


def _read_each(
    name: str,
    cells: Cells,
    order: Order,
    pattern: re.Pattern[str],
    day_first: bool | None,
    file_day_first: bool | None,
) -> DateReading | None:
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
        decided = _day_first(name, cells, numeric, day_first, file_day_first)
        if not isinstance(decided, tuple):
            return decided
        entries.extend(decided[1])
        if decided[0]:
            parts = [_swap(part) if each == "numeric" and part else part for each, part in read]
    orders = {each for each, part in read if part is not None}
    if len(orders) > 1:
        sentence = f"“{name}” writes dates in several ways; each was read by its own form."
        entries.append(ReceiptEntry("assumed", sentence, name))
    return _column(name, cells, order, parts, entries, remarked=remarked)


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
    sentence = f"“{name}” was left as text: {counted(bad, 'cell')} {'is' if bad == 1 else 'are'} no date ({shown})."
    return NotDates((ReceiptEntry("warning", sentence, name, bad, cells.lines_of(failed)),))


def _may_be_compact(name: str, cells: Cells) -> bool:
    """Whether a compound name ends as those of dates do and all its values have eight digits, 20250103, or seven
    where a zero in front is gone."""
    named = any(map(DATE_ENDING.search, header_words(name)))
    return named and all(len(value) in COMPACT_DAY and value.isdecimal() for value in cells.values)


def holds_compact_hours(name: str, cells: Cells) -> bool:
    """Whether a name speaks of dates and all values are a day and an hour, 2025010113, perhaps with minutes."""
    if not (is_date_header(name) or ends_as_date(name)) or len(cells.values[0]) not in COMPACT_HOUR_LENGTHS:
        return False
    return all(map(COMPACT_HOUR.match, cells.values))


def _months(name: str, cells: Cells) -> re.Pattern[str] | None:
    """How all values are months, 202501 or 01.2025, where the name speaks of months."""
    words = header_words(name)
    if not (set(words) & MONTH_WORDS or any(map(MONTH_ENDING.search, words))):
        return None
    return next((form for form in MONTH_FORMS if all(map(form.match, cells.values))), None)


def _compact_forms(name: str, cells: Cells, *, said: bool) -> tuple[tuple[Order, re.Pattern[str]], ...]:
    """The forms without signs between their parts that may be tried: days only where a name speaks of dates, months
    where it speaks of months."""
    forms: tuple[tuple[Order, re.Pattern[str]], ...] = (("ymd", COMPACT),) if said else ()
    named = UNNAMED.fullmatch(name) is None
    if said and named and all(map(COMPACT_NUMERIC.match, cells.values)) and not all(map(COMPACT.match, cells.values)):
        forms = (("numeric", COMPACT_NUMERIC),)
    if holds_compact_hours(name, cells):
        return (("ymd", COMPACT_HOUR),)
    if (months := _months(name, cells)) is not None:
        forms = (*forms, ("month", months))
    return (("ymd", COMPACT_TIME), *forms) if cells.values and len(cells.values[0]) >= COMPACT_LENGTH else forms


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
    sentence = f"The times of “{name}” are written as HH:MM:SS: {cells.values[changed[0]]} is {values[changed[0]]}."
    entry = ReceiptEntry("converted", sentence, name, cells.count_of(changed), cells.lines_of(changed))
    return TimeColumn(tuple(values), (entry,))


def _day_first(
    name: str, cells: Cells, parts: Sequence[DateParts | None], chosen: bool | None, of_file: bool | None
) -> tuple[bool, list[ReceiptEntry]] | AmbiguousDates | NotDates:
    """Whether the day stands first: by choice, by proof in the column, by proof in the file, or it has to be asked."""
    day = [index for index, part in enumerate(parts) if part is not None and part.first > 12 >= part.second]
    month = [index for index, part in enumerate(parts) if part is not None and part.second > 12 >= part.first]
    if chosen is not None:
        return chosen, [_order_entry(name, chosen, "as you chose")]
    if day and month:
        mixed = _mix(name, cells, day, month)
        if isinstance(mixed, NotDates):
            return mixed
        return mixed[0], [replace(entry, judged=guessed(cells, parts, mixed[0])) for entry in mixed[1]]
    if day or month:
        proof = cells.values[(day or month)[0]]
        return bool(day), [_order_entry(name, bool(day), f"“{proof}” shows it")]
    if all(part is None or part.first == part.second for part in parts):
        return True, []
    if of_file is not None:
        entry = _order_entry(name, of_file, "as another column of this file shows")
        return of_file, [replace(entry, judged=guessed(cells, parts, of_file))]
    example = next(index for index, part in enumerate(parts) if part is not None and part.first != part.second)
    sentence = (
        f"The dates of “{name}” are ambiguous: they read both as day/month and as month/day (such as "
        f"{cells.values[example]}). "
        "They were left as text until you say which is right."
    )
    return AmbiguousDates((ReceiptEntry("warning", sentence, name, cells.filled, cells.lines_of([example])),))


def _mix(
    name: str, cells: Cells, day: Sequence[int], month: Sequence[int]
) -> tuple[bool, list[ReceiptEntry]] | NotDates:
    days, months = cells.count_of(day), cells.count_of(month)
    if min(days, months) <= (days + months) * (1 - CONVERTED_SHARE):
        return days > months, [_order_entry(name, days > months, "as nearly all of them show")]
    both = quoted((cells.values[day[0]], cells.values[month[0]]))
    sentence = f"“{name}” was left as text: it mixes day/month and month/day ({both})."
    return NotDates((ReceiptEntry("warning", sentence, name, min(days, months), cells.lines_of([day[0], month[0]])),))


def _order_entry(name: str, day_first: bool, why: str) -> ReceiptEntry:
    order = "day/month/year" if day_first else "month/day/year"
    return ReceiptEntry("assumed", f"The dates of “{name}” are read as {order}; {why}.", name)


def _of_the_past(part: DateParts) -> DateParts:
    """The date with its two-digit year a hundred years earlier where it is this year's or a later one's."""
    return part._replace(year=part.year - 100) if part.short_year and part.year > date.today().year else part


def _column(
    name: str,
    cells: Cells,
    order: Order,
    parts: Sequence[DateParts | None],
    entries: list[ReceiptEntry],
    *,
    remarked: bool,
) -> DateColumn | None:
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
        entries.append(ReceiptEntry("assumed", f"The times of “{name}” are in UTC.", name))
    label = next(iter(labels), None)
    if label:
        sentence = f"The times of “{name}” are given in {label} and stay as written."
        entries.append(ReceiptEntry("assumed", sentence, name))
    if short := read_as(cells, parts, lambda part: part.short_year):
        usual = "00 to 68 were read as 2000 to 2068, 69 to 99 as 1969 to 1999"
        read = "they were read as those of the last hundred years" if is_birth else usual
        sentence = f"“{name}” writes years with two digits: {read}."
        entries.append(ReceiptEntry("assumed", sentence, name, judged=short))
    if of_era := read_as(cells, parts, lambda part: part.era is not None):
        sentence = f"The dates of “{name}” are of the Japanese calendar (Reiwa and other eras); read as common years."
        entries.append(ReceiptEntry("converted", sentence, name, judged=of_era))
    if order == "month":
        entries.append(ReceiptEntry("assumed", f"The months of “{name}” stand as the first day of each month.", name))
    if failed:
        shown = quoted(cells.values[index] for index in failed)
        sentence = (
            f"{counted(bad, 'cell')} of “{name}” {'is' if bad == 1 else 'are'} no date and count as missing: {shown}."
        )
        judged = Judgement("cells_missing", tuple(cells.values[index] for index in failed[:SHOWN]))
        lines = cells.lines_of(failed)
        entries.append(ReceiptEntry("warning", sentence, name, bad, lines, ("kinds", (name, "text")), judged))
    values = np.array([0 if moment is None else moment for moment in moments], dtype=np.int64)
    good = [moment for moment in moments if moment is not None]
    midnight = all(moment % (86_400 * MICROSECONDS) == 0 for moment in good)
    return DateColumn(values, midnight, failed, tuple(entries))


def _local_entry(name: str, cells: Cells, moments: Sequence[int | None], zones: Sequence[int]) -> ReceiptEntry:
    """That times stay as clocks showed them, so that none moves to another day; of several offsets that is a choice."""
    first, last = _offset_text(zones[0]), _offset_text(zones[-1])
    if len(zones) == 1:
        return ReceiptEntry(
            "assumed", f"The times of “{name}” all carry the offset {first}; they stay as written.", name
        )
    sentence = (
        f"The times of “{name}” carry {len(zones)} offsets, from {first} to {last}. They stay as the clock of each "
        "place showed them, so that no day changes; between cells of different offsets more or less time may have "
        "passed."
    )
    judged = converted(cells, moments)
    return ReceiptEntry("unsure", sentence, name, cells.filled, judged=judged)


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
