"""Arithmetic in specs: a nested list `[operator, part, ...]`, never text to evaluate."""

from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from pydantic import Field
from typing_extensions import TypeAliasType

from agent.specs.base import ColumnStatistic, Strict, compared_columns

Operator = Literal[
    "add", "sub", "mul", "div", "mean", "log", "exp", "sqrt", "abs", "percent", "pct_change", "min", "max", "round",
    "coalesce", "gt", "ge", "lt", "le", "eq", "ne", "argmax", "argmin", "years", "months",
]  # fmt: skip
OPERATORS: tuple[Operator, ...] = get_args(Operator)
COMPARISONS: tuple[Operator, ...] = ("gt", "ge", "lt", "le", "eq", "ne")
"""True or false of two parts, in `computed` alone: of rows of the data the step flag_rows says it."""
CHOICES: tuple[Operator, ...] = ("argmax", "argmin")
"""The name of the result column that holds the largest or smallest of several, in `computed` alone."""


class Day(Strict):
    """A day in an expression: {"date": "today"} or {"date": "2025-01-31"}."""

    date: str = Field(pattern=r"^(today|\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]))$")


# a column by name, a number, a day, a statistic of a column, or a nested list [operator, part, ...]
Expression = TypeAliasType("Expression", "str | float | int | Day | ColumnStatistic | list[Operator | Expression]")
Computation = Annotated[
    list[Operator | Expression],
    Field(
        description=f'[operator, part, ...], such as ["mul", "price", "quantity"]. Operators: {" ".join(OPERATORS)}. '
        "percent [a, b] is a/b*100, a rate; pct_change [a, b] is (a-b)/b*100; "
        "round [a, decimals]; sub of two dates is in days; years and months [a, b] are whole ones from date b to a; a "
        'part may be {"date": "today"}, or a statistic {"stat": "max", "col": "date"}; mean, min, max and '
        "coalesce (the first that has a value) leave out missing parts, with the others the result is missing. "
        "In computed: gt ge lt le eq ne of [a, b] are true or false; argmax and argmin are the name of the result "
        "column that is the largest or smallest, missing where two are."
    ),
]


def columns_in(expression: object) -> set[str]:
    """The columns that an expression names, also those whose statistic is a part of it."""
    if isinstance(expression, str):
        return {expression}
    if isinstance(expression, ColumnStatistic):
        return {expression.col, *expression.by, *compared_columns(expression.filters)}
    if isinstance(expression, Sequence):
        return set[str]().union(*(columns_in(part) for part in expression[1:]))
    return set()
