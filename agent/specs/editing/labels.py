"""Parts of specs in short words of a language: `average amount`, `date by month`."""

import json
from collections.abc import Mapping
from typing import get_args

from pydantic import JsonValue

from agent.specs.base import CONDITION, ColumnStatistic, RelativeDate
from agent.specs.condition_words import NO_NAMES, Names, conditions_words, relative_date_words, statistic_words
from agent.specs.locales import date_words
from agent.specs.measures import Quantity
from agent.specs.result_words import measure_words
from agent.specs.words import Words

LONGEST = 80  # characters: longer ones are cut with a mark, the whole stands in the form
_BETWEEN: Mapping[str, str] = {
    "add": " + ", "sub": " − ", "mul": " × ", "div": " ÷ ",
    "gt": " > ", "ge": " ≥ ", "lt": " < ", "le": " ≤ ", "eq": " = ", "ne": " ≠ ",
}  # fmt: skip

_OF_TWO: Mapping[str, str] = {
    "percent": "label.percent", "pct_change": "label.change", "years": "label.years", "months": "label.months",
}  # fmt: skip
"""What is told of two parts, and the words for it."""


def value_text(value: JsonValue, words: Words) -> str:
    """A value as words: lists with commas, statistics and dates by what they are of."""
    if isinstance(value, list):
        return words.say("value.between").join(value_text(item, words) for item in value)
    if isinstance(value, bool):
        return words.say("value.true" if value else "value.false")
    if isinstance(value, dict):
        return _text_of(value, words)
    if isinstance(value, str) and (not value or value != value.strip()):
        return json.dumps(value, ensure_ascii=False)  # blanks can be seen between quotes only
    return "" if value is None else str(value)


def fit_chip(text: str) -> str:
    """The text at a length that fits a chip."""
    plain = " ".join(text.split())
    return plain if len(plain) <= LONGEST else plain[: LONGEST - 1] + "…"


def condition_label(condition: JsonValue, words: Words, names: Names = NO_NAMES) -> str:
    """`region is North`; of a list all of them."""
    wanted = condition if isinstance(condition, list) else [condition]
    return conditions_words([CONDITION.validate_python(one) for one in wanted], words.language, names)


def quantity_label(quantity: Mapping[str, JsonValue], words: Words) -> str:
    """`total sales`, with its own conditions."""
    wanted = Quantity.model_validate(quantity)
    label = measure_words(wanted.col, wanted.agg, words.language)
    conditions = conditions_words(wanted.filters, words.language)
    return words.say("label.where", quantity=label, conditions=conditions) if conditions else label


def sort_label(sort: Mapping[str, JsonValue], words: Words, names: Names = NO_NAMES) -> str:
    """`by total sales, largest first`; `largest first` where it is not said by what."""
    direction = words.say("label.smallest" if sort.get("ascending") else "label.largest")
    by = str(sort.get("by") or "")
    return words.say("label.order", column=names.get(by, by), direction=direction) if by else direction


def step_label(step: Mapping[str, JsonValue], words: Words) -> str:
    """What a step of `prepare` does, with the columns that it names."""
    name = str(step.get("step", ""))
    if name == "filter_rows":
        return condition_label(step.get("filters"), words)
    told = [value_text(step[key], words) for key in ("name", "col", "cols", "by") if step.get(key)]
    expression = step.get("expression")
    formula = f" = {formula_label(expression, words)}" if expression else ""
    named = words.step(name)
    parts = words.say("value.between").join(told) + formula
    return words.say("label.step", step=named, parts=parts) if parts else named


def formula_label(expression: JsonValue, words: Words) -> str:
    """`price × quantity`, `(online − shop) ÷ shop in %`: an expression as people write it."""
    if not isinstance(expression, list) or not expression:
        return value_text(expression, words)
    name, *parts = expression
    of_two = _OF_TWO.get(str(name))
    if of_two is not None and len(parts) == len(("a", "b")):
        a, b = (_inside(part, words) for part in parts)
        return words.say(of_two, a=a, b=b)
    if str(name) in _BETWEEN:
        return _BETWEEN[str(name)].join(_inside(part, words) for part in parts)
    told = ", ".join(formula_label(part, words) for part in parts)
    return f"{words.texts.get(f'operator.{name}', str(name))}({told})"


def _inside(part: JsonValue, words: Words) -> str:
    """A part of a formula, in brackets where it has signs of its own."""
    told = formula_label(part, words)
    is_apart = isinstance(part, list) and bool(part) and (str(part[0]) in _BETWEEN or str(part[0]) in _OF_TWO)
    return f"({told})" if is_apart else told


def _text_of(value: Mapping[str, JsonValue], words: Words) -> str:
    """A date, one that is told from another, a statistic, or whatever stands in the parts."""
    if "stat" in value:
        return statistic_words(ColumnStatistic.model_validate(value), words.language)
    if "date" in value and value["date"] not in get_args(RelativeDate.model_fields["date"].annotation):
        return date_words(str(value["date"]), words.language)
    if "date" in value:
        return relative_date_words(RelativeDate.model_validate(value), words.language)
    return " ".join(value_text(part, words) for part in value.values() if part is not None)
