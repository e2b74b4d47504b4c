"""The words of claims by language and role: see claims.toml."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent / "claims.toml"
SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？]|\n|;")


@dataclass(frozen=True)
class Language:
    """The words of one language by role."""

    name: str
    words: Mapping[str, tuple[str, ...]]

    def found(self, role: str, text: str) -> list[tuple[int, int]]:
        """Where words of this role stand."""
        return [found.span() for found in pattern(self.words[role]).finditer(text)]


@cache
def languages() -> tuple[Language, ...]:
    """All languages whose claims are read."""
    told = tomllib.loads(_FILE.read_text(encoding="utf-8"))["language"]
    return tuple(
        Language(one["name"], {role: tuple(words) for role, words in one.items() if role != "name"}) for one in told
    )


@cache
def pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Any of the words, whole; scripts without blanks have no borders of words."""
    ordered = sorted(words, key=len, reverse=True)
    return re.compile("|".join(_whole(word) for word in ordered), re.IGNORECASE)


def _whole(word: str) -> str:
    if not word.isascii() and not re.search(r"[a-zäöüß]", word):
        return re.escape(word)
    border = "" if word == "n't" else r"(?<!\w)"
    return rf"{border}{re.escape(word)}(?!\w)"
