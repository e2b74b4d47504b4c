"""Numbers in a question and what they bound: `above 30`, `between 4 and 5 kg`, `at least 10`, `25 to 30`."""

from collections.abc import Iterator
from dataclasses import dataclass

from agent.reasoning.rules.reading.columns import ColumnLink
from agent.reasoning.rules.reading.lexicon import Lexicon, Mark
from agent.reasoning.rules.reading.text import Token, is_cjk, stem

_OPERATORS = {"op:>": ">", "op:<": "<", "op:>=": ">=", "op:<=": "<=", "op:==": "=="}
_FACTORS: dict[tuple[str, str], float] = {  # (said, column's unit) -> how many column units one said unit is
    ("kg", "g"): 1000, ("g", "kg"): 0.001, ("t", "kg"): 1000, ("mg", "g"): 0.001, ("kilo", "g"): 1000,
    ("kilogram", "g"): 1000, ("gram", "kg"): 0.001, ("ton", "kg"): 1000,
    ("cm", "mm"): 10, ("m", "mm"): 1000, ("m", "cm"): 100, ("mm", "cm"): 0.1, ("km", "m"): 1000, ("m", "km"): 0.001,
    ("l", "ml"): 1000, ("ml", "l"): 0.001, ("h", "min"): 60, ("hour", "min"): 60, ("min", "h"): 1 / 60,
}  # fmt: skip
_TIME_WORDS = frozenset(
    {
        "after",
        "before",
        "since",
        "until",
        "later than",
        "earlier than",
        "starting",
        "through",
        "seit",
        "bis",
        "nach dem",
        "vor dem",
    }
)
_STATING = frozenset(
    {"of", "is", "=", ":", "equals", "are", "was", "ist", "gleich", "von", "が", "は"}
)  # "a performance of 5"
_DENYING = frozenset({"not", "nicht", "!="})
_TIMES = ("hour", "minute", "second", "day", "week", "month", "year", "stunde", "minute", "woche", "tag", "kilo", "ton")
_ONE = frozenset({"an", "a", "one", "eine", "einer"})
MAGNITUDES = {
    "k": 1e3,
    "thousand": 1e3,
    "tsd": 1e3,
    "million": 1e6,
    "m": 1e6,
    "mio": 1e6,
    "billion": 1e9,
    "万": 1e4,
    "億": 1e8,
}
"""Words behind a number that multiply it, by how much."""


def same_measure(said: str, column_unit: str | None) -> bool:
    """Whether a unit said is the column's, or one that can be turned into it."""
    own = (column_unit or "").casefold()
    return bool(said and own) and (stem(said) == stem(own) or (stem(said), own) in _FACTORS)


@dataclass(frozen=True)
class NumberMention:
    """Tokens [start, end) that bound a number; `unit` is the word behind it, if any."""

    start: int
    end: int
    op: str  # ==, !=, >, >=, <, <=, between
    values: tuple[float, ...]
    unit: str = ""

    def in_unit(self, column_unit: str | None) -> tuple[float, ...]:
        """The values in the column's unit: "4 and 5 kg" for a column in g gives 4000 and 5000."""
        factor = _FACTORS.get((stem(self.unit), (column_unit or "").casefold()), 1.0)
        return tuple(value * factor for value in self.values)


def number_of(token: Token, words: Lexicon) -> float | None:
    """The value of a number token or number word; None for anything else."""
    if token.is_number:
        text = token.text.replace(",", "")
        return float(text) if text.replace(".", "", 1).isdecimal() else None
    value = words.numbers.get(token.text)
    return float(value) if value is not None else None


def find_bounds(
    tokens: tuple[Token, ...],
    marks: tuple[Mark, ...],
    words: Lexicon,
    taken: frozenset[int],
    counts: tuple[ColumnLink, ...] = (),
) -> tuple[NumberMention, ...]:
    """Numbers that compare with something, left to right. `taken` are tokens that dates have used; `counts` are links
    to whole-number columns: `8 cylinders` means exactly eight.
    """
    return tuple(_bounds(tokens, marks, words, taken, counts))


def _bounds(
    tokens: tuple[Token, ...],
    marks: tuple[Mark, ...],
    words: Lexicon,
    taken: frozenset[int],
    counts: tuple[ColumnLink, ...],
) -> Iterator[NumberMention]:
    position = 0
    while position < len(tokens):
        value = None if position in taken else _value_at(tokens, position, words)
        lead = next((mark for mark in marks if position - 2 <= mark.end <= position and _bounds_numbers(mark)), None)
        if value is None or not (tokens[position].is_number or lead):
            position += 1
            continue
        value, end = _scaled(tokens, position, value)
        second = _second_number(tokens, end, words)
        if second and (
            second[2] == "to" or (lead and "between" in lead.tags) or _text(tokens, position - 1) == "between"
        ):
            high, unit_at = second[0], second[1]
            unit = _text(tokens, unit_at)
            yield NumberMention(lead.start if lead else position, unit_at, "between", (value, high), unit)
            position = unit_at
            continue
        trailing = next((mark for mark in marks if end <= mark.start <= end + 2 and _trails(mark)), None)
        op = (_TRAILING.get(trailing.text) or _operator(trailing)) if trailing else _operator(lead) if lead else None
        equal = None if trailing else _stated(tokens, position, end, lead, counts, marks)
        if equal:
            also, end = _also(tokens, end, words)
            several = {"==": "in", "!=": "not_in"}[equal] if also else equal
            yield NumberMention(position, end, several, (value, *also))
            position = end
            continue
        if op and op != "between":
            unit = _text(tokens, end)
            yield NumberMention(
                lead.start if lead and not trailing else position, trailing.end if trailing else end, op, (value,), unit
            )
        position = end


def _value_at(tokens: tuple[Token, ...], position: int, words: Lexicon) -> float | None:
    """The number at a position; "a million" is one."""
    if _text(tokens, position) in _ONE and _text(tokens, position + 1) in (*MAGNITUDES, *_TIMES):
        return 1.0
    return number_of(tokens[position], words)


def _stated(
    tokens: tuple[Token, ...],
    position: int,
    end: int,
    lead: Mark | None,
    counts: tuple[ColumnLink, ...],
    marks: tuple[Mark, ...] = (),
) -> str | None:
    """`8 cylinders`, `a rating of 5`, `status 404`, `status is not 200`: exactly that number of a counting column."""
    ordinal = _text(tokens, end) in ("th", "st", "nd", "rd", ".")
    if lead or ordinal or _text(tokens, position - 1) in ("p", "q", "top"):
        return None
    other_than = next((mark for mark in marks if mark.end == position and "not" in mark.tags), None)
    if other_than is not None and any(0 <= other_than.start - link.end <= 1 for link in counts):
        return "!="
    before = position - 1
    negated = _text(tokens, before) in _DENYING
    before -= negated
    left_out = any(link.end == before + 1 and _is_left_out(link.start, marks) for link in counts)
    if left_out:
        return "!="
    before -= _text(tokens, before) in _STATING
    named = any(link.end == before + 1 for link in counts)
    if negated:
        return "!=" if named else None
    return "==" if named or any(link.start == end for link in counts) else None


def _also(tokens: tuple[Token, ...], end: int, words: Lexicon) -> tuple[tuple[float, ...], int]:
    """`grade 4 or 5`, `in 1, 2 and 3`: the other numbers of the list, and where it ends."""
    found: list[float] = []
    while _text(tokens, end) in (",", "or", "and", "oder", "und", "/") and end + 1 < len(tokens):
        at = end + 1 + (_text(tokens, end + 1) in ("or", "and", "oder", "und"))
        value = number_of(tokens[at], words) if at < len(tokens) and tokens[at].is_number else None
        if value is None:
            break
        found.append(value)
        end = at + 1
    return tuple(found), end


def _is_left_out(start: int, marks: tuple[Mark, ...]) -> bool:
    """`leave out year 5`, `without grade 3`: a word of denial right before the column."""
    return any("not" in mark.tags and start - 2 <= mark.end <= start for mark in marks)


_TRAILING = {
    "or more": ">=", "and above": ">=", "or above": ">=", "or higher": ">=", "and up": ">=", "or less": "<=",
    "or below": "<=",
    "and below": "<=", "or fewer": "<=", "or lower": "<=", "oder mehr": ">=", "oder weniger": "<=",
}  # fmt: skip


def _trails(mark: Mark) -> bool:
    """Whether a mark bounds the number before it; in Japanese every such word does: 1万円を超える, 80点未満."""
    return mark.text in _TRAILING or (is_cjk(mark.text) and _operator(mark) not in (None, "between"))


def _bounds_numbers(mark: Mark) -> bool:
    """Words such as "after" bound dates and times, never numbers."""
    return _operator(mark) is not None and mark.text not in _TIME_WORDS


def _operator(mark: Mark) -> str | None:
    if "between" in mark.tags and "op:>=" not in mark.tags:
        return "between"
    return next((_OPERATORS[tag] for tag in sorted(mark.tags) if tag in _OPERATORS), None)


def _scaled(tokens: tuple[Token, ...], position: int, value: float) -> tuple[float, int]:
    """A number with the magnitude behind it: 2 million, 50k. A lone `m` is a unit, not a million."""
    word = _text(tokens, position + 1)
    if word in MAGNITUDES and word != "m":
        return value * MAGNITUDES[word], position + 2
    return value, position + 1


def _second_number(tokens: tuple[Token, ...], position: int, words: Lexicon) -> tuple[float, int, str] | None:
    """The other end of a range: (value, position behind it, the word between)."""
    word = _text(tokens, position)
    if word in ("and", "to", "-", "und", "bis", "~", "until") and position + 1 < len(tokens):
        value = number_of(tokens[position + 1], words) if tokens[position + 1].is_number else None
        if value is not None:
            scaled, end = _scaled(tokens, position + 1, value)
            return scaled, end, "to" if word in ("to", "-", "bis", "~") else "and"
    if word in ("か", "から") and _text(tokens, position + 1) == "ら" and position + 2 < len(tokens):
        value = number_of(tokens[position + 2], words)
        if value is not None:
            return value, position + 3, "to"
    return None


def _text(tokens: tuple[Token, ...], position: int) -> str:
    return tokens[position].text if 0 <= position < len(tokens) else ""
