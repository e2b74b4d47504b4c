"""Each number of an answer is marked, and the mark leads to one line."""

from agent.state import ResolvedText
from pages.components.answer.numbers import answer_markdown
from tests.pages.scripted_turns import cited


def test_a_number_named_again_keeps_its_mark() -> None:
    once = cited("7 is the sum", "7")["citations"][0]
    again = {**once, "start": 22, "end": 23}
    text = ResolvedText(text="7 is the sum; North: 7.", citations=[once, again])  # type: ignore[list-item]
    assert answer_markdown(text, "T1").count("\\[1\\]") == 2
    assert "\\[2" not in answer_markdown(text, "T1")


def test_the_name_of_a_period_is_not_made_bold_as_if_it_were_the_number() -> None:
    text = cited("2025-11 has the most: 5.", "2025-11", "5.")
    text["citations"][0]["cells"][0]["value"] = "2025-11"
    assert answer_markdown(text, "T1").startswith("2025\\-11 has the most\\: [**5")


def test_lists_and_paragraphs_of_an_answer_are_kept_and_nothing_else() -> None:
    text = ResolvedText(text="# Mean\n\n- *a*\n- b", citations=[])
    assert answer_markdown(text) == "\\# Mean\n\n- \\*a\\*\n- b"
