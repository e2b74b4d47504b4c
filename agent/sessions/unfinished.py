"""A question whose turn did not come to its end because the process did. It is noted before its turn begins."""

import time
from dataclasses import dataclass
from typing import Protocol, cast

from pydantic import TypeAdapter, ValidationError

from agent.nodes.record import interrupted_record
from agent.nodes.words import say
from agent.persistence.database import damaged_conversation
from agent.persistence.links import TITLE
from agent.sessions.conversations import Conversation, TurnChoices
from agent.sessions.person_input import PickedOption
from agent.state import AgentState, TurnRecord

_NOTE = "question_under_way"


class Notes(Protocol):
    """Where short texts about a conversation are kept, if it is kept at all. Errors are those of the place."""

    def note(self, conversation_id: str, name: str, text: str) -> None:
        """Keeps a text under a name, in place of the one before."""
        ...

    def noted(self, conversation_id: str, name: str) -> str:
        """The text; "" when there is none."""
        ...


@dataclass(frozen=True)
class UnfinishedQuestion:
    """What was said, how it was to be answered, and what was picked of an open question, if it was an answer to one.
    `started` is in seconds since the epoch."""

    turn_id: str
    question: str
    workflow: str
    choices: TurnChoices
    started: float
    picked: PickedOption | None


_QUESTION = TypeAdapter(UnfinishedQuestion)


def note_question(
    notes: Notes, conversation: Conversation, said: str, workflow: str, picked: PickedOption | None
) -> None:
    """Notes what the turn that begins now is to answer."""
    turn_id = f"T{len(conversation.turns) + 1}"
    question = UnfinishedQuestion(turn_id, said, workflow, conversation.choices, time.time(), picked)
    conversation.unfinished_id = ""
    if not (conversation.turns or conversation.title):
        notes.note(conversation.conversation_id, TITLE, said)
    notes.note(conversation.conversation_id, _NOTE, _QUESTION.dump_json(question).decode("utf-8"))


def drop_note(notes: Notes, conversation: Conversation) -> None:
    """Forgets the question: its turn was refused, and the person was told why."""
    notes.note(conversation.conversation_id, _NOTE, "")


def noted_question(notes: Notes, conversation: Conversation) -> UnfinishedQuestion | None:
    """The question that was noted last; None when there is none. StoreError when the note is damaged."""
    text = notes.noted(conversation.conversation_id, _NOTE)
    try:
        return _QUESTION.validate_json(text) if text else None
    except ValidationError as odd:
        raise damaged_conversation() from odd


def take_up_unfinished(notes: Notes, conversation: Conversation) -> None:
    """Shows the question that was noted last among the turns, if none of them answers it. The next turn records it.

    StoreError when the note is damaged.
    """
    question = noted_question(notes, conversation)
    if question is None or any(turn["turn_id"] == question.turn_id for turn in conversation.turns):
        return
    record = _record_of(question)
    conversation.turns = (*conversation.turns, record)
    conversation.unrecorded = (*conversation.unrecorded, record)
    conversation.unfinished_id = question.turn_id


def _record_of(question: UnfinishedQuestion) -> TurnRecord:
    said = {
        "turn_id": question.turn_id,
        "workflow": question.workflow,
        "question": question.question,
        "turn_started": question.started,
    }
    record = interrupted_record(cast(AgentState, said), "stopped", say("turn.not_finished"))
    record["seconds"] = 0.0  # nobody knows how far it came
    return record
