"""What pages say, in the language of the reader's browser: from `pages/phrases`, one data file a language. Phrases are
Markdown, and what fills their placeholders is escaped already.
"""

from datetime import datetime
from pathlib import Path

import streamlit as st

from languages.catalogue import Catalogue, in_language
from languages.phrase_files import ENGLISH

_CATALOGUE = Catalogue(Path(__file__).parent.parent / "phrases")


def language() -> str:
    """The language of the reader's browser, if the pages speak it; otherwise English."""
    asked = (st.context.locale or ENGLISH).partition("-")[0].lower()
    return asked if asked in _CATALOGUE.languages() else ENGLISH


def say(key: str, /, **values: str | int) -> str:
    """The phrase in the reader's language. KeyError when no language has it."""
    return _CATALOGUE.say(key, language(), **values)


def say_in_english(key: str, /) -> str:
    """The phrase in English, whatever the reader's language."""
    return _CATALOGUE.say(key, ENGLISH)


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


# ----------------------------------------------------------------
# Small amounts in words: sizes, times.


MEGABYTE = 1_000_000
_UNITS = ("bytes", "kilobytes", "megabytes", "gigabytes")


def size(bytes_used: int) -> str:
    """ "812 bytes", "1.4 MB"; a megabyte is a million bytes, as in the limits."""
    amount, unit = float(bytes_used), 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    shown = f"{amount:,.0f}" if unit == 0 or amount >= 100 else f"{amount:,.1f}"
    return say(f"size.{_UNITS[unit]}", amount=in_signs(shown))


def seconds(amount: float) -> str:
    """ "0.04 s", "2.1 s", "1 min 20 s"."""
    if amount < 60:
        return say("time.seconds", amount=in_signs(f"{amount:.2f}" if amount < 0.1 else f"{amount:.1f}"))
    minutes, rest = divmod(round(amount), 60)
    return say("time.minutes", minutes=minutes, rest=rest)


def clock(since_epoch: float) -> str:
    """The local time of the server, to the second."""
    return datetime.fromtimestamp(since_epoch).astimezone().strftime("%H:%M:%S")
