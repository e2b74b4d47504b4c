"""What a question may refer to, in few words however long the conversation is."""

import json
from typing import Any

from pydantic import JsonValue

from agent.reasoning.chat.shown.quoting import quote
from agent.reasoning.chat.shown.veil import Veil
from agent.reasoning.past_questions import questions_with_specs
from agent.reasoning.prompts import PastTurn, ReadQuestion
from agent.specs.plain_data import spec_json

TURNS_KEPT = 3
LONGEST_SPECS = 700  # characters of one earlier answer's specs
LONGEST_SAID = 160


def short(spec: Any) -> dict[str, JsonValue]:
    """A spec as a model writes it: what differs from the defaults, its op or kind first."""
    return {key: value for key, value in spec_json(spec).items() if key != "type"}


def past_lines(prompt: ReadQuestion, veil: Veil) -> list[str]:
    """The last questions with their specs, and what was asked back."""
    lines = [line for turn in questions_with_specs(prompt.history)[-TURNS_KEPT:] if (line := _text_of(turn, veil))]
    if not lines and not veil.sharing.restricted:
        lines = [f"Question: {quote(turn.question, LONGEST_SAID)}" for turn in prompt.history[-TURNS_KEPT:]]
    return [*lines, *_by_program(prompt, veil), *_pending(prompt, veil), *_recall(prompt, veil)]


def _by_program(prompt: ReadQuestion, veil: Veil) -> list[str]:
    """That the last answer came of a program, so that no spec continues it."""
    last = prompt.history[-1] if prompt.history else None
    if last is None or not last.by_program or veil.sharing.restricted:
        return []
    return [f"Question: {quote(last.question, LONGEST_SAID)} -> answered by a program"]


def _text_of(turn: PastTurn, veil: Veil) -> str:
    """A question with its specs; "" when they are too long or hold values that are held back."""
    shown = [veil.spec(short(spec)) for spec in turn.specs]
    if any(spec is None for spec in shown):
        return ""
    text = json.dumps({"specs": shown}, ensure_ascii=False)
    if len(text) > LONGEST_SPECS:
        return ""
    return text if veil.sharing.restricted else f"Question: {quote(turn.question, LONGEST_SAID)} -> {text}"


def _pending(prompt: ReadQuestion, veil: Veil) -> list[str]:
    if prompt.pending is None or veil.sharing.restricted:
        return []
    options = ", ".join(quote(option["says"], 80) for option in prompt.pending["options"][:6])
    asked = f"You asked: {quote(prompt.pending['message'], LONGEST_SAID)}"
    return [f"{asked} Options: {options}" if options else asked]


def _recall(prompt: ReadQuestion, veil: Veil) -> list[str]:
    """What the person settled for good; not when anything is held back, for it may name values."""
    if veil.sharing.restricted or not prompt.remembered:
        return []
    return [f"Settled: {quote(json.dumps(decision, ensure_ascii=False), 200)}" for decision in prompt.remembered[-4:]]
