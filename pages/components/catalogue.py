"""What pages say, in the language of the reader's browser: from `pages/phrases`, one data file a language. Phrases are
Markdown, and what fills their placeholders is escaped already.
"""

from pathlib import Path

import streamlit as st

from agent.service import ENGLISH, Catalogue, in_language

_CATALOGUE = Catalogue(Path(__file__).parent.parent / "phrases")


def language() -> str:
    """The language of the reader's browser, if the pages speak it; otherwise English."""
    asked = (st.context.locale or ENGLISH).partition("-")[0].lower()
    return asked if asked in _CATALOGUE.languages() else ENGLISH


def say(key: str, /, **values: str | int) -> str:
    """The phrase in the reader's language. KeyError when no language has it."""
    return _CATALOGUE.say(key, language(), **values)


def say_if_known(key: str, otherwise: str, /) -> str:
    """The phrase, or `otherwise` where no language has one."""
    return _CATALOGUE.say_if_known(key, otherwise, language())


def say_count(key: str, count: int, /, **values: str | int) -> str:
    """A phrase about an amount in the form that goes with it: "1 row", "60,000 rows"."""
    return _CATALOGUE.say_count(key, count, language(), **values)


def amount(number: int) -> str:
    """A count with the signs of the reader's language: "60,000"."""
    return in_signs(f"{number:,}")


def in_signs(written: str) -> str:
    """A number that is written as in English, with the signs of the reader's language: "12,5"."""
    return in_language(written, language())
