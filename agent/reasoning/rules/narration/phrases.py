"""Words for people, from one data file a language. Another language is another file and no code.

A file holds tables of phrases; `groups.highest` is the phrase `highest` of the table `[groups]`. A phrase has
named placeholders in braces. What a language lacks is said in English.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from string import Formatter

FOLDER = Path(__file__).parent / "phrases"
FALLBACK = "en"


@dataclass(frozen=True)
class Phrases:
    """The phrases of one language, with English behind them."""

    language: str
    texts: Mapping[str, str] = field(repr=False)

    def say(self, key: str, /, **values: str) -> str:
        """The phrase of this key with its placeholders filled. KeyError when no language has the phrase."""
        return self.texts[key].format(**values)

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
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def phrases_in(language: str) -> Phrases:
    """The phrases of a language; English ones where it has none."""
    own = read_texts(FOLDER / f"{language}.toml") if language in languages() else {}
    return Phrases(language, {**read_texts(FOLDER / f"{FALLBACK}.toml"), **own})


def read_texts(path: Path) -> dict[str, str]:
    """The texts of a TOML file, with dotted keys. Lists are not phrases and are left out."""
    return dict(_texts_of(tomllib.loads(path.read_text(encoding="utf-8")), ""))


def placeholders(text: str) -> frozenset[str]:
    """The names of the placeholders of a phrase."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def _texts_of(tree: Mapping[str, object], prefix: str) -> Iterable[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _texts_of(value, f"{prefix}{key}.")
        elif isinstance(value, str):
            yield f"{prefix}{key}", value
