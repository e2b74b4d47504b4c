"""A form of answer in a question: its slots, and what the text says about each; the rest is the question."""

import pytest

from agent.reasoning.rules.narration.answer_form import slots_in, without_form


def test_each_slot_has_the_decimals_that_its_sentence_says() -> None:
    slots = slots_in(
        'Give @mean_gas[mean], @p[p_value] and @firings[n] where "mean" is a float rounded to two decimal places. '
        '"p_value" is between 0 and 1, rounded to 4 decimals, and "n" is an integer.'
    )
    assert [(slot.name, slot.decimals) for slot in slots] == [("mean_gas", 2), ("p", 4), ("firings", 0)]


def test_slots_named_together_share_what_is_said_of_them() -> None:
    slots = slots_in('@a[mean] @b[std]\nwhere "mean" and "std" are numbers rounded to three decimals.')
    assert [slot.decimals for slot in slots] == [3, 3]


@pytest.mark.parametrize(
    "said",
    [
        "@gas[value: the mean, rounded to one decimal]",
        "@gas[value]: one number with one decimal place",
        "@gas[wert], wobei wert auf eine Nachkommastelle gerundet ist",
        "@gas[値]（小数第1位まで）",
        "Round the results to 1 decimal place. @gas[value]",
    ],
)
def test_decimals_are_read_wherever_they_are_said(said: str) -> None:
    assert slots_in(said)[0].decimals == 1


@pytest.mark.parametrize(
    ("said", "choices"),
    [
        ('@v[x] where "x" is a string that can either be "linear", "curved", or "none"', ("linear", "curved", "none")),
        ('@v[x] where "x" takes the value "yes" if the load is normal, and "no" if it is not', ("yes", "no")),
        ("@v[normal/not normal]", ("normal", "not normal")),
        ("If p is less than 0.05, output @v[False], else output @v[True].", ("False", "True")),
        ('@v[x] where "x" is the correlation between "load" and "gas"', ()),
        ('@v[value] where "value" is an integer, e.g. @v[23]', ()),
    ],
)
def test_the_words_to_choose_from_are_those_that_the_slot_is_said_to_hold(said: str, choices: tuple[str, ...]) -> None:
    assert slots_in(said)[0].choices == choices


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        (
            'Mean gas per kiln?\nGive the answer as:\n@mean[x] where "x" is rounded to two decimals.',
            "Mean gas per kiln?",
        ),
        ("What is the mean gas, as @mean[x]?", "What is the mean gas."),
        ("@mean[x]", "@mean[x]"),
        ("mean gas per kiln", "mean gas per kiln"),
    ],
)
def test_without_its_form_a_text_is_the_question(text: str, asked: str) -> None:
    assert without_form(text) == asked
