"""The words of a report: what was found, turn by turn, with every number still a reference."""

import re
from collections.abc import Iterable

from agent.reasoning.language import detect_language
from agent.reasoning.prompts import ReportDraft, ReportedTurn, WriteReport
from agent.reasoning.rules.narration.phrases import Phrases, phrases_in
from agent.reasoning.rules.narration.suggestions import NEXT, alternatives
from registry.profile import DatasetProfile

_END = re.compile(r"[.!?](?=\s+[^a-z]|\s*$)|[。！？]")


def write_report(prompt: WriteReport) -> ReportDraft:
    """Title, the main sentence of each answered turn, all caveats once, and questions not asked yet."""
    phrases = phrases_in(detect_language(prompt.turns[0].question if prompt.turns else ""))
    answered = [turn for turn in prompt.turns if turn.status == "answered"]
    asked = {turn.question.casefold().strip() for turn in prompt.turns}
    offered = alternatives(prompt.datasets, language=phrases.language)
    return ReportDraft(
        title=_title(prompt.datasets, phrases),
        conclusion=_conclusion(answered, phrases),
        caveats=list(dict.fromkeys(caveat for turn in answered for caveat in turn.caveats)),
        next_questions=[question for question in offered if question.casefold() not in asked][:NEXT],
    )


def first_sentence(template: str) -> str:
    """The first sentence of a template. Full stops inside references end none."""
    first = template.strip().partition("\n")[0]
    hidden = _without_references(first)
    end = _END.search(hidden)
    return first[: end.end()] if end else first


def _title(datasets: Iterable[DatasetProfile], phrases: Phrases) -> str:
    names = [profile.name for profile in datasets]
    return phrases.say("report.title", datasets=phrases.joined(names)) if names else phrases.say("report.title_plain")


def _conclusion(answered: list[ReportedTurn], phrases: Phrases) -> str:
    if not answered:
        return phrases.say("report.nothing")
    if len(answered) == 1:
        return answered[0].answer_template
    once = {turn.interpretation or turn.question: turn for turn in reversed(answered)}  # the first of each reading
    found = [first_sentence(turn.answer_template) for turn in reversed(once.values()) if turn.answer_template.strip()]
    return phrases.bullets(dict.fromkeys(found))


def _without_references(template: str) -> str:
    """The template with every reference, and every quoted name in one, blanked out at the same length.

    A reference that follows a full stop starts a sentence, as a capital letter does.
    """
    return re.sub(r'\{\{.*?\}\}|\{(?:"(?:[^"\\]|\\.)*"|[^}"])*\}', lambda hole: "X" * len(hole.group()), template)
