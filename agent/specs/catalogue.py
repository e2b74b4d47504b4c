"""A catalogue of texts for people: a folder with one data file a language, told in the language that is wanted."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from agent.phrase_files import Texts, read_language, told_language
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

    def say_if_known(self, key: str, otherwise: str) -> str:
        """The phrase, or `otherwise` where there is none."""
        return self.say(key) if key in _texts(self.folder, told_language()).texts else otherwise


def amount(count: float, language: str | None = None) -> str:
    """ "1,200", "12.5"; all digits."""
    return in_language(f"{count:,}", language)


@cache
def _texts(folder: Path, language: str) -> Texts:
    return Texts(language, read_language(folder, language))
