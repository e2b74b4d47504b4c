"""Questions about the answer before: how it was computed, of which rows, whether it is sure, much, and why it is so."""

import re
import unicodedata
from collections.abc import Sequence
from typing import get_args

from agent.reasoning.prompts import AboutAnswer, PastTurn
from agent.reasoning.recognised import languages, patterns_of
from agent.reasoning.rules.narration.concepts import concept_in, ideas_named_in

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
