"""Dates and periods in a question: `July 2014`, `Q2 2015`, `between March and May`, `the last month`, `2013年3月`."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from agent.reasoning.rules.reading.day_ranges import has_ordinals, part_of_month, settled_days, two_days
from agent.reasoning.rules.reading.lexicon import Lexicon, Mark
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
_REVERSED = frozenset(
    {"older than", "younger than", "newer than", "älter als", "jünger als"}
)  # of dates: earlier, later
_AMOUNT_LEADS = frozenset({
    "above", "over", "more than", "greater than", "exceeding", "higher than", "larger than", "bigger than", "exceed",
    "below", "under", "less than", "fewer than", "lower than", "smaller than", "at least", "at most",
    ">", "<", ">=", "<=",
    "über", "mehr als", "größer als", "höher als", "unter", "weniger als", "kleiner als", "mindestens", "höchstens",
})  # fmt: skip
_TRAILING = {"date:>=": ">=", "date:<=": "<="}  # 2019 or later
_LEADS: dict[str, str] = {"op:>": ">", "op:<": "<", "op:>=": ">=", "op:<=": "<="}


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


@dataclass(frozen=True)
class DateMention:
    """Tokens [start, end) that name a period, and how it bounds: == within it, or >, >=, <, <=, or between two."""

    start: int
    end: int
    op: str
    period: Period
    until: Period | None = None


_TURNED = {"and before": "<", "or before": "<", "and after": ">", "or after": ">"}
"""Words that bound the period before them, and the one behind them when none stands before: and before May?"""


def find_dates(tokens: tuple[Token, ...], marks: tuple[Mark, ...], words: Lexicon) -> tuple[DateMention, ...]:
    """Every date expression, in text order; two joined by "between ... and" or "from ... to" are one."""
    plain = tuple(_periods(tokens, words))
    return tuple(_with_bounds(tokens, marks, plain))


Plain = tuple[int, int, Period, Period | None]


def _periods(tokens: tuple[Token, ...], words: Lexicon) -> Iterator[Plain]:
    position = 0
    known: Period | None = None
    while position < len(tokens):
        days = _days(tokens, position, words, known)
        if days:
            yield days
            position, known = days[1], days[2]
            continue
        for reader in (_japanese, _iso, _quarter_or_half, _day_of_month, _month, _relative, _year):
            found = reader(tokens, position, words)
            if found:
                end, period = found
                yield position, end, period, None
                known = period if period.unit in ("month", "day") else known
                position = end - 1
                break
        position += 1


def _days(tokens: tuple[Token, ...], position: int, words: Lexicon, known: Period | None) -> Plain | None:
    """Two days of one month, or a part of a month. `known`: the month named before, for a bare "(1st to 7th)"."""
    part = part_of_month(tokens, position, words)
    if part:
        found = _month(tokens, part[2], words)
        end, month = found if found else (part[2] + 1, Period("month", None, words.months[tokens[part[2]].text]))
        first, last = settled_days(part[0], part[1], month.number or 1, month.year)
        return position, end, *_both(month, first, last)
    named = _month_before_days(tokens, position, words)
    if named:
        return named
    both = two_days(tokens, position)
    if both is None:
        return None
    behind = _month(tokens, _skip(tokens, both[2], "of", "."), words)
    if behind:
        return position, behind[0], *_both(replace(behind[1], unit="month", day=None), both[0], both[1])
    if known is not None and has_ordinals(tokens, position, both[2]):
        return position, both[2], *_both(known, both[0], both[1])
    return None


def _month_before_days(tokens: tuple[Token, ...], position: int, words: Lexicon) -> Plain | None:
    """`May 5 to 11`, `5月1日から7日`."""
    month = words.months.get(_text(tokens, position))
    year: int | None = None
    at = position + 1
    if month is None:
        if _is_year(_number(tokens, at - 1)) and _text(tokens, at) == "年":
            year, at = _number(tokens, at - 1), at + 2
        number = _number(tokens, at - 1)
        if number is None or not 1 <= number <= 12 or _text(tokens, at) != "月":  # months
            return None
        month, at = number, at + 1
    both = two_days(tokens, at)
    if both is None or words.months.get(_text(tokens, both[2])):
        return None
    end, said = _trailing_year(tokens, both[2])
    return position, end, *_both(Period("month", year or said, month), both[0], both[1])


def _both(month: Period, first: int, last: int) -> tuple[Period, Period]:
    return Period("day", month.year, month.number, first), Period("day", month.year, month.number, last)


def _number(tokens: tuple[Token, ...], position: int) -> int | None:
    if position < len(tokens) and tokens[position].text.isdecimal():
        return int(tokens[position].text)
    return None


def _is_year(value: int | None) -> bool:
    return value is not None and 1900 <= value <= 2100


def _text(tokens: tuple[Token, ...], position: int) -> str:
    return tokens[position].text if 0 <= position < len(tokens) else ""


def _skip(tokens: tuple[Token, ...], position: int, *fillers: str) -> int:
    while _text(tokens, position) in fillers:
        position += 1
    return position


Found = tuple[int, Period] | None


def _iso(tokens: tuple[Token, ...], position: int, _words: Lexicon) -> Found:
    text = tokens[position].text
    parts = text.replace("/", "-").split("-")
    if len(parts) < 2 or not all(part.isdecimal() for part in parts):
        dotted = text.split(".")
        if len(dotted) == 3 and len(dotted[2]) == 4:
            return position + 1, Period("day", int(dotted[2]), int(dotted[1]), int(dotted[0]))
        return None
    if not _is_year(int(parts[0])) or not 1 <= int(parts[1]) <= 12:
        return None
    if len(parts) == 2:
        return position + 1, Period("month", int(parts[0]), int(parts[1]))
    return position + 1, Period("day", int(parts[0]), int(parts[1]), int(parts[2]))


def _trailing_year(tokens: tuple[Token, ...], position: int) -> tuple[int, int | None]:
    """A year after a period, with `of`, `in` or a comma before it."""
    after = _skip(tokens, position, "of", "in", ",", "the", "year", "des", "jahres")
    value = _number(tokens, after)
    return (after + 1, value) if _is_year(value) else (position, None)


def _quarter_or_half(tokens: tuple[Token, ...], position: int, words: Lexicon) -> Found:
    text = tokens[position].text
    number = _number(tokens, position + 1)
    before = _number(tokens, position - 1)
    unit: PeriodUnit = "quarter" if text == "q" else "half"
    limit = 4 if unit == "quarter" else 2
    if text in ("q", "h") and number is not None and 1 <= number <= limit:
        end, year = _trailing_year(tokens, position + 2)
        return end, Period(unit, year if year else (before if _is_year(before) else None), number)
    for phrase, quarter in words.quarters.items():
        if tuple(token.stem for token in tokens[position : position + len(phrase)]) == phrase:
            end, year = _trailing_year(tokens, position + len(phrase))
            return end, Period("quarter", year, quarter)
    for half in (1, 2):
        for phrase, tags in words.marks.items():
            if f"half:{half}" in tags and tuple(t.stem for t in tokens[position : position + len(phrase)]) == phrase:
                end, year = _trailing_year(tokens, position + len(phrase))
                return end, Period("half", year, half)
    return None


def _month(tokens: tuple[Token, ...], position: int, words: Lexicon) -> Found:
    text = _text(tokens, position)
    month = words.months.get(text)
    if month is None or (
        text in ("may", "mar") and _text(tokens, position - 1) in ("", "i", "you", "we", "it", "that")
    ):
        return None
    day = _number(tokens, position + 1)
    if day is not None and 1 <= day <= 31 and not _is_year(day):
        after = _skip(tokens, position + 2, "st", "nd", "rd", "th", ",")
        end, year = _trailing_year(tokens, after)
        return end, Period("day", year, month, day)
    end, year = _trailing_year(tokens, position + 1)
    before = _number(tokens, position - 1)
    return end, Period("month", year if year else (before if _is_year(before) else None), month)


def _day_of_month(tokens: tuple[Token, ...], position: int, words: Lexicon) -> Found:
    day = _number(tokens, position)
    after = _skip(tokens, position + 1, "st", "nd", "rd", "th", "of", ".")
    month = words.months.get(_text(tokens, after))
    if day is None or not 1 <= day <= 31 or month is None:
        return None
    end, year = _trailing_year(tokens, after + 1)
    return end, Period("day", year, month, day)


def _year(tokens: tuple[Token, ...], position: int, _words: Lexicon) -> Found:
    value = _number(tokens, position)
    low = _number(tokens, position - 2) if _text(tokens, position - 1) in _RANGE else None
    if low is not None and low > _LAST_DAY and not _is_year(low):
        return None  # between 1000 and 2000
    money = _text(tokens, position + 1) in _MONEY | _MEASURED or _text(tokens, position - 1) in _MONEY
    if not _is_year(value) or "." in tokens[position].text or money:
        return None
    return position + 1, Period("year", value)


def _relative(tokens: tuple[Token, ...], position: int, words: Lexicon) -> Found:
    """`the last month`, `last 3 months`, `first quarter of the data`: counted from the ends of the data."""
    which = words.marks.get((tokens[position].stem,), frozenset())
    end_of = -1 if "last_period" in which else 1 if "first_period" in which else None
    if end_of is None:
        return None
    count = _number(tokens, position + 1) or words.numbers.get(_text(tokens, position + 1))
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
    if _is_year(_number(tokens, at)) and _text(tokens, at + 1) == "年":
        year, at = _number(tokens, at), at + 2
        at = _skip(tokens, at, "の", "度")
    quarter_at = at + 1 if _text(tokens, at) == "第" else at
    quarter = _number(tokens, quarter_at)
    if quarter and "".join(_text(tokens, quarter_at + step) for step in (1, 2, 3)) == "四半期":
        return quarter_at + 4, Period("quarter", year, quarter)
    half = {"上": 1, "下": 2}.get(_text(tokens, at))
    if half and _text(tokens, at + 1) == "半" and _text(tokens, at + 2) == "期":
        return at + 3, Period("half", year, half)
    month = _number(tokens, at)
    if month and 1 <= month <= 12 and _text(tokens, at + 1) == "月":
        day = _number(tokens, at + 2)
        if day and _text(tokens, at + 3) == "日":
            return at + 4, Period("day", year, month, day)
        return at + 2, Period("month", year, month)
    return (at, Period("year", year)) if year else None


def bounds_an_amount(mention: DateMention, marks: tuple[Mark, ...]) -> bool:
    """`attendance above 2000`: after words that compare amounts a bare number is no year."""
    if mention.period.unit != "year" or mention.until is not None:
        return False
    return any(mark.start == mention.start and mark.text in _AMOUNT_LEADS for mark in marks)


def _with_bounds(tokens: tuple[Token, ...], marks: tuple[Mark, ...], plain: tuple[Plain, ...]) -> Iterator[DateMention]:
    index = 0
    while index < len(plain):
        start, end, period, until = plain[index]
        leads = [mark for mark in marks if mark.end <= start <= mark.end + 1 and mark.start < start]
        lead = max(leads, key=lambda mark: mark.end, default=None)
        if until is not None:
            yield DateMention(lead.start if lead and "between" in lead.tags else start, end, "between", period, until)
            index += 1
            continue
        following = plain[index + 1] if index + 1 < len(plain) and plain[index + 1][3] is None else None
        if following and _joins(tokens, end, following[0], lead):
            first, last = _same_year(period, following[2])
            yield DateMention(
                lead.start if lead and "between" in lead.tags else start, following[1], "between", first, last
            )
            index += 2
            continue
        op = next((_LEADS[tag] for tag in sorted(lead.tags) if tag in _LEADS), "==") if lead else "=="
        if lead and op == "==":
            op = _TURNED.get(lead.text, op)
        if lead and lead.text in _REVERSED:
            op = {">": "<", "<": ">"}.get(op, op)
        trailing = next((mark for mark in marks if mark.start == end and mark.tags & _TRAILING.keys()), None)
        if trailing and op == "==":
            op = next(_TRAILING[tag] for tag in trailing.tags if tag in _TRAILING)
            end = trailing.end
        if lead and lead.text in ("from", "starting") and period.unit in ("year", "month", "quarter", "half"):
            op = "=="  # "eggs from 2009" means those of 2009
        yield DateMention(lead.start if lead and op != "==" else start, end, op, period)
        index += 1


def _joins(tokens: tuple[Token, ...], end: int, start: int, lead: Mark | None) -> bool:
    link = " ".join(token.text for token in tokens[end:start])
    if link in ("to", "until", "through", "-", "bis", "till", "か ら", "~"):
        return True
    return link in ("and", "und") and lead is not None and "between" in lead.tags


def _same_year(first: Period, last: Period) -> tuple[Period, Period]:
    """A year given once holds for both ends."""
    if first.year is None and last.year is not None:
        return replace(first, year=last.year), last
    if last.year is None and first.year is not None:
        return first, replace(last, year=first.year)
    return first, last
