"""The critic's words, from its data file: what questions call things in each language, and what it says of them."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from agent.reasoning.language import detect_language

_FILE = Path(__file__).parent / "critic_words.toml"
JAPANESE = "\u3005\u3040-\u30ff\u3400-\u9fff"
_RUNS = re.compile(rf"\d+(?:[.,]\d+)*|[{JAPANESE}]+|[^\W\d_{JAPANESE}]+")
COMPUTED: Mapping[str, frozenset[str]] = {
    "median": frozenset({"median"}),
    "mean": frozenset({"mean", "ratio"}),
    "average": frozenset({"mean", "ratio"}),
    "std": frozenset({"std"}),
}
"""What has to stand in a spec for a statistic."""


@dataclass(frozen=True)
class Words:
    """The words of one language."""

    patterns: Mapping[str, str]
    statistics: Mapping[str, str]
    names: Mapping[str, str]
    sentences: Mapping[str, str]
    says: Mapping[str, str]

    def found(self, pattern: str, text: str, **names: str) -> bool:
        """Whether the pattern, with folded names in it, stands in the text as whole words."""
        written = self.patterns[pattern].format(**{name: re.escape(fold_words(value)) for name, value in names.items()})
        return re.search(rf"(?<![^\W{JAPANESE}])(?:{written})(?![^\W{JAPANESE}])", text) is not None

    def asks_for_a_verdict(self, text: str) -> bool:
        """Whether the question is to be answered by yes or no."""
        return re.search(self.patterns["verdict"] + r"(?!\w)", text) is not None

    def ends(self, pattern: str, text: str) -> bool:
        """Whether the text ends with the pattern."""
        written = self.patterns.get(pattern, "")
        return bool(written) and re.search(rf"(?<!\w)(?:{written.format()}) ?$", text) is not None

    def begins(self, pattern: str, text: str) -> bool:
        """Whether the text begins with the pattern."""
        written = self.patterns.get(pattern, "")
        return bool(written) and re.match(rf" ?(?:{written.format()})", text) is not None


def words_for(question: str) -> Words:
    """The words of the question's language."""
    return _words()[detect_language(question)]


@cache
def _words() -> dict[str, Words]:
    found: dict[str, Any] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return {
        language: Words(
            _as_folded({name: text for name, text in table.items() if isinstance(text, str)}),
            _as_folded(table["statistics"]),
            table["names"],
            table["sentences"],
            table["says"],
        )
        for language, table in found.items()
    }


def _as_folded(patterns: Mapping[str, str]) -> dict[str, str]:
    """Patterns for folded text, in which there is no sharp s."""
    return {name: pattern.replace("ß", "ss") for name, pattern in patterns.items()}


def languages() -> tuple[str, ...]:
    """The languages that the critic reads."""
    return tuple(_words())


def fold_words(text: str) -> str:
    """The words alone, in lower case, with blanks between them and between Latin and Japanese letters."""
    return " ".join(_RUNS.findall(text.casefold()))


def stands_in(words: str, text: str) -> bool:
    """Whether folded words stand in a folded text: Japanese ones anywhere, for nothing parts them."""
    if re.fullmatch(rf"[{JAPANESE} ]+", words):
        return words in text
    return f" {words} " in f" {text} "
