"""One turn: ask or answer -> `graph.invoke()` once. The boundary for every caller, pages and command line alike."""

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import cast

from langchain_core.messages import AIMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.errors import GraphDrained, GraphRecursionError
from registry.store import DatasetStore, StoreLimits

from agent.context import ArtifactStore, TurnContext
from agent.conversations import Conversation, Conversations, StopSignal
from agent.errors import StaleAnswerError, TallyError
from agent.graph import SETTLE, build_graph, memory_checkpointer
from agent.nodes.record import interrupted_record
from agent.progress import Listener, NodeProgress, ProgressEvent
from agent.reasoning.factory import default_reasoner
from agent.reasoning.prompts import Reasoner, SuggestQuestions
from agent.settings import Settings
from agent.state import AgentState, Artifact, PendingInput, TurnRecord, TurnStatus
from agent.workflows.catalogue import DEFAULT, WORKFLOWS

__all__ = ["AnalystService", "Listener", "PickedOption", "ProgressEvent", "StopSignal"]

logger = logging.getLogger(__name__)
MEGABYTE = 1_000_000
LONGEST_QUESTION = 10_000  # characters
STOPPED = "Stopped. Your data and the answers so far are as they were; ask again whenever you like."
BROKEN = "Something went wrong inside Tally, so there is no answer. Your data are as they were. Please ask again."
ENDLESS = "This took more steps than one turn may take, so it was ended. Please ask a simpler question."


@dataclass(frozen=True)
class PickedOption:
    """The option that the person picked of an open question, with words of their own if any."""

    checkpoint_id: str
    option_id: str
    text: str = ""


class AnalystService:
    """All conversations of a process. Every method may be called from any thread."""

    def __init__(
        self,
        settings: Settings = Settings(),
        *,
        reasoner: Reasoner | None = None,
        checkpointer: BaseCheckpointSaver[str] | None = None,
    ) -> None:
        self.settings = settings
        self.datasets = DatasetStore(
            StoreLimits(
                file_bytes=settings.max_file_megabytes * MEGABYTE,
                owner_bytes=settings.max_conversation_megabytes * MEGABYTE,
                total_bytes=settings.max_total_megabytes * MEGABYTE,
            )
        )
        self._artifacts = ArtifactStore()
        self._reasoner = reasoner or default_reasoner()
        self._checkpointer = checkpointer or memory_checkpointer()
        self._graph = build_graph(self._checkpointer)
        self._conversations = Conversations()

    # ------------------------------------------------------------ conversations

    def start_conversation(self, owner: str) -> str:
        """A new conversation's id, which cannot be guessed. `owner` is whoever may open it."""
        return self._conversations.start(owner).conversation_id

    def owns(self, conversation_id: str, owner: str) -> bool:
        """Whether this conversation is open and belongs to this owner. Being looked at keeps it open."""
        conversation = self._conversations.find(conversation_id)
        if conversation is None or conversation.owner != owner:
            return False
        conversation.last_used = time.monotonic()
        return True

    def end(self, conversation_id: str) -> None:
        """Frees data, results and checkpoints; a turn under way is stopped first. Ending twice does nothing."""
        conversation = self._conversations.remove(conversation_id)
        if conversation is None:
            return
        conversation.ended = True
        if signal := conversation.signal:
            signal.stop()
        if conversation.turn.acquire(blocking=False):
            conversation.turn.release()
            self._free(conversation)  # otherwise the turn frees it when it is over

    def sweep(self) -> None:
        """Ends the conversations that have been idle for longer than the setting."""
        for conversation_id in self._conversations.idle(self.settings.idle_minutes * 60):
            self.end(conversation_id)

    def _free(self, conversation: Conversation) -> None:
        self.datasets.release(conversation.conversation_id)
        self._artifacts.release(conversation.conversation_id)
        self._checkpointer.delete_thread(conversation.conversation_id)

    # ------------------------------------------------------------ turns

    def ask(
        self,
        conversation_id: str,
        text: str,
        *,
        workflow: str = DEFAULT,
        on_event: Listener | None = None,
        stop: StopSignal | None = None,
    ) -> TurnRecord:
        """One turn. What the person or a model did wrong is told in the record, with status "error".

        Raises TurnBusyError while another turn of the conversation is under way, and UnknownConversationError.
        """
        conversation = self._conversations.get(conversation_id)
        question = _said(text)
        signal = stop or StopSignal()
        with _Turn(self, conversation, signal):
            return self._run(conversation, question, workflow, None, on_event, signal)

    def answer(
        self,
        conversation_id: str,
        picked: PickedOption,
        *,
        on_event: Listener | None = None,
        stop: StopSignal | None = None,
    ) -> TurnRecord:
        """One turn that answers the open question by picking an option. StaleAnswerError when it is not open."""
        conversation = self._conversations.get(conversation_id)
        signal = stop or StopSignal()
        with _Turn(self, conversation, signal):
            option = _open_option(conversation.pending, picked)
            question = _said(picked.text or option)
            workflow = conversation.turns[-1]["workflow"] if conversation.turns else DEFAULT
            return self._run(conversation, question, workflow, picked.option_id, on_event, signal)
