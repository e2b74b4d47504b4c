"""Parts of specs in short words: `mean of amount`, `region = North`, `date by month`."""

import json
from collections.abc import Mapping

from pydantic import JsonValue

_SIGNS: Mapping[str, str] = {
    "==": "=", "!=": "≠", ">=": "≥", "<=": "≤", "in": "is one of", "not_in": "is none of", "between": "from",
    "is_null": "is empty", "not_null": "is filled in", "starts_with": "starts with",
}  # fmt: skip
LONGEST = 80  # characters: longer ones are cut with a mark, the whole stands in the form


def shown(value: JsonValue) -> str:
    """A value as words: lists with commas, statistics and dates by what they are of."""
    if isinstance(value, list):
        return ", ".join(shown(item) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " ".join(shown(part) for part in value.values() if part is not None)
    if isinstance(value, str) and (not value or value != value.strip()):
        return json.dumps(value, ensure_ascii=False)  # blanks can be seen between quotes only
    return "" if value is None else str(value)


def cut(text: str) -> str:
    """The text at a length that fits a chip."""
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"


def words(name: str) -> str:
    """The name of a field as words."""
    return name.replace("_", " ")


def measure_label(column: str, aggregation: str) -> str:
    """`mean of amount`, `number of rows`."""
    if column == "*":
        return "number of rows" if aggregation == "count" else f"{aggregation} of rows"
    return f"different {column}" if aggregation == "nunique" else f"{aggregation} of {column}"


def condition_label(condition: JsonValue) -> str:
    """`region = North`; several joined as they are (`any` of some, each `all` of its own)."""
    if isinstance(condition, list):
        return " and ".join(condition_label(item) for item in condition)
    if not isinstance(condition, dict):
        return shown(condition)
    if isinstance(condition.get("any"), list):
        return " or ".join(condition_label(item) for item in _items(condition["any"]))
    operator, value = str(condition.get("op", "")), condition.get("value")
    told = shown(value)
    if operator == "between" and isinstance(value, list):
        told = " to ".join(shown(item) for item in value)
    return " ".join(part for part in (str(condition.get("col", "")), _SIGNS.get(operator, operator), told) if part)


def quantity_label(quantity: Mapping[str, JsonValue]) -> str:
    """`sum of sales`, with its own conditions."""
    label = measure_label(str(quantity.get("col", "*")), str(quantity.get("agg", "count")))
    conditions = " and ".join(condition_label(item) for item in _items(quantity.get("filters")))
    return f"{label} where {conditions}" if conditions else label


def sort_label(sort: Mapping[str, JsonValue]) -> str:
    """`by sales_sum, largest first`; `largest first` where it is not said by what."""
    direction = "smallest first" if sort.get("ascending") else "largest first"
    return f"by {sort['by']}, {direction}" if sort.get("by") else direction


def step_label(step: Mapping[str, JsonValue]) -> str:
    """What a step of `prepare` does, with the columns that it names."""
    name = words(str(step.get("step", "")))
    if step.get("step") == "filter_rows":
        return condition_label(step.get("filters"))
    told = [shown(step[key]) for key in ("name", "col", "cols", "by") if step.get(key)]
    expression = step.get("expression")
    formula = f" = {json.dumps(expression, ensure_ascii=False)}" if expression else ""
    return f"{name}: {', '.join(told)}{formula}" if told else name


def _items(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []
