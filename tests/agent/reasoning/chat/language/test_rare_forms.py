"""The rare forms that stand in full beside a question are those that its words need."""

import pytest

from agent.reasoning.chat.language.vocabulary import beside


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("who came in right after the second boat?", "window"),
        ("rain on the day before the coldest day", "window"),
        ("days between two consecutive visits of the same guest", "window"),
        ("Wie viele Stunden am Stück lief die Pumpe?", "window"),
        ("how many boats were faster than the Albatross?", "statistic"),
        ("Wie viele Türme sind niedriger als der Rote Turm?", "statistic"),
        ("loans booked and returned per month", "unpivot"),
        ("put birch and alder together as softwood", "recode_column"),
        ("how much weight does one more day of feeding bring?", "ols_regression"),
    ],
)
def test_a_question_s_own_form_comes_first(question: str, form: str) -> None:
    lines = beside(question).splitlines()
    assert len(lines) > 1 and lines[1].startswith(f"- {form} ")
