"""Days that share a month, and parts of a month: `5 to 11 May`, `May 5-11`, `5月1日から7日`, `first week of June`."""

import calendar

from agent.reasoning.rules.reading.lexicon import Lexicon
from agent.reasoning.rules.reading.text import Token

_ENDINGS = ("st", "nd", "rd", "th", ".", "日", "the", "den", "dem")
_JOINTS = frozenset({"to", "until", "till", "through", "-", "bis", "and", "und", "~", "か", "から"})
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "last": -1, "final": -1, "erste": 1, "ersten": 1, "zweite": 2,
    "zweiten": 2, "dritte": 3, "dritten": 3, "vierte": 4, "vierten": 4, "letzte": -1, "letzten": -1,
}  # fmt: skip
_PARTS = {"week": 7, "woche": 7, "half": 15, "hälfte": 15, "third": 10, "drittel": 10}
_LINKS = ("of", "in", "im", "des", "the")
_FEWEST_DAYS = 28

DaysOfMonth = tuple[int, int, int, int, int | None, int | None]
"""(end of the tokens, first day, last day, month, year, start of the month's tokens)"""


def day_at(tokens: tuple[Token, ...], position: int) -> tuple[int, int] | None:
    """A day of the month at a position, and where the tokens behind it go on."""
    if not 0 <= position < len(tokens) or not tokens[position].text.isdecimal():
        return None
    day = int(tokens[position].text)
    if not 1 <= day <= 31:  # days of a month
        return None
    end = position + 1
    while end < len(tokens) and tokens[end].text in _ENDINGS:
        end += 1
    return day, end


def two_days(tokens: tuple[Token, ...], position: int) -> tuple[int, int, int] | None:
    """`5 to 11`, `5th and 11th`, `5日から11日`: both days and the end of the tokens."""
    first = day_at(tokens, position)
    if first is None:
        return None
    at = first[1]
    joints = 0
    while at < len(tokens) and tokens[at].text in (*_JOINTS, "ら", "the", "dem", "den"):
        joints += tokens[at].text in _JOINTS
        at += 1
    second = day_at(tokens, at) if joints else None
    if second is None or second[0] <= first[0]:
        return None
    return first[0], second[0], second[1]


def has_ordinals(tokens: tuple[Token, ...], start: int, end: int) -> bool:
    """Whether numbers are written as days of a month: 1st, 7th, 7日."""
    return any(token.text in ("st", "nd", "rd", "th", "日") for token in tokens[start:end])


def part_of_month(tokens: tuple[Token, ...], position: int, words: Lexicon) -> tuple[int, int, int] | None:
    """`first week of`, `second half of`, `last week of` before a month: first day, last day (from the end if
    negative), and where the month stands."""
    which = _ORDINALS.get(tokens[position].text)
    at = position + 1
    if which is None or at >= len(tokens) or tokens[at].text not in _PARTS:
        return None
    size = _PARTS[tokens[at].text]
    month_at = at + 1
    while month_at < len(tokens) and tokens[month_at].text in _LINKS:
        month_at += 1
    if month_at >= len(tokens) or tokens[month_at].text not in words.months:
        return None
    if which < 0 or (size == 15 and which == 2):  # the half of a month
        return (-size, -1, month_at) if which < 0 else (16, -1, month_at)
    return size * (which - 1) + 1, min(size * which, 31), month_at


def settled_days(first: int, last: int, month: int, year: int | None) -> tuple[int, int]:
    """The days counted from the month's end as days of it; a February without a year has 28."""
    length = calendar.monthrange(year or 2001, month)[1]
    start = length + 1 + first if first < 0 else first
    return start, length if last < 0 else min(last, length)
