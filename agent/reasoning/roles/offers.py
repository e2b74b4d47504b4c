"""What is on offer from the turn before, and whether the person's words pick it."""

import re

from rapidfuzz import fuzz

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.memory import Memory
from agent.reasoning.rules.reading.picking import picked_reading
from agent.reasoning.rules.reading.question import understand
from agent.specs.reading import Reading

_SAME_WORDS = 88  # of 100: how alike an answer must be to an option to pick it
_PLACES = (
    re.compile(r"\b(1|first|erste\w*)\b|最初|1番|一番目", re.IGNORECASE),
    re.compile(r"\b(2|second|zweite\w*)\b|2番|二番目", re.IGNORECASE),
    re.compile(r"\b(3|third|dritte\w*)\b|3番|三番目", re.IGNORECASE),
)
_LONGEST_PICK = 40  # characters of an answer that may name an option by its place


def picked_decision(prompt: ReadQuestion) -> Decision | None:
    """The decision to execute the reading that the person's words pick; None when they pick none."""
    offer = chosen_offer(prompt)
    if offer is None:
        return None
    return Decision(next_action="act", rationale=offer.interpretation, readings=[offer], frame=prompt.frame)


def chosen_offer(prompt: ReadQuestion) -> Reading | None:
    """The reading on offer that the person's words pick, nearly to the letter or by its place; None for others."""
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
    """Whether the words pick a reading that the built-in reader offered itself."""
    return prompt.pending is not None and picked_reading(understand(prompt), Memory.from_json(prompt.frame)) is not None
