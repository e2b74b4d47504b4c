"""Orders to Tally itself rather than questions about data: help, undo, show the code, start over, rename or describe a
column."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from agent.reasoning.recognised import languages, patterns_of

CommandName = Literal["help", "undo", "show_code", "start_over", "rename", "describe", "take_up"]
COMMANDS: tuple[CommandName, ...] = get_args(CommandName)
_LONGEST: Mapping[CommandName, int] = {"rename": 5, "describe": 30}
"""Words: what says more after "rename a to b" asks for more than that."""
_ASKS = ("?", "？")
_ENDING = " .!?。！？"


@dataclass(frozen=True)
class Command:
    """An order and the language that it was given in; for `rename` and `describe` the column, and its new name or what
    it means, as they were said."""

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
                too_long = len(named.get("new", "").split()) > _LONGEST.get(name, 0)
                asks = name == "describe" and text.rstrip().endswith(_ASKS)
                return None if too_long or asks else Command(name, language, **named)
    return None


def _patterns(language: str) -> Iterator[tuple[CommandName, re.Pattern[str]]]:
    kept = patterns_of("commands", language)
    return ((name, pattern) for name in COMMANDS for pattern in kept.get(name, ()))
