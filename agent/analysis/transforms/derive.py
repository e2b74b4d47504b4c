"""derive_column: arithmetic row by row, written as a nested list, never as text to evaluate."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import narwhals as nw

from agent.analysis.rows import Prepared
from agent.analysis.schema import Column, Schema, named
from agent.analysis.source import Table, records
from agent.analysis.words import counted
from agent.errors import SpecError
from agent.specs.parse import nearest
from agent.specs.transforms import DeriveColumn
from registry.profile import DatasetProfile


@dataclass(frozen=True)
class _Term:
    """A part of the expression. `moment`: it is a date, so that only a difference makes a number of it."""

    expression: nw.Expr
    whole: bool
    moment: bool = False
    unit: str = ""


def derive_schema(step: DeriveColumn, schema: Schema, _: Mapping[str, DatasetProfile]) -> Schema:
    """The columns with the derived one added. SpecError when the expression does not make sense."""
    term = _read(step.expression, schema)
    if term.moment:
        raise SpecError(f"{step.name} would be a date.", "Take the difference of two dates, or a date_part.")
    return {**schema, step.name: Column(step.name, "number", "number", whole=term.whole, unit=term.unit)}


def derive_rows(step: DeriveColumn, data: Prepared, _: Mapping[str, Table]) -> Prepared:
    """The rows with the derived column, in floating point. A row has no value where a part has none, where the
    divisor is 0, and where log or sqrt does not exist; the ledger counts the latter two.
    """
    column = derive_schema(step, data.schema, {})[step.name]
    used = sorted(_columns(step.expression))
    derived = data.with_column(column, _read(step.expression, data.schema).expression)
    if step.name in used:
        return derived
    lost = derived.frame.filter(nw.col(step.name).is_null())
    for name in used:
        lost = lost.filter(~nw.col(name).is_null())
    count = int(records(lost.select(nw.len().alias("n")))["n"][0])
    return derived.noted(
        f"{step.name} cannot be computed in {counted(count, 'row')} (division by 0 and the like)." if count else ""
    )


def _read(expression: object, schema: Schema) -> _Term:
    if isinstance(expression, bool):
        raise SpecError("true and false are no numbers.", "Use columns and numbers.")
    if isinstance(expression, int | float):
        return _Term(nw.lit(float(expression)), float(expression).is_integer())
    if isinstance(expression, str):
        return _column_term(named(schema, expression))
    if not isinstance(expression, Sequence) or not expression:
        raise SpecError("An expression is a list [function, part, part].", 'For example ["mul", "price", 2].')
    name = str(expression[0])
    if name not in _FUNCTIONS:
        near = ", ".join(nearest(name, _FUNCTIONS)) or "none near"
        raise SpecError(f"There is no function {name!r}.", f"Use one of {', '.join(_FUNCTIONS)} (nearest: {near}).")
    function = _FUNCTIONS[name]
    terms = [_read(part, schema) for part in expression[1:]]
    if not function.least <= len(terms) <= function.most:
        raise SpecError(f"{name} cannot take {len(terms)} parts.", f"It takes {function.least} to {function.most}.")
    if name == "sub" and all(term.moment for term in terms):
        return _days_between(terms)
    if any(term.moment for term in terms):
        raise SpecError(f"{name} cannot be applied to dates.", "Dates can be subtracted: the result is in days.")
    return function.make(terms)


def _columns(expression: object) -> set[str]:
    if isinstance(expression, str):
        return {expression}
    if isinstance(expression, Sequence):
        return set().union(*(_columns(part) for part in expression[1:]))
    return set()


def _column_term(column: Column) -> _Term:
    if column.storage == "moment":
        return _Term(nw.col(column.name), whole=False, moment=True)
    if column.storage not in ("number", "boolean") or column.kind == "identifier":
        raise SpecError(f"{column.name} ({column.kind}) cannot be computed with.", "Use numeric columns.")
    return _Term(nw.col(column.name).cast(nw.Float64), column.whole or column.storage == "boolean", unit=column.unit)


def _days_between(terms: Sequence[_Term]) -> _Term:
    """Whole and parts of days from the second date to the first."""
    seconds = (terms[0].expression - terms[1].expression).dt.total_seconds()
    return _Term(seconds / 86_400, whole=False, unit="days")


def _same_unit(terms: Sequence[_Term]) -> str:
    units = {term.unit for term in terms}
    return units.pop() if len(units) == 1 else ""


def _add(terms: Sequence[_Term]) -> _Term:
    total = terms[0].expression
    for term in terms[1:]:
        total = total + term.expression
    return _Term(total, all(term.whole for term in terms), unit=_same_unit(terms))


def _sub(terms: Sequence[_Term]) -> _Term:
    first, second = terms
    return _Term(first.expression - second.expression, first.whole and second.whole, unit=_same_unit(terms))


def _mul(terms: Sequence[_Term]) -> _Term:
    product = terms[0].expression
    for term in terms[1:]:
        product = product * term.expression
    units = [term.unit for term in terms if term.unit]
    return _Term(product, all(term.whole for term in terms), unit=units[0] if len(units) == 1 else "")


def _div(terms: Sequence[_Term]) -> _Term:
    first, second = terms
    quotient = nw.when(second.expression != 0).then(first.expression / second.expression)
    return _Term(quotient, whole=False, unit="" if second.unit else first.unit)


def _mean(terms: Sequence[_Term]) -> _Term:
    """Over the parts that have a value, as pandas does."""
    return _Term(nw.mean_horizontal(*(term.expression for term in terms)), whole=False, unit=_same_unit(terms))


def _log(terms: Sequence[_Term]) -> _Term:
    part = terms[0].expression
    return _Term(nw.when(part > 0).then(_where(part, part > 0).log()), whole=False)


def _sqrt(terms: Sequence[_Term]) -> _Term:
    part = terms[0].expression
    return _Term(nw.when(part >= 0).then(_where(part, part >= 0).sqrt()), whole=False)


def _where(part: nw.Expr, fits: nw.Expr) -> nw.Expr:
    """The part, with 1 in place of what an engine would stumble over."""
    return nw.when(fits).then(part).otherwise(nw.lit(1.0))


def _exp(terms: Sequence[_Term]) -> _Term:
    return _Term(terms[0].expression.exp(), whole=False)


def _abs(terms: Sequence[_Term]) -> _Term:
    return _Term(terms[0].expression.abs(), terms[0].whole, unit=terms[0].unit)


@dataclass(frozen=True)
class _Function:
    make: Callable[[Sequence[_Term]], _Term]
    least: int
    most: int


_FUNCTIONS: Mapping[str, _Function] = {
    "add": _Function(_add, 2, 20),
    "sub": _Function(_sub, 2, 2),
    "mul": _Function(_mul, 2, 20),
    "div": _Function(_div, 2, 2),
    "mean": _Function(_mean, 1, 20),
    "log": _Function(_log, 1, 1),
    "exp": _Function(_exp, 1, 1),
    "sqrt": _Function(_sqrt, 1, 1),
    "abs": _Function(_abs, 1, 1),
}
