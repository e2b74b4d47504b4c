"""Whole texts that are recognised before anyone reads: orders to Tally, and questions about the answer before. Their
patterns are data, a file a language."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from languages.phrase_files import languages_in

FOLDER = Path(__file__).parent / "recognised"
Subject = Literal["commands", "about_answer"]


def languages() -> tuple[str, ...]:
    """The languages that have a file of patterns, in alphabetical order."""
    return languages_in(FOLDER)


@cache
def patterns_of(subject: Subject, language: str) -> Mapping[str, Sequence[re.Pattern[str]]]:
    """The patterns of whole texts by what they mean, for texts in any case."""
    table = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return {
        meaning: tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
        for meaning, patterns in table.get(subject, {}).items()
    }
