"""The page about the analysis language tells the language as it is."""

from pathlib import Path

from agent.reasoning.chat.language.language_page import MARK, PAGE, page

ROOT = Path(__file__).parents[5]


def test_the_page_is_as_the_specs_are() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert MARK in text
    assert text == page(text), "write it anew: python -m agent.reasoning.chat.language.language_page"
