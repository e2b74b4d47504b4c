"""Dates and periods in a question: `July 2014`, `Q2 2015`, `between March and May`, `the last month`, `2013年3月`."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from agent.reasoning.rules.reading.day_ranges import has_ordinals, part_of_month, settled_days, two_days
from agent.reasoning.rules.reading.lexicon import Lexicon, Mark
from agent.reasoning.rules.reading.period_words import (
    READERS,
    Period,
    PeriodUnit,
    is_year,
    month_at,
    number_at,
    skipped,
    text_at,
    trailing_year,
)
from agent.reasoning.rules.reading.text import Token

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
class DateMention:
    """Tokens [start, end) that name a period, and how it bounds: == within it, or >, >=, <, <=, or between two."""

    start: int
    end: int
    op: str
    period: Period
    until: Period | None = None


_SPANS: tuple[tuple[PeriodUnit, int], ...] = (("half", 6), ("quarter", 3))
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
        for reader in READERS:
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
        found = month_at(tokens, part[2], words)
        end, month = found if found else (part[2] + 1, Period("month", None, words.months[tokens[part[2]].text]))
        first, last = settled_days(part[0], part[1], month.number or 1, month.year)
        return position, end, *_both(month, first, last)
    named = _month_before_days(tokens, position, words)
    if named:
        return named
    both = two_days(tokens, position)
    if both is None:
        return None
    behind = month_at(tokens, skipped(tokens, both[2], "of", "."), words)
    if behind:
        return position, behind[0], *_both(replace(behind[1], unit="month", day=None), both[0], both[1])
    if known is not None and has_ordinals(tokens, position, both[2]):
        return position, both[2], *_both(known, both[0], both[1])
    return None


def _month_before_days(tokens: tuple[Token, ...], position: int, words: Lexicon) -> Plain | None:
    """`May 5 to 11`, `5月1日から7日`."""
    month = words.months.get(text_at(tokens, position))
    year: int | None = None
    at = position + 1
    if month is None:
        if is_year(number_at(tokens, at - 1)) and text_at(tokens, at) == "年":
            year, at = number_at(tokens, at - 1), at + 2
        number = number_at(tokens, at - 1)
        if number is None or not 1 <= number <= 12 or text_at(tokens, at) != "月":  # months
            return None
        month, at = number, at + 1
    both = two_days(tokens, at)
    if both is None or words.months.get(text_at(tokens, both[2])):
        return None
    end, said = trailing_year(tokens, both[2])
    return position, end, *_both(Period("month", year or said, month), both[0], both[1])


def _both(month: Period, first: int, last: int) -> tuple[Period, Period]:
    return Period("day", month.year, month.number, first), Period("day", month.year, month.number, last)


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
            whole = _as_one_period(first, last)
            bounded = lead is not None and ("between" in lead.tags or not lead.tags.isdisjoint(_LEADS))
            if whole is not None and not bounded:
                yield DateMention(start, following[1], "==", whole)
                index += 2
                continue
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
        if lead and lead.text in ("from", "starting") and _goes_on(tokens, end, trailing):
            op, end = ">=", trailing.end if trailing else end + 1
        elif lead and lead.text in ("from", "starting") and period.unit in ("year", "month", "quarter", "half"):
            op = "=="  # "eggs from 2009" means those of 2009
        yield DateMention(lead.start if lead and op != "==" else start, end, op, period)
        index += 1


def _as_one_period(first: Period, last: Period) -> Period | None:
    """January to June is a half, April to June a quarter: as one period it can be set against another."""
    if first.unit != "month" or last.unit != "month" or first.year is None or first.year != last.year:
        return None
    for unit, length in _SPANS:
        start, end = first.number or 0, last.number or 0
        if start % length == 1 and end == start + length - 1:
            return Period(unit, first.year, end // length)
    return None


def _goes_on(tokens: tuple[Token, ...], end: int, trailing: Mark | None) -> bool:
    """`from 2017 on`, `from May onwards`: without an end, unlike the eggs from 2009."""
    if trailing is not None:
        return "date:>=" in trailing.tags
    behind = [token.text for token in tokens[end : end + 2]]
    return behind[:1] == ["on"] and behind[1:] in ([], ["?"], [","], ["and"], ["."])


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
