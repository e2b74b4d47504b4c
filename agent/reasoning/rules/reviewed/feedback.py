"""What a person says against a plan, as a follow-up to it: "use median instead of mean" asks for the median only."""

import re
import tomllib
from dataclasses import replace
from functools import cache
from pathlib import Path

from agent.reasoning.prompts import ReadQuestion

_FILE = Path(__file__).parent / "unwanted.toml"


def as_followup(asked: ReadQuestion) -> ReadQuestion:
    """The same without what is not wanted any more, in any language. Places in the text stay what they were."""
    text, gone = asked.question, []
    for pattern, instead in _unwanted():
        for found in pattern.finditer(text):
            size = len(found.group())
            gone.append(found.span())
            text = text[: found.start()] + (instead if len(instead) <= size else "").ljust(size) + text[found.end() :]
    matches = tuple(
        match for match in asked.value_matches if not any(start <= match.start < end for start, end in gone)
    )
    return replace(asked, question=text, value_matches=matches)


@cache
def _unwanted() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns of all languages, each with the word that takes its place."""
    languages = tomllib.loads(_FILE.read_text(encoding="utf-8")).values()
    return tuple(
        (re.compile(pattern, re.IGNORECASE), language["instead"])
        for language in languages
        for pattern in language["patterns"]
    )
