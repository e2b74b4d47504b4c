"""Corrections of the turn before: no, I meant gross; not the median, the mean; per quarter instead of per month.

What is taken back is left out and what is meant stands alone, with a word for "instead" behind it.
"""

import re
from dataclasses import replace

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.rules.language import detect_language
from agent.reasoning.rules.reading.cells import ValueMention
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.parse import parts_of
from agent.reasoning.rules.reading.question import understand

_INSTEAD = {"en": " instead", "de": " stattdessen", "ja": "（代わりに）"}
_LEAD = re.compile(
    r"^\s*(?:(?:(?:no|nope|wrong|sorry|oops|wait|hm+|ah|oh|that was wrong|nein|nee|falsch|moment|halt|quatsch|"
    r"entschuldigung|いや|いいえ|違います|間違えました|すみません)\s*[,.!:;、。…-]+|oops|sorry|actually|i meant?|"
    r"we meant|ich meinte?|gemeint (?:ist|war)|eigentlich|やっぱり)\s*[,:、]?\s*)+",
    re.I,
)
_NOT_THIS = re.compile(
    r"^(?:not|nicht)\s+(?:by\s+|per\s+|nach\s+|pro\s+|je\s+)?(?P<old>[^,;.]+?)\s*(?:[,;.]|\bbut\b|\bsondern\b)\s*"
    r"(?:but\s+|sondern\s+)?(?P<new>.+)$",
    re.I,
)
_THIS_NOT = re.compile(
    r"^(?P<new>.+?)(?:\s*,?\s+(?:instead of|rather than|statt|anstatt|anstelle von)|\s*,\s*(?:not|nicht))\s+"
    r"(?P<old>[^,;]+)$",
    re.I,
)
_JAPANESE = re.compile(r"^(?P<old>.+?)(?:ではなく|じゃなくて|でなく)(?:て)?[、,]?\s*(?P<new>.+)$")


def corrected(prompt: ReadQuestion, last: Frame | None) -> ReadQuestion:
    """The prompt with what was meant; as it is where nothing is taken back, or nothing was said before."""
    text = prompt.question.strip()
    bare = _LEAD.sub("", text)
    if not bare or last is None:
        return prompt
    if prompt.pending is not None:  # it answers our question
        return replace(prompt, question=bare) if bare != text else prompt
    end = bare.rstrip(" .!?。？！")
    for form in (_NOT_THIS, _THIS_NOT, _JAPANESE):
        found = form.match(end)
        if found and _was_asked(found["old"], found["new"], prompt, last):
            return replace(prompt, question=found["new"] + _INSTEAD[detect_language(prompt.question)])
    if bare == text:
        return prompt
    return replace(prompt, question=end + _INSTEAD[detect_language(prompt.question)])


def _was_asked(old: str, new: str, prompt: ReadQuestion, last: Frame) -> bool:
    """Whether words name nothing but what was measured or told apart before, or a cell that gives way to another."""
    question = understand(replace(prompt, question=old))
    parts = parts_of(question, last.dataset_id, None)
    asked = [item for metric in last.metrics for item in metric.columns]
    asked += [item for slot in last.groups for item in slot.columns]
    columns = {(item.dataset_id, item.column) for item in asked}
    named = [any((each.dataset_id, each.name) in columns for each in link.candidates) for link in question.links]
    named += [_gives_way(mention, new, prompt, last) for mention in question.values]
    named += [agg in {metric.agg for metric in last.metrics} for agg in parts.aggregations]
    grains = {slot.grain or slot.part for slot in last.groups}
    named += [grain in grains for grain in (*question.family("grain:"), *question.family("part:"))]
    return bool(named) and all(named) and not question.unexplained and not question.dates and not question.bounds


def _gives_way(mention: ValueMention, new: str, prompt: ReadQuestion, last: Frame) -> bool:
    """`not Berlin, London`: a cell that was asked for, where another one of its column stands now."""
    told = {(item[0].column.column, str(item[0].value)) for item in last.conditions}
    columns = {match.column for match in mention.matches if (match.column, match.value) in told}
    instead = understand(replace(prompt, question=new))
    return any(match.column in columns for other in instead.values for match in other.matches)
