"""Reading references: a template becomes literal text and holes, each hole an expression over cells.

hole       = "{" (cell | "=" sum) ["|" format] "}"          "{{" and "}}" stand for braces
cell       = name ["[" ("#" row | key {"|" key}) "]"] "." column
sum        = product {("+" | "-") product}
product    = factor {("*" | "/") factor}
factor     = number | cell | "(" sum ")" | "-" factor
key, column = bare text or a JSON string
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, cast

from agent.errors import CitationError
from agent.specs.references import FORMATS, OPERATORS, SYNTAX

MAX_DEPTH = 40
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_ROW = re.compile(r"#\s*(\d{1,9})\s*\]")
_DECIMALS = re.compile(r"(?:plain)?\.\d{1,2}\Z")
Operator = Literal["+", "-", "*", "/"]


@dataclass(frozen=True)
class KeyWord:
    """A key as written. A quoted one is text; a bare `null` is the missing key."""

    text: str
    quoted: bool = False


@dataclass(frozen=True)
class CellName:
    """One cell: artifact, row (by keys, by number, or neither in a one-row table) and column."""

    artifact: str
    keys: tuple[KeyWord, ...]
    row: int | None
    column: KeyWord
    start: int  # offset of the artifact's name in the template


@dataclass(frozen=True)
class Constant:
    """A number written in an arithmetic expression."""

    value: float


@dataclass(frozen=True)
class Operation:
    """Two expressions joined."""

    operator: Operator
    left: "Expression"
    right: "Expression"


Expression = CellName | Constant | Operation


@dataclass(frozen=True)
class Literally:
    """Text as it is."""

    text: str


@dataclass(frozen=True)
class Hole:
    """A reference or arithmetic, with the format it asks for ("" for the column's own)."""

    source: str
    expression: Expression
    form: str


Piece = Literally | Hole


def parse(template: str) -> tuple[Piece, ...]:
    """The pieces of a template in order. CitationError, with the place, when a reference is malformed."""
    pieces: list[Piece] = []
    text: list[str] = []
    at = 0
    while at < len(template):
        two = template[at : at + 2]
        if two in ("{{", "}}"):
            text.append(two[0])
            at += 2
        elif template[at] == "{":
            reader = _Reader(template, at)
            if text:
                pieces.append(Literally("".join(text)))
                text = []
            pieces.append(reader.hole())
            at = reader.at
        else:
            text.append(template[at])
            at += 1
    if text:
        pieces.append(Literally("".join(text)))
    return tuple(pieces)


def cells_of(expression: Expression) -> tuple[CellName, ...]:
    """The cells that an expression names, from left to right."""
    match expression:
        case CellName():
            return (expression,)
        case Operation(left=left, right=right):
            return cells_of(left) + cells_of(right)
        case Constant():
            return ()


class _Reader:
    """Reads one hole, starting at its opening brace."""

    def __init__(self, template: str, start: int) -> None:
        self.template = template
        self.start = start
        self.at = start
        self.depth = 0

    def hole(self) -> Hole:
        self._expect("{")
        if self._next() == "=":
            self.at += 1
            expression = self._sum()
        else:
            expression = self._cell(SYNTAX)
        form = ""
        if self._next() == "|":
            self.at += 1
            form = self._form()
        self._expect("}")
        return Hole(self.template[self.start : self.at], expression, form)

    def _sum(self) -> Expression:
        return self._chain("+-", self._product)

    def _product(self) -> Expression:
        return self._chain("*/", self._factor)

    def _chain(self, operators: str, part: Callable[[], Expression]) -> Expression:
        left = part()
        links = 0
        while (operator := self._next()) and operator in operators:
            self.at += 1
            links += 1
            if links > MAX_DEPTH:
                raise self._error("fewer terms")
            left = Operation(cast(Operator, operator), left, part())
        return left

    def _factor(self) -> Expression:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self._error("fewer parentheses")
        factor = self._bare_factor()
        self.depth -= 1
        return factor

    def _bare_factor(self) -> Expression:
        following = self._next()
        if following == "-":
            self.at += 1
            return Operation("-", Constant(0.0), self._factor())
        if following == "(":
            self.at += 1
            inside = self._sum()
            self._expect(")")
            return inside
        if number := _NUMBER.match(self.template, self.at):
            self.at = number.end()
            return Constant(float(number.group()))
        return self._cell(SYNTAX | OPERATORS)

    def _cell(self, stops: frozenset[str]) -> CellName:
        self._next()
        start = self.at
        name = _NAME.match(self.template, self.at)
        if name is None:
            raise self._error("the name of a result, such as A1")
        self.at = name.end()
        keys: tuple[KeyWord, ...] = ()
        row = None
        if self._next() == "[":
            self.at += 1
            keys, row = self._row()
        self._expect(".")
        return CellName(name.group(), keys, row, self._word(stops, "a column"), start)

    def _row(self) -> tuple[tuple[KeyWord, ...], int | None]:
        if self._next() == "#":
            number = _ROW.match(self.template, self.at)
            if number is None:
                raise self._error("a row number, such as [#3]")
            self.at = number.end()
            return (), int(number.group(1))
        keys = [self._word(SYNTAX, "a key")]
        while self._next() == "|":
            self.at += 1
            keys.append(self._word(SYNTAX, "a key"))
        self._expect("]")
        return tuple(keys), None

    def _word(self, stops: frozenset[str], what: str) -> KeyWord:
        if self._next() == '"':
            quoted = _QUOTED.match(self.template, self.at)
            if quoted is None:
                raise self._error("a closing quotation mark")
            self.at = quoted.end()
            try:
                return KeyWord(json.loads(quoted.group(), strict=False), quoted=True)
            except json.JSONDecodeError:
                raise self._error("a JSON string") from None
        end = self.at
        while end < len(self.template) and self.template[end] not in stops:
            end += 1
        word = self.template[self.at : end].strip()
        if not word:
            raise self._error(what)
        self.at = end
        return KeyWord(word)

    def _form(self) -> str:
        end = self.template.find("}", self.at)
        form = self.template[self.at : end].strip() if end >= 0 else ""
        if form not in FORMATS and not _DECIMALS.match(form):
            raise self._error(f"a format: {', '.join(FORMATS)} or a count of decimals such as .2")
        self.at = end
        return form

    def _next(self) -> str:
        """The next character that is no blank, where reading goes on; "" at the end."""
        while self.at < len(self.template) and self.template[self.at].isspace():
            self.at += 1
        return self.template[self.at] if self.at < len(self.template) else ""

    def _expect(self, character: str) -> None:
        if self._next() != character:
            raise self._error(f'"{character}"')
        self.at += 1

    def _error(self, expected: str) -> CitationError:
        shown = self.template[self.start : self.start + 60]
        return CitationError(
            f"The reference {shown!r} cannot be read: {expected} was expected at its character {self.at - self.start}.",
            "Write {A1[key].column}, {A1[#1].column} or {= A1.a / A1.b | percent}.",
        )
