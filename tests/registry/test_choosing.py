"""Choices about reading: each is changed by itself, taken back, and told apart from detecting."""

from dataclasses import fields

import pytest

from registry.choosing import OPPOSITES, SHAPES, Choice, choices_made, with_choice, without_choice
from registry.dataset import DETECT, ReadingChoices


def test_every_field_has_a_shape_that_its_default_fits() -> None:
    assert set(SHAPES) == {field.name for field in fields(ReadingChoices)}
    for name, shape in SHAPES.items():
        assert getattr(DETECT, name) == (None if shape == "one" else ()), name
    assert all(SHAPES[name] == SHAPES[other] and OPPOSITES[other] == name for name, other in OPPOSITES.items())


@pytest.mark.parametrize(
    ("first", "second", "made"),
    [
        (("delimiter", ";"), ("delimiter", "|"), (("delimiter", "|"),)),
        (("kinds", ("a", "number")), ("kinds", ("a", "text")), (("kinds", ("a", "text")),)),
        (("units", ("a", "EUR")), ("units", ("b", "")), (("units", ("a", "EUR")), ("units", ("b", "")))),
        (("skip_lines", (3, 4)), ("kept_lines", (4,)), (("skip_lines", (3,)), ("kept_lines", (4,)))),
        (("skip_lines", 3), ("skip_lines", (3, 9)), (("skip_lines", (3, 9)),)),
        (("missing_words", ("a", "-99")), ("kept_words", ("a", "-99")), (("kept_words", ("a", "-99")),)),
        (("fill_down", "a"), ("fill_down", "a"), (("fill_down", "a"),)),
    ],
)
def test_a_choice_replaces_what_was_chosen_of_the_same_thing(
    first: Choice, second: Choice, made: tuple[Choice, ...]
) -> None:
    assert choices_made(with_choice(with_choice(DETECT, first), second)) == made


@pytest.mark.parametrize(
    "choice",
    [("header_line", 0), ("skip_lines", (3, 4)), ("fill_down", "a"), ("day_first", ("a", False)), ("quote", "")],
)
def test_a_choice_taken_back_is_detected_again(choice: Choice) -> None:
    chosen = with_choice(DETECT, choice)
    assert choices_made(chosen) == (choice,)
    assert without_choice(chosen, choice) == DETECT
