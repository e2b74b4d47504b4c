"""A list that only repeats the table below it is not said again."""

from agent.report.listed import without_listed
from agent.state import ResolvedText
from tests.pages.scripted_turns import cited, table


def listed(lead: str = "North leads with 7.", tail: str = "") -> ResolvedText:
    """A lead, two list lines with a number each, and a tail."""
    return cited(f"{lead}\n\n- North: 7!\n- South: 5!{tail}", "7", "7!", "5!")


TABLES = {"A1": table("A1")}


def test_lines_whose_numbers_stand_in_the_table_go() -> None:
    text = listed(tail="\n\nTwo rows were left out.")
    told = without_listed(text, TABLES)
    assert told["text"].split() == ["North", "leads", "with", "7.", "Two", "rows", "were", "left", "out."]
    assert [told["text"][one["start"] : one["end"]] for one in told["citations"]] == ["7"]


def test_the_line_that_announced_the_list_goes_with_it() -> None:
    text = listed(lead="North leads with 7.\n\nThe highest ones:")
    assert without_listed(text, TABLES)["text"] == "North leads with 7."


def test_without_the_table_the_list_stays() -> None:
    assert without_listed(listed(), {}) == listed()


def test_an_answer_is_never_left_without_words() -> None:
    text = cited("- North: 7", "7")
    assert without_listed(text, TABLES) == text


def test_a_line_that_cites_nothing_stays() -> None:
    text = ResolvedText(text="Found:\n\n- nothing of note", citations=[])
    assert without_listed(text, TABLES) == text


def test_a_line_that_says_more_than_the_table_stays() -> None:
    text = cited("North leads.\n\n- North fell by 7!, which nobody expected", "7!")
    assert without_listed(text, TABLES) == text
