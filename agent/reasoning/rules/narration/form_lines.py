"""The answer once more in the form that was asked for: `@mean_load[41.50]`, each value a reference to its cell."""

import re
from collections import Counter
from collections.abc import Sequence

from agent.reasoning.prompts import NarrateAnswer
from agent.reasoning.rules.narration.answer_form import Slot, slots_in, without_form
from agent.reasoning.rules.narration.decision_rules import rules_in
from agent.reasoning.rules.narration.facts import Fact, facts_of
from agent.reasoning.rules.narration.matching import Matcher, said_in
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.narration.scene import Scene
from agent.reasoning.rules.narration.verdicts import verdict
from agent.specs.measures import Measure
from agent.specs.plots import Plot
from agent.specs.references import arithmetic, cell, literal, reference

_AS_SHARE = re.compile(r"between 0(?:\.0+)? and 1\b", re.I)
_REMOVES = re.compile(r"\b(?:after|by)?\s*remov\w+|\bexclud\w+ (?:the |these |those )?outliers", re.I)
_LARGE = 1000
_LONGEST_LIST = 60


def form_lines(prompt: NarrateAnswer, scenes: Sequence[Scene[Measure | Plot]], phrases: Phrases) -> str:
    """The slots that can be filled for sure, a line each, and which cannot; "" where no form is asked for."""
    slots = slots_in(prompt.question)
    if not slots:
        return ""
    leads = prompt.results[0].reading.compare == "top_key"
    task = without_form(prompt.question)
    usual = frozenset({"without"}) if _REMOVES.search(task) else frozenset[str]()
    matcher = Matcher(tuple(facts_of(scenes, leads=leads)), prompt.datasets, usual)
    filled = _fill(slots, prompt.question, matcher)
    lines = [f"@{literal(slot.name)}[{filled[slot.name]}]" for slot in slots if slot.name in filled]
    left = [f"@{literal(slot.name)}" for slot in slots if slot.name not in filled]
    parts = [
        f"{phrases.say('form.lead')}\n\n{phrases.bullets(lines)}" if lines else "",
        phrases.say("form.unfilled", slots=phrases.joined(left)) if left else "",
    ]
    return "\n\n".join(part for part in parts if part)


def _fill(slots: Sequence[Slot], question: str, matcher: Matcher) -> dict[str, str]:
    rules = rules_in(question)
    filled: dict[str, str] = {}
    numbers: dict[str, Fact] = {}
    for slot in slots:
        if slot.choices:
            word = verdict(slot, rules, matcher)
            filled |= {slot.name: literal(word)} if word else {}
        elif slot.is_list:
            listed = matcher.listed_for(slot)
            whole = bool(listed) and len(listed) <= _LONGEST_LIST
            filled |= {slot.name: ", ".join(_reference_text(fact, slot) for fact in listed)} if whole else {}
        elif slot.is_text and not said_in(slot.inside).wanted:
            named = matcher.names_for(slot)
            filled |= {slot.name: ", ".join(_reference_text(fact, slot) for fact in named)} if named else {}
        else:
            fact = matcher.number_for(slot)
            numbers |= {slot.name: fact} if fact else {}
    cells = Counter(_place(fact) for fact in numbers.values())
    # two slots cannot mean one cell: what tells them apart was not understood
    own = {slot.name: numbers[slot.name] for slot in slots if slot.name in numbers}
    filled |= {
        slot.name: _reference_text(own[slot.name], slot)
        for slot in slots
        if slot.name in own and cells[_place(own[slot.name])] == 1
    }
    return filled


def _place(fact: Fact) -> tuple[str, int, str]:
    return fact.table.artifact_id, fact.row, fact.column


def _reference_text(fact: Fact, slot: Slot) -> str:
    """The reference, rounded as the slot says; without separators, as whoever reads a form by a program expects."""
    number = fact.number
    artifact, row = fact.table.artifact_id, fact.row + 1
    if number is None:
        return reference(artifact, fact.column, row=row)
    form = "" if abs(number) < _LARGE else "plain"
    form = form if slot.decimals is None else f"plain.{slot.decimals}"
    if fact.is_percent and _AS_SHARE.search(slot.about):
        return arithmetic(f"{cell(artifact, fact.column, row=row)} / 100", form)
    return reference(artifact, fact.column, row=row, fmt=form)
