"""Times of day and durations as seconds: 1:30, 01:30:05, 26:00:00, 1:23.4, 1h 20min 5s, and PT1H20M5S (ISO 8601)."""

import re
from collections.abc import Mapping

CLOCK = re.compile(r"(-?)(\d+):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?")
"""Hours, minutes and perhaps seconds; more than a day is a duration."""
PARTS = re.compile(
    r"(-?)\s*P?\s*(?:(\d+(?:\.\d+)?)\s*d)?\s*T?\s*(?:(\d+(?:\.\d+)?)\s*h)?\s*(?:(\d+(?:\.\d+)?)\s*m(?:in)?)?"
    r"\s*(?:(\d+(?:\.\d+)?)\s*s)?",
    re.IGNORECASE,
)
"""Numbers with the symbols of their units (ISO 80000-3, min also as m), or an ISO 8601 duration of days and times."""
MINUTES = re.compile(r"(-?)(\d+):([0-5]\d\.\d+)")
"""Minutes and seconds, told apart from hours and minutes by the fraction: 1:23.4."""
SECONDS_IN: Mapping[str, float] = {
    "ms": 0.001, "s": 1, "sec": 1, "secs": 1, "seconds": 1, "min": 60, "mins": 60, "minutes": 60,
    "h": 3_600, "hr": 3_600, "hrs": 3_600, "hours": 3_600, "d": 86_400, "days": 86_400,
}  # fmt: skip
"""A unit of time, in lower case, and how many seconds it has."""
UNITS = (86_400, 3_600, 60, 1)
STOPWATCH = re.compile(r"(-?)(?:(\d+):)?(\d+(?:\.\d+)?)")
"""Where two parts are minutes and seconds: these, or seconds alone."""


def seconds_of(text: str, minutes_first: bool = False) -> float | None:
    """How many seconds a written time or duration has; None when it is none. Two parts are hours and minutes, or with
    `minutes_first` minutes and seconds, where a number alone is seconds.
    """
    bare = text.strip()
    short = STOPWATCH.fullmatch(bare) if minutes_first else None
    if short is not None:
        last = float(short[3])
        total = int(short[2] or 0) * 60 + last
        return None if short[2] and last >= 60 else -total if short[1] else total
    clock = CLOCK.fullmatch(bare)
    if clock is not None:
        sign, hours, minutes, seconds = clock.groups()
        total = int(hours) * 3_600 + int(minutes) * 60 + float(seconds or 0)
        return -total if sign else total
    short = MINUTES.fullmatch(bare)
    if short is not None:
        seconds = int(short[2]) * 60 + float(short[3])
        return -seconds if short[1] else seconds
    parts = PARTS.fullmatch(bare)
    if parts is None or not any(parts.groups()[1:]):
        return None
    total = sum(float(number) * unit for number, unit in zip(parts.groups()[1:], UNITS, strict=True) if number)
    return -total if parts.group(1) else total


def seconds_of_digits(value: float) -> float | None:
    """A time of day written as one number, hours before two digits of minutes: 930 is 9:30; None when it is none."""
    hours, minutes = divmod(float(value), 100)
    return hours * 3_600 + minutes * 60 if 0 <= hours < 24 and minutes < 60 else None
