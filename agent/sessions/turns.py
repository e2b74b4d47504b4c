"""Running one turn: one `invoke`, and whatever happens a record of it and a conversation that can go on."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.errors import GraphDrained, GraphRecursionError
from langgraph.types import Command, Durability, Interrupt
from langsmith.run_helpers import tracing_context
from pydantic import JsonValue

from agent.context import TurnContext
from agent.errors import StaleAnswerError, TallyError
from agent.graph import SETTLE, ConversationGraph
from agent.nodes.record import interrupted_record, waiting_record
from agent.nodes.turn_facts import asked_question
from agent.nodes.words import say
from agent.persistence.database import StoreError, damaged_conversation
from agent.reasoning.chat.connection.failures import StoppedError
from agent.reasoning.language import detect_language
from agent.sessions.conversations import Conversation, StopSignal, TurnChoices
from agent.sessions.progress import Listener, NodeProgress
from agent.state import AgentState, PendingInput, TurnRecord, TurnStatus
from agent.workflows.catalogue import step_words
from languages.phrase_files import ENGLISH, telling

logger = logging.getLogger(__name__)
DURABILITY: Durability = "exit"
"""A turn is stored once, when it is over. Broken off by a crash, it leaves no trace, and what was open before it is
still open. Storing every step costs several times the time and space (see the checkpointer benchmark)."""
INTERRUPT = "__interrupt__"
"""Where the graph's answer holds what waits for the person."""


@dataclass(frozen=True)
class Said:
    """What the person said: the words, how to answer, and the option if one was picked by button. `edited` is a reading
    made by hand, `command` an order given by button, both as the state holds them.
    """

    question: str
    workflow: str
    option_id: str | None = None
    edited: dict[str, JsonValue] | None = None
    command: dict[str, JsonValue] | None = None


@dataclass(frozen=True)
class Approval:
    """What the person said to a program that waits: their version of it, or their reason against it, in `text`."""

    checkpoint_id: str
    option_id: str
    text: str = ""


def run_turn(
    graph: ConversationGraph,
    context: TurnContext,
    conversation: Conversation,
    said: Said,
    signal: StopSignal,
    on_event: Listener | None,
) -> TurnRecord:
    """The record of the turn, kept in the conversation too. What went wrong is told in the record.

    Raises StoreError when the store fails, for then there is no record; the conversation stays as it was before.
    """
    config = _config(context, conversation, on_event)
    given = _initial_state(conversation, said)
    return _run(graph, context, conversation, signal, Step(config, given, given))


def resume_turn(
    graph: ConversationGraph,
    context: TurnContext,
    conversation: Conversation,
    approval: Approval,
    signal: StopSignal,
    on_event: Listener | None,
) -> TurnRecord:
    """The record of the turn that goes on where a program waits. StaleAnswerError when nothing waits there any more."""
    config = _config(context, conversation, on_event)
    waiting = [
        one for one in graph.get_state(config).interrupts if one.value["checkpoint_id"] == approval.checkpoint_id
    ]
    if not waiting:
        conversation.pending = None
        raise StaleAnswerError("This program no longer waits.", "Ask the question again.")
    going_on = _going_on(conversation)
    answer = {waiting[0].id: {"option_id": approval.option_id, "text": approval.text}}
    command: Command[str] = Command(resume=answer, update=dict(going_on))
    return _run(graph, context, conversation, signal, Step(config, command, going_on))


@dataclass(frozen=True)
class Step:
    """One `invoke`: what it is given, and what of the state that sets, for the record if it breaks off."""

    config: RunnableConfig
    given: AgentState | Command[str]
    sets: AgentState


def _config(context: TurnContext, conversation: Conversation, on_event: Listener | None) -> RunnableConfig:
    return RunnableConfig(
        configurable={"thread_id": conversation.conversation_id},
        recursion_limit=context.settings.recursion_limit,
        callbacks=[NodeProgress(on_event, step_words)] if on_event else [],
    )


def _run(
    graph: ConversationGraph, context: TurnContext, conversation: Conversation, signal: StopSignal, step: Step
) -> TurnRecord:
    with telling(_language(conversation, step.sets)):
        return _run_told(graph, context, conversation, signal, step)


def _run_told(
    graph: ConversationGraph, context: TurnContext, conversation: Conversation, signal: StopSignal, step: Step
) -> TurnRecord:
    try:
        with (
            signal.within(context.settings.turn_seconds),
            tracing_context(enabled=False),  # an environment variable must not send state to a tracing service
        ):
            reached = graph.invoke(
                step.given, step.config, context=context, control=signal.control, durability=DURABILITY
            )
    except StoreError:
        raise
    except (GraphDrained, StoppedError):
        if signal.out_of_time:
            logger.warning("turn %s took %d seconds", step.sets["turn_id"], context.settings.turn_seconds)
            return _broken_off(graph, step, conversation, "error", say("turn.too_long"))
        return _broken_off(graph, step, conversation, "stopped", say("turn.stopped"))
    except Exception as error:
        logger.exception("turn %s failed", step.sets["turn_id"])
        return _broken_off(graph, step, conversation, "error", _sentence(error))
    waiting = cast(Sequence[Interrupt], reached.pop(INTERRUPT, ()))
    state = cast(AgentState, reached)
    if waiting:
        return _waiting(conversation, state, cast(PendingInput, waiting[0].value))
    conversation.turns = tuple(state["turns"])
    conversation.unrecorded = ()
    conversation.pending = state.get("pending_input")
    return conversation.turns[-1]


def _language(conversation: Conversation, given: AgentState) -> str:
    """The language of what this turn answers; a turn that goes on speaks that of the one before, and a checkpoint that
    is answered that of its study."""
    pending = conversation.pending
    if pending is not None and pending["kind"] == "checkpoint" and isinstance(pending["context"].get("language"), str):
        return str(pending["context"]["language"])
    if "question" not in given:
        return detect_language(conversation.turns[-1]["question"]) if conversation.turns else ENGLISH
    return detect_language(asked_question(AgentState(**{**given, "previous_pending": conversation.pending})))


def _waiting(conversation: Conversation, state: AgentState, pending: PendingInput) -> TurnRecord:
    """The turn as far as it came: it waits for the person in the middle of the graph, before `settle`."""
    record = waiting_record(state, pending)
    conversation.turns = (*conversation.turns, record)
    conversation.unrecorded = (record,)
    conversation.pending = pending
    return record


def _going_on(conversation: Conversation) -> AgentState:
    """The turn of a button that lets the graph go on: a turn of its own, after the one that waited."""
    return AgentState(
        turns=list(conversation.unrecorded),
        turn_id=f"T{len(conversation.turns) + 1}",
        turn_started=time.time(),
    )


def take_up(graph: ConversationGraph, conversation: Conversation) -> None:
    """Fills a conversation that was stored with its turns and with what waits for the person.

    StoreError when what is stored cannot be read.
    """
    config = RunnableConfig(configurable={"thread_id": conversation.conversation_id})
    try:
        snapshot = graph.get_state(config)
        state = cast(AgentState, snapshot.values)
        conversation.choices = TurnChoices.of(state.get("choices", {}))
    except (ValueError, TypeError, KeyError) as odd:
        raise damaged_conversation() from odd
    conversation.turns = tuple(state.get("turns", ()))
    conversation.pending = state.get("pending_input")
    if snapshot.interrupts:
        _waiting(conversation, state, cast(PendingInput, snapshot.interrupts[0].value))
        if snapshot.created_at:  # it took until then, however long it has been waiting
            began = state.get("turn_started", 0.0)
            until = datetime.fromisoformat(snapshot.created_at).timestamp()
            conversation.turns[-1]["seconds"] = max(0.0, until - began)


def _initial_state(conversation: Conversation, said: Said) -> AgentState:
    return AgentState(
        turns=list(conversation.unrecorded),  # of a program that waits no longer: a new question drops it
        conversation_id=conversation.conversation_id,
        turn_id=f"T{len(conversation.turns) + 1}",
        workflow=said.workflow,
        question=said.question,
        choices=conversation.choices.plain(),
        picked_option=said.option_id,
        edited_reading=said.edited,
        command=said.command,
        turn_started=time.time(),
        messages=[HumanMessage(said.question)],
    )


def _sentence(error: Exception) -> str:
    """What the person is told. A bug is shown short; the log has it whole."""
    if isinstance(error, GraphRecursionError):
        return say("turn.endless")
    if isinstance(error, TallyError) and error.actor != "developer":
        return str(error)
    return say("turn.broken")


def _broken_off(
    graph: ConversationGraph, step: Step, conversation: Conversation, status: TurnStatus, sentence: str
) -> TurnRecord:
    """Closes a turn that did not reach its end: recorded, and the question that was open before is open again. A
    program that waited does not wait any more: the graph has left that place.
    """
    reached = cast(AgentState, graph.get_state(step.config).values)
    record = interrupted_record(cast(AgentState, {**reached, **step.sets}), status, sentence)
    before = conversation.pending
    pending = before if before and before["kind"] != "approve" else None
    missing = [one for one in conversation.unrecorded if one not in reached.get("turns", [])]
    closing: AgentState = {
        "turns": [*missing, record],
        "status": status,
        "messages": [AIMessage(sentence)],
        "pending_input": pending,
        "requires_user_input": pending is not None,
        "open_checkpoint_id": pending["checkpoint_id"] if pending else "",
        "checkpoint_message": pending["message"] if pending else "",
        "checkpoint_prompt": pending["prompt"] if pending else "",
    }
    graph.update_state(step.config, closing, as_node=SETTLE)
    conversation.turns = (*conversation.turns, record)
    conversation.unrecorded = ()
    conversation.pending = pending
    return record
