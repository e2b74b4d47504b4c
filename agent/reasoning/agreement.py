"""Two minds on one question: what to do with the reading of the rules and that of a model (law 3)."""

import json
import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.picking import picked_reading
from agent.reasoning.rules.reading.question import understand
from agent.reasoning.straying import strays, unknown_words
from agent.specs.parse import Spec
from agent.specs.reading import Reading

MOST_READINGS = 3
UNKNOWN_WORDS = 1
ASTRAY = "A model read it in another way, which leaves words of the question aside or adds others. That was not used."
"""Without the model's label: its words could hold figures."""
_SAME_WORDS = 88  # of 100: how alike an answer must be to an option to pick it
_PLACES = (
    re.compile(r"\b(1|first|erste\w*)\b|最初|1番|一番目", re.IGNORECASE),
    re.compile(r"\b(2|second|zweite\w*)\b|2番|二番目", re.IGNORECASE),
    re.compile(r"\b(3|third|dritte\w*)\b|3番|三番目", re.IGNORECASE),
)
_LONGEST_PICK = 40  # characters of an answer that may name an option by its place


def merged(rules: Decision, model: Decision, prompt: ReadQuestion) -> Decision:
    """One decision. Where the rules understood every word and the model reads it otherwise, both readings are tried:
    the same result answers, different results are shown to choose from. A reading of the model that leaves the words
    of the question is not tried, and the answer says so.
    """
    if rules.next_action != "act":
        return _beside_no_reading(rules, model)
    if model.next_action != "act":
        return rules  # every word that bears on the answer found its place, or they would ask
    question = understand(prompt)
    others = [reading for reading in model.readings if not any(same_meaning(reading, own) for own in rules.readings)]
    astray = [reading for reading in others if strays(reading, rules.readings, question, prompt)]
    kept = [reading for reading in others if reading not in astray]
    return rules.model_copy(
        update={
            "readings": [*rules.readings, *kept][:MOST_READINGS],
            "assumptions": [*rules.assumptions, *([ASTRAY] if astray else [])],
        }
    )


def _beside_no_reading(rules: Decision, model: Decision) -> Decision:
    """The rules ask or decline. A missing column stays a question, with what the model would take instead."""
    if rules.next_action != "ask":
        return rules
    if not rules.missing_columns:
        return model
    if model.next_action != "act":
        return rules  # the word that has no column is one of the question
    offered = [reading.label for reading in model.readings]
    return rules.model_copy(update={"choices": list(dict.fromkeys([*offered, *rules.choices]))[:5]})


def is_sure(prompt: ReadQuestion) -> bool:
    """Whether the rules have a meaning for the words of the question that carry one, but for one at most."""
    return unknown_words(understand(prompt)) <= UNKNOWN_WORDS


def chosen_offer(prompt: ReadQuestion) -> Reading | None:
    """The reading on offer that the person's words pick, by its words or its place; None for anything else."""
    if prompt.pending is None:
        return None
    offered = prompt.pending["context"].get("readings")
    readings = [Reading.model_validate(each) for each in offered] if isinstance(offered, list) else []
    said = prompt.question.strip().casefold()
    for option in prompt.pending["options"]:
        alike = max(fuzz.ratio(said, text.casefold()) for text in (option["says"], option["label"]))
        if alike >= _SAME_WORDS:
            return next((reading for reading in readings if reading.reading_id == option["option_id"]), None)
    placed = [place for place, pattern in enumerate(_PLACES) if pattern.search(said)]
    if len(placed) == 1 and placed[0] < len(readings) and len(said) <= _LONGEST_PICK:
        return readings[placed[0]]
    return None


def rules_know_the_offer(prompt: ReadQuestion) -> bool:
    """Whether the words pick a reading that the rules offered themselves."""
    return prompt.pending is not None and picked_reading(understand(prompt), Memory.from_json(prompt.frame)) is not None


def same_meaning(one: Reading, other: Reading) -> bool:
    """Whether the answer of one is computed in the other too; order and titles do not count."""
    ours, theirs = [_essence(spec) for spec in one.specs], [_essence(spec) for spec in other.specs]
    return ours[0] in theirs or theirs[0] in ours


def _essence(spec: Spec) -> str:
    told = spec.model_dump(mode="json", exclude_defaults=True)
    name = {key: getattr(spec, key, None) for key in ("op", "kind")}
    unimportant = {
        "title",
        "dataset_id",
        *(() if any(told.get(key) for key in ("top_k", "top_per", "skip")) else ("sort",)),
    }
    kept = {key: _ordered(value) for key, value in told.items() if key not in unimportant}
    tables = told.get("dataset_id")
    return json.dumps([name, kept, tables], sort_keys=True, ensure_ascii=False)


def _ordered(value: object) -> object:
    """Lists whose order means nothing, in one order."""
    if isinstance(value, list) and all(isinstance(item, str | dict) for item in value):
        return sorted(value, key=lambda item: json.dumps(item, sort_keys=True))
    return value


def without_duplicates(readings: Sequence[Reading]) -> list[Reading]:
    """Each meaning once, the first way it was read."""
    kept: list[Reading] = []
    for reading in readings:
        if not any(same_meaning(reading, other) for other in kept):
            kept.append(reading)
    return kept
