"""The reading that the person chose: one on offer, by its button or in words, or one changed by hand."""

from dataclasses import dataclass

from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.reasoning.language import detect_language
from agent.reasoning.prompts import Decision
from agent.specs.editing.one_line import reading_label
from agent.specs.reading import Reading
from agent.state import AgentState, PendingInput, ReasoningLine


@dataclass(frozen=True)
class ByHand:
    """The reading, and what else the state holds from then on."""

    reading: Reading
    delta: NodeDelta


def edited_reading(state: AgentState) -> ByHand | None:
    """The reading that the person made by hand for this turn, or that came with a question on offer, executed as it is;
    None when words or a pick are read."""
    given = state.get("edited_reading")
    if given is None:
        return None
    reading = Reading.model_validate(given["reading"])
    said = state.get("question", "")
    told = reading_label(reading, detect_language(str(given.get("question", ""))))
    marks: dict[str, JsonValue] = {"changes": given["changes"]} if "changes" in given else {}
    return ByHand(
        reading.model_copy(update={"interpretation": told}),
        {
            "rationale": said,
            "turn_marks": marks,
            "reasoning": [ReasoningLine(step_name="reason", step_text=said)],
        },
    )


def picked_reading(state: AgentState) -> Reading | None:
    """The reading behind the option that the person picked by button; None when words have to be read."""
    pending, option = state.get("previous_pending"), state.get("picked_option")
    return (
        next((reading for reading in readings_on_offer(pending) if reading.reading_id == option), None)
        if pending
        else None
    )


def picked_by_words(state: AgentState, decision: Decision) -> Reading | None:
    """The reading on offer that the person named in words: the way goes on as if they had pressed its button."""
    pending = state.get("previous_pending")
    if state.get("picked_option") or pending is None:
        return None
    on_the_way = pending["context"].get("looking") or pending["context"].get("steps_taken")
    return next((one for one in readings_on_offer(pending) if on_the_way and decision.readings == [one]), None)


def readings_on_offer(pending: PendingInput) -> list[Reading]:
    """The readings among which an open question asks to choose."""
    offered = pending["context"].get("readings")
    return [Reading.model_validate(reading) for reading in offered] if isinstance(offered, list) else []
