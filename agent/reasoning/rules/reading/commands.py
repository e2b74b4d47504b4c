"""Orders to Tally itself rather than questions about data: help, undo, show the code, start over, rename a column."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from agent.reasoning.rules.reading.lexicon import command_patterns, languages

CommandName = Literal["help", "undo", "show_code", "start_over", "rename", "take_up"]
COMMANDS: tuple[CommandName, ...] = get_args(CommandName)
_LONGEST_NAME = 5  # words: what says more after "rename a to b" asks for more than that
_ENDING = " .!?。！？"


@dataclass(frozen=True)
class Command:
    """An order, the language that it was given in, and for `rename` the column and its new name as they were said."""

    name: CommandName
    language: str
    old: str = ""
    new: str = ""


def command_in(text: str) -> Command | None:
    """The order that the whole text is; None when it asks anything, or says more than the order."""
    said = " ".join(unicodedata.normalize("NFKC", text).split()).rstrip(_ENDING)
    for language in languages():
        for name, pattern in _patterns(language):
            if found := pattern.fullmatch(said):
                named = {key: value.strip(" \"'“”„‘’`「」") for key, value in found.groupdict().items()}
                return None if len(named.get("new", "").split()) > _LONGEST_NAME else Command(name, language, **named)
    return None


@cache
def _patterns(language: str) -> tuple[tuple[CommandName, re.Pattern[str]], ...]:
    kept = command_patterns(language)
    return tuple(
        (name, re.compile(pattern, re.IGNORECASE)) for name in COMMANDS for pattern in kept.get(name, ())
    )  # fmt: skip
