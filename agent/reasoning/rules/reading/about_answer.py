"""Questions about the answer before: how it was computed, of which rows, whether it is sure, much, and why it is so."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Literal, get_args

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.narration.concepts import concept_in, ideas_named_in
from agent.reasoning.rules.reading.lexicon import languages, lexicon
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.text import normalised

AboutAnswer = Literal["how", "rows", "sure", "judge", "why"]
ABOUT_ANSWER = "a question about the answer before"
"""The rationale of the decision to explain it."""
_LEADS = re.compile(
    r"^(?:(?:and|but|so|ok|okay|hm+|well|wait|um|und|aber|also|na|moment|で|でも|じゃあ)\b[ ,]*)+", re.I
)
_ENDS = " ?!.。？！…,"
_TESTED = re.compile(r"signifi[ck]|有意")


def asks_about_answer(text: str) -> tuple[AboutAnswer, str] | None:
    """The kind of a question that is about the answer before as a whole, and its language; None for all others."""
    said = _LEADS.sub("", normalised(text).casefold().replace("\u2019", "'")).strip(_ENDS)
    said = re.sub(r"(?:^please | please$|^bitte | bitte$| exactly$| genau$)", "", said)
    for language in languages():
        for kind in get_args(AboutAnswer):
            if any(pattern.fullmatch(said) for pattern in _patterns(language, kind)):
                return kind, language
    return None


def about_answer_in(text: str) -> tuple[AboutAnswer, str] | None:
    """The same without `why is the median better?`, which is about an idea, whatever was answered before."""
    found = asks_about_answer(text)
    of_an_idea = found is not None and found[0] == "why" and (concept_in(text) is not None or ideas_named_in(text))
    return None if of_an_idea else found


def is_about_answer(prompt: ReadQuestion) -> bool:
    """Whether the answer before is asked about. Why and how much need one; a test that can be made is no such
    question.
    """
    found = about_answer_in(prompt.question)
    if found is None:
        return False
    kind, _ = found
    if kind in ("how", "rows", "sure"):
        return True
    if not any(turn.status == "answered" for turn in prompt.history):
        return False
    return not (_TESTED.search(prompt.question.casefold()) and _can_be_tested(prompt))


def _can_be_tested(prompt: ReadQuestion) -> bool:
    """`is that significant?` after averages of groups: those are compared."""
    last = Memory.from_json(prompt.frame).known_to(prompt.datasets).last
    plain = [slot for slot in last.groups if not slot.grain and not slot.part] if last else []
    measured = last is not None and any(metric.columns for metric in last.metrics)
    return last is not None and last.intent == "aggregate" and len(plain) == 1 and measured


@cache
def _patterns(language: str, kind: str) -> Sequence[re.Pattern[str]]:
    return [re.compile(pattern) for pattern in lexicon(language).about_answer.get(kind, [])]
