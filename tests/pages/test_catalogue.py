"""What pages say is data, told in the language of the reader's browser."""

from pathlib import Path
from typing import get_args

import pytest

from agent.reader.completion import Reason
from languages.phrase_files import read_texts
from pages.components.catalogue import say, say_count, say_if_known

FOLDER = Path(__file__).parent.parent.parent / "pages" / "phrases"


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
    for path in FOLDER.glob("*.toml"):
        said = {key.removeprefix("reader.missing.") for key in read_texts(path) if "reader.missing." in key}
        assert said == reasons
