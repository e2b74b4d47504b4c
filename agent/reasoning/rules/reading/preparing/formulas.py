"""What a new column is: arithmetic of columns, the change from the row before, a logarithm, a part of a date."""

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from agent.reasoning.rules.reading.preparing.masked import COLUMN
from agent.specs.expressions import Expression
from agent.specs.transforms import DatePart

_THING = r"(?:\s+(?:columns?|values?|prices?|variables?|features?|scores?))?"
_ONE = rf"(?:(?:the|each|its|their|(?:an?|the|each)\s+\w+'s)\s+)*(?:columns?\s+)?(?P<{{}}>{COLUMN}){_THING}"
_A, _B = _ONE.format("a"), _ONE.format("b")
_ROWWISE = (
    r"(?:\s*,?\s*(?:columns?|values?|prices?))?(?:\s*,?\s*(?:for|in|of|on) (?:each|every|all|the same)(?: \w+)?"
    r"(?: in the (?:dataset|data|table))?|\s*,?\s*row by row|\s*,?\s*row-?wise)?"
)
_UNIT = (
    r"(?:row|day|date|week|month|quarter|year|record|entry|period|observation|value|close|reading|session|"
    r"trading day)"
)
_PREVIOUS = (
    rf"(?:the\s+)?(?:previous|prior|preceding|last)\s+{_UNIT}(?:'s)?"
    rf"(?:\s+(?:value|{COLUMN}))?"
)
_SINCE = (
    r"(?:\s+(?:from|compared (?:to|with)|relative to|since|over|versus|vs\.?|with respect to|to)"
    rf"\s+{_PREVIOUS}(?:\s+to the (?:next|current)(?: {_UNIT})?)?)"
)
_EACH = (
    r"(?:day[- ](?:over|to|by|on)[- ]day|row[- ](?:over|to|by)[- ]row|month[- ](?:over|to)[- ]month|"
    r"week[- ](?:over|to)[- ]week|year[- ](?:over|to|on)[- ]year|daily)"
)
_PERCENT = r"(?:percent(?:age)?|%|relative|pct)"
_CHANGE = r"(?:changes?|returns?|differences?)"
_LOG = (
    r"(?P<formula>natural log(?:arithm)?|log(?:arithm)?(?P<base>10|2)?|ln|base[ -]?10 log(?:arithm)?|"
    r"square[ -]?root|sqrt)"
)
LN_10 = math.log(10)
Made = Literal["formula", "diff", "pct_change", "part", "zscore", "minmax"]


@dataclass(frozen=True)
class NewColumn:
    """What a new column holds. `signs`: the columns it is made of; `expression` names these signs."""

    made: Made
    signs: tuple[str, ...]
    expression: tuple[Expression, ...] = ()
    part: DatePart = "year"
    unit: str = ""  # of the rows that are compared: day, month, ...; "" for rows
    words: str = ""  # name of a column that the words themselves do not name


_TODAY = r"(?:\s+(?:of|on|for)\s+(?:today|current day|current row|each day|this day))?"
_YESTERDAY = (
    rf"(?:previous\s+(?:day's\s+|row's\s+)?(?P=a)|(?P=a)\s+(?:of|on|for|in|from)\s+(?:previous|prior)\s+{_UNIT})"
)
_RELATIVE = re.compile(
    rf"\(*\s*(?:today's\s+)?(?P<a>{COLUMN}){_TODAY}\s*[-−–]\s*{_YESTERDAY}\s*\)\s*/\s*\(?{_YESTERDAY}\s*\)*\s*[*x×]\s*100\s*%?\)?",
    re.I,
)
"""`((close of today - close of previous day) / close of previous day) * 100`, of one column's sign."""


def log_expression(said: str, base: str | None, sign: Expression) -> tuple[list[Expression], str]:
    """The expression of a logarithm or root, and its short name."""
    if re.search(r"root|sqrt|wurzel|平方根", said, re.I):
        return ["sqrt", sign], "sqrt"
    if base == "10" or "10" in said:
        return ["div", ["log", sign], LN_10], "log10"
    if base == "2" or said.casefold().endswith("2"):
        return ["div", ["log", sign], math.log(2)], "log2"
    return ["log", sign], "log"


def new_column(body: str) -> NewColumn | None:
    """The column that the words describe; None when they are not understood to the last."""
    text = " ".join(body.split()).strip(" ,.")
    text = re.sub(
        r"^(?:(?:calculating|computing|taking|using|finding|the formula:?|formula:?)\s+)+", "", text, flags=re.I
    )
    text = re.sub(rf"{_ROWWISE}$", "", text, flags=re.I) if not re.fullmatch(r".*\)$", text) else text
    text = re.sub(r"\s*,?\s*(?:and )?not the other way (?:a?round)$", "", text, flags=re.I)
    text = re.sub(rf"{_ROWWISE}$", "", text, flags=re.I) if not text.endswith(")") else text
    if relative := _RELATIVE.fullmatch(re.sub(r"(?<=⟧)\s+(?:price|value)s?\b|\bthe\s+", "", text, flags=re.I)):
        return NewColumn("pct_change", (relative.group("a"),), unit="day" if "day" in text else "")
    for pattern, make in PHRASES:
        found = pattern.fullmatch(text)
        if found:
            return make(found)
    return _arithmetic(text)


def _two(function: str, first: str = "a", second: str = "b") -> Callable[[re.Match[str]], NewColumn]:
    sign = {"sub": "-", "div": "/", "add": "+", "mul": "*"}[function]

    def make(found: re.Match[str]) -> NewColumn:
        one, two = found.group(first), found.group(second)
        return NewColumn("formula", (one, two), (function, one, two), words=f"{one} {sign} {two}")

    return make


def _average(found: re.Match[str]) -> NewColumn:
    one, two = found.group("a"), found.group("b")
    return NewColumn("formula", (one, two), ("mean", one, two), words=f"mean of {one} and {two}")


def _changed(found: re.Match[str]) -> NewColumn:
    is_percent = re.search(rf"{_PERCENT}|returns?|prozentual|前日比", found.group(), re.I) is not None
    unit = re.search(
        r"day|daily|date|week|month|quarter|year|session|tag|täglich|前日",
        found.group().replace(found.group("a"), ""),
        re.I,
    )
    said = unit.group().casefold() if unit else ""
    of_time = {
        "daily": "day",
        "date": "day",
        "session": "day",
        "tag": "day",
        "täglich": "day",
        "前日": "day",
    }.get(said, said)
    words = f"{found.group('a')} change" + (" percent" if is_percent else "")
    return NewColumn("pct_change" if is_percent else "diff", (found.group("a"),), unit=of_time, words=words)


def _logged(found: re.Match[str]) -> NewColumn:
    sign = found.group("a")
    expression, name = log_expression(found.group("formula"), found.group("base"), sign)
    return NewColumn("formula", (sign,), tuple(expression), words=f"{name} {sign}")


def _part(found: re.Match[str]) -> NewColumn:
    said = found.group("part").casefold()
    part: DatePart = (
        "hour" if "hour" in said else "weekday" if "week" in said and "day" in said else "month" if "month" in said
        else "year" if "year" in said else "day"
    )  # fmt: skip
    return NewColumn("part", (found.group("a"),), part=part, words=f"{found.group('a')} {part}")


def _scaled(made: Made, word: str) -> Callable[[re.Match[str]], NewColumn]:
    def make(found: re.Match[str]) -> NewColumn:
        return NewColumn(made, (found.group("a"),), words=f"{word} {found.group('a')}")

    return make


def _compiled(*patterns: str) -> list[re.Pattern[str]]:
    return [re.compile(pattern, re.I) for pattern in patterns]


_INLINE: tuple[tuple[list[re.Pattern[str]], Callable[[re.Match[str]], NewColumn]], ...] = (
    (
        _compiled(
            rf"(?:the\s+)?{_EACH}\s+(?:{_PERCENT}\s+)?{_CHANGE}\s+(?:in|of)\s+{_A}",
            rf"(?:the\s+)?(?:{_PERCENT}\s+)?(?:{_EACH}\s+)?{_CHANGE}\s+(?:in|of)\s+{_A}{_SINCE}",
            rf"(?:the\s+)?(?:{_EACH}\s+)?{_PERCENT}\s+{_CHANGE}\s+(?:in|of)\s+{_A}{_SINCE}",
            rf"(?:the\s+)?{_A}\s+{_CHANGE}{_SINCE}",
            rf"(?:die\s+)?(?:tägliche\s+)?(?:prozentuale\s+)?veränderung\s+(?:von|der|"
            rf"des)\s+{_A}\s+(?:gegenüber dem|zum|vom)\s+vortag",
            rf"(?:die\s+)?tägliche\s+(?:prozentuale\s+)?veränderung\s+(?:von|der|des)\s+{_A}",
            rf"{_A}の前日(?:比|との差|差)",
        ),
        _changed,
    ),
    (
        _compiled(
            rf"(?:the\s+)?{_LOG}(?:\s+(?:function\s+)?of\s+|\s*\(\s*|[ -]transform(?:ed|ation of)\s+){_A}\s*\)?",
            rf"(?:the\s+)?{_LOG}\s+{_A}",
            rf"(?:dem|den|des|der)?\s*(?P<formula>logarithmus|quadratwurzel)\s+(?:von|der|des)\s+{_A}(?P<base>(?!))?",
            rf"{_A}の(?P<formula>対数|平方根)(?P<base>(?!))?",
        ),
        _logged,
    ),
    (
        _compiled(rf"(?:the\s+)?z[ -]?scores? (?:of|for) {_A}", rf"(?:the\s+)?standardi[sz]ed {_A}"),
        _scaled("zscore", "standardised"),
    ),
    (_compiled(rf"(?:the\s+)?min[ -]?max[ -]?(?:scaled|normali[sz]ed) {_A}"), _scaled("minmax", "scaled")),
)
PHRASES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], NewColumn]], ...] = tuple(
    (re.compile(pattern, re.I), make)
    for patterns, make in (
        ((rf"(?:the\s+)?difference between {_A}(?:,)? and {_B}", rf"{_A} minus {_B}", rf"{_A} less {_B}"), _two("sub")),
        ((rf"subtracting {_B} from {_A}", rf"(?:the )?difference of {_A} and {_B}"), _two("sub")),
        ((rf"(?:the\s+)?(?:ratio|quotient) (?:of|between) {_A} (?:to|and|over|by|"
        rf"divided by) {_B}", rf"dividing {_A} by {_B}",
          rf"{_A} (?:divided by|over|per) {_B}"), _two("div")),
        ((rf"(?:the\s+)?sum of {_A} and {_B}", rf"adding {_A} (?:and|to) {_B}", rf"{_A} plus {_B}"), _two("add")),
        ((rf"(?:the\s+)?product of {_A} and {_B}", rf"multiplying {_A} (?:by|and|with) {_B}",
          rf"{_A} (?:times|multiplied by) {_B}"), _two("mul")),
        ((rf"(?:the\s+)?(?:mean|average) of {_A} and {_B}",), _average),
        ((rf"(?:extract(?:ing|s)?\s+)?(?:the\s+)?(?P<part>month|year|hour|day of the week|weekday|day)(?: of the day)?"
          rf"(?:\s+\([^)]*\))? (?:from|of|in) {_A}",), _part),
    )
    for pattern in patterns
) + tuple((pattern, make) for patterns, make in _INLINE for pattern in patterns)  # fmt: skip
INLINE: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], NewColumn]], ...] = tuple(
    (re.compile(rf"(?<![\w⟦]){pattern.pattern}(?![\w⟧])", re.I), make)
    for patterns, make in _INLINE
    for pattern in patterns
)
"""Those that stand for a column in the middle of a question."""

# ---------------------------------------------------------------- written as a formula

_PIECES = re.compile(rf"\s*(?:(?P<sign>{COLUMN})|(?P<number>\d+(?:\.\d+)?)|(?P<mark>[-+*/()×÷−–]))")
_LEVELS: tuple[dict[str, str], ...] = ({"+": "add", "-": "sub"}, {"*": "mul", "/": "div"})


def _arithmetic(text: str) -> NewColumn | None:
    """`(A - B) / C`, read to the last sign; None for anything else."""
    plain = re.sub(rf"(?<=⟧)\s+(?:columns?|values?|prices?)\b|\b(?:the|columns?)\s+(?={COLUMN})", "", text, flags=re.I)
    pieces: list[str] = []
    at = 0
    while at < len(plain.rstrip()):
        found = _PIECES.match(plain, at)
        if found is None:
            return None
        pieces.append(found.group().strip().translate(str.maketrans("×÷−–", "*/--")))
        at = found.end()
    reader = _Reader(pieces)
    expression = reader.sum()
    signs = tuple(dict.fromkeys(piece for piece in pieces if piece.startswith("⟦")))
    if expression is None or reader.left or not signs or not isinstance(expression, list):
        return None
    return NewColumn("formula", signs, tuple(expression), words=" ".join(pieces).replace("( ", "(").replace(" )", ")"))


class _Reader:
    """Reads signs, numbers and arithmetic from left to right; nothing where they make no formula."""

    def __init__(self, pieces: list[str]) -> None:
        self.left = list(pieces)

    def sum(self, level: int = 0) -> Expression | None:
        """A sum of products, or a product of terms on the second level."""
        if level == len(_LEVELS):
            return self._term()
        whole = self.sum(level + 1)
        while whole is not None and self.left and self.left[0] in _LEVELS[level]:
            function = _LEVELS[level][self.left.pop(0)]
            right = self.sum(level + 1)
            whole = None if right is None else [function, whole, right]
        return whole

    def _term(self) -> Expression | None:
        if not self.left:
            return None
        piece = self.left.pop(0)
        if piece == "(":
            inner = self.sum()
            return inner if self.left and self.left.pop(0) == ")" else None
        if piece.startswith("⟦"):
            return piece
        return float(piece) if re.fullmatch(r"\d+(?:\.\d+)?", piece) else None
