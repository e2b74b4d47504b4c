"""Saying no names the reason and offers what the data can answer."""

import pytest

from agent.reasoning.prompts import DeclineRequest, Refusal
from agent.reasoning.rules.narration.answer import decline_request
from tests.agent.reasoning.narration.worked import shop


def declined(question: str, rationale: str, *, data: bool = True) -> Refusal:
    datasets = (shop().profile,) if data else ()
    return decline_request(DeclineRequest(question=question, rationale=rationale, datasets=datasets))


@pytest.mark.parametrize(
    ("rationale", "words"),
    [
        ("prediction", "cannot predict"),
        ("outside_world", "cannot look anything up"),
        ("data_change", "cannot change or delete"),
        ("generated_code", "do not write or run program code"),
        ("other", "outside what I can do"),
        ("something never heard of", "outside what I can do"),
    ],
)
def test_the_reason_is_named_and_something_else_offered(rationale: str, words: str) -> None:
    refusal = declined("please do it", rationale)
    assert words in refusal.text
    assert 2 <= len(refusal.alternatives) <= 4


def test_the_refusal_speaks_the_language_of_the_question() -> None:
    assert declined("来年の売上を予測してください", "prediction").text.startswith("予測はできません")
    assert declined("Sage den Umsatz für nächstes Jahr voraus", "prediction").text.startswith("Vorhersagen kann ich")


def test_without_data_a_file_is_asked_for() -> None:
    refusal = declined("forecast it", "prediction", data=False)
    assert refusal.alternatives == [] and "Upload a CSV file" in refusal.text
