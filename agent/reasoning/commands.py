"""Orders to Tally itself rather than questions about data: help, undo, show the code, start over, rename or describe a
column."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from agent.reasoning.language import languages, patterns_of
from agent.reasoning.prompts import AboutAnswer, PastTurn
from agent.reasoning.rules.narration.concepts import concept_in, ideas_named_in

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


# ----------------------------------------------------------------
# Questions about the answer before: how it was computed, of which rows, whether it is sure, much, and why it is so.


ABOUT_ANSWER = "a question about the answer before"
"""The rationale of the decision to explain it."""
_LEADS = re.compile(
    r"^(?:(?:and|but|so|ok|okay|hm+|well|wait|um|und|aber|also|na|moment|で|でも|じゃあ)\b[ ,]*)+", re.I
)
_ENDS = " ?!.。？！…,"


def asks_about_answer(text: str) -> tuple[AboutAnswer, str] | None:
    """The kind of a question that is about the answer before as a whole, and its language; None for all others."""
    plain = " ".join(unicodedata.normalize("NFKC", text).replace("_", " ").casefold().replace("\u2019", "'").split())
    said = _LEADS.sub("", plain).strip(_ENDS)
    said = re.sub(r"(?:^please | please$|^bitte | bitte$| exactly$| genau$)", "", said)
    for language in languages():
        patterns = patterns_of("about_answer", language)
        for kind in get_args(AboutAnswer):
            if any(pattern.fullmatch(said) for pattern in patterns.get(kind, ())):
                return kind, language
    return None


def about_answer_in(text: str) -> tuple[AboutAnswer, str] | None:
    """The same without `why is the median better?`, which is about an idea, whatever was answered before."""
    found = asks_about_answer(text)
    of_an_idea = found is not None and found[0] == "why" and (concept_in(text) is not None or ideas_named_in(text))
    return None if of_an_idea else found


def is_about_answer(question: str, history: Sequence[PastTurn]) -> bool:
    """Whether the last answer is asked about: there must be one."""
    return about_answer_in(question) is not None and any(turn.status == "answered" for turn in history)
