"""Specs that few questions need: told in a short line always, and in full where the question's words ask for them."""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

MOST = 3
"""So many are told in full beside a question."""


@cache
def rare_forms() -> Mapping[str, re.Pattern[str]]:
    """The op, kind or step -> what questions say that may need it, in the languages that are read."""
    text = files("agent.reasoning.chat").joinpath("rare_forms.json").read_text(encoding="utf-8")
    return {name: re.compile(_starts(words), re.IGNORECASE) for name, words in json.loads(text).items()}


def asked_for(question: str, tried: str = "", most: int = MOST) -> tuple[str, ...]:
    """The rare forms that a question may need, most of its words first; before them those named in `tried`, the specs
    or the error of an earlier attempt.
    """
    named = [name for name in rare_forms() if re.search(rf"\b{name}\b", tried)]
    hits = {name: len({*pattern.findall(question)}) for name, pattern in rare_forms().items() if name not in named}
    ranked = sorted((name for name in hits if hits[name]), key=lambda name: -hits[name])
    return (*named, *ranked)[: max(most, len(named))]


def _starts(words: str) -> str:
    """The words where a word begins; scripts without blanks have no such place."""
    return "|".join(part if not part.isascii() else rf"(?<!\w){part}" for part in words.split("|"))
