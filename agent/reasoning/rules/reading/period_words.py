"""The period that stands at a place of a question: `July 2014`, `Q2 2015`, `the last month`, `2013年3月`."""

from dataclasses import dataclass
from typing import Literal

from agent.reasoning.rules.reading.lexicon import Lexicon
from agent.reasoning.rules.reading.text import Token

PeriodUnit = Literal["year", "half", "quarter", "month", "week", "day"]
_RANGE = frozenset({"and", "und", "to", "bis", "-", "or"})
_LAST_DAY = 31
_MONEY = frozenset({"euro", "euros", "eur", "€", "$", "£", "¥", "dollar", "dollars", "usd", "円", "%", "percent"})
_MEASURED = frozenset({
    "g", "gram", "grams", "gramm", "kg", "kilos", "mg", "tonnes", "tons", "t", "km", "m", "cm", "mm", "miles", "metres",
    "meters", "meter", "ml", "l", "litres", "liters", "liter", "kwh", "mwh", "wh", "mb", "gb", "kb", "bytes", "ms",
    "seconds", "minutes", "hours", "minuten", "stunden", "sekunden", "people", "persons", "personen", "rows", "points",
    "punkte", "steps", "schritte", "calories", "kcal", "kalorien", "units", "pieces", "stück",
    "人", "件", "個", "冊", "回",
})  # fmt: skip


@dataclass(frozen=True)
class Period:
    """A stretch of time. Without a year it means that part of whichever year the data or the talk have."""

    unit: PeriodUnit
    year: int | None = None
    number: int | None = None  # month, quarter, half
    day: int | None = None
    from_end: int | None = None  # -1: the last one in the data; 1: the first one
    length: int = 1  # the last 3 months: length 3

    def text(self, year: int | None = None) -> str:
        """As filters write it: 2014, 2014-H1, 2014-Q2, 2014-07, 2014-07-31."""
        year = self.year if self.year is not None else year
        shapes = {"year": f"{year}", "half": f"{year}-H{self.number}", "quarter": f"{year}-Q{self.number}"}
        month = f"{year}-{self.number or 1:02d}"
        return shapes.get(self.unit, month if self.unit == "month" else f"{month}-{self.day or 1:02d}")


Found = tuple[int, Period] | None


def number_at(tokens: tuple[Token, ...], position: int) -> int | None:
    if position < len(tokens) and tokens[position].text.isdecimal():
        return int(tokens[position].text)
    return None


def is_year(value: int | None) -> bool:
    return value is not None and 1900 <= value <= 2100


def text_at(tokens: tuple[Token, ...], position: int) -> str:
    return tokens[position].text if 0 <= position < len(tokens) else ""


def skipped(tokens: tuple[Token, ...], position: int, *fillers: str) -> int:
    while text_at(tokens, position) in fillers:
        position += 1
    return position


def _iso(tokens: tuple[Token, ...], position: int, _words: Lexicon) -> Found:
    text = tokens[position].text
    parts = text.replace("/", "-").split("-")
    if len(parts) < 2 or not all(part.isdecimal() for part in parts):
        dotted = text.split(".")
        if len(dotted) == 3 and len(dotted[2]) == 4:
            return position + 1, Period("day", int(dotted[2]), int(dotted[1]), int(dotted[0]))
        return None
    if not is_year(int(parts[0])) or not 1 <= int(parts[1]) <= 12:
        return None
    if len(parts) == 2:
        return position + 1, Period("month", int(parts[0]), int(parts[1]))
    return position + 1, Period("day", int(parts[0]), int(parts[1]), int(parts[2]))


def trailing_year(tokens: tuple[Token, ...], position: int) -> tuple[int, int | None]:
    """A year after a period, with `of`, `in` or a comma before it."""
    after = skipped(tokens, position, "of", "in", ",", "the", "year", "des", "jahres")
    value = number_at(tokens, after)
    return (after + 1, value) if is_year(value) else (position, None)


def _quarter_or_half(tokens: tuple[Token, ...], position: int, words: Lexicon) -> Found:
    text = tokens[position].text
    number = number_at(tokens, position + 1)
    before = number_at(tokens, position - 1)
    unit: PeriodUnit = "quarter" if text == "q" else "half"
    limit = 4 if unit == "quarter" else 2
    if text in ("q", "h") and number is not None and 1 <= number <= limit:
        end, year = trailing_year(tokens, position + 2)
        return end, Period(unit, year if year else (before if is_year(before) else None), number)
    for phrase, quarter in words.quarters.items():
        if tuple(token.stem for token in tokens[position : position + len(phrase)]) == phrase:
            end, year = trailing_year(tokens, position + len(phrase))
            return end, Period("quarter", year, quarter)
    for phrase, half in words.halves:
        if tuple(token.stem for token in tokens[position : position + len(phrase)]) == phrase:
            end, year = trailing_year(tokens, position + len(phrase))
            return end, Period("half", year, half)
    return None


def month_at(tokens: tuple[Token, ...], position: int, words: Lexicon) -> Found:
    text = text_at(tokens, position)
    month = words.months.get(text)
    if month is None or (
        text in ("may", "mar") and text_at(tokens, position - 1) in ("", "i", "you", "we", "it", "that")
    ):
        return None
    day = number_at(tokens, position + 1)
    if day is not None and 1 <= day <= 31 and not is_year(day):
        after = skipped(tokens, position + 2, "st", "nd", "rd", "th", ",")
        end, year = trailing_year(tokens, after)
        return end, Period("day", year, month, day)
    end, year = trailing_year(tokens, position + 1)
    before = number_at(tokens, position - 1)
    return end, Period("month", year if year else (before if is_year(before) else None), month)


def _day_of_month(tokens: tuple[Token, ...], position: int, words: Lexicon) -> Found:
    day = number_at(tokens, position)
    after = skipped(tokens, position + 1, "st", "nd", "rd", "th", "of", ".")
    month = words.months.get(text_at(tokens, after))
    if day is None or not 1 <= day <= 31 or month is None:
        return None
    end, year = trailing_year(tokens, after + 1)
    return end, Period("day", year, month, day)


def _year(tokens: tuple[Token, ...], position: int, _words: Lexicon) -> Found:
    value = number_at(tokens, position)
    low = number_at(tokens, position - 2) if text_at(tokens, position - 1) in _RANGE else None
    if low is not None and low > _LAST_DAY and not is_year(low):
        return None  # between 1000 and 2000
    money = text_at(tokens, position + 1) in _MONEY | _MEASURED or text_at(tokens, position - 1) in _MONEY
    if not is_year(value) or "." in tokens[position].text or money:
        return None
    return position + 1, Period("year", value)


def _relative(tokens: tuple[Token, ...], position: int, words: Lexicon) -> Found:
    """`the last month`, `last 3 months`, `first quarter of the data`: counted from the ends of the data."""
    which = words.marks.get((tokens[position].stem,), frozenset())
    end_of = -1 if "last_period" in which else 1 if "first_period" in which else None
    if end_of is None:
        return None
    count = number_at(tokens, position + 1) or words.numbers.get(text_at(tokens, position + 1))
    unit_at = position + (2 if count else 1)
    tags = words.marks.get((tokens[unit_at].stem,), frozenset()) if unit_at < len(tokens) else frozenset()
    units: dict[str, PeriodUnit] = {
        "grain:day": "day", "grain:week": "week", "grain:month": "month", "grain:quarter": "quarter",
        "grain:year": "year",
    }  # fmt: skip
    unit = next((units[tag] for tag in tags if tag in units), None)
    if unit is None:
        return None
    return unit_at + 1, Period(unit, from_end=end_of, length=count or 1)


def _japanese(tokens: tuple[Token, ...], position: int, _words: Lexicon) -> Found:
    """2013年, 2013年3月, 3月, 2013年3月1日, 第2四半期, 上半期, 下半期."""
    year: int | None = None
    at = position
    if is_year(number_at(tokens, at)) and text_at(tokens, at + 1) == "年":
        year, at = number_at(tokens, at), at + 2
        at = skipped(tokens, at, "の", "度")
    quarter_at = at + 1 if text_at(tokens, at) == "第" else at
    quarter = number_at(tokens, quarter_at)
    if quarter and "".join(text_at(tokens, quarter_at + step) for step in (1, 2, 3)) == "四半期":
        return quarter_at + 4, Period("quarter", year, quarter)
    half = {"上": 1, "下": 2}.get(text_at(tokens, at))
    if half and text_at(tokens, at + 1) == "半" and text_at(tokens, at + 2) == "期":
        return at + 3, Period("half", year, half)
    month = number_at(tokens, at)
    if month and 1 <= month <= 12 and text_at(tokens, at + 1) == "月":
        day = number_at(tokens, at + 2)
        if day and text_at(tokens, at + 3) == "日":
            return at + 4, Period("day", year, month, day)
        return at + 2, Period("month", year, month)
    return (at, Period("year", year)) if year else None


READERS = (_japanese, _iso, _quarter_or_half, _day_of_month, month_at, _relative, _year)
"""What may stand at a place, in the order in which it is tried."""
