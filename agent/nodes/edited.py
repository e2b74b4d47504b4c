"""A reading changed by hand: it is executed as it is, with no reader in between."""

from dataclasses import dataclass

from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.reasoning.language import detect_language
from agent.specs.editing.one_line import reading_label
from agent.specs.reading import Reading
from agent.state import AgentState, ReasoningLine


@dataclass(frozen=True)
class ByHand:
    """The reading, and what else the state holds from then on."""

    reading: Reading
    delta: NodeDelta


def edited_reading(state: AgentState) -> ByHand | None:
    """The reading that the person made by hand for this turn; None when words or a pick are to be read."""
    given = state.get("edited_reading")
    if given is None:
        return None
    reading = Reading.model_validate(given["reading"])
    said = state.get("question", "")
    told = reading_label(reading, detect_language(str(given.get("question", ""))))
    marks: dict[str, JsonValue] = {"changes": given.get("changes")}
    return ByHand(
        reading.model_copy(update={"interpretation": told}),
        {
            "rationale": said,
            "turn_marks": marks,
            "reasoning": [ReasoningLine(step_name="reason", step_text=said)],
        },
    )
