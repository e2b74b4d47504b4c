"""What follow-ups build on, made anew from the readings of the turns that count: after an edit, and after an undo."""

from collections.abc import Sequence

from pydantic import JsonValue

from agent.nodes.known import TurnRuntime, profiles
from agent.reasoning.chat.past import noted
from agent.reasoning.rules.narration.phrases import Phrases
from agent.reasoning.rules.reading.describe import described
from agent.reasoning.rules.reading.frame import Frame
from agent.reasoning.rules.reading.from_specs import frame_of_specs
from agent.reasoning.rules.reading.memory import Memory
from agent.specs.editing.computations import computations_of
from agent.specs.reading import Reading
from agent.state import TurnRecord

REMEMBERED = 3  # readings


def reading_of(turn: TurnRecord) -> Reading | None:
    """The reading that the turn answered; None for a turn that was computed another way."""
    return Reading.model_validate(turn["reading"]) if "reading" in turn else None


def frame_after(given: Sequence[TurnRecord], runtime: TurnRuntime) -> dict[str, JsonValue] | None:
    """The memory of these answers, for whoever reads next; None when there is none."""
    found = [(turn["question"], reading) for turn in given[-REMEMBERED:] if (reading := reading_of(turn)) is not None]
    return frame_of(found, runtime)


def frame_of(asked: Sequence[tuple[str, Reading]], runtime: TurnRuntime) -> dict[str, JsonValue] | None:
    """The memory of readings with the questions that they answered, oldest first. The rules remember nothing where
    the last cannot be continued in words."""
    if not asked:
        return None
    frames = [frame_of_specs(reading.specs, profiles(runtime)) for _, reading in asked]
    known: list[Frame] = [frame for frame in frames if frame is not None] if frames[-1] is not None else []
    notes: dict[str, JsonValue] | None = None
    for question, reading in asked:
        notes = noted(question, [reading], notes)
    return Memory(frames=known, model=notes).model_dump(mode="json")


def can_be_continued(frame: dict[str, JsonValue] | None) -> bool:
    """Whether the rules have something that a follow-up builds on."""
    return Memory.from_json(frame).last is not None


def in_words(reading: Reading, runtime: TurnRuntime, phrases: Phrases) -> str:
    """How the reading reads in a sentence, all that it computes; "" where the rules have no words for it."""
    known = profiles(runtime)
    frames = [frame_of_specs([reading.specs[at] for at in one.places], known) for one in computations_of(reading)]
    found = [frame for frame in frames if frame is not None]
    if not found or len(found) < len(frames):
        return ""
    whole = found[0] if len(found) == 1 else Frame(intent="several", dataset_id=found[0].dataset_id, parts=found)
    return described(whole, known, phrases)
