"""Nested lists of arithmetic -> one expression of the engine: for rows of data and for rows of a result alike."""

import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import reduce
from typing import Any, Literal, cast

import narwhals as nw

from agent.analysis.durations import SECONDS_IN
from agent.analysis.filtering.filters import check_statistic, figure_within, statistic
from agent.analysis.frames.schema import Column, Schema, column_named, held_in, require
from agent.analysis.frames.source import Frame
from agent.analysis.words import unfit
from agent.errors import SpecError
from agent.specs.base import ColumnStatistic
from agent.specs.expressions import COMPARISONS, OPERATORS, Day, Operator
from agent.specs.parse import nearest
from agent.state import CLOCK_FORMATS

MOST_DECIMALS = 10


@dataclass(frozen=True)
class Term:
    """A part of an expression. `whole`: it has no fraction. `moment`: it is a date, so that only a difference makes a
    number of it. `constant` and `day`: the number or the day that it is in every row, if it is one. `gives`: what it is
    told as; what is no number is the whole expression, no part of one. `name`: the column that it is, where it is
    nothing else.
    """

    expression: nw.Expr
    whole: bool
    moment: bool = False
    unit: str = ""
    constant: float | None = None
    gives: Literal["number", "boolean", "text"] = "number"
    name: str = ""
    day: date | None = None


@dataclass(frozen=True)
class Figure:
    """A statistic in an expression with what it is in each row."""

    of: ColumnStatistic
    value: nw.Expr | float | datetime


def with_figures(expression: object, frame: Frame, schema: Schema) -> object:
    """The expression with its statistics computed over the rows of the frame, whose columns are called as in the
    schema. DataError where one has no value.
    """
    if isinstance(expression, list):
        return [with_figures(part, frame, schema) for part in expression]
    if isinstance(expression, Day) and expression.date == "today":
        raise SpecError("The day that is called today is not known here.", "Write the date itself.")
    if not isinstance(expression, ColumnStatistic):
        return expression
    _check_figure(expression, schema)
    if expression.by:
        return Figure(expression, figure_within(frame, schema, expression))
    value = statistic(frame, schema, expression)
    is_number = isinstance(value, int | float)
    return Figure(expression, float(value) if is_number else datetime.fromisoformat(str(value)))


def _check_figure(of: ColumnStatistic, schema: Schema) -> None:
    column = column_named(schema, of.col)
    require(schema, of.by)
    check_statistic(column, of)
    if column.storage not in ("number", "moment"):
        raise unfit("not_computable", column=of.col, kind=held_in(column))


def _figure_term(of: ColumnStatistic, schema: Schema, value: nw.Expr | float | datetime | None = None) -> Term:
    """A statistic as a part; its `value` is not known before rows are."""
    _check_figure(of, schema)
    column = column_named(schema, of.col)
    if column.storage == "moment":
        day = value.date() if isinstance(value, datetime) else None
        return Term(value if isinstance(value, nw.Expr) else nw.lit(value), whole=False, moment=True, day=day)
    is_value = of.stat in ("min", "max", "value") and float(of.times).is_integer()
    made = value.cast(nw.Float64) if isinstance(value, nw.Expr) else nw.lit(value)
    return Term(made, column.whole and is_value, unit=column.unit)


def term_of(expression: object, schema: Schema) -> Term:
    """The expression over columns of the schema (by its keys; each `Column.name` is the name in the frame), in
    floating point. Missing where a part is missing (mean, min, max and coalesce: where all are), where the divisor is
    0, and where log or sqrt does not exist. SpecError when it makes no sense.
    """
    if isinstance(expression, bool):
        raise SpecError("true and false are no numbers.", "Use columns and numbers.")
    if isinstance(expression, int | float):
        value = float(expression)
        return Term(nw.lit(value), value.is_integer(), constant=value)
    if isinstance(expression, str):
        return _column_term(expression, column_named(schema, expression))
    if isinstance(expression, Day):
        return _day_term(expression)
    if isinstance(expression, ColumnStatistic):
        return _figure_term(expression, schema)
    if isinstance(expression, Figure):
        return _figure_term(expression.of, schema, expression.value)
    if not isinstance(expression, Sequence) or not expression:
        raise SpecError("An expression is a list [operator, part, part].", 'For example ["mul", "price", 2].')
    name = expression[0]
    function = _FUNCTIONS.get(cast(Operator, name)) if isinstance(name, str) else None
    if function is None:
        near = ", ".join(nearest(str(name), OPERATORS)) or "none near"
        raise SpecError(f"There is no operator {name!r}.", f"Use one of {', '.join(OPERATORS)} (nearest: {near}).")
    terms = [term_of(part, schema) for part in expression[1:]]
    if not function.least <= len(terms) <= function.most:
        raise SpecError(f"{name} cannot take {len(terms)} parts.", f"It takes {function.least} to {function.most}.")
    if odd := next((term for term in terms if term.gives != "number"), None):
        raise SpecError(f"{name} cannot be applied to what is {odd.gives}.", "Compare figures last, in computed.")
    if name in COMPARISONS and len({term.moment for term in terms}) == 1:
        return function.make(terms)
    if name in _OF_DATES and (name != "sub" or all(term.moment for term in terms)):
        return _OF_DATES[name](terms)
    if any(term.moment for term in terms):
        raise SpecError(
            f"{name} cannot be applied to dates.", "Dates can be subtracted, in days, or with years or months."
        )
    return function.make(terms)


def decimals_of(constant: float | None) -> int:
    """How many decimals `round` keeps (negative: rounds to tens, hundreds). SpecError for no whole number in reach."""
    if constant is None or not constant.is_integer() or abs(constant) > MOST_DECIMALS:
        raise SpecError(
            "round takes a column or expression and a whole number of decimals.", 'For example ["round", "price", 2].'
        )
    return int(constant)


def _column_term(name: str, column: Column) -> Term:
    if column.storage == "moment":
        return Term(nw.col(column.name), whole=False, moment=True, name=name)
    if column.storage not in ("number", "boolean") or column.kind == "identifier":
        raise unfit("not_computable", column=name, kind=held_in(column))
    is_whole = column.whole or column.storage == "boolean"
    return Term(nw.col(column.name).cast(nw.Float64), is_whole, unit=column.unit, name=name)


def _day_term(day: Day) -> Term:
    if day.date == "today":  # written out before rows are touched, see `with_figures`
        return Term(nw.lit(None), whole=False, moment=True)
    try:
        read = date.fromisoformat(day.date)
    except ValueError:
        raise SpecError(f"{day.date} is no day of the calendar.", "Write such as 2025-01-31, or today.") from None
    return Term(nw.lit(datetime(read.year, read.month, read.day)), whole=False, moment=True, day=read)


def _days_between(terms: Sequence[Term]) -> Term:
    """Whole and parts of days from the second date to the first."""
    seconds = (terms[0].expression - terms[1].expression).dt.total_seconds()
    return Term(seconds / 86_400, whole=False, unit="days")


def _months_between(terms: Sequence[Term]) -> Term:
    """Whole months from the second date to the first, below 0 where that one is the earlier. The 31st is a month after
    the 30th of the month before.
    """
    first, second = terms
    if not all(term.moment for term in terms):
        raise SpecError(
            "years and months are counted between two dates.", "Use date columns, or read one with cast_type."
        )
    months = (_part(first, "year") - _part(second, "year")) * 12 + _part(first, "month") - _part(second, "month")
    days = _part(first, "day") - _part(second, "day")
    lacking = nw.when((months > 0) & (days < 0)).then(1.0).otherwise(0.0)
    over = nw.when((months < 0) & (days > 0)).then(1.0).otherwise(0.0)
    return Term(months - lacking + over, whole=True)


def _years_between(terms: Sequence[Term]) -> Term:
    """Whole years, as ages are told: who was born on 29 February is a year older on 1 March."""
    months = _months_between(terms)
    size = (months.expression.abs() / 12).floor()
    return replace(months, expression=nw.when(months.expression < 0).then(-size).otherwise(size))


def _part(term: Term, part: Literal["year", "month", "day"]) -> nw.Expr:
    if term.day is not None:
        return nw.lit(float(getattr(term.day, part)))
    found: Any = getattr(term.expression.dt, part)()
    return cast(nw.Expr, found.cast(nw.Float64))


_OF_DATES: Mapping[object, Callable[[Sequence[Term]], Term]] = {
    "sub": _days_between, "months": _months_between, "years": _years_between,
}  # fmt: skip
"""What is made of two dates."""


def _same_unit(terms: Sequence[Term]) -> str:
    """The unit that all parts but plain numbers share."""
    units = {term.unit for term in terms if term.constant is None}
    return units.pop() if len(units) == 1 else ""


def _add(terms: Sequence[Term]) -> Term:
    total = terms[0].expression
    for term in terms[1:]:
        total = total + term.expression
    return Term(total, all(term.whole for term in terms), unit=_same_unit(terms))


def _sub(terms: Sequence[Term]) -> Term:
    first, second = terms
    return Term(first.expression - second.expression, first.whole and second.whole, unit=_same_unit(terms))


_SECONDS: Mapping[str, float] = {
    **{unit: SECONDS_IN[unit] for unit in ("s", "min", "h", "days")},
    **{unit: days * SECONDS_IN["days"] for unit, days in (("weeks", 7), ("months", 30), ("years", 365))},
}
"""How many seconds a unit of time has; in how many days months and years are counted, people differ."""
_AS_MANY = 0.03
"""So far from each other two sizes of a unit may be: a month of 30.44 days is one, a year of 365.25 too."""


def _in_other_time(unit: str, factor: float) -> str:
    """The unit of time that `factor` of a unit make: 60 seconds are a minute. The unit itself where they make none, as
    of what is halved."""
    size = _SECONDS.get(unit, 0.0) * factor
    near = (name for name, seconds in _SECONDS.items() if size and abs(size / seconds - 1) < _AS_MANY)
    return next(near, unit)


def _counted_in(unit: str) -> str:
    """The unit of the numbers themselves: what is shown as a clock is seconds."""
    return "s" if unit in CLOCK_FORMATS else unit


def _mul(terms: Sequence[Term]) -> Term:
    product = terms[0].expression
    for term in terms[1:]:
        product = product * term.expression
    units = [_counted_in(term.unit) for term in terms if term.unit]
    unit = units[0] if len(units) == 1 else ""
    if unit in _SECONDS and sum(term.constant is None for term in terms) > 1:
        unit = ""  # a rate times days is an amount
    for factor in (term.constant for term in terms if unit and term.constant):
        unit = _in_other_time(unit, 1 / factor)
    return Term(product, all(term.whole for term in terms), unit=unit)


def _div(terms: Sequence[Term]) -> Term:
    first, second = terms
    quotient = nw.when(second.expression != 0).then(first.expression / second.expression)
    unit = _counted_in(first.unit)
    if second.constant:
        unit = _in_other_time(unit, second.constant)
    return Term(quotient, whole=False, unit="" if second.unit else unit)


def _percent(terms: Sequence[Term]) -> Term:
    ratio = _div(terms)
    return replace(ratio, expression=ratio.expression * 100, unit="%")


def _pct_change(terms: Sequence[Term]) -> Term:
    first, second = terms
    change = (first.expression - second.expression) / second.expression * 100
    return Term(nw.when(second.expression != 0).then(change), whole=False, unit="%")


def _mean(terms: Sequence[Term]) -> Term:
    """Over the parts that have a value, as pandas does."""
    return Term(nw.mean_horizontal(*(term.expression for term in terms)), whole=False, unit=_same_unit(terms))


def _of_all(combine: Callable[..., nw.Expr]) -> Callable[[Sequence[Term]], Term]:
    """One of the parts that have a value: each keeps what it is."""

    def chosen(terms: Sequence[Term]) -> Term:
        value = combine(*(term.expression for term in terms))
        return Term(value, all(term.whole for term in terms), unit=_same_unit(terms))

    return chosen


def _round(terms: Sequence[Term]) -> Term:
    """Halves away from zero, the same in every engine (each has a `round` of its own)."""
    decimals = decimals_of(terms[1].constant if len(terms) == 2 else 0.0)
    part, size, factor = terms[0].expression, terms[0].expression.abs(), 10.0 ** abs(decimals)
    to_tens, to_tenths = (size / factor + 0.5).floor() * factor, (size * factor + 0.5).floor() / factor
    rounded = to_tens if decimals < 0 else to_tenths
    signed = nw.when(part < 0).then(-rounded).otherwise(rounded)
    return replace(terms[0], expression=signed, whole=terms[0].whole or decimals <= 0, constant=None)


def _log(terms: Sequence[Term]) -> Term:
    part = terms[0].expression
    return Term(nw.when(part > 0).then(_where(part, part > 0).log()), whole=False)


def _sqrt(terms: Sequence[Term]) -> Term:
    part = terms[0].expression
    return Term(nw.when(part >= 0).then(_where(part, part >= 0).sqrt()), whole=False)


def _where(part: nw.Expr, fits: nw.Expr) -> nw.Expr:
    """The part, with 1 in place of what an engine would stumble over."""
    return nw.when(fits).then(part).otherwise(nw.lit(1.0))


def _exp(terms: Sequence[Term]) -> Term:
    return Term(terms[0].expression.exp(), whole=False)


def _abs(terms: Sequence[Term]) -> Term:
    return Term(terms[0].expression.abs(), terms[0].whole, unit=terms[0].unit)


def _coalesce(terms: Sequence[Term]) -> Term:
    """The first that has a value: what stands behind a plain number is never reached."""
    plain = next((at for at, term in enumerate(terms) if term.constant is not None), len(terms))
    reached = terms[: plain + 1]
    return reached[0] if len(reached) == 1 else _of_all(nw.coalesce)(reached)


def _compared(compare: Callable[[nw.Expr, nw.Expr], nw.Expr]) -> Callable[[Sequence[Term]], Term]:
    """True or false; missing where a part is."""

    def told(terms: Sequence[Term]) -> Term:
        first, second = (term.expression for term in terms)
        known = ~first.is_null() & ~second.is_null()
        return Term(nw.when(known).then(compare(first, second)), whole=False, gives="boolean")

    return told


def _named_by(compare: Callable[[nw.Expr, nw.Expr], nw.Expr]) -> Callable[[Sequence[Term]], Term]:
    """The name of the part that stands apart from all others; missing where none does, or a part is missing."""

    def told(terms: Sequence[Term]) -> Term:
        if not all(term.name for term in terms) or len({term.name for term in terms}) < len(terms):
            raise SpecError("argmax and argmin choose among different result columns.", "Name two or more columns.")
        chosen: nw.Expr = nw.lit(None, nw.String)
        for term in terms:
            others = [other.expression for other in terms if other is not term]
            is_it = reduce(operator.and_, [compare(term.expression, other) for other in others])
            chosen = nw.when(is_it.fill_null(False)).then(nw.lit(term.name)).otherwise(chosen)
        known = reduce(operator.and_, [~term.expression.is_null() for term in terms])
        return Term(nw.when(known).then(chosen), whole=False, gives="text")

    return told


@dataclass(frozen=True)
class _Function:
    make: Callable[[Sequence[Term]], Term]
    least: int
    most: int


_FUNCTIONS: Mapping[Operator, _Function] = {
    "add": _Function(_add, 2, 20),
    "sub": _Function(_sub, 2, 2),
    "mul": _Function(_mul, 2, 20),
    "div": _Function(_div, 2, 2),
    "mean": _Function(_mean, 1, 20),
    "log": _Function(_log, 1, 1),
    "exp": _Function(_exp, 1, 1),
    "sqrt": _Function(_sqrt, 1, 1),
    "abs": _Function(_abs, 1, 1),
    "percent": _Function(_percent, 2, 2),
    "pct_change": _Function(_pct_change, 2, 2),
    "min": _Function(_of_all(nw.min_horizontal), 1, 20),
    "max": _Function(_of_all(nw.max_horizontal), 1, 20),
    "round": _Function(_round, 1, 2),
    "coalesce": _Function(_coalesce, 2, 20),
    "gt": _Function(_compared(operator.gt), 2, 2),
    "ge": _Function(_compared(operator.ge), 2, 2),
    "lt": _Function(_compared(operator.lt), 2, 2),
    "le": _Function(_compared(operator.le), 2, 2),
    "eq": _Function(_compared(operator.eq), 2, 2),
    "ne": _Function(_compared(operator.ne), 2, 2),
    "argmax": _Function(_named_by(operator.gt), 2, 20),
    "argmin": _Function(_named_by(operator.lt), 2, 20),
    "years": _Function(_years_between, 2, 2),
    "months": _Function(_months_between, 2, 2),
}
