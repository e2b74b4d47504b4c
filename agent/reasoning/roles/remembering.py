"""What a turn leaves for the follow-up: the built-in reader's memory of its own readings, a model's of all."""

from pydantic import JsonValue

from agent.reasoning.chat.past import noted
from agent.reasoning.prompts import Decision, ReadQuestion

MODEL_READING = "m"
"""Readings of a model have ids that start so."""


def frame_for_rules(prompt: ReadQuestion) -> dict[str, JsonValue] | None:
    """The built-in reader's memory; empty when the last answer came from a reading of a model, which it does not
    know.
    """
    frame = prompt.frame or {}
    picked = frame.get("picked")
    unknown = isinstance(picked, str) and picked.startswith(MODEL_READING)
    return {"model": frame.get("model")} if unknown else prompt.frame


def remembering(prompt: ReadQuestion, decision: Decision) -> Decision:
    """The decision with what a model's next prompt needs. After a reading of a model alone the built-in reader's memory
    is emptied, so that it does not carry on from an older question.
    """
    if decision.next_action != "act":
        return decision.model_copy(update={"frame": decision.frame or prompt.frame})
    before = (prompt.frame or {}).get("model")
    notes = noted(prompt.question, decision.readings, before if isinstance(before, dict) else None)
    by_rules = [reading for reading in decision.readings if not reading.reading_id.startswith(MODEL_READING)]
    kept = dict(decision.frame or {}) if by_rules else {}
    return decision.model_copy(update={"frame": {**kept, "model": notes}})
