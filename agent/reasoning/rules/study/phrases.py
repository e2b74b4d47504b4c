"""The phrases of studies, found in what a person says."""

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from agent.specs.measures import Grain
from languages.catalogue import Catalogue
from languages.phrase_files import ENGLISH
from registry.value_index import CJK

Meaning = Literal[
    "accept", "skip", "stop", "new_study", "drives", "leave_out", "add", "outcome", "clear", "no_critique", "critique",
    "only", "easy", "hard", "bucket", "ask_decisions", "ask_certainty", "ask_caveats", "ask_time", "ask_drivers",
    "ask_together", "polite",
]  # fmt: skip
_FILE = Path(__file__).parent / "words.toml"
say = Catalogue(Path(__file__).parent / "phrases").say
"""What a study says, in the language that is told."""
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
        phrase in folded if CJK.search(phrase) else re.search(rf"(?<!\w){re.escape(phrase)}(?!\w)", folded) is not None
        for phrase in phrases
    )


def is_only(meaning: Meaning, text: str) -> bool:
    """Whether the text says nothing but phrases of this meaning, and polite words."""
    return not re.search(r"\w", without_phrases(text, (meaning, "polite"))) and means(meaning, text)


def without_phrases(text: str, meanings: Sequence[Meaning]) -> str:
    """The text in lower case without phrases of these meanings."""
    left = f" {text.casefold()} "
    for phrase in sorted((phrase for meaning in meanings for phrase in _table()[meaning]), key=len, reverse=True):
        whole = re.escape(phrase) if CJK.search(phrase) else rf"(?<!\w){re.escape(phrase)}(?!\w)"
        left = re.sub(whole, " ", left)
    return left


def counting_rows(language: str) -> str:
    """The question how many rows there are."""
    questions: dict[str, str] = _table()["counting_rows"]
    return questions.get(language, questions[ENGLISH])


def grain_in(text: str) -> Grain | None:
    """The grain of time that the text asks for."""
    grains: dict[Grain, list[str]] = _table()["grain"]
    return next((grain for grain, phrases in grains.items() if found_in(phrases, text)), None)


def clauses(text: str) -> list[str]:
    """The parts of what was said that stand for themselves."""
    return [part.strip() for part in _CLAUSES.split(text) if part.strip()]
