"""Dates, numbers and headers as people of a language write them: "April 2025", "2025年4月", "1.234,5", "net sales"."""

import math
import re
from collections.abc import Mapping
from datetime import date
from functools import cache

from agent.specs.words import Words, languages, words_in
from languages.catalogue import in_language
from languages.phrase_files import ENGLISH
from registry.values.units import unit_of_header

_DATE = re.compile(
    r"(?P<year>\d{4})-(?:(?P<month>0[1-9]|1[0-2])(?:-(?P<day>0[1-9]|[12]\d|3[01]))?|Q(?P<quarter>[1-4])|H(?P<half>[12])|W(?P<week>\d{2}))"
    r"(?:[T ]00:00(?::00)?)?"
)
_CAPITALISED = re.compile(r"(?<!\w)[A-Z][a-z]+(?!\w)")
"""A whole ordinary word: no abbreviation, no `camelCase`, no `Made_up`."""
_LAST_BRACKET = re.compile(r"\s*[(\[（][^()\[\]（）]*[)\]）]\s*$")
_LAST_WORD = re.compile(r"[\s_,]*[\s_][^\s_]+\s*$")
_PERCENT_SIGN = re.compile(r"^\s*[%％]\s*|\s*[(\[（]?\s*[%％]\s*[)\]）]?\s*$")
_GROUPED_FROM = 10_000
"""Four digits are read at a glance, and may be a year."""


def date_words(text: str, language: str | None = None) -> str:
    """An ISO date, week, month, quarter or half-year as people write it; any other text as it is."""
    found = _DATE.fullmatch(text)
    if found is None:
        return text
    parts = {name: value.lstrip("0") for name, value in found.groupdict().items() if value}
    words = words_in(language)
    if "week" in parts:
        return _week_words(text, parts, words)
    if "month" in parts:
        parts["month"] = words.say(f"month.{parts['month']}")
    finest = next(name for name in ("day", "month", "quarter", "half") if name in parts)
    return words.say(f"written_date.{finest}", **parts)


def _week_words(text: str, parts: Mapping[str, str], words: Words) -> str:
    """A week by its first day, or by its number in the year that it is counted in, as the language does."""
    try:
        monday = date.fromisocalendar(int(parts["year"]), int(parts["week"]), 1)
    except ValueError:  # no year has so many weeks: it is no date
        return text
    form = words.say("written_date.week")
    if form == "by_number":
        return words.say("written_date.week_by_number", **parts)
    month = words.say(f"month.{monday.month}")
    return words.say(f"written_date.week_{form}", year=str(monday.year), month=month, day=str(monday.day))


def year_words(text: str, language: str | None = None) -> str:
    """A year as the language writes one that stands for a date: "2024", "2024年"; any other text as it is."""
    return words_in(language).say("written_date.year", year=text) if re.fullmatch(r"\d{4}", text) else text


def number_words(number: float, language: str | None = None, *, grouped: bool = True) -> str:
    """All digits of a number, with the signs of the language. `grouped`: thousands apart, from ten thousand on."""
    whole = isinstance(number, int) or (number.is_integer() and abs(number) < 1e15)
    plain = format(int(number), ",d") if whole else format(number, ",") if abs(number) < 1e15 else repr(number)
    if not grouped or abs(number) < _GROUPED_FROM:
        plain = plain.replace(",", "")
    return in_language(plain, language)


def clock_words(seconds: float, form: str, language: str | None = None) -> str:
    """Seconds as a clock or a duration: 31,335 as "8:42" (h:mm, to the nearest minute) or "8:42:15" (h:mm:ss), 83.4 as
    "1:23.4" (m:ss, to hundredths; hours before them where there are any).
    """
    size = round(abs(seconds) / 60) * 60 if form == "h:mm" else round(abs(seconds), 0 if form == "h:mm:ss" else 2)
    minutes, rest = divmod(size, 60)
    hours, minutes = divmod(int(minutes), 60)
    whole, _, part = f"{rest:05.2f}".rstrip("0").partition(".")
    told = whole.rjust(2, "0")
    if part and form == "m:ss":
        told = in_language(f"{told}.{part}", language)
    parts = [str(hours), f"{minutes:02d}", *([] if form == "h:mm" else [told])]
    if form == "m:ss" and not hours:
        parts = [str(minutes), told]
    return ("-" if seconds < 0 and size else "") + ":".join(parts)


def column_words(column: str, language: str | None = None) -> str:
    """A column inside a text: its header, in small letters where these are ordinary words and the language does so.

    One with a digit stays as it is: what is checked for numbers knows it by its spelling.
    """
    keeps = words_in(language).language != ENGLISH or any(letter.isdigit() for letter in column)
    return column if keeps else _CAPITALISED.sub(lambda word: word.group().lower(), column)


def without_unit(header: str, unit: str | None) -> str:
    """A header without the unit that it names at its end, for where numbers carry it: "Spend (EUR)" is "Spend"."""
    if not unit or unit_of_header(header) != unit:
        return header
    rest = _PERCENT_SIGN.sub("", header) if unit == "%" else _LAST_BRACKET.sub("", header)
    return (_LAST_WORD.sub("", header) if rest == header else rest) or header


@cache
def months() -> Mapping[str, int]:
    """The names of the months in small letters, of every language that spells them, with their numbers."""
    named = ((words_in(language).say(f"month.{number}"), number) for language in languages() for number in range(1, 13))
    return {name.casefold(): number for name, number in named if name.isalpha()}


def is_whole_with(value: float, count: int) -> bool:
    """Whether so many decimals say the value whole, but for what a float cannot hold."""
    return math.isclose(value, round(value, count), rel_tol=1e-12)
