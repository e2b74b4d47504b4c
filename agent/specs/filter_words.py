"""A filter in words."""

from collections.abc import Mapping

from agent.specs.base import ColumnStatistic, Filter, FilterOp

_OPERATORS: Mapping[FilterOp, str] = {
    "==": "is", "!=": "is not", ">": "is above", ">=": "is at least", "<": "is below", "<=": "is at most",
    "in": "is one of", "not_in": "is none of", "between": "is between", "contains": "contains",
    "starts_with": "starts with", "is_null": "has no value", "not_null": "has a value",
}  # fmt: skip


def filter_words(condition: Filter) -> str:
    """A filter in words: "region is North", "quantity is above the mean of quantity"."""
    value = condition.value
    if isinstance(value, list):
        written = " and ".join(map(str, value))
    elif isinstance(value, ColumnStatistic):
        written = f"the {value.stat} of {value.col}"
    else:
        written = "" if value is None else str(value)
    return f"{condition.col} {_OPERATORS[condition.op]} {written}".strip()
