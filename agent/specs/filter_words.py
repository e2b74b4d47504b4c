"""A condition in words."""

from collections.abc import Mapping

from agent.specs.base import AnyOf, ColumnStatistic, Filter, FilterOp, FilterValue, RelativeDate

_OPERATORS: Mapping[FilterOp, str] = {
    "==": "is", "!=": "is not", ">": "is above", ">=": "is at least", "<": "is below", "<=": "is at most",
    "in": "is one of", "not_in": "is none of", "between": "is between", "contains": "contains",
    "starts_with": "starts with", "is_null": "has no value", "not_null": "has a value",
}  # fmt: skip


def filter_words(condition: Filter | AnyOf) -> str:
    """A condition in words: "region is North", "quantity is above the mean of quantity", "a is 1 or b is 2"."""
    if isinstance(condition, AnyOf):
        return " or ".join(" and ".join(map(filter_words, joined)) for joined in condition.any)
    value = condition.value
    if isinstance(value, ColumnStatistic):
        written = f"the {value.stat} of {value.col}"
    else:
        written = " and ".join(map(_value_words, condition.values))
    return f"{condition.col} {_OPERATORS[condition.op]} {written}".strip()


def _value_words(value: FilterValue) -> str:
    if not isinstance(value, RelativeDate):
        return str(value)
    anchor = "today" if value.date == "today" else "the latest date"
    way = "after" if value.shift > 0 else "before"
    size = f"{abs(value.shift)} {value.unit}" + ("" if abs(value.shift) == 1 else "s")
    day = f"{size} {way} {anchor}" if value.shift else anchor
    return f"the {value.unit} of {day}" if value.whole and value.unit != "day" else day
