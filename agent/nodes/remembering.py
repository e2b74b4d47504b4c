"""What a connected model's next prompt builds on, made anew from the turns that count: after an edit, after an undo."""

from collections.abc import Sequence

from pydantic import JsonValue

from agent.reasoning.chat.past import noted
from agent.specs.reading import Reading
from agent.state import TurnRecord

REMEMBERED = 3  # readings


def reading_of(turn: TurnRecord) -> Reading | None:
    """The reading that the turn answered; None for a turn that was computed another way."""
    return Reading.model_validate(turn["reading"]) if "reading" in turn else None


def frame_after(given: Sequence[TurnRecord]) -> dict[str, JsonValue] | None:
    """The notes of these answers, for whoever reads next; None when there is none."""
    return frame_of([(turn["question"], one) for turn in given[-REMEMBERED:] if (one := reading_of(turn)) is not None])


def frame_of(asked: Sequence[tuple[str, Reading]]) -> dict[str, JsonValue] | None:
    """The notes of readings with the questions that they answered, oldest first; None when there is none."""
    notes: dict[str, JsonValue] | None = None
    for question, reading in asked:
        notes = noted(question, [reading], notes)
    return {"model": notes} if notes else None
