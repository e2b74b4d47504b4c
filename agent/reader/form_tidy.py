"""One form of what means the same: specs as they are written into a line, without what goes without saying."""

import calendar
import re
from typing import Any

from agent.reader.form_words import CONDITIONS, FRACTIONS, WITHOUT_VALUE, Plain, place_of

_MONTH_OR_DAY = re.compile(r"\d{4}(-\d\d){1,2}", re.ASCII)
_DROPPED_WHERE_EMPTY = frozenset({"prepare", "group_cols", "metrics", "quantities", *CONDITIONS})
QUANTITY_KEYS = frozenset({"col", "agg", "filters"})


def tidy(spec: Plain) -> Plain:
    """The spec in the order and with the words that lines have. It means what it meant."""
    told = _tidy_part({key: value for key, value in spec.items() if key != "type"})
    if _is_sorted_anyway(told):
        told.pop("sort")
    return told


def _tidy_part(part: Plain) -> Plain:
    ordered = {key: _tidy_value(key, part[key]) for key in sorted(part, key=place_of)}
    return {key: value for key, value in ordered.items() if value or key not in _DROPPED_WHERE_EMPTY}


def _tidy_value(key: str, value: Any) -> Any:
    if key in CONDITIONS:
        return [_tidy_condition(each) for each in value]
    if key in FRACTIONS and isinstance(value, dict):
        return _tidy_part(_tidy_quantity(value))
    if key == "quantities":
        return {name: _tidy_part(_tidy_quantity(each)) for name, each in value.items()}
    if key == "prepare":
        return [_tidy_part(step) for step in value]
    if key == "of" or (key == "value" and isinstance(value, dict)):
        return _tidy_part(value)
    if key == "metrics":
        return {column: each if isinstance(each, list) else [each] for column, each in value.items()}
    return value


def _tidy_condition(condition: Plain) -> Plain:
    if "any" in condition:
        groups = [group if isinstance(group, list) else [group] for group in condition["any"]]
        return {"any": [[_tidy_condition(each) for each in group] for group in groups]}
    told = dict(condition)
    if told.get("op") in WITHOUT_VALUE:
        told.pop("value", None)
    if told.get("op") == "between":
        told["value"] = _whole_periods(told["value"])
        if isinstance(told["value"], str):
            told["op"] = "=="
    first: Plain = {key: told[key] for key in ("col", "op", "value") if key in told}
    return {**first, **told}


def _tidy_quantity(quantity: Plain) -> Plain:
    is_plain = set(quantity) <= QUANTITY_KEYS
    return {**quantity, "col": quantity.get("col", "*"), "agg": quantity.get("agg", "count")} if is_plain else quantity


def _whole_periods(value: Any) -> Any:
    """A span from the first to the last day of months or years, told by these: "2024-03" for all of March."""
    if not _is_span(value):
        return value
    low, high = value
    if len(low) == len(high) == 10:
        if not (low.endswith("-01") and _is_last_day(high)):
            return value
        low, high = low[:7], high[:7]
    if len(low) == len(high) == 7 and low != high and low.endswith("-01") and high.endswith("-12"):
        low, high = low[:4], high[:4]
    return low if low == high and len(low) < 10 else [low, high]


def _is_span(value: Any) -> bool:
    is_pair = isinstance(value, list) and len(value) == 2
    return is_pair and all(isinstance(each, str) and _MONTH_OR_DAY.fullmatch(each) for each in value)


def _is_last_day(day: str) -> bool:
    year, month = int(day[:4]), int(day[5:7])
    return 1 <= month <= 12 and int(day[8:]) == calendar.monthrange(year, month)[1]


def _is_sorted_anyway(spec: Plain) -> bool:
    """Whether a ranking goes by its first metric, largest first, as it does where nothing is said."""
    sort = spec.get("sort")
    if spec.get("op") != "groupby_agg" or not isinstance(sort, dict) or sort.get("ascending") is not False:
        return False
    if "top_k" not in spec or not spec.get("metrics") or "quantities" in spec or "computed" in spec:
        return False
    column, aggregations = next(iter(spec["metrics"].items()))
    return sort["by"] in (f"{column}_{aggregations[0]}", "rows" if column == "*" else None)
