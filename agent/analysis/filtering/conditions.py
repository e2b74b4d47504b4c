"""One filter -> one expression that is true or false in every row, a catalogue by the kind of the column."""

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import narwhals as nw

from agent.analysis.filtering.filter_texts import linked_texts, texts_listing
from agent.analysis.filtering.number_text import parse_number
from agent.analysis.frames.schema import Column
from agent.analysis.frames.source import Frame
from agent.analysis.periods import Span, parse_span
from agent.analysis.words import refusal
from agent.errors import DataError, SpecError
from agent.specs.base import LISTING, Filter, FilterOp, Scalar
from agent.specs.condition_words import condition_words

_COMPARISONS: Mapping[str, Callable[[Any, Any], nw.Expr]] = {
    "==": operator.eq, "!=": operator.ne, ">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le,
}  # fmt: skip
_EQUALITY = ("==", "!=", "in", "not_in")
NEGATIONS = ("!=", "not_in", "not_lists")
_BLANKS = " \t\r\n\u00a0\u3000"
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?")
_TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Mask:
    """An expression without nulls, in words for the ledger, with notes about how values were read."""

    expression: nw.Expr
    words: str
    notes: tuple[str, ...] = ()


def condition(frame: Frame, column: Column, wanted: Filter, values: Sequence[Scalar]) -> Mask:
    """The mask of a filter whose values are given as they were resolved; in words the column is called as the filter
    calls it.

    SpecError or DataError when the values cannot be compared with the column; never ignored.
    """
    cell, words = nw.col(column.name), condition_words(wanted)
    if wanted.op == "is_null":
        return Mask(cell.is_null(), words)
    if wanted.op == "not_null":
        return Mask(~cell.is_null(), words)
    expression, notes = _FAMILIES[compared_as(column)](frame, column, wanted.op, values)
    safe = (expression & ~cell.is_null()).fill_null(False)
    return Mask(safe, words, notes)


def compare_columns(column: Column, other: Column, wanted: Filter, figure: nw.Expr | None = None) -> Mask:
    """The mask of a filter that compares a column with another one, or with a `figure` of it in each row, cell by
    cell. No row without either fulfils it.

    A date beside a date with time is compared by the day, as a day that is written is all of it. Texts are the same
    whatever their case and outer blanks. SpecError or DataError where the columns cannot be compared.
    """
    check_comparable(column, other, wanted.op)
    left, right = nw.col(column.name), nw.col(other.name) if figure is None else figure
    known = ~left.is_null() & ~right.is_null()
    if compared_as(column) == "text":
        left, right = (cell.str.to_lowercase().str.strip_chars(_BLANKS) for cell in (left, right))
    if column.storage == "moment" and column.kind != other.kind:
        left, right = left.dt.truncate("1d"), right.dt.truncate("1d")
    compared = _COMPARISONS[wanted.op](left, right)
    return Mask((compared & known).fill_null(False), condition_words(wanted))


def check_comparable(column: Column, other: Column, op: FilterOp) -> None:
    """Can each cell of a column be compared with that of another one? SpecError where they hold different things, or
    what has no order; DataError for a column without values, or of dates that read two ways.
    """
    for each in (column, other):
        if each.kind == "ambiguous_date":
            raise ambiguous(each)
        if each.storage == "nothing":
            raise _empty(each)
    if compared_as(column) != compared_as(other):
        raise SpecError(
            f"{column.name} ({column.kind}) and {other.name} ({other.kind}) cannot be compared.",
            "Compare columns that hold the same, or read one of them as the other with cast_type.",
        )
    if compared_as(column) in ("text", "boolean") and op not in ("==", "!="):
        raise SpecError(
            f"{op} cannot be applied to {column.name} and {other.name}: {column.kind} has no order.",
            "Use == or !=; if they hold numbers or dates, read both with cast_type first.",
        )


def compared_as(column: Column) -> str:
    """What the cells of a column are where they are compared: times have an order, though they are held as text."""
    return column.kind if column.kind in ("time", "ambiguous_date") else column.storage


def is_comparable(column: Column, value: Scalar) -> bool:
    """Does the value read as what the column holds: a date, a time of day, true or false?"""
    if column.kind == "time":
        return _is_time(_text(value))
    if column.storage == "boolean":
        return _text(value).strip().casefold() in _TRUTH
    return column.storage != "moment" or parse_span(_text(value)) is not None


def ambiguous(column: Column) -> DataError:
    """The error of a column whose dates read two ways: only the person can say which is meant."""
    return refusal("two_ways", column=column.name)


def _empty(column: Column) -> DataError:
    return refusal("empty_column", column=column.name)


_Read = tuple[nw.Expr, tuple[str, ...]]


def _of_numbers(_: Frame, column: Column, op: str, values: Sequence[Scalar]) -> _Read:
    cell = nw.col(column.name)
    if op in ("contains", "starts_with"):
        return _of_digits(column, op, _text(values[0])), ()
    numbers = [_number(column, value) for value in values]
    if op in _COMPARISONS:
        return _COMPARISONS[op](cell, numbers[0]), ()
    if op == "between":
        _ascending(column, numbers)
        return (cell >= numbers[0]) & (cell <= numbers[1]), ()
    if op in ("in", "not_in"):
        return (cell.is_in(numbers) if op == "in" else ~cell.is_in(numbers)), ()
    raise _does_not_fit(column, op, "numbers are compared with ==, <, between and the like")


def _of_digits(column: Column, op: str, digits: str) -> nw.Expr:
    """Of numbers that name rather than measure, their digits: codes that start with 75."""
    if not column.whole:
        raise _does_not_fit(column, op, "numbers are compared with ==, <, between and the like")
    written = nw.col(column.name).fill_null(0).cast(nw.Int64).cast(nw.String)
    return written.str.starts_with(digits) if op == "starts_with" else written.str.contains(digits, literal=True)


def _of_texts(frame: Frame, column: Column, op: str, values: Sequence[Scalar]) -> _Read:
    cell = nw.col(column.name)
    texts = [_text(value) for value in values]
    if op == "contains":
        return cell.str.to_lowercase().str.contains(texts[0].lower(), literal=True), ()
    if op == "starts_with":
        return cell.str.to_lowercase().str.starts_with(texts[0].lower()), ()
    if op in LISTING:
        listing = cell.is_in(texts_listing(frame, column, texts))
        return (~listing if op in NEGATIONS else listing), ()
    if op not in _EQUALITY:
        raise _does_not_fit(column, op, "text has no order; if it holds numbers or dates, read it with cast_type first")
    linked = linked_texts(frame, column, texts)
    found = cell.is_in(list(linked.values))
    return (~found if op in NEGATIONS else found), linked.notes


def _of_booleans(_: Frame, column: Column, op: str, values: Sequence[Scalar]) -> _Read:
    if op not in _EQUALITY:
        raise _does_not_fit(column, op, "it holds true and false")
    wanted = [_truth(column, value) for value in values]
    found = reduce(operator.or_, [nw.col(column.name) == value for value in wanted])
    return (~found if op in NEGATIONS else found), ()


def _of_moments(_: Frame, column: Column, op: str, values: Sequence[Scalar]) -> _Read:
    spans = [_span(column, value) for value in values]
    return _within_spans(column, op, [(span.start, span.end) for span in spans]), ()


def _of_times(_: Frame, column: Column, op: str, values: Sequence[Scalar]) -> _Read:
    return _within_spans(column, op, [_time_span(column, value) for value in values]), ()


def _within_spans(column: Column, op: str, spans: Sequence[tuple[Any, Any]]) -> nw.Expr:
    """Both ends of a period are whole: `<= 2015-05` includes all of May, `> 2015-05` starts in June."""
    cell = nw.col(column.name)
    start, end = spans[0]
    if op in _EQUALITY:
        inside: nw.Expr = reduce(operator.or_, [(cell >= low) & (cell < high) for low, high in spans])
        return ~inside if op in NEGATIONS else inside
    if op == "between":
        _ascending(column, [start, spans[1][0]])
        between: nw.Expr = (cell >= start) & (cell < spans[1][1])
        return between
    bounds: Mapping[str, nw.Expr] = {"<": cell < start, "<=": cell < end, ">": cell >= end, ">=": cell >= start}
    if op not in bounds:
        raise _does_not_fit(column, op, "dates and times are compared with ==, <, between and the like")
    return bounds[op]


def _of_nothing(_frame: Frame, column: Column, _op: str, _values: Sequence[Scalar]) -> _Read:
    raise _empty(column)


def _of_ambiguous_dates(_frame: Frame, column: Column, _op: str, _values: Sequence[Scalar]) -> _Read:
    raise ambiguous(column)


_FAMILIES: Mapping[str, Callable[[Frame, Column, str, Sequence[Scalar]], _Read]] = {
    "number": _of_numbers,
    "text": _of_texts,
    "boolean": _of_booleans,
    "moment": _of_moments,
    "time": _of_times,
    "nothing": _of_nothing,
    "ambiguous_date": _of_ambiguous_dates,
}


def _number(column: Column, value: Scalar) -> float | int:
    if isinstance(value, str):
        parsed = parse_number(value)
        if parsed is None:
            raise SpecError(f"{column.name} holds numbers; {value!r} is none.", "Give a number.")
        return parsed
    return value


def _text(value: Scalar) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _truth(column: Column, value: Scalar) -> bool:
    read = _TRUTH.get(_text(value).strip().casefold())
    if read is None:
        raise SpecError(f"{column.name} is true or false; {value!r} is neither.", "Use true or false.")
    return read


def _span(column: Column, value: Scalar) -> Span:
    span = parse_span(_text(value))
    if span is None:
        raise SpecError(
            f"{value!r} cannot be read as a date ({column.name}).",
            "Write 2015-03-31, or a whole month 2015-03, quarter 2015-Q1, half 2015-H1 or year 2015.",
        )
    return span


def _is_time(text: str) -> bool:
    found = _TIME.fullmatch(text.strip())
    return found is not None and int(found[1]) < 24 and int(found[2]) < 60 and int(found[3] or 0) < 60


def _time_span(column: Column, value: Scalar) -> tuple[str, str]:
    found = _TIME.fullmatch(_text(value).strip())
    if found is None or not _is_time(_text(value)):
        raise SpecError(f"{value!r} cannot be read as a time of day ({column.name}).", "Write 09:30 or 09:30:15.")
    start = f"{int(found.group(1)):02d}:{found.group(2)}:{found.group(3) or '00'}"
    # ";" is the character after ":" and "9"+1 in text order: what starts with the written time comes before it
    return start, (start if found.group(3) else start[:5]) + ";"


def _ascending(column: Column, ends: Sequence[Any]) -> None:
    if ends[0] > ends[1]:
        raise SpecError(f"between has its ends the wrong way round ({column.name}).", "Give the lower one first.")


def _does_not_fit(column: Column, op: str, why: str) -> SpecError:
    return SpecError(f"{op} cannot be applied to {column.name} ({column.kind}): {why}.", "Choose another operator.")
