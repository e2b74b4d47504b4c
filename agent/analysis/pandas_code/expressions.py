"""Arithmetic as code: the nested lists of `agent.analysis.expressions` over the columns of a frame."""

from collections.abc import Callable, Mapping, Sequence

from agent.analysis.expressions import decimals_of
from agent.analysis.frames.schema import Schema, column_named
from agent.analysis.pandas_code.conditions import figure_code
from agent.analysis.pandas_code.program import ROWS, Program, cell
from agent.specs.base import ColumnStatistic
from agent.specs.expressions import CHOICES, Day

_SIGNS = {"add": " + ", "sub": " - ", "mul": " * "}


def term(expression: object, schema: Schema, of: str = ROWS) -> str:
    """The expression in code, over columns of the frame in the variable `of`."""
    if isinstance(expression, str):
        column = column_named(schema, expression)
        return cell(expression, of) + (".astype('Float64')" if column.storage == "boolean" else "")
    if isinstance(expression, int | float):
        return repr(float(expression))
    if isinstance(expression, Day):
        return f"pd.Timestamp({expression.date!r})"
    if isinstance(expression, ColumnStatistic):
        return figure_code(Program({}, schema), expression, of)
    assert isinstance(expression, Sequence)
    name, operands = str(expression[0]), expression[1:]
    if name == "sub" and all(_is_date(part, schema) for part in operands):
        first, second = [_series(part, schema, of) for part in operands]
        return f"(({first} - {second}).dt.total_seconds() / 86400)"
    if name in _SIGNS:
        return f"({_SIGNS[name].join(term(part, schema, of) for part in operands)})"
    if name == "div":
        return f"({term(operands[0], schema, of)} / {_divisor(operands[1], schema, of)})"
    if name == "round":
        return _round(_series(operands[0], schema, of), operands[1] if len(operands) == 2 else 0)
    if name in CHOICES:
        sign = ">" if name == "argmax" else "<"
        return _chosen(sign, [str(part) for part in operands], [term(part, schema, of) for part in operands])
    return _CALLS[name]([_series(part, schema, of) for part in operands])


def _chosen(sign: str, names: Sequence[str], parts: Sequence[str]) -> str:
    """The name of the part that stands apart from all others."""
    is_it = [" & ".join(f"({part} {sign} {other})" for other in parts if other is not part) for part in parts]
    return f"np.select([{', '.join(is_it)}], {list(names)!r}, default=None)"


def _compared(sign: str) -> Callable[[Sequence[str]], str]:
    """True or false; missing where a part is."""
    return lambda parts: (
        f"({parts[0]} {sign} {parts[1]}).astype('boolean').where({parts[0]}.notna() & {parts[1]}.notna())"
    )


def _series(part: object, schema: Schema, of: str) -> str:
    """A part as a column, though it may be the same number in every row."""
    written = term(part, schema, of)
    return written if _is_column(part) else f"pd.Series({written}, index={of}.index)"


def _is_column(part: object) -> bool:
    """Whether a part may differ from row to row."""
    if isinstance(part, list):
        return any(_is_column(each) for each in part[1:])
    return isinstance(part, str) or (isinstance(part, ColumnStatistic) and bool(part.by))


def _divisor(part: object, schema: Schema, of: str) -> str:
    """Nothing is divided by 0: such a row has no value."""
    if isinstance(part, int | float) and part != 0:
        return term(part, schema, of)
    return _nonzero(_series(part, schema, of))


def _nonzero(divisor: str) -> str:
    return f"{divisor}.where({divisor} != 0)"


def _round(part: str, decimals: object) -> str:
    """Halves away from zero; `round` would take them to the even neighbour."""
    places = decimals_of(float(decimals) if isinstance(decimals, int | float) else None)
    if places < 0:
        factor = f"{10.0**-places}"
        return f"(np.sign({part}) * np.floor({part}.abs() / {factor} + 0.5) * {factor})"
    factor = f"{10.0**places}"
    return f"(np.sign({part}) * np.floor({part}.abs() * {factor} + 0.5) / {factor})"


def _across(method: str) -> Callable[[Sequence[str]], str]:
    return lambda parts: f"pd.concat([{', '.join(parts)}], axis=1).{method}(axis=1)"


_MONTHS = (
    "(lambda months, days: months - ((months > 0) & (days < 0)) + ((months < 0) & (days > 0)))("
    "({0}.dt.year - {1}.dt.year) * 12 + {0}.dt.month - {1}.dt.month, {0}.dt.day - {1}.dt.day)"
)
"""Whole months from the second date to the first."""
_CALLS: Mapping[str, Callable[[Sequence[str]], str]] = {
    "months": lambda parts: _MONTHS.format(*parts),
    "years": lambda parts: f"np.trunc({_MONTHS.format(*parts)} / 12)",
    "mean": _across("mean"),
    "min": _across("min"),
    "max": _across("max"),
    "coalesce": lambda parts: f"pd.concat([{', '.join(parts)}], axis=1).bfill(axis=1).iloc[:, 0]",
    "percent": lambda parts: f"({parts[0]} / {_nonzero(parts[1])} * 100)",
    "pct_change": lambda parts: f"(({parts[0]} - {parts[1]}) / {_nonzero(parts[1])} * 100)",
    "log": lambda parts: f"np.log({parts[0]}.where({parts[0]} > 0))",
    "sqrt": lambda parts: f"np.sqrt({parts[0]}.where({parts[0]} >= 0))",
    "exp": lambda parts: f"np.exp({parts[0]})",
    "abs": lambda parts: f"np.abs({parts[0]})",
    "gt": _compared(">"),
    "ge": _compared(">="),
    "lt": _compared("<"),
    "le": _compared("<="),
    "eq": _compared("=="),
    "ne": _compared("!="),
}


def _is_date(part: object, schema: Schema) -> bool:
    if isinstance(part, ColumnStatistic):
        return column_named(schema, part.col).storage == "moment"
    return isinstance(part, Day) or (isinstance(part, str) and column_named(schema, part).storage == "moment")
