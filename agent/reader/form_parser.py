"""A line of the form read back as plain data, strictly: what is not of the form is no reading."""

import json
import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from agent.errors import SpecError
from agent.reader.form_words import (
    ALL_PERIODS,
    CONDITIONS,
    CONSTANTS,
    DATE,
    FRACTIONS,
    LISTS,
    LONG,
    NUMBER,
    OPERATORS,
    SHORT,
    WITHOUT_VALUE,
    Plain,
    periods_of,
)
from agent.specs.parse import KINDS

T = TypeVar("T")
_NAME = re.compile(r"[^\W\d]\w*")
_KEY = re.compile(r"[a-z_0-9]+")
_HEAD = re.compile(r"[a-z_]+")
_OPERATOR = re.compile(r"==|!=|>=|<=|>|<|[a-z_]+")
_AGGREGATIONS = re.compile(r"[a-z0-9_]+(\+[a-z0-9_]+)*")
_DIRECTION = re.compile("asc|desc")
_QUANTITY = re.compile(r"[^\W\d]\w*\.")
_TABLE = re.compile(r"T(\d{1,4})", re.ASCII)
_AND_TOO = " || "
OR = " // "
"""Stands between the readings of a question that has several."""
_DEEPEST = 40


class UnreadableError(SpecError):
    """A line that is not of the form: it is no reading."""


class Reader:
    """Reads one text over some tables: `tables` are their ids, `columns` the names of all their columns, in order."""

    def __init__(self, text: str, tables: Sequence[str], columns: Sequence[str]) -> None:
        self._text, self._place, self._depth = text, 0, 0
        self._tables, self._columns = list(tables), list(columns)

    def readings(self) -> list[list[Plain]]:
        """All of the text: the specs of each reading in it. UnreadableError where it is not of the form."""
        found = [self._specs()]
        while self._takes(OR):
            found.append(self._specs())
        if self._place != len(self._text):
            raise self._unlike("the end")
        return found

    # what stands at the place

    def _unlike(self, expected: str) -> UnreadableError:
        found = self._text[self._place : self._place + 20]
        return UnreadableError(f"The line has {found!r} where {expected} should stand.", "Read the question again.")

    def _is_at(self, text: str) -> bool:
        return self._text.startswith(text, self._place)

    def _takes(self, text: str) -> bool:
        """Whether this stands here; it is passed then."""
        if found := self._is_at(text):
            self._place += len(text)
        return found

    def _pass(self, text: str) -> None:
        if not self._takes(text):
            raise self._unlike(repr(text))

    def _match(self, pattern: re.Pattern[str], expected: str) -> str:
        found = pattern.match(self._text, self._place)
        if found is None:
            raise self._unlike(expected)
        self._place = found.end()
        return found.group()

    @contextmanager
    def _one_deeper(self) -> Iterator[None]:
        """What holds others of its kind: not without end."""
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._unlike("something less nested")
        yield
        self._depth -= 1

    # specs

    def _specs(self) -> list[Plain]:
        found = [self._spec()]
        while self._takes(_AND_TOO):
            found.append(self._spec())
        return found

    def _spec(self) -> Plain:
        head = self._match(_HEAD, "an operation")
        spec: Plain = {"kind" if head in KINDS else "op": head}
        return {**spec, **self._pairs()} if self._goes_on() else spec

    def _goes_on(self) -> bool:
        """Whether another key follows a blank, which is passed then."""
        is_key = self._is_at(" ") and _KEY.match(self._text, self._place + 1) is not None
        return is_key and self._takes(" ")

    def _pairs(self) -> Plain:
        found: Plain = {}
        while True:
            short = self._match(_KEY, "a key")
            key = LONG.get(short, short)
            if key in found or (short in SHORT and short not in LONG):
                raise self._unlike(f"the value of another key than {short}")
            self._pass("=")
            found[key] = self._value(key)
            if not self._goes_on():
                break
        if found.get("periods") == ALL_PERIODS:
            periods = periods_of(found.get("cols", []))
            if not periods:
                raise self._unlike("columns that are periods")
            found["periods"] = periods
        return found

    def _value(self, key: str) -> Any:
        if key in CONDITIONS:
            return self._conditions()
        is_quantity = key == "value" and _QUANTITY.match(self._text, self._place)
        if key in FRACTIONS or is_quantity or self._is_at("<"):
            return self._quantity()
        match key:
            case "metrics":
                return self._metrics()
            case "sort" if not self._is_at("{"):
                return self._sort()
            case "quantities":
                return self._named(self._quantity)
            case "prepare":
                return self._steps()
            case "of":
                with self._one_deeper():
                    return self._in_brackets(self._spec)
            case "dataset_id":
                return self._table()
        value = self._plain()
        if key == "cols" and self._takes(".."):
            return self._neighbours(value, self._name())
        return [value] if key in LISTS and not isinstance(value, list) else value

    def _metrics(self) -> Plain:
        found: Plain = {}
        while True:
            column = self._name()
            self._pass(".")
            found[column] = self._match(_AGGREGATIONS, "an aggregation").split("+")
            if not self._takes(","):
                return found

    def _sort(self) -> Plain:
        by = self._name()
        self._pass(":")
        return {"by": by, "ascending": self._match(_DIRECTION, "asc or desc") == "asc"}

    def _steps(self) -> list[Plain]:
        found = [self._in_brackets(self._step)]
        while self._is_at("("):
            found.append(self._in_brackets(self._step))
        return found

    def _step(self) -> Plain:
        step: Plain = {"step": self._match(_HEAD, "a step")}
        return {**step, **self._pairs()} if self._goes_on() else step

    def _table(self) -> str:
        name = self._name()
        number = _TABLE.fullmatch(name)
        if number is None or not 0 < int(number[1]) <= len(self._tables):
            raise UnreadableError(f"No table is {name}.", f"There are T1 to T{len(self._tables)}.")
        return self._tables[int(number[1]) - 1]

    def _neighbours(self, first: Any, last: str) -> list[str]:
        if first not in self._columns or last not in self._columns:
            raise self._unlike("columns from one to another")
        return self._columns[self._columns.index(first) : self._columns.index(last) + 1]

    # conditions and quantities

    def _conditions(self) -> list[Plain]:
        return self._in_brackets(lambda: self._joined(" & "))

    def _joined(self, sign: str) -> list[Plain]:
        found = [self._condition()]
        while self._takes(sign):
            found.append(self._condition())
        return found

    def _condition(self) -> Plain:
        if self._takes("any("):
            with self._one_deeper():
                groups = [self._joined(" & ")]
                while self._takes(" | "):
                    groups.append(self._joined(" & "))
                self._pass(")")
            return {"any": groups}
        column = self._name()
        self._pass(" ")
        operator = self._match(_OPERATOR, "an operator")
        if operator not in OPERATORS:
            raise self._unlike(f"what follows an operator other than {operator}")
        if operator in WITHOUT_VALUE:
            return {"col": column, "op": operator}
        self._pass(" ")
        return {"col": column, "op": operator, "value": self._plain()}

    def _quantity(self) -> Plain:
        if self._takes("<"):
            with self._one_deeper():
                found = self._pairs()
            self._pass(">")
            return found
        aggregation = self._match(_NAME, "an aggregation")
        self._pass(".")
        quantity: Plain = {"col": self._name(), "agg": aggregation}
        return {**quantity, "filters": self._conditions()} if self._is_at("(") else quantity

    # names and plain values

    def _name(self) -> str:
        if self._is_at('"'):
            return self._quoted()
        if self._takes("*"):
            return "*"
        date = DATE.match(self._text, self._place)
        return self._match(DATE if date else _NAME, "a name")

    def _quoted(self) -> str:
        try:
            text, self._place = json.JSONDecoder().raw_decode(self._text, self._place)
        except ValueError:
            raise self._unlike("a text in quotes") from None
        return str(text)

    def _plain(self) -> Any:
        """Any value of JSON."""
        if self._is_at("["):
            with self._one_deeper():
                return self._listed()
        if self._is_at("{"):
            with self._one_deeper():
                return self._named(self._plain)
        number = NUMBER.match(self._text, self._place)
        if number is not None and not DATE.match(self._text, self._place):
            return self._number(number)
        is_bare = not self._is_at('"')
        name = self._name()
        return CONSTANTS.get(name, name) if is_bare else name

    def _number(self, found: re.Match[str]) -> float:
        try:
            number = json.loads(found.group())
        except ValueError:  # 007, or digits of another script
            raise self._unlike("a number") from None
        if not math.isfinite(number):
            raise self._unlike("a finite number")
        self._place = found.end()
        return float(number) if isinstance(number, float) else int(number)

    def _listed(self) -> list[Any]:
        self._pass("[")
        found: list[Any] = []
        while not self._takes("]"):
            if found:
                self._pass(",")
            found.append(self._plain())
        return found

    def _named(self, value: Callable[[], Any]) -> Plain:
        """Values by name, in braces."""
        self._pass("{")
        found: Plain = {}
        while not self._takes("}"):
            if found:
                self._pass(",")
            name = self._name()
            self._pass(":")
            found[name] = value()
        return found

    def _in_brackets(self, inner: Callable[[], T]) -> T:
        self._pass("(")
        found = inner()
        self._pass(")")
        return found
