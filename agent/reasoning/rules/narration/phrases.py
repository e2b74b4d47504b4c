"""Words for people, from one data file a language. Another language is another file and no code.

A file holds tables of phrases; `groups.highest` is the phrase `highest` of the table `[groups]`. A phrase has
named placeholders in braces. What a language lacks is said in English.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from languages.phrase_files import Texts, languages_in, read_language

FOLDER = Path(__file__).parent / "phrases"


@dataclass(frozen=True)
class Phrases(Texts):
    """The phrases of one language, with English behind them."""

    def has(self, key: str) -> bool:
        """Is there such a phrase?"""
        return key in self.texts

    def joined(self, items: Sequence[str]) -> str:
        """A list inside a sentence: "a", "a and b", "a, b and c"."""
        if len(items) < 2:
            return "".join(items)
        return self.say("list.last", first=self.say("list.between").join(items[:-1]), last=items[-1])

    def prose(self, sentences: Iterable[str]) -> str:
        """Sentences in a row; empty ones are left out."""
        return self.say("list.sentence").join(sentence for sentence in sentences if sentence)

    def bullets(self, items: Iterable[str]) -> str:
        """A list below a sentence, a line an item."""
        return "\n".join(f"- {item}" for item in items)


def languages() -> tuple[str, ...]:
    """The languages that have a phrase file, in alphabetical order."""
    return languages_in(FOLDER)


@cache
def phrases_in(language: str) -> Phrases:
    """The phrases of a language; English ones where it has none."""
    return Phrases(language, read_language(FOLDER, language))
