"""Questions about the answer before are told from questions about the data and about ideas."""

import pytest

from agent.reasoning.commands import asks_about_answer, is_about_answer
from agent.reasoning.prompts import PastTurn

ASKED = {
    "how": [
        "how did you get that number?", "and how was this computed?", "where does that come from?", "show me your work",
        "explain how you calculated this", "wie kommst du darauf?", "Wie wurde das berechnet?", "どうやって計算した？",
        "この数字はどこから来たの？", "why did you use the mean?",
    ],
    "rows": ["which rows did you use?", "Welche Zeilen hast du verwendet?", "どの行を使いましたか？",
             "what did you leave out?"],
    "sure": [
        "are you sure?", "That seems wrong.", "that can't be right!", "I don't believe it", "double check that please",
        "Bist du sicher?", "Das kann nicht stimmen.", "本当ですか？", "確かですか？",
    ],
    "judge": ["is that a lot?", "is that normal?", "Is that significant?", "Ist das viel?", "それは多いですか？"],
    "why": ["why is that?", "Why so high?", "why?", "wieso ist das so?", "なぜ？", "what is the reason for that?"],
}  # fmt: skip
OTHERS = [
    "explain the median", "how do you calculate the standard deviation?", "which rows have missing values?",
    "how many rows are there?", "why not by team?", "where do our players come from?", "check for duplicates",
    "show me the rows", "what is the average score?", "is the score normally distributed?", "average score",
]  # fmt: skip


@pytest.mark.parametrize(("kind", "text"), [(kind, text) for kind, texts in ASKED.items() for text in texts])
def test_a_question_about_the_answer_is_told_by_its_kind(kind: str, text: str) -> None:
    found = asks_about_answer(text)
    assert found is not None and found[0] == kind


@pytest.mark.parametrize("text", OTHERS)
def test_a_question_about_the_data_or_an_idea_is_none(text: str) -> None:
    assert asks_about_answer(text) is None


ANSWERED = PastTurn("average score by team", "answered", "Mean of score by team.", "B")


@pytest.mark.parametrize("text", ["why is that?", "is that a lot?", "how was this computed?", "are you sure?"])
def test_there_must_be_an_answer_to_ask_about(text: str) -> None:
    assert is_about_answer(text, [ANSWERED])
    assert not is_about_answer(text, [])


def test_why_an_idea_is_better_is_about_the_idea() -> None:
    assert not is_about_answer("why is the median better than the mean?", [ANSWERED])
