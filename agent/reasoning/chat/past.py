"""What a question may refer to, in few words however long the conversation is."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from agent.reasoning.chat.quoting import quoted
from agent.reasoning.chat.veil import Veil
from agent.reasoning.prompts import ReadQuestion
from agent.specs.reading import Reading
from agent.specs.written import spec_json

TURNS_KEPT = 3
LONGEST_SPECS = 700  # characters of one earlier answer's specs
LONGEST_SAID = 160


def noted(question: str, readings: Sequence[Reading], before: Mapping[str, JsonValue] | None) -> dict[str, JsonValue]:
    """What the next questions need of this one: the specs of each reading, for the last few questions. A question that
    is answered in steps is one: that of its last step.
    """
    specs: dict[str, JsonValue] = {reading.reading_id: [short(spec) for spec in reading.specs] for reading in readings}
    earlier = (before or {}).get("asked")
    kept = earlier if isinstance(earlier, list) else []
    said = question[:LONGEST_SAID]
    others = [entry for entry in kept if not (isinstance(entry, dict) and entry.get("question") == said)]
    return {"asked": [*others[-(TURNS_KEPT - 1) :], {"question": said, "readings": specs}]}


def short(spec: Any) -> dict[str, JsonValue]:
    """A spec as a model writes it: what differs from the defaults, its op or kind first."""
    return {key: value for key, value in spec_json(spec).items() if key != "type"}


def past_lines(prompt: ReadQuestion, veil: Veil) -> list[str]:
    """The last questions with their specs, and what was asked back."""
    frame = prompt.frame or {}
    notes = frame.get("model")
    asked = notes.get("asked") if isinstance(notes, dict) else None
    lines = _told(asked if isinstance(asked, list) else [], frame.get("picked"), veil)
    if not lines and not veil.sharing.restricted:
        lines = [f"Question: {quoted(turn.question, LONGEST_SAID)}" for turn in prompt.history[-TURNS_KEPT:]]
    return [*lines, *_by_program(prompt, veil), *_pending(prompt, veil), *_remembered(prompt, veil)]


def _by_program(prompt: ReadQuestion, veil: Veil) -> list[str]:
    """That the last answer came of a program, so that no spec continues it."""
    last = prompt.history[-1] if prompt.history else None
    if last is None or not last.by_program or veil.sharing.restricted:
        return []
    return [f"Question: {quoted(last.question, LONGEST_SAID)} -> answered by a program"]


def _told(asked: Sequence[JsonValue], picked: JsonValue, veil: Veil) -> list[str]:
    lines = []
    for place, entry in enumerate(asked[-TURNS_KEPT:]):
        if not isinstance(entry, dict) or not isinstance(readings := entry.get("readings"), dict) or not readings:
            continue
        last = place == len(asked[-TURNS_KEPT:]) - 1
        chosen = readings.get(picked) if last and isinstance(picked, str) else None
        seen = _seen(chosen if chosen is not None else next(iter(readings.values())), veil)
        said = f"Question: {quoted(str(entry.get('question')), LONGEST_SAID)} -> "
        if seen:
            lines.append(seen if veil.sharing.restricted else said + seen)
    return lines


def _seen(specs: JsonValue, veil: Veil) -> str:
    """Specs as the model may see them; "" when they are too long or hold values that are held back."""
    shown = [veil.spec(spec) for spec in specs if isinstance(spec, dict)] if isinstance(specs, list) else []
    if not shown or any(spec is None for spec in shown):
        return ""
    text = json.dumps({"specs": shown}, ensure_ascii=False)
    return text if len(text) <= LONGEST_SPECS else ""


def _pending(prompt: ReadQuestion, veil: Veil) -> list[str]:
    if prompt.pending is None or veil.sharing.restricted:
        return []
    options = ", ".join(quoted(option["says"], 80) for option in prompt.pending["options"][:6])
    asked = f"You asked: {quoted(prompt.pending['message'], LONGEST_SAID)}"
    return [f"{asked} Options: {options}" if options else asked]


def _remembered(prompt: ReadQuestion, veil: Veil) -> list[str]:
    """What the person settled for good; not when anything is held back, for it may name values."""
    if veil.sharing.restricted or not prompt.remembered:
        return []
    return [f"Settled: {quoted(json.dumps(decision, ensure_ascii=False), 200)}" for decision in prompt.remembered[-4:]]
