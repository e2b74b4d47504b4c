"""A catalogue of texts for people: a folder with one data file a language, told in the language that is wanted."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from agent.phrase_files import Texts, languages_in, read_language, told_language
from agent.specs.locales import in_language


@dataclass(frozen=True)
class Catalogue:
    """The texts of a folder. `language`: None for the one that is told (`agent.phrase_files.telling`)."""

    folder: Path

    def say(self, key: str, /, language: str | None = None, **values: str | int) -> str:
        """The phrase of this key with its placeholders filled; counts with the signs of the language, "1,200". KeyError
        when no language has it.
        """
        told = {name: amount(value, language) if isinstance(value, int) else value for name, value in values.items()}
        return _texts(self.folder, language or told_language()).say(key, **told)

    def say_if_known(self, key: str, otherwise: str, /, language: str | None = None) -> str:
        """The phrase, or `otherwise` where there is none."""
        is_known = key in _texts(self.folder, language or told_language()).texts
        return self.say(key, language) if is_known else otherwise

    def say_count(self, key: str, count: int, /, language: str | None = None, **values: str | int) -> str:
        """A phrase about an amount, `{amount}`, in the form that goes with it, `one` or `other` of the plural rules of
        CLDR: "1 row", "1,200 rows". A language without a singular has `other` alone.
        """
        is_one = count == 1 and f"{key}.one" in _texts(self.folder, language or told_language()).texts
        return self.say(f"{key}.{'one' if is_one else 'other'}", language, amount=count, **values)

    def languages(self) -> tuple[str, ...]:
        """The languages of the folder, in alphabetical order."""
        return languages_in(self.folder)


def amount(count: float, language: str | None = None) -> str:
    """ "1,200", "12.5"; all digits."""
    return in_language(f"{count:,}", language)


@cache
def _texts(folder: Path, language: str) -> Texts:
    return Texts(language, read_language(folder, language))
