"""What the person said, checked: words that can be used, an option of the question that is open."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from agent.analysis.validate import check_spec
from agent.errors import SpecError, StaleAnswerError, TallyError
from agent.history import set_aside, standing
from agent.reasoning.rules.language import detect_language
from agent.reasoning.rules.narration.phrases import phrases_in
from agent.reasoning.rules.reading.commands import CommandName
from agent.specs.editing.edits import checked_reading
from agent.specs.editing.parts import difference
from agent.specs.reading import Reading
from agent.specs.written import reading_json
from agent.state import PendingInput, PendingOption, TurnRecord
from agent.turns import Said
from agent.workflows.catalogue import DEFAULT
from registry.profile import DatasetProfile

LONGEST_QUESTION = 10_000  # characters, of a program too


class UnknownWorkflowError(TallyError):
    """No workflow of this name."""

    actor = "person"


class UnusableQuestionError(TallyError):
    """Nothing was said, or far too much."""

    actor = "person"


@dataclass(frozen=True)
class PickedOption:
    """The option that the person picked of an open question, with words of their own if any."""

    checkpoint_id: str
    option_id: str
    text: str = ""


def open_option(pending: PendingInput | None, picked: PickedOption) -> PendingOption:
    """The option meant, if its question is the open one."""
    if pending is None or pending["checkpoint_id"] != picked.checkpoint_id:
        raise StaleAnswerError("This question is no longer open.", "Ask again, or answer the latest question.")
    option = next((option for option in pending["options"] if option["option_id"] == picked.option_id), None)
    if option is None:
        raise StaleAnswerError(f"The open question has no option {picked.option_id!r}.", "Pick one that is shown.")
    return option


def workflow_of(pending: PendingInput | None, option: PendingOption) -> str | None:
    """The workflow that goes on from an option, where the question says so."""
    workflows = pending["context"].get("workflows") if pending else None
    name = workflows.get(option["option_id"]) if isinstance(workflows, dict) else None
    return name if isinstance(name, str) else None


def cleaned(text: str) -> str:
    """Text that can be stored and shown: no NUL, no lone surrogates, no blanks around, and not endless."""
    valid = limited(text).strip()
    if not valid:
        raise UnusableQuestionError("There is no question.", "Type a question about your data.")
    return valid


def limited(text: str) -> str:
    """Text without NUL and lone surrogates, and not endless."""
    valid = text.replace("\x00", "").encode("utf-8", "replace").decode("utf-8")
    if len(valid) > LONGEST_QUESTION:
        raise UnusableQuestionError(f"The text has {len(valid):,} characters.", f"Use at most {LONGEST_QUESTION:,}.")
    return valid


def made_by_hand(
    turns: Sequence[TurnRecord], turn_id: str, reading: Mapping[str, JsonValue], known: Sequence[DatasetProfile]
) -> Said:
    """A reading made by hand, checked against the data, with the words that tell what was changed of the turn's.

    SpecError or DataError when it is not well formed, does not fit the data, or changes nothing.
    """
    made = checked_reading(reading)
    for spec in made.specs:
        check_spec(spec, {profile.dataset_id: profile for profile in known})
    turn = next((turn for turn in turns if turn["turn_id"] == turn_id), None)
    before = Reading.model_validate(turn["reading"]) if turn and "reading" in turn else None
    change = difference(before, made)
    if not change:
        raise SpecError("Nothing was changed.", "Change a part first.")
    asked = turn["question"] if turn else ""
    phrases = phrases_in(detect_language(_last_words(turns, turn)))
    question = phrases.say("edited.changed" if before else "edited.built", change=change)
    edited: dict[str, JsonValue] = {"reading": reading_json(made), "changes": turn_id, "question": asked}
    return Said(cleaned(question[:LONGEST_QUESTION]), DEFAULT, edited=edited)


def ordered(turns: Sequence[TurnRecord], name: CommandName) -> Said:
    """An order that a button gives, in the words that it stands for."""
    language = detect_language(_last_words(turns, None))
    phrases = phrases_in(language)
    aside = set_aside(turns)
    question = phrases.say(f"command.{name}", question=str(aside["context"].get("question", "")) if aside else "")
    return Said(cleaned(question), DEFAULT, command={"name": name, "language": language})


def _last_words(turns: Sequence[TurnRecord], turn: TurnRecord | None) -> str:
    """The words of a question that a person typed, for their language."""
    typed = [one["question"] for one in standing(turns) if "changes" not in one]
    if turn is not None and "changes" not in turn:
        return turn["question"]
    return typed[-1] if typed else ""
