"""A reading changed by hand: it is executed as it is, with no reader in between."""

from dataclasses import dataclass

from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.history import answers
from agent.nodes.known import TurnRuntime
from agent.nodes.remembering import can_be_continued, frame_of, in_words, reading_of
from agent.reasoning.rules.language import detect_language
from agent.reasoning.rules.narration.phrases import phrases_in
from agent.specs.editing.parts import reading_label
from agent.specs.reading import Reading
from agent.state import AgentState, ReasoningLine


@dataclass(frozen=True)
class ByHand:
    """The reading, and what else the state holds from then on."""

    reading: Reading
    delta: NodeDelta


def edited_reading(state: AgentState, runtime: TurnRuntime) -> ByHand | None:
    """The reading that the person made by hand for this turn; None when words or a pick are to be read."""
    given = state.get("edited_reading")
    if given is None:
        return None
    reading = Reading.model_validate(given["reading"])
    changes = given.get("changes")
    earlier = [
        (turn["question"], kept)
        for turn in answers(state.get("turns", []))
        if turn["turn_id"] != changes and (kept := reading_of(turn)) is not None
    ]
    said = state.get("question", "")
    frame = frame_of([*earlier[-2:], (said, reading)], runtime)
    phrases = phrases_in(detect_language(str(given.get("question", ""))))
    by_rules = runtime.context.reads_by_rules
    notes: list[str] = [phrases.say("edited.fresh")] if by_rules and not can_be_continued(frame) else []
    told = in_words(reading, runtime, phrases) if by_rules else reading_label(reading, phrases.language)
    marks: dict[str, JsonValue] = {"changes": changes}
    return ByHand(
        reading.model_copy(update={"interpretation": told}),
        {
            "frame": frame,
            "assumptions": notes,
            "rationale": said,
            "turn_marks": marks,
            "reasoning": [ReasoningLine(step_name="reason", step_text=said)],
        },
    )
