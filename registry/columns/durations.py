"""Durations as H:MM:SS, 1h 30m, PT1H30M or 2 days 03:15:00: numbers of hours."""

import re
from collections.abc import Sequence

import numpy as np

from registry.columns.category_rules import header_words
from registry.columns.cells_beside_numbers import REMARKS, made_missing
from registry.columns.number_rules import NumberColumn
from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import Figure, sentence
from registry.values.cells import Cells
from registry.values.number_text import LETTER_SIDES, ends_of

DURATION = re.compile(r"(-)?(\d{1,5})[:hH]([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,6}))?)?")
NUMBER = r"\d{1,6}(?:[.,]\d{1,6})?"
PARTS = (
    re.compile(
        rf"(?P<sign>-)?(?P<d>(?!))?(?:(?P<h>{NUMBER})\s?(?:h|hrs?|std\.?)\s?)?"
        rf"(?:(?P<m>{NUMBER})\s?(?:m|mins?\.?)\s?)?(?:(?P<s>{NUMBER})\s?(?:s|secs?|sek\.?))?",
        re.I,
    ),
    re.compile(
        rf"(?P<sign>-)?P(?:(?P<d>{NUMBER})D)?(?:T(?:(?P<h>{NUMBER})H)?(?:(?P<m>{NUMBER})M)?(?:(?P<s>{NUMBER})S)?)?"
    ),
    re.compile(
        r"(?P<sign>(?!))?(?:(?P<d>\d{1,6}) days?,? )?(?P<h>\d{1,2}):(?P<m>[0-5]\d):(?P<s>[0-5]\d(?:\.\d{1,9})?)"
    ),
)
"""Hours, minutes and seconds, each with its unit; the same as ISO 8601 writes it; and as databases do, behind days."""
DURATION_WORDS: frozenset[str] = frozenset(
    {
        "duration", "durations", "elapsed", "worked", "spent", "hours", "length", "runtime", "logged", "total",
        "dauer", "arbeitszeit", "stunden", "pause", "fahrzeit", "laufzeit", "durée", "duree", "heures", "duración",
        "horas", "durata", "ore", "duur", "uren", "所要時間", "勤務時間", "作業時間", "時間",
    }
)  # fmt: skip
"""Words of headers below which 8:30 is how long something took, not when it was."""
STOPWATCH = re.compile(r"(?:(?P<m>\d{1,3}):(?=\d\d))?(?P<s>\d{1,2})[.,](?P<f>\d{1,3})")
"""Minutes, seconds and their parts, as races are timed."""
MOST_REMARKED = 0.25
BOTH = 2
FIRST = 20
"""Cells of which all but one or two have to be times before the others are looked at."""
MINUTE = 60
HOUR = 3600.0
SIZES = {"d": 24 * HOUR, "h": HOUR, "m": 60.0, "s": 1.0}
DAY_HOURS = 24


def read_durations(name: str, cells: Cells) -> NumberColumn | None:
    """A column of durations as hours, or those of a stopwatch as seconds; None for times of day and everything else.

    One of 24 hours or more, or below zero, proves a duration, and so does a header that says it.
    """
    seconds = _in_parts(cells) or _on_clocks(name, cells)
    if seconds is None:
        return _on_stopwatches(name, cells)
    hours = np.array(seconds) / HOUR
    read = Figure(f"{round(hours[0], 4):g}")
    told = sentence("numbers.durations", column=name, example=cells.values[0], read=read)
    judged = Judgement("cells_converted", (f"{cells.values[0]} → {round(hours[0], 4):g} h",))
    entry = ReceiptEntry("converted", told, name, cells.filled, choice=("kinds", (name, "text")), judged=judged)
    return NumberColumn(hours, False, "h", (), (entry,))


def _on_stopwatches(name: str, cells: Cells) -> NumberColumn | None:
    """A column of times such as 58.32 beside 1:02.45 as seconds; a word or two without digits (DNF) are no times. Where
    all have minutes they stay as they are written, which is a time to whoever asks for it."""
    first = [value for value in cells.values[:FIRST] if STOPWATCH.fullmatch(value)]
    if cells.plain_kind is not None or len(first) < min(len(cells.values), FIRST) - REMARKS:
        return None
    found = [STOPWATCH.fullmatch(value) for value in cells.values]
    if len({bool(match["m"]) for match in found if match is not None}) < BOTH:
        return None
    failed = tuple(index for index, match in enumerate(found) if match is None)
    if len(failed) > REMARKS or cells.count_of(failed) > cells.filled * MOST_REMARKED:
        return None
    if any(any(map(str.isdigit, cells.values[index])) for index in failed):
        return None
    if any(match is not None and float(match["s"]) >= MINUTE for match in found):
        return None
    seconds = np.array([np.nan if match is None else _watched(match) for match in found])
    at = next(index for index, match in enumerate(found) if match is not None and match["m"])
    read = Figure(f"{seconds[at]:g}")
    told = sentence("numbers.stopwatch", column=name, example=cells.values[at], read=read)
    entries = [ReceiptEntry("converted", told, name, cells.filled, choice=("kinds", (name, "text")))]
    if failed:
        entries.append(made_missing(name, cells, failed))
    return NumberColumn(seconds, False, "s", failed, tuple(entries))


def _watched(match: re.Match[str]) -> float:
    return int(match["m"] or 0) * MINUTE + float(f"{match['s']}.{match['f']}")


def _on_clocks(name: str, cells: Cells) -> list[float] | None:
    """Seconds of durations written as 162:30."""
    if not cells.values or DURATION.fullmatch(cells.values[0]) is None:
        return None
    found = [match for value in cells.values if (match := DURATION.fullmatch(value)) is not None]
    if len(found) < len(cells.values):
        return None
    if _lead_minutes(found):
        return [_seconds(match) / (1 if match[4] else MINUTE) for match in found]
    seconds = [_seconds(match) for match in found]
    proven = max(seconds) > DAY_HOURS * HOUR or min(seconds) < 0  # 24:00 ends a day
    return seconds if proven or set(header_words(name)) & DURATION_WORDS else None


def _lead_minutes(found: Sequence[re.Match[str]]) -> bool:
    """Whether 58:12 beside 1:02:10 is minutes and seconds: as hours all of them were longer than any that has hours."""
    whole = [_seconds(match) for match in found if match[4]]
    short = [_seconds(match) for match in found if not match[4]]
    return bool(whole and short) and min(short) > max(whole) and max(short) / MINUTE <= max(min(whole), HOUR)


def _in_parts(cells: Cells) -> list[float] | None:
    """Seconds of durations written in parts; two units in the column, or days, prove that m is minutes."""
    if not cells.values:
        return None
    pattern = next((each for each in PARTS if each.fullmatch(cells.values[0])), None)
    if pattern is None or ends_of(cells.values) in LETTER_SIDES:
        return None  # 12,50 S and 7,00 H are debit and credit
    found = [match for value in cells.values if (match := pattern.fullmatch(value)) is not None]
    units = {unit for match in found for unit in SIZES if match[unit]}
    proven = len(units) > 1 if pattern is not PARTS[-1] else "d" in units
    if len(found) < len(cells.values) or not proven:
        return None
    return [
        sum(float(match[unit].replace(",", ".")) * size for unit, size in SIZES.items() if match[unit])
        * (-1 if match["sign"] else 1)
        for match in found
    ]


def _seconds(match: re.Match[str]) -> float:
    seconds = int(match[2]) * HOUR + int(match[3]) * 60 + int(match[4] or 0) + float(f"0.{match[5] or 0}")
    return -seconds if match[1] else seconds
