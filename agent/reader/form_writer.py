"""Specs as one line of text for a small language model. Nothing is lost: `form_parser` has them back."""

import calendar
import json
import math
import re
from collections.abc import Sequence
from typing import Any

from agent.errors import SpecError
from agent.reader.form_words import (
    ALL_PERIODS,
    BARE,
    CONDITIONS,
    FRACTIONS,
    LISTS,
    OPERATORS,
    SHORT,
    WITHOUT_VALUE,
    Plain,
    neighbours,
    periods_of,
    place_of,
    word,
)
from agent.specs.windows import as_taught


class UnwritableError(SpecError):
    """Specs that the form has no words for, such as an operator that it does not know."""


class Writer:
    """Writes specs over some tables: `tables` are their ids, `columns` the names of all their columns, in order."""

    def __init__(self, tables: Sequence[str], columns: Sequence[str]) -> None:
        self._tables, self._columns = list(tables), list(columns)

    def specs(self, specs: Sequence[Plain]) -> str:
        """The specs of a reading. UnwritableError where the form has no words for one."""
        return " || ".join(self._spec(tidy(spec), inside=False) for spec in specs)

    def _spec(self, spec: Plain, inside: bool) -> str:
        """A spec; the first table goes without saying but `inside` a spec of another one."""
        told = dict(spec)
        head = told.pop("op", None) or told.pop("kind")
        if told.get("dataset_id") in self._tables[:1] and not inside:
            told.pop("dataset_id")
        return " ".join([head, *self._pairs(told)])

    def _pairs(self, part: Plain) -> list[str]:
        return [f"{SHORT.get(key, key)}={self._value(key, value, part)}" for key, value in part.items()]

    def _value(self, key: str, value: Any, part: Plain) -> str:
        """The value of a key of a spec, a step or a quantity."""
        if key in CONDITIONS:
            return self._conditions(value)
        if key in FRACTIONS or (key == "value" and isinstance(value, dict) and "agg" in value):
            return self._quantity(value)
        match key:
            case "metrics":
                if not all(value.values()):
                    raise UnwritableError("A column has no aggregation.", "Name one.")
                return ",".join(f"{word(column)}.{'+'.join(each)}" for column, each in value.items())
            case "sort" if set(value) == {"by", "ascending"}:
                return f"{word(value['by'])}:{'asc' if value['ascending'] else 'desc'}"
            case "quantities":
                return "{" + ",".join(f"{word(name)}:{self._quantity(each)}" for name, each in value.items()) + "}"
            case "prepare":
                return "".join(self._step(step) for step in value)
            case "of":
                outer = part.get("dataset_id")
                return f"({self._spec(value, inside=outer is not None and outer not in self._tables[:1])})"
            case "dataset_id":
                return self._table(value)
            case "periods" if part.get("cols") and periods_of(part["cols"]) == value:
                return ALL_PERIODS
            case "cols" if isinstance(value, list) and neighbours(value, self._columns):
                return f"{word(value[0])}..{word(value[-1])}"
        is_lone = key in LISTS and isinstance(value, list) and len(value) == 1 and not isinstance(value[0], list | dict)
        return self._plain(value[0] if is_lone else value)

    def _table(self, dataset_id: str) -> str:
        if dataset_id not in self._tables:
            raise UnwritableError(f"No table of the prompt is {dataset_id!r}.", "Name one of its tables.")
        return f"T{self._tables.index(dataset_id) + 1}"

    def _step(self, step: Plain) -> str:
        pairs = self._pairs({key: value for key, value in step.items() if key != "step"})
        return f"({' '.join([step['step'], *pairs])})"

    def _conditions(self, conditions: Sequence[Plain]) -> str:
        return f"({' & '.join(self._condition(each) for each in conditions)})"

    def _condition(self, condition: Plain) -> str:
        if "any" in condition:
            groups = (" & ".join(self._condition(each) for each in group) for group in condition["any"])
            return f"any({' | '.join(groups)})"
        operator = condition["op"]
        if operator not in OPERATORS or set(condition) - {"col", "op", "value"}:
            raise UnwritableError(f"The form has no words for the condition {condition}.", "Use a known operator.")
        compared = f"{word(condition['col'])} {operator}"
        return compared if operator in WITHOUT_VALUE else f"{compared} {self._plain(condition.get('value'))}"

    def _quantity(self, quantity: Plain) -> str:
        aggregation, column = quantity.get("agg"), quantity.get("col")
        is_plain = set(quantity) <= QUANTITY_KEYS and isinstance(aggregation, str) and isinstance(column, str)
        if not is_plain or not BARE.fullmatch(str(aggregation)):
            return f"<{' '.join(self._pairs(quantity))}>"
        conditions = self._conditions(quantity["filters"]) if "filters" in quantity else ""
        return f"{aggregation}.{word(str(column))}{conditions}"

    def _plain(self, value: Any) -> str:
        """Any value of JSON."""
        if isinstance(value, str):
            return word(value)
        if isinstance(value, list):
            return f"[{','.join(self._plain(each) for each in value)}]"
        if isinstance(value, dict):
            return "{" + ",".join(f"{word(key)}:{self._plain(each)}" for key, each in value.items()) + "}"
        return _constant(value)


def _constant(value: float | bool | None) -> str:
    """A number, true, false or null, as JSON has them; whole numbers without a point."""
    if isinstance(value, float) and not math.isfinite(value):
        raise UnwritableError(f"The form has no word for {value}.", "Use a finite number.")
    is_whole = isinstance(value, float) and value.is_integer() and abs(value) < 1e15
    return json.dumps(int(value) if is_whole and value is not None else value)


# ----------------------------------------------------------------
# One form of what means the same: specs as they are written into a line, without what goes without saying.


_MONTH_OR_DAY = re.compile(r"\d{4}(-\d\d){1,2}", re.ASCII)
_DROPPED_WHERE_EMPTY = frozenset({"prepare", "group_cols", "metrics", "quantities", *CONDITIONS})
QUANTITY_KEYS = frozenset({"col", "agg", "filters"})


def tidy(spec: Plain) -> Plain:
    """The spec in the order and with the words that lines have. It means what it meant."""
    told = _tidy_part({key: value for key, value in spec.items() if key != "type"})
    if _is_sorted_anyway(told):
        told.pop("sort")
    of = told.get("of")
    if isinstance(of, dict) and of.get("dataset_id") == told.get(
        "dataset_id"
    ):  # a plot's own table goes without saying
        told["of"] = {key: value for key, value in of.items() if key != "dataset_id"}
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
        return [_tidy_part(as_taught(step)) for step in value]
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
