"""Durations as H:MM:SS, 1h 30m, PT1H30M or 2 days 03:15:00: numbers of hours."""

import re

import numpy as np

from registry.columns.category_rules import header_words
from registry.columns.number_rules import NumberColumn
from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import Figure, sentence
from registry.values.cells import Cells

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
HOUR = 3600.0
SIZES = {"d": 24 * HOUR, "h": HOUR, "m": 60.0, "s": 1.0}
DAY_HOURS = 24


def read_durations(name: str, cells: Cells) -> NumberColumn | None:
    """A column of durations as hours; None for times of day and everything else.

    One of 24 hours or more, or below zero, proves a duration, and so does a header that says it.
    """
    seconds = _in_parts(cells) or _on_clocks(name, cells)
    if seconds is None:
        return None
    hours = np.array(seconds) / HOUR
    read = Figure(f"{round(hours[0], 4):g}")
    told = sentence("numbers.durations", column=name, example=cells.values[0], read=read)
    judged = Judgement("cells_converted", (f"{cells.values[0]} → {round(hours[0], 4):g} h",))
    entry = ReceiptEntry("converted", told, name, cells.filled, choice=("kinds", (name, "text")), judged=judged)
    return NumberColumn(hours, False, "h", (), (entry,))


def _on_clocks(name: str, cells: Cells) -> list[float] | None:
    """Seconds of durations written as 162:30."""
    if not cells.values or DURATION.fullmatch(cells.values[0]) is None:
        return None
    found = [match for value in cells.values if (match := DURATION.fullmatch(value)) is not None]
    if len(found) < len(cells.values):
        return None
    seconds = [_seconds(match) for match in found]
    proven = max(seconds) > DAY_HOURS * HOUR or min(seconds) < 0  # 24:00 ends a day
    return seconds if proven or set(header_words(name)) & DURATION_WORDS else None


def _in_parts(cells: Cells) -> list[float] | None:
    """Seconds of durations written in parts; two units in the column, or days, prove that m is minutes."""
    if not cells.values:
        return None
    pattern = next((each for each in PARTS if each.fullmatch(cells.values[0])), None)
    if pattern is None:
        return None
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
