"""What holds a program is told in the language of whoever reads it."""

import pytest

from agent.sandbox.level import Said, probe_level, switched_off, with_findings
from languages.phrase_files import telling


@pytest.mark.parametrize("language", ["de", "ja"])
def test_what_holds_a_program_is_told_in_the_readers_language(language: str) -> None:
    level = with_findings(probe_level(), None, hides_paths=True)
    english = level.sentence
    with telling(language):
        assert len(level.said) == 3 and not level.sentence.isascii()
        assert not any(one.told() in english for one in level.said)


def test_a_reason_is_told_within_the_sentence_in_its_language() -> None:
    off = switched_off(Said("no_pidfd"))
    assert "cannot watch a process reliably" in off.sentence
    with telling("de"):
        assert "kann einen Prozess nicht zuverlässig beobachten" in off.sentence
