"""Readings made by hand, for callers: what can be changed of a turn's reading, and what a change is told as."""

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from agent.analysis.validate import check_specs
from agent.errors import SpecError, StaleAnswerError
from agent.history import set_aside, standing
from agent.reasoning.commands import CommandName
from agent.reasoning.language import detect_language
from agent.reasoning.rules.narration.phrases import phrases_in
from agent.sessions.person_input import LONGEST_QUESTION, clean_text
from agent.sessions.turns import Said
from agent.specs.editing.computations import Computation, computations_of
from agent.specs.editing.edits import Edit, apply_edit, checked_reading, with_spec
from agent.specs.editing.parts import difference
from agent.specs.plain_data import reading_json
from agent.specs.reading import Reading
from agent.state import TurnRecord
from agent.workflows.catalogue import DEFAULT
from registry.profile import DatasetProfile

Json = dict[str, JsonValue]


def computations_of_turn(turn: TurnRecord, language: str) -> tuple[Computation, ...]:
    """What the turn's reading computes, the parts that were kept from before marked; () for a turn without one. All is
    told in the language.
    """
    if "reading" not in turn:
        return ()
    return computations_of(Reading.model_validate(turn["reading"]), turn.get("kept", []), language)


def reading_with(reading: Mapping[str, JsonValue], edit: Edit) -> Json:
    """The reading, as JSON, with an edit. SpecError, in a sentence, when it would be no reading."""
    return reading_json(apply_edit(Reading.model_validate(reading), edit))


def reading_of_form(
    reading: Mapping[str, JsonValue] | None, place: int, spec: Mapping[str, JsonValue], chart: str | None
) -> Json:
    """The reading with the spec of a filled form at its place, drawn as a chart or (None) not at all; a new one where
    there was none. SpecError, in a sentence, when it would be no reading.
    """
    if reading is None:
        made = checked_reading({"specs": [dict(spec)]})
    else:
        made = with_spec(Reading.model_validate(reading), place, spec)
    drawn = next((at for at, one in enumerate(made.specs) if one.type == "plot"), None)
    measured = next((at for at, one in enumerate(made.specs) if one.type == "analysis"), None)
    if measured is None or (drawn is None and chart is None):
        return reading_json(made)
    if drawn is None:
        drawing: Json = {"type": "plot", "kind": chart, "of": dict(spec)}
        return reading_json(apply_edit(made, Edit("add", "/specs/-", drawing)))
    if chart is None:
        return reading_json(apply_edit(made, Edit("remove", f"/specs/{drawn}")))
    return reading_json(apply_edit(made, Edit("set", f"/specs/{drawn}/kind", chart)))


def made_by_hand(
    turns: Sequence[TurnRecord],
    turn_id: str,
    reading: Mapping[str, JsonValue],
    known: Sequence[DatasetProfile],
    language: str,
) -> Said:
    """A reading made by hand, checked against the data, with the words that tell what was changed of the turn's: in the
    language of the questions so far, or in this one where none was typed.

    SpecError or DataError when it is not well formed, does not fit the data, or changes nothing.
    """
    made = checked_reading(reading)
    check_specs(made.specs, known)
    turn = next((turn for turn in turns if turn["turn_id"] == turn_id), None)
    before = Reading.model_validate(turn["reading"]) if turn and "reading" in turn else None
    typed = _last_words(turns, turn)
    spoken = detect_language(typed) if typed else language
    change = difference(before, made, spoken)
    if not change:
        raise SpecError("Nothing was changed.", "Change a part first.")
    asked = turn["question"] if turn else ""
    question = phrases_in(spoken).say("edited.changed" if before else "edited.built", change=change)
    given: Json = {"reading": reading_json(made), "changes": turn_id, "question": asked}
    return Said(clean_text(question[:LONGEST_QUESTION]), DEFAULT, edited=given)


def offered(question: str, reading: Mapping[str, JsonValue], known: Sequence[DatasetProfile]) -> Said:
    """A question on offer, to be answered with the reading that came with it. SpecError or DataError when that does not
    fit the data any more."""
    made = checked_reading(reading)
    check_specs(made.specs, known)
    return Said(clean_text(question), DEFAULT, edited={"reading": reading_json(made), "question": question})


def made_again(turns: Sequence[TurnRecord], turn_id: str, known: Sequence[DatasetProfile]) -> Said:
    """The question of a turn, to be answered with its reading on the data as they are read now; a turn that no reading
    answered is asked in its words.

    StaleAnswerError when there is no such turn; SpecError or DataError when the reading does not fit the data now.
    """
    turn = next((turn for turn in turns if turn["turn_id"] == turn_id), None)
    if turn is None:
        raise StaleAnswerError("This answer is not part of the conversation any more.", "Ask the question again.")
    if "reading" not in turn or turn.get("code"):
        return Said(turn["question"], turn["workflow"])
    reading = Reading.model_validate(turn["reading"])
    check_specs(reading.specs, known)
    given: Json = {"reading": turn["reading"], "changes": turn_id, "question": turn["question"]}
    return Said(turn["question"], DEFAULT, edited=given)


def order_text(turns: Sequence[TurnRecord], name: CommandName) -> Said:
    """An order that a button gives, in the words that it stands for."""
    language = detect_language(_last_words(turns, None))
    phrases = phrases_in(language)
    aside = set_aside(turns)
    question = phrases.say(f"command.{name}", question=str(aside["context"].get("question", "")) if aside else "")
    return Said(clean_text(question), DEFAULT, command={"name": name, "language": language})


def _last_words(turns: Sequence[TurnRecord], turn: TurnRecord | None) -> str:
    """The words of a question that a person typed, for their language."""
    typed = [one["question"] for one in standing(turns) if "changes" not in one]
    if turn is not None and "changes" not in turn:
        return turn["question"]
    return typed[-1] if typed else ""
