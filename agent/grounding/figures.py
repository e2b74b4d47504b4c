"""Finding the figures in prose: digits in every usual spelling, numbers in words, and dates."""

import re
from dataclasses import dataclass

from agent.specs.locales import months

_NO_BLANKS = "\u3005\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f"
"""Letters of scripts that set no blank between a word and a figure."""
NO_WORD_BEFORE = rf"(?<![^\W{_NO_BLANKS}])"
NO_WORD_AFTER = rf"(?![^\W{_NO_BLANKS}])"
"""Borders of a word, or a letter of such a script."""
_NUMBER = re.compile(
    # digits inside a word are part of a name (Q3, p95), but not after a currency's code
    rf"(?:{NO_WORD_BEFORE}|(?<=USD|EUR|GBP|JPY|CHF))"
    r"(?P<digits>\d{1,3}(?:[,\u00a0\u202f\u2009'’]\d{3})+(?:\.\d+)?(?!\d)|\d+(?:[.,]\d+)*|\.\d+)"
    r"(?P<power>[eE][+-]?\d{1,3}(?!\w))?"
    r"(?P<suffix>\s?(?:%|％|per ?cent\b|[Pp]rozent\b|パーセント|thousand\b|million\b|billion\b"
    r"|(?:k|K|M|bn|万|億|千)(?![A-Za-z])))?"
)
_SCALES = {
    "k": 1e3, "thousand": 1e3, "千": 1e3, "万": 1e4, "m": 1e6, "million": 1e6, "億": 1e8, "bn": 1e9, "billion": 1e9,
}  # fmt: skip
_LIST_NUMBER = re.compile(r"^\s*\d{1,2}[.)]\s", re.MULTILINE)
_ISO = re.compile(
    rf"{NO_WORD_BEFORE}(?<!-)"
    r"\d{4}-(?:\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?)?)?|Q[1-4]|W\d{2}|H[12])"
    rf"{NO_WORD_AFTER}(?!-)"
)
_JAPANESE_DATE = re.compile(r"(?<!\d)(?:(?P<year>\d{4})年)?(?P<month>\d{1,2})月(?:(?P<day>\d{1,2})日)?")
_JAPANESE_PERIOD = re.compile(r"(?<!\d)(?P<year>\d{4})年第(?P<place>[1-4])(?P<kind>四半期|半期)")
_MONTHS = months()
_MONTH = "|".join(sorted({*_MONTHS, *(name[:3] for name in _MONTHS)}, key=len, reverse=True))
_NAMED_DATE = re.compile(
    rf"\b(?:(?P<before>\d{{1,2}})(?:st|nd|rd|th|\.)? )?(?P<month>{_MONTH})\b\.?"
    rf"(?: (?P<after>\d{{1,2}})(?:st|nd|rd|th)?(?!\d))?(?:,? (?P<year>\d{{4}})\b)?",
    re.IGNORECASE,
)
_SMALL_WORDS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12,
}  # fmt: skip
_LARGER_WORDS = {
    "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
_MAGNITUDES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_UNITS = {**_SMALL_WORDS, **_LARGER_WORDS}
_WORD = "|".join(sorted((*_UNITS, *_MAGNITUDES), key=len, reverse=True))  # "seventeen" before "seven"
_IN_WORDS = re.compile(rf"\b(?:{_WORD})(?:(?:[ -]| and )(?:{_WORD}))*\b(?P<percent> per ?cent\b)?", re.IGNORECASE)


@dataclass(frozen=True)
class Meaning:
    """One way to read a figure: its size without sign, and half a unit of its last digit."""

    size: float
    half_unit: float


@dataclass(frozen=True)
class WrittenFigure:
    """A figure as written. "1,234" has two meanings; a version number such as 1.2.3 has none."""

    start: int
    end: int
    text: str
    meanings: tuple[Meaning, ...]
    digits: int  # significant digits shown
    is_percent: bool = False


@dataclass(frozen=True)
class WrittenDate:
    """A date or period in ISO spelling; one without a year starts with "-"."""

    start: int
    end: int
    iso: str


def dates_in(text: str) -> list[WrittenDate]:
    """ISO dates and periods (2015-03, 2015-Q1), English and German ones (March 2015, 3 May, May 3, 2015, 3. Mai),
    Japanese (2015年3月, 2015年第2四半期)."""
    found = [WrittenDate(match.start(), match.end(), match.group()) for match in _ISO.finditer(text)]
    found += [_japanese_date(match) for match in _JAPANESE_DATE.finditer(text) if match["year"] or match["day"]]
    found += [
        WrittenDate(match.start(), match.end(), f"{match['year']}-{'QH'[match['kind'] == '半期']}{match['place']}")
        for match in _JAPANESE_PERIOD.finditer(text)
    ]
    for match in _NAMED_DATE.finditer(text):
        day = match["before"] or match["after"]
        if not day and not match["year"]:
            continue
        month = next(number for name, number in _MONTHS.items() if name.startswith(match["month"].lower()[:3]))
        iso = f"{match['year'] or ''}-{month:02d}" + (f"-{int(day):02d}" if day else "")
        found.append(WrittenDate(match.start(), match.end(), iso))
    return found


def _japanese_date(match: re.Match[str]) -> WrittenDate:
    day = f"-{int(match['day']):02d}" if match["day"] else ""
    return WrittenDate(match.start(), match.end(), f"{match['year'] or ''}-{int(match['month']):02d}{day}")


def figures_in(text: str) -> list[WrittenFigure]:
    """The figures of a text in order; list numbers at the start of a line and words up to twelve are none.

    A date is one figure without a meaning: it is known as a date or not at all.
    """
    text = _LIST_NUMBER.sub(lambda match: " " * len(match.group()), text)
    found = [WrittenFigure(date.start, date.end, text[date.start : date.end], (), 0) for date in dates_in(text)]
    found += [_digit_figure(match) for match in _NUMBER.finditer(text)]
    found += [
        _word_figure(match)
        for match in _IN_WORDS.finditer(text)
        if match["percent"] or match.group().lower() not in _SMALL_WORDS
    ]
    return _without_parts(found)


def _without_parts(found: list[WrittenFigure]) -> list[WrittenFigure]:
    """In order, leaving out what lies inside another: the 03 of 2019-03, the "million" of "2 million"."""
    kept: list[WrittenFigure] = []
    for figure in sorted(found, key=lambda figure: (figure.start, -figure.end)):
        if not kept or figure.start >= kept[-1].end:
            kept.append(figure)
    return kept


def _digit_figure(match: re.Match[str]) -> WrittenFigure:
    suffix = (match["suffix"] or "").strip().casefold()
    scale = _SCALES.get(suffix, 1.0) * 10.0 ** int((match["power"] or "e0")[1:])
    meanings = tuple(
        Meaning(size * scale, half_unit * scale) for size, half_unit in _meanings_of_digits(match["digits"])
    )
    digits = len(re.sub(r"\D", "", match["digits"]).lstrip("0"))
    percent = suffix in ("%", "％", "prozent", "パーセント") or suffix.startswith("per")
    return WrittenFigure(match.start(), match.end(), match.group().strip(), meanings, digits, percent)


def _meanings_of_digits(digits: str) -> list[tuple[float, float]]:
    digits = re.sub(r"[\u00a0\u202f\u2009'’]", "", digits)
    points, commas = digits.count("."), digits.count(",")
    if points and commas:
        mark = max(digits.rfind("."), digits.rfind(","))
        whole, fraction = re.sub(r"[.,]", "", digits[:mark]), digits[mark + 1 :]
        return [_decimal(whole, fraction)] if digits.count(digits[mark]) == 1 else []
    if not points and not commas:
        return [_decimal(digits, "")]
    parts = re.split(r"[.,]", digits)
    found = []
    if len(parts[0]) in (1, 2, 3) and all(len(part) == 3 for part in parts[1:]):
        found.append(_decimal("".join(parts), ""))
    if len(parts) == 2:
        found.append(_decimal(parts[0] or "0", parts[1]))
    return found


def _decimal(whole: str, fraction: str) -> tuple[float, float]:
    return float(f"{whole}.{fraction or '0'}"), 0.5 * 10.0 ** -len(fraction)


def _word_figure(match: re.Match[str]) -> WrittenFigure:
    total = part = 0
    for word in re.findall(_WORD, match.group().lower()):
        if word in _UNITS:
            part += _UNITS[word]
        elif word == "hundred":
            part = max(part, 1) * 100
        else:
            total, part = total + max(part, 1) * _MAGNITUDES[word], 0
    size = float(total + part)
    return WrittenFigure(
        match.start(), match.end(), match.group(), (Meaning(size, 0.0),), len(str(int(size))), bool(match["percent"])
    )
