"""Choices about reading a file, one after the other: each replaces what was chosen of the same thing before."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Literal, cast

from registry.dataset import DETECT, ReadingChoices
from registry.receipt import ChoiceValue

Choice = tuple[str, ChoiceValue]
"""A field of ReadingChoices and its value; of a field that is a list, one more member of it, or several lines."""
Shape = Literal["one", "line", "column", "of_column", "word", "choice"]
SHAPES: Mapping[str, Shape] = {
    "encoding": "one", "delimiter": "one", "quote": "one", "decimal": "one", "totals": "one", "table": "one",
    "header_line": "one", "header_lines": "one",
    "skip_lines": "line", "kept_lines": "line",
    "keep_text": "column", "fill_down": "column",
    "day_first": "of_column", "renamed": "of_column", "kinds": "of_column", "described": "of_column",
    "units": "of_column", "spellings": "of_column",
    "missing_words": "word", "kept_words": "word",
    "declined": "choice",
}  # fmt: skip
"""What a field of ReadingChoices holds: one value; lines; columns; one value for each column; words of columns;
choices that were offered and not taken."""
OPPOSITES: Mapping[str, str] = {
    "skip_lines": "kept_lines",
    "kept_lines": "skip_lines",
    "missing_words": "kept_words",
    "kept_words": "missing_words",
}
"""What is chosen in one field is no longer chosen in the other."""


def with_choice(choices: ReadingChoices, choice: Choice) -> ReadingChoices:
    """The choices with one more. A line, a word or a column that was chosen otherwise before is chosen anew.

    KeyError when `choice` names no field of ReadingChoices.
    """
    name, value = choice
    choices = replace(choices, declined=tuple(each for each in choices.declined if each != choice))
    if SHAPES[name] == "one":
        return _with(choices, name, value)
    if (opposite := OPPOSITES.get(name)) is not None:
        choices = without_choice(choices, (opposite, value))
    return _with(choices, name, (*_others(choices, choice), *_elements(choice)))


def without_choice(choices: ReadingChoices, choice: Choice) -> ReadingChoices:
    """The choices without this one: detection decides again."""
    name, _ = choice
    return _with(choices, name, None if SHAPES[name] == "one" else _others(choices, choice))


def without_field(choices: ReadingChoices, name: str) -> ReadingChoices:
    """The choices without any in this field."""
    return _with(choices, name, getattr(DETECT, name))


def declining(choices: ReadingChoices, choice: Choice) -> ReadingChoices:
    """The choices with one that was offered and not taken: what was unsure about it is settled."""
    kept = without_choice(choices, choice)
    return replace(kept, declined=(*(each for each in kept.declined if each != choice), choice))


def choices_made(choices: ReadingChoices) -> tuple[Choice, ...]:
    """Each choice that differs from detecting, in the order of the fields; what was declined is none."""
    made: list[Choice] = []
    for field in fields(choices):
        value = getattr(choices, field.name)
        if value != getattr(DETECT, field.name) and SHAPES[field.name] != "choice":
            many = SHAPES[field.name] not in ("one", "line")
            made += [(field.name, element) for element in value] if many else [(field.name, value)]
    return tuple(made)


def _others(choices: ReadingChoices, choice: Choice) -> tuple[object, ...]:
    """What is chosen in the field of this choice about other lines, columns or words."""
    name, _ = choice
    about = {_about(name, element) for element in _elements(choice)}
    return tuple(one for one in getattr(choices, name) if _about(name, one) not in about)


def _elements(choice: Choice) -> tuple[object, ...]:
    name, value = choice
    return value if SHAPES[name] == "line" and isinstance(value, tuple) else (value,)


def _about(name: str, element: object) -> object:
    return cast(tuple[str, object], element)[0] if SHAPES[name] == "of_column" else element


def _with(choices: ReadingChoices, name: str, value: object) -> ReadingChoices:
    changed: dict[str, object] = {name: value}
    return replace(choices, **changed)  # type: ignore[arg-type]  # the field's type follows from SHAPES, told by its test
