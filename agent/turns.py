"""Running one turn: one `invoke`, and whatever happens a record of it and a conversation that can go on."""

import logging
import time
from dataclasses import dataclass
from typing import cast

from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.errors import GraphDrained, GraphRecursionError
from langgraph.types import Durability

from agent.context import TurnContext
from agent.conversations import Conversation, StopSignal
from agent.errors import TallyError
from agent.graph import SETTLE, ConversationGraph
from agent.nodes.record import interrupted_record
from agent.persistence.errors import StoreError
from agent.progress import Listener, NodeProgress
from agent.state import AgentState, TurnRecord, TurnStatus
from agent.workflows.catalogue import WORKFLOWS

logger = logging.getLogger(__name__)
STOPPED = "Stopped. Your data and the answers so far are as they were; ask again whenever you like."
BROKEN = "Something went wrong inside Tally, so there is no answer. Your data are as they were; please ask again."
DURABILITY: Durability = "exit"
"""A turn is stored once, when it is over. Broken off by a crash, it leaves no trace, and what was open before it is
still open. Storing every step costs several times the time and space (see the checkpointer benchmark)."""
ENDLESS = "This took more steps than one turn may take, so it was ended. Please ask a simpler question."


@dataclass(frozen=True)
class Said:
    """What the person said: the words, how to answer, and the option if one was picked by button."""

    question: str
    workflow: str
    option_id: str | None = None


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
    config = RunnableConfig(
        configurable={"thread_id": conversation.conversation_id},
        recursion_limit=context.settings.recursion_limit,
        callbacks=[NodeProgress(on_event, WORKFLOWS[said.workflow].progress)] if on_event else [],
    )
    given = _given(conversation, said)
    try:
        state = cast(
            AgentState, graph.invoke(given, config, context=context, control=signal.control, durability=DURABILITY)
        )
    except GraphDrained:
        return _broken_off(graph, config, conversation, given, "stopped", STOPPED)
    except Exception as error:
        logger.exception("turn %s failed", given["turn_id"])
        return _broken_off(graph, config, conversation, given, "error", _sentence(error))
    conversation.turns = tuple(state["turns"])
    conversation.pending = state.get("pending_input")
    return conversation.turns[-1]


def take_up(graph: ConversationGraph, conversation: Conversation) -> None:
    """Fills a conversation that was stored with its turns and with what waits for the person.

    StoreError when what is stored cannot be read.
    """
    config = RunnableConfig(configurable={"thread_id": conversation.conversation_id})
    try:
        state = cast(AgentState, graph.get_state(config).values)
    except (ValueError, TypeError, KeyError) as odd:
        raise StoreError(
            "What is stored of this conversation is damaged.", "Start a new one; nothing was changed there."
        ) from odd
    conversation.turns = tuple(state.get("turns", ()))
    conversation.pending = state.get("pending_input")


def _given(conversation: Conversation, said: Said) -> AgentState:
    return AgentState(
        conversation_id=conversation.conversation_id,
        turn_id=f"T{len(conversation.turns) + 1}",
        workflow=said.workflow,
        question=said.question,
        picked_option=said.option_id,
        turn_started=time.time(),
        messages=[HumanMessage(said.question)],
    )


def _sentence(error: Exception) -> str:
    """What the person is told. A bug is shown short; the log has it whole."""
    if isinstance(error, GraphRecursionError):
        return ENDLESS
    if isinstance(error, TallyError) and error.actor != "developer":
        return str(error)
    return BROKEN


def _broken_off(
    graph: ConversationGraph,
    config: RunnableConfig,
    conversation: Conversation,
    given: AgentState,
    status: TurnStatus,
    sentence: str,
) -> TurnRecord:
    """Closes a turn that did not reach its end: recorded, and the question that was open before is open again."""
    reached = cast(AgentState, graph.get_state(config).values)
    record = interrupted_record(cast(AgentState, {**reached, **given}), status, sentence)
    pending = conversation.pending
    closing: AgentState = {
        "turns": [record],
        "status": status,
        "messages": [AIMessage(sentence)],
        "pending_input": pending,
        "requires_user_input": pending is not None,
        "open_checkpoint_id": pending["checkpoint_id"] if pending else "",
        "checkpoint_message": pending["message"] if pending else "",
        "checkpoint_prompt": pending["prompt"] if pending else "",
    }
    graph.update_state(config, closing, as_node=SETTLE)
    conversation.turns = (*conversation.turns, record)
    return record
