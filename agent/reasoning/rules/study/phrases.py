"""The phrases of studies, found in what a person says."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Literal

from agent.reasoning.rules.language import detect_language
from agent.reasoning.rules.reading.columns import link_columns
from agent.reasoning.rules.reading.lexicon import lexicon
from agent.reasoning.rules.reading.text import is_cjk, tokens_of
from agent.specs.measures import Grain
from registry.profile import DatasetProfile

Meaning = Literal[
    "accept", "skip", "stop", "new_study", "drives", "leave_out", "add", "outcome", "clear", "no_critique", "critique",
    "only", "easy", "hard", "bucket", "ask_decisions", "ask_certainty", "ask_caveats", "ask_time", "ask_drivers",
    "ask_together",
]  # fmt: skip
_FILE = Path(__file__).parent / "words.toml"
_CLAUSES = re.compile(
    r"[;\n]|,(?!\d)|\.(?=\s|$)|\bbut\b|\baber\b|。|、"
    r"|\b(?:and|und)\b(?=\s+(?:only|just|without|use|by|go|nur|ohne|leave|drop)\b)",
    re.IGNORECASE,
)


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def means(meaning: Meaning, text: str) -> bool:
    """Whether a phrase of this meaning stands in the text."""
    return found_in(_table()[meaning], text)


def found_in(phrases: list[str], text: str) -> bool:
    """Whether any phrase stands in the text as whole words."""
    folded = f" {' '.join(text.casefold().replace('’', chr(39)).split())} "
    return any(
        phrase in folded if is_cjk(phrase) else re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", folded) is not None
        for phrase in phrases
    )


def is_only(meaning: Meaning, text: str) -> bool:
    """Whether the text says nothing but phrases of this meaning, and polite words."""
    left = f" {text.casefold()} "
    for phrase in sorted([*_table()[meaning], *_table()["polite"]], key=len)[::-1]:
        left = left.replace(phrase, " ") if is_cjk(phrase) else re.sub(rf"(?<!\w){re.escape(phrase)}(?!\w)", " ", left)
    return not re.search(r"\w", left) and means(meaning, text)


def grain_in(text: str) -> Grain | None:
    """The grain of time that the text asks for."""
    grains: dict[Grain, list[str]] = _table()["grain"]
    return next((grain for grain, phrases in grains.items() if found_in(phrases, text)), None)


def clauses(text: str) -> list[str]:
    """The parts of what was said that stand for themselves."""
    return [part.strip() for part in _CLAUSES.split(text) if part.strip()]


def columns_in(text: str, table: DatasetProfile) -> list[str]:
    """The columns that the text names, in its order; a name said in full wins over words of it."""
    exact = [name for name in table.column_names if name.casefold() in text.casefold()]
    longest = [name for name in exact if not any(name != other and name in other for other in exact)]
    if longest:
        return sorted(longest, key=lambda name: text.casefold().index(name.casefold()))
    words = lexicon(detect_language(text))
    return list(dict.fromkeys(link.first.name for link in link_columns(tokens_of(text), (table,), words)))


def also_meant(text: str, name: str, table: DatasetProfile) -> list[str]:
    """Other columns that the words which named this one fit as well."""
    if name.casefold() in text.casefold():
        return []
    words = lexicon(detect_language(text))
    links = [link for link in link_columns(tokens_of(text), (table,), words) if link.first.name == name]
    return [candidate.name for link in links for candidate in link.candidates[1:]]
