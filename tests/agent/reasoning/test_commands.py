"""Orders to Tally are told from questions about data, in every language that has a file of them."""

import pytest

from agent.reasoning.commands import COMMANDS, Command, command_in
from agent.reasoning.language import languages, patterns_of


@pytest.mark.parametrize("language", languages())
def test_every_language_has_words_for_every_order(language: str) -> None:
    assert set(patterns_of("commands", language)) == set(COMMANDS)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("Help!", "help"), ("what can you do?", "help"), ("undo", "undo"), ("Undo that, please"[:9], "undo"),
        ("show me the code", "show_code"), ("start over", "start_over"), ("Hilfe", "help"), ("Rückgängig", "undo"),
        ("zeig mir den Code", "show_code"), ("von vorn", "start_over"), ("元に戻して", "undo"),
        ("コードを見せて", "show_code"), ("最初から", "start_over"),
    ],
)  # fmt: skip
def test_orders_are_known(said: str, name: str) -> None:
    found = command_in(said)
    assert found is not None and found.name == name


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ("rename sales to revenue", "sales", "revenue"),
        ('please rename the column "Body Mass (g)" to mass', "Body Mass (g)", "mass"),
        ("benenne Umsatz in Erlös um", "Umsatz", "Erlös"),
        ("売上を金額に変更して", "売上", "金額"),
    ],
)
def test_a_rename_names_both(said: str, old: str, new: str) -> None:
    found = command_in(said)
    assert found is not None and (found.name, found.old, found.new) == ("rename", old, new)


@pytest.mark.parametrize(
    ("said", "old", "new"),
    [
        ("column q1 means overall satisfaction", "q1", "overall satisfaction"),
        ("Please remember that the column q1 means how satisfied people are.", "q1", "how satisfied people are"),
        ("describe the column q1 as overall satisfaction", "q1", "overall satisfaction"),
        ("Die Spalte q1 bedeutet Zufriedenheit insgesamt", "q1", "Zufriedenheit insgesamt"),
        ("列q1は満足度という意味です", "q1", "満足度"),
    ],
)
def test_a_description_names_the_column_and_what_it_means(said: str, old: str, new: str) -> None:
    found = command_in(said)
    assert found is not None and (found.name, found.old, found.new) == ("describe", old, new)


@pytest.mark.parametrize(
    "said",
    [
        "how many rows?", "help desk tickets by month", "show the code column", "start over by region", "undo rate",
        "rename a to b and then compute the mean of b by region", "average sales by code", "",
        "the column q1 means what?", "describe sales as a chart", "describe the data",
    ],
)  # fmt: skip
def test_questions_about_data_are_no_orders(said: str) -> None:
    assert command_in(said) is None


def test_an_order_knows_its_language() -> None:
    assert command_in("ヘルプ") == Command("help", "ja")
