"""Calendar periods: their labels, their order, and what a written date or period covers."""

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from agent.specs.measures import Grain

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS_OF = {"month": 1, "quarter": 3, "half": 6, "year": 12}
_LABELS: tuple[tuple[re.Pattern[str], Grain], ...] = (
    (re.compile(r"(\d{4})"), "year"),
    (re.compile(r"(\d{4})-?[Hh]([12])"), "half"),
    (re.compile(r"(\d{4})-?[Qq]([1-4])"), "quarter"),
    (re.compile(r"(\d{4})-(\d{1,2})"), "month"),
    (re.compile(r"(\d{4})-?[Ww](\d{1,2})"), "week"),
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})"), "day"),
)
_MOMENT = re.compile(r"(\d{4}-\d{1,2}-\d{1,2})[T ](\d{1,2}):(\d{2})(?::(\d{2})(\.\d{1,6})?)?")


@dataclass(frozen=True)
class Span:
    """From `start` up to, not including, `end`."""

    start: datetime
    end: datetime


def ordinal(day: date, grain: Grain) -> int:
    """The number of the period that holds a day: neighbours differ by one."""
    if grain == "day":
        return day.toordinal()
    if grain == "week":
        return (day.toordinal() - 1) // 7
    return (day.year * 12 + day.month - 1) // MONTHS_OF[grain]


def first_day(number: int, grain: Grain) -> date:
    """The first day of the period with this ordinal."""
    if grain == "day":
        return date.fromordinal(number)
    if grain == "week":
        return date.fromordinal(number * 7 + 1)
    year, month = divmod(number * MONTHS_OF[grain], 12)
    return date(year, month + 1, 1)


def label(number: int, grain: Grain) -> str:
    """How the period is written: 2025-03-31, 2025-W14 (ISO), 2025-03, 2025-Q1, 2025-H1, 2025."""
    day = first_day(number, grain)
    if grain == "week":
        year, week, _ = day.isocalendar()
        return f"{year:04d}-W{week:02d}"
    written = {
        "day": day.isoformat(),
        "month": f"{day.year:04d}-{day.month:02d}",
        "quarter": f"{day.year:04d}-Q{(day.month + 2) // 3}",
        "half": f"{day.year:04d}-H{(day.month + 5) // 6}",
        "year": f"{day.year:04d}",
    }
    return written[grain]


def a_year_before(number: int, grain: Grain) -> int:
    """The ordinal of the same period one year earlier: 52 weeks, the same calendar day (28 February for the 29th)."""
    if grain == "week":
        return number - 52
    if grain == "day":
        day = date.fromordinal(number)
        last = 28 if (day.month, day.day) == (2, 29) else day.day
        return date(day.year - 1, day.month, last).toordinal()
    return number - 12 // MONTHS_OF[grain]


def parse_label(text: str) -> tuple[int, Grain] | None:
    """The ordinal and grain of a written period, or None when it is no period or no such day exists."""
    for pattern, grain in _LABELS:
        found = pattern.fullmatch(text.strip())
        if found is None:
            continue
        try:
            return _ordinal_of_parts([int(part) for part in found.groups()], grain), grain
        except ValueError:
            return None
    return None


def _ordinal_of_parts(parts: list[int], grain: Grain) -> int:
    year = parts[0]
    if grain == "day":
        return date(year, parts[1], parts[2]).toordinal()
    if grain == "week":
        return ordinal(date.fromisocalendar(year, parts[1], 1), "week")
    index = parts[1] if len(parts) > 1 else 1
    return ordinal(date(year, (index - 1) * MONTHS_OF[grain] + 1, 1), grain)


def parse_span(text: str) -> Span | None:
    """What a written date, month, quarter, half, week, year or moment covers, or None when it cannot be read.

    "2015-03" is all of March, "2015-03-04 14:05" that whole minute.
    """
    period = parse_label(text)
    if period is not None:
        number, grain = period
        try:
            return Span(_midnight(first_day(number, grain)), _midnight(first_day(number + 1, grain)))
        except (ValueError, OverflowError):
            return None
    return _moment(text)


def _moment(text: str) -> Span | None:
    found = _MOMENT.fullmatch(text.strip())
    if found is None:
        return None
    day = parse_label(found.group(1))
    if day is None:
        return None
    hour, minute, second = (int(part or 0) for part in found.group(2, 3, 4))
    if hour > 23 or minute > 59 or second > 59:
        return None
    fraction = float(found.group(5) or 0)
    start = _midnight(first_day(*day)) + timedelta(hours=hour, minutes=minute, seconds=second + fraction)
    if found.group(5):
        return Span(start, start + timedelta(microseconds=1))
    return Span(start, start + (timedelta(seconds=1) if found.group(4) else timedelta(minutes=1)))


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day)
