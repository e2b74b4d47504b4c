"""Phrase files: no figure is written in any of them, and each joins its texts as its language does."""

import re

import pytest

from agent.grounding.citations import lock_text, violations
from agent.reasoning.rules.narration.phrases import FOLDER, phrases_in
from agent.reasoning.rules.narration.suggestions import QUESTIONS
from languages.phrase_files import read_texts

ENGLISH = read_texts(FOLDER / "en.toml")
FIGURE = re.compile(r"[0-9０-９]")


@pytest.mark.parametrize("path", [*FOLDER.glob("*.toml"), *QUESTIONS.glob("*.toml")], ids=lambda path: path.stem)
def test_no_phrase_holds_a_figure(path: object) -> None:
    texts = read_texts(path)  # type: ignore[arg-type]
    assert not {key: text for key, text in texts.items() if FIGURE.search(re.sub(r"\{[^}]*\}", "", text))}


OF_A_METHOD = ("correlation.interval", "compare.", "paired.", "normality.", "association.", "regression.")
"""Their customary levels are known to the number lock, as belonging to the measure."""


def test_no_phrase_holds_a_figure_in_words() -> None:
    told = {key: text for key, text in ENGLISH.items() if not key.startswith(OF_A_METHOD)}
    assert {key: violations(lock_text(text, {})) for key, text in told.items() if violations(lock_text(text, {}))} == {}


def test_a_language_without_a_file_speaks_english() -> None:
    assert phrases_in("xx").say("line.one", group="a", value="b") == phrases_in("en").say(
        "line.one", group="a", value="b"
    )


def test_a_list_in_a_sentence_ends_with_the_languages_word() -> None:
    assert phrases_in("en").joined(["a", "b", "c"]) == "a, b and c"
    assert phrases_in("de").joined(["a", "b"]) == "a und b"
    assert phrases_in("ja").joined(["a", "b"]) == "a、b"
    assert phrases_in("en").joined(["a"]) == "a"


def test_sentences_are_joined_as_the_language_does_and_empty_ones_left_out() -> None:
    assert phrases_in("en").prose(["One.", "", "Two."]) == "One. Two."
    assert phrases_in("ja").prose(["一。", "二。"]) == "一。二。"
