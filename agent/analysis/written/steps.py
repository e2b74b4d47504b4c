"""The steps of `prepare` as lines of a program."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from agent.analysis.schema import Column
from agent.analysis.transforms import STEPS
from agent.analysis.written.conditions import keep_matching
from agent.analysis.written.program import ROWS, NotWritableError, Program, cell, keywords, listed
from agent.specs.transforms import (
    AddDatePart,
    DeriveColumn,
    DropDuplicates,
    DropMissing,
    FilterRows,
    RecodeColumn,
    Transform,
    Unpivot,
)

_WEEKDAYS = "['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']"
PARTS: Mapping[str, str] = {
    "year": "{}.dt.year", "month": "{}.dt.month", "day": "{}.dt.day", "hour": "{}.dt.hour",
    "quarter": "{}.dt.quarter", "week": "{}.dt.isocalendar().week", "half": "(({}.dt.month + 5) // 6)",
    "date": "{}.dt.normalize()", "year_month": "{}.dt.strftime('%Y-%m')", "year_week": "{}.dt.strftime('%G-W%V')",
    "year_quarter": "({0}.dt.strftime('%Y-Q') + {0}.dt.quarter.astype('Int64').astype('str'))",
    "year_half": "({0}.dt.strftime('%Y-H') + (({0}.dt.month + 5) // 6).astype('Int64').astype('str'))",
    "weekday": "pd.Categorical({}.dt.day_name(), categories=" + _WEEKDAYS + ", ordered=True)",
}  # fmt: skip
"""A part of a date column as code; each stays missing where the date is."""


def apply_step(program: Program, step: Transform) -> None:
    """Adds the step's lines. NotWritableError when the step has none."""
    write = _STEPS.get(step.step)
    if write is None:
        raise NotWritableError(f"The step {step.step} is not written as code.", "Ask it in Ask.")
    write(program, step)
    program.schema = STEPS[step.step].schema(step, program.schema, program.profiles)


def _filter(program: Program, step: FilterRows) -> None:
    keep_matching(program, step.filters)


def _derive(program: Program, step: DeriveColumn) -> None:
    _assign(program, step.name, _term(program, step.expression))


def _date_part(program: Program, step: AddDatePart) -> None:
    if program.column(step.col).storage != "moment":
        raise NotWritableError(f"Parts of {step.col} (times of day) are not written as code.", "Ask it in Ask.")
    _assign(program, step.name or f"{step.col}_{step.part}", PARTS[step.part].format(cell(step.col)))


def _drop_missing(program: Program, step: DropMissing) -> None:
    program.add(f"{ROWS} = {ROWS}.dropna(subset={listed(step.cols)})")


def _drop_duplicates(program: Program, step: DropDuplicates) -> None:
    subset = f"subset={listed(step.cols)}" if step.cols else ""
    program.add(f"{ROWS} = {ROWS}.drop_duplicates({subset})")


def _recode(program: Program, step: RecodeColumn) -> None:
    if step.edges is None:
        raise NotWritableError("Groups made of single values are not written as code.", "Ask it in Ask.")
    name = step.name
    column = STEPS[step.step].schema(step, program.schema, program.profiles)[name]
    inner, last = [float(edge) for edge in step.edges], float(step.edges[-1])
    value = cell(step.col)
    edges = f"[{', '.join([*map(repr, inner[:-1]), 'np.inf'])}]"
    labels = listed([str(label) for label in column.order])
    _assign(program, name, f"pd.cut({value}, {edges}, right=False, labels={labels}).where({value} <= {last!r})")


def _unpivot(program: Program, step: Unpivot) -> None:
    kept = listed([name for name in program.schema if name not in step.cols])
    names = f"var_name={step.name!r}, value_name={step.value!r}"
    program.add(f"{ROWS} = {ROWS}.melt(id_vars={kept}, value_vars={listed(step.cols)}, {names})")
    if step.periods:
        _assign(program, step.name, f"pd.to_datetime({cell(step.name)}.map({step.periods!r}))")


def _assign(program: Program, name: str, expression: str) -> None:
    program.add(f"{ROWS} = {ROWS}.assign({keywords({name: expression})})")


_STEPS: Mapping[str, Callable[[Program, Any], None]] = {
    "filter_rows": _filter,
    "derive_column": _derive,
    "date_part": _date_part,
    "drop_missing": _drop_missing,
    "drop_duplicates": _drop_duplicates,
    "recode_column": _recode,
    "unpivot": _unpivot,
}


# ---------------------------------------------------------------- arithmetic

_SIGNS = {"add": " + ", "sub": " - ", "mul": " * "}


def _term(program: Program, expression: object) -> str:
    if isinstance(expression, str):
        return _column_term(program.column(expression))
    if isinstance(expression, int | float):
        return repr(float(expression))
    assert isinstance(expression, Sequence)
    name, parts = str(expression[0]), [_term(program, part) for part in expression[1:]]
    if name == "sub" and all(_is_date(program, part) for part in expression[1:]):
        return f"(({parts[0]} - {parts[1]}).dt.total_seconds() / 86400)"
    if name in _SIGNS:
        return f"({_SIGNS[name].join(parts)})"
    if name == "div":
        return f"({parts[0]} / {_nonzero(parts[1])})"
    if name == "mean":
        return f"pd.concat([{', '.join(parts)}], axis=1).mean(axis=1)"
    limits = {"log": f"np.log({parts[0]}.where({parts[0]} > 0))", "sqrt": f"np.sqrt({parts[0]}.where({parts[0]} >= 0))"}
    return limits.get(name, f"np.{name}({parts[0]})")


def _nonzero(divisor: str) -> str:
    """Nothing is divided by 0: such a row has no value."""
    return f"{divisor}.where({divisor} != 0)" if "rows" in divisor else divisor


def _column_term(column: Column) -> str:
    return cell(column.name) + (".astype('Float64')" if column.storage == "boolean" else "")


def _is_date(program: Program, part: object) -> bool:
    return isinstance(part, str) and program.column(part).storage == "moment"
