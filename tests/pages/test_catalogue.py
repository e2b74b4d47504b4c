"""What pages say is data: each language has the phrases of English, with the same placeholders."""

from string import Formatter
from typing import get_args

import pytest

from agent.reader.completion import Reason
from pages.components.catalogue import FALLBACK, languages, say, say_count, say_if_known, texts_of

OTHERS = [name for name in languages() if name != FALLBACK]


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_pages_speak_english_german_and_japanese() -> None:
    assert set(languages()) >= {"en", "de", "ja"}


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_phrase_and_its_placeholders(language: str) -> None:
    english, own = texts_of(FALLBACK), texts_of(language)
    lacking = {key for key in english if key not in own and not key.endswith(".one")}
    assert not lacking
    assert not {key for key in english.keys() & own.keys() if placeholders(english[key]) != placeholders(own[key])}


def test_a_phrase_takes_the_language_of_the_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    spoken = {"de": "Diese Zellen laden", "ja": "このセルを読み込む", "en": "Load these cells"}
    for language, words in spoken.items():
        monkeypatch.setattr("pages.components.catalogue.language", lambda name=language: name)
        assert say("paste.load") == words


def test_amounts_take_their_plural_and_separators(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"en": ("1 row", "60,000 rows"), "de": ("1 Zeile", "60.000 Zeilen"), "ja": ("1 行", "60,000 行")}
    for language, (one, many) in told.items():
        monkeypatch.setattr("pages.components.catalogue.language", lambda name=language: name)
        assert (say_count("rows", 1), say_count("rows", 60_000)) == (one, many)


def test_what_is_said_nowhere_is_named_or_replaced() -> None:
    with pytest.raises(KeyError):
        say("nothing.like.it")
    assert say_if_known("nothing.like.it", "instead") == "instead"


def test_there_is_a_sentence_for_each_reason_why_the_reader_cannot_be_asked() -> None:
    reasons = {*get_args(Reason)} - {"", "closed"}  # closed: the app ends, and draws no page
    for language in languages():
        assert {
            key.removeprefix("reader.missing.") for key in texts_of(language) if "reader.missing." in key
        } == reasons
