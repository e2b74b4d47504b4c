"""The words of the form: which name of a spec is written how, and in which order.

The model was taught these words: none of them can change without teaching it again.
"""

import json
import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

Plain = dict[str, Any]
"""A spec, or a part of one, as plain data."""

SHORT = {
    "group_cols": "by", "by": "split", "filters": "where", "metrics": "m", "columns": "cols", "date_col": "date",
    "prepare": "pre", "numerator": "num", "denominator": "den", "top_k": "top", "as_percent": "pct",
    "order_by": "order", "quantities": "q", "computed": "calc", "dataset_id": "from", "expression": "expr",
    "cols": "columns",
}  # fmt: skip
"""The keys of specs that are written otherwise; the others are written as they are."""
LONG = {short: key for key, short in SHORT.items()}
_ORDER = (
    "op", "kind", "step", "dataset_id", "prepare", "mode", "which", "date_col", "grain", "group_cols", "group_col",
    "rows", "columns", "column", "value", "group", "groups", "x", "y", "color", "agg", "col", "part", "metrics",
    "quantities", "computed", "numerator", "denominator", "order_by", "by",
)  # fmt: skip
_RANKS = {key: rank for rank, key in enumerate(_ORDER)}
LISTS = frozenset({"group_cols", "left_on", "right_on", "top_per", "groups", "stats", "quantiles", "within"})
"""Keys whose list is written without brackets where it holds one thing."""
CONDITIONS = frozenset({"filters", "right_filters", "having"})
"""Keys that hold conditions."""
FRACTIONS = frozenset({"numerator", "denominator"})
WITHOUT_VALUE = frozenset({"is_null", "not_null"})
OPERATORS = frozenset({
    "==", "!=", ">", ">=", "<", "<=", "in", "not_in", "between", "contains", "not_contains", "starts_with",
    "ends_with", "lists", "not_lists", *WITHOUT_VALUE,
})  # fmt: skip
CONSTANTS = {"true": True, "false": False, "null": None}
ALL_PERIODS = "AUTO"
"""Stands for the periods that the names of the columns say themselves."""
RESERVED = frozenset({*CONSTANTS, "any", ALL_PERIODS})
BARE = re.compile(r"[^\W\d]\w*")
DATE = re.compile(r"\d{4}-(?:\d\d-\d\d|\d\d|[QH]\d)(?![\w-])")
NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][-+]?\d+)?")


def place_of(key: str) -> tuple[int, bool, str]:
    """Where a key stands among those of a spec."""
    return _RANKS.get(key, 50), key == "filters", key


def word(text: str) -> str:
    """A name or a text: bare where it cannot be taken for something else, else in quotes."""
    is_bare = BARE.fullmatch(text) and text not in RESERVED
    return text if text == "*" or is_bare or DATE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


class _Months(NamedTuple):
    """How headers name months."""

    numbers: dict[str, int]
    word: re.Pattern[str]
    numbered: re.Pattern[str]


@cache
def _months() -> _Months:
    told = tomllib.loads((Path(__file__).parent / "month_names.toml").read_text(encoding="utf-8"))
    numbers = {name: number for number, names in enumerate(told["names"], 1) for name in names}
    return _Months(numbers, re.compile(f"[{told['letters']}]+"), re.compile(rf"(\d{{1,2}}){told['month_sign']}"))


_YEAR = re.compile(r"(19|20)\d\d")
_YEAR_AND_MONTH = re.compile(r"(?:19|20)\d\d[-_/](\d{1,2})(?!\d)")
_SHORT_YEAR = re.compile(r"[-_ '](\d\d)$")
_YEAR_OF_BARE_MONTHS = 2025


def periods_of(names: Iterable[str]) -> dict[str, str] | None:
    """The month (its first day) or year that each of these headers names; None where one names none."""
    found = {name: _period_of(name.lower()) for name in names}
    told = {name: period for name, period in found.items() if period is not None}
    return told if len(told) == len(found) else None


def _period_of(name: str) -> str | None:
    months = _months()
    named = [months.numbers[each] for each in months.word.findall(name) if each in months.numbers]
    numbered = months.numbered.search(name) or _YEAR_AND_MONTH.search(name)
    month = named[-1] if named else int(numbered[1]) if numbered else 0
    year = _YEAR.search(name)
    if not month:
        return year[0] if year else None
    short = _SHORT_YEAR.search(name)
    told = year[0] if year else f"20{short[1]}" if short else str(_YEAR_OF_BARE_MONTHS)
    return f"{told}-{month:02}-01"


def neighbours(columns: Sequence[str], order: Sequence[str]) -> bool:
    """Whether columns, more than three, stand side by side in their tables: they are written as first..last."""
    if len(columns) <= 3 or any(column not in order for column in columns):
        return False
    first = order.index(columns[0])
    return list(columns) == list(order[first : first + len(columns)])
