"""Texts in an order of their own: months, weekdays, sizes, answers on a scale, bands such as 18-24, and texts that
count (Week 2, Week 10). Which words stand in which order is data, in own_order.toml."""

import itertools
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from pathlib import Path

from registry.values.word_lists import folded

MOST = 100
"""Different texts of a column that is looked at; more are no scale."""
FEWEST = 2
LONGEST = 40
YEAR = re.compile(r"(?:19|20)\d\d")
NUMBER = re.compile(r"\d+")
THOUSANDS: Mapping[str, float] = {"": 1.0, "k": 1e3, "m": 1e6}
MOST_NUMBERS = 2
GROUPED = re.compile(r"(?<=\d)[,.' ](?=\d{3}(?!\d))")

Key = tuple[float, ...]
LONGEST_PLACE = 9
"""Digits of a place in an order."""


@dataclass(frozen=True)
class _Words:
    """Scales as word -> step, the words that stand behind any scale, and those of bands."""

    scales: tuple[Mapping[str, int], ...]
    outside: frozenset[str]
    bands: Mapping[str, Sequence[str]]
    ordinal: str


@cache
def _words() -> _Words:
    read = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    scales = tuple(
        {word: step for step, words in enumerate(each["steps"]) for word in words} for each in read["scales"]
    )
    before, behind = ("|".join(sorted(map(re.escape, read["ordinals"][side]), key=len, reverse=True))
                      for side in ("before", "behind"))  # fmt: skip
    number = rf"(\d{{1,{LONGEST_PLACE}}})"
    ordinal = rf"(?:{before})\s?{number}(?:{behind})?|{number}\s?(?:{behind})"
    return _Words(scales, frozenset(read["outside"]["words"]), read["bands"], ordinal)


def ordinal_pattern() -> str:
    """How a place in an order is written with its number, whatever the case: 3rd, 3., 第3位. One of two groups has the
    number."""
    return _words().ordinal


def ordinal_of(text: str) -> float | None:
    """The number of a place in an order; None for any other text."""
    found = re.fullmatch(_words().ordinal, text.strip(), re.IGNORECASE)
    return float(found[1] or found[2]) if found else None


def own_order(values: Sequence[str]) -> tuple[str, ...]:
    """Different texts in their own order; () where they have none, or where it is that of their letters."""
    if not FEWEST <= len(values) <= MOST or any(len(value) > LONGEST for value in values):
        return ()
    plain = {value: _plain(value) for value in values}
    inside = [value for value in values if plain[value] not in _words().outside]
    keys = _keys({value: plain[value] for value in inside}) if len(inside) >= FEWEST else None
    if keys is None:
        return ()
    behind = sorted(value for value in values if value not in keys)
    ordered = (*sorted(inside, key=lambda value: (keys[value], value)), *behind)
    return () if list(ordered) == sorted(values) else ordered


def _plain(text: str) -> str:
    return folded(text).rstrip(".")


def _keys(plain: Mapping[str, str]) -> dict[str, Key] | None:
    """The place of each text on the first scale that holds them all."""
    for scale in _words().scales:
        if all(word in scale for word in plain.values()):
            return {value: (float(scale[word]),) for value, word in plain.items()}
    return _bands(plain) or _counting(plain) or _places(plain)


def _places(plain: Mapping[str, str]) -> dict[str, Key] | None:
    """Texts that all are places in an order: 1st, 2nd, 21st."""
    places = {value: ordinal_of(word) for value, word in plain.items()}
    return {value: (place,) for value, place in places.items() if place is not None} if all(
        place is not None for place in places.values()) else None  # fmt: skip


def _counting(plain: Mapping[str, str]) -> dict[str, Key] | None:
    """Texts that are the same but for one number or two, of which a year counts first: Week 2, Q1 2024."""
    if len({NUMBER.sub("#", word) for word in plain.values()}) > 1:
        return None
    numbers = {value: NUMBER.findall(word) for value, word in plain.items()}
    count = len(next(iter(numbers.values())))
    if not 1 <= count <= MOST_NUMBERS:
        return None
    years = [place for place in range(count) if all(YEAR.fullmatch(each[place]) for each in numbers.values())]
    places = sorted(range(count), key=lambda place: place not in years)
    return {value: tuple(float(each[place]) for place in places) for value, each in numbers.items()}


# ---------------------------------------------------------------- bands


def _bands(plain: Mapping[str, str]) -> dict[str, Key] | None:
    """Texts that are bands of numbers, none of which begins before the one below it ends."""
    found: dict[str, tuple[float, float]] = {}
    for value, word in plain.items():
        ends = _ends(word)
        if ends is None:
            return None
        found[value] = ends
    ordered = sorted(found.values())
    apart = all(below[1] <= above[0] for below, above in itertools.pairwise(ordered))
    is_band = any(low < high for low, high in ordered)
    return dict(found.items()) if apart and is_band else None


def _ends(word: str) -> tuple[float, float] | None:
    """Where a band begins and ends; a lone number is both; None for any other text."""
    for pattern, below, above in _band_patterns():
        match = pattern.fullmatch(word)
        if match is None:
            continue
        low, high = _amount(match["low"]), _amount(match["high"]) if "high" in match.groupdict() else None
        if high is not None:
            return (_scaled(low, high, word), high) if _scaled(low, high, word) < high else None
        return (-inf, low) if below else (low, inf) if above else (low, low)
    return None


def _scaled(low: float, high: float, word: str) -> float:
    """The lower end of "10-20k" is in thousands too."""
    letters = re.sub(r"[^km]", "", word)
    return low * THOUSANDS[letters] if len(letters) == 1 and low < high / THOUSANDS[letters] * 2 else low


def _amount(text: str) -> float:
    bare = GROUPED.sub("", text.strip())
    letter = bare[-1] if bare[-1] in THOUSANDS else ""
    digits = re.sub(r"[^\d.,]", "", bare).replace(",", ".")
    return float(digits) * THOUSANDS[letter]


@cache
def _band_patterns() -> tuple[tuple[re.Pattern[str], bool, bool], ...]:
    """How bands are written, and whether such a one has no lower or no upper end."""
    words = {
        name: "|".join(map(re.escape, sorted(each, key=len, reverse=True))) for name, each in _words().bands.items()
    }
    number = r"[$€£¥]?\s?\d+(?:[.,']\d{3})*(?:[.,]\d{1,2})?\s?[km]?"
    unit = r"(?:\s?[^\W\d_][^\d<>+-]{0,12}|\s?[%€$£¥円])?"
    return (
        (re.compile(rf"(?P<low>{number}){unit}\s?(?:{words['between']})\s?(?P<high>{number}){unit}"), False, False),
        (re.compile(rf"(?:{words['below']})\s?(?P<low>{number}){unit}"), True, False),
        (re.compile(rf"(?:{words['above']})\s?(?P<low>{number}){unit}"), False, True),
        (re.compile(rf"(?P<low>{number}){unit}\s?(?:{words['and_less']}){unit}"), True, False),
        (re.compile(rf"(?P<low>{number}){unit}\s?(?:{words['and_more']}){unit}"), False, True),
        (re.compile(rf"(?P<low>{number}){unit}"), False, False),
    )
