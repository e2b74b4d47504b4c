"""What pages say, from one data file a language. Another language is another file and no code.

A file holds tables of phrases: `first.sentence` is the phrase `sentence` of the table `[first]`, in Markdown, with
named placeholders in braces. What a language lacks is said in English. A phrase about an amount has the forms `one` and
`other` of the plural rules of CLDR; a language without a singular has `other` alone.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import streamlit as st

FOLDER = Path(__file__).parent.parent / "phrases"
FALLBACK = "en"


def language() -> str:
    """The language of the reader's browser, if the pages speak it; otherwise English."""
    asked = (st.context.locale or FALLBACK).partition("-")[0].lower()
    return asked if asked in languages() else FALLBACK


def say(key: str, /, **values: str) -> str:
    """The phrase in the reader's language, its placeholders filled with values that are escaped already. KeyError
    when no language has it.
    """
    return texts_in(language())[key].format(**values)


def say_if_known(key: str, otherwise: str, /) -> str:
    """The phrase, or `otherwise` where no language has one."""
    return texts_in(language()).get(key, otherwise)


def amount(number: int) -> str:
    """A count with the separators of the reader's language: "60,000"."""
    return f"{number:,}".replace(",", texts_in(language())["number.thousands"])


def say_count(key: str, amount: int, **values: str) -> str:
    """A phrase about an amount in the form that goes with it: "1 row", "60,000 rows". Other placeholders are filled as
    by `say`.
    """
    texts = texts_in(language())
    form = "one" if amount == 1 and f"{key}.one" in texts_of(language()) else "other"
    return texts[f"{key}.{form}"].format(amount=f"{amount:,}".replace(",", texts["number.thousands"]), **values)


@cache
def languages() -> tuple[str, ...]:
    """The languages that pages speak, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def texts_in(name: str) -> Mapping[str, str]:
    """The phrases of a language by their keys, English ones where it has none."""
    return {**texts_of(FALLBACK), **texts_of(name)}


@cache
def texts_of(name: str) -> Mapping[str, str]:
    """The phrases of a language's own file."""
    return dict(_flat(tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8")), ""))


def _flat(tree: Mapping[str, object], prefix: str) -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", str(value)
