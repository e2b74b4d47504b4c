"""A catalogue of texts for people: a folder with one data file a language, told in the language that is wanted."""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from languages.phrase_files import Texts, languages_in, read_language, told_language

_SIGNS = Path(__file__).parent / "phrases"
_DIGITS = re.compile(r"\d[\d,.]*\d")


class Amount(int):
    """A count in a phrase: `{rows}` is "1,200" with the signs of the language, `{rows:row|rows}` the form that goes
    with it, which is the plural rule of CLDR for languages of two forms, `one` and `other`.
    """

    language: str | None

    def __new__(cls, count: int, language: str | None = None) -> "Amount":
        made = super().__new__(cls, count)
        made.language = language
        return made

    def __format__(self, forms: str) -> str:
        if not forms:
            return in_language(f"{int(self):,}", self.language)
        one, other = forms.split("|")
        return one if is_one(self) else other


@dataclass(frozen=True)
class Catalogue:
    """The texts of a folder. `language`: None for the one that is told (`languages.phrase_files.telling`)."""

    folder: Path

    def say(self, key: str, /, language: str | None = None, **values: str | int) -> str:
        """The phrase of this key with its placeholders filled; counts with the signs of the language, "1,200", and
        words in the form that goes with a count (`Amount`). KeyError when no language has it.
        """
        told = {name: Amount(value, language) if isinstance(value, int) else value for name, value in values.items()}
        return _texts(self.folder, language or told_language()).say(key, **told)

    def say_if_known(self, key: str, otherwise: str, /, language: str | None = None) -> str:
        """The phrase, or `otherwise` where there is none."""
        is_known = key in _texts(self.folder, language or told_language()).texts
        return self.say(key, language) if is_known else otherwise

    def say_count(self, key: str, count: int, /, language: str | None = None, **values: str | int) -> str:
        """A phrase about an amount, `{amount}`, in the form that goes with it, `one` or `other`: "1 row", "1,200 rows".
        A language without a singular has `other` alone.
        """
        singular = is_one(count) and f"{key}.one" in _texts(self.folder, language or told_language()).texts
        return self.say(f"{key}.{'one' if singular else 'other'}", language, amount=count, **values)

    def languages(self) -> tuple[str, ...]:
        """The languages of the folder, in alphabetical order."""
        return languages_in(self.folder)


def is_one(count: int) -> bool:
    """Whether an amount takes the singular, in languages that have one."""
    return count == 1


def amount(count: float, language: str | None = None) -> str:
    """ "1,200", "12.5"; all digits."""
    return in_language(f"{count:,}", language)


def in_language(written: str, language: str | None = None) -> str:
    """A number that is written as in English, with its unit, with the signs of the language: "1.234,5 kg"."""
    signs = _texts(_SIGNS, language or told_language())
    table = str.maketrans(",.", signs.say("number.thousands") + signs.say("number.decimal"))
    return _DIGITS.sub(lambda found: found.group().translate(table), written)


@cache
def _texts(folder: Path, language: str) -> Texts:
    return Texts(language, read_language(folder, language))
