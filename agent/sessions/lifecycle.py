"""The life of a conversation: begun, opened again from the store, idle, ended."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from langgraph.checkpoint.base import BaseCheckpointSaver
from pydantic import ValidationError

from agent.context import ArtifactStore
from agent.errors import TallyError, TurnBusyError
from agent.graph import ConversationGraph
from agent.persistence.database import StoreError, damaged_conversation
from agent.persistence.links import TITLE, Earlier
from agent.persistence.store import Archive
from agent.reasoning.access import ModelAccess
from agent.report.choice import ReportChoice
from agent.sessions.conversations import Conversation, Conversations, StopSignal
from agent.sessions.missing_data import MissingData, MissingDataset
from agent.sessions.person_input import PickedOption
from agent.sessions.turns import take_up
from agent.sessions.unfinished import (
    UnfinishedQuestion,
    drop_note,
    note_question,
    noted_question,
    take_up_unfinished,
)
from registry.dataset import Dataset
from registry.store import DatasetStore

_REPORT = "report"
"""The name under which the choice of a report is noted."""


@dataclass(frozen=True)
class Rooms:
    """Where the parts of a conversation are."""

    archive: Archive
    checkpointer: BaseCheckpointSaver[str]
    datasets: DatasetStore
    artifacts: ArtifactStore
    models: ModelAccess


class Lifecycle:
    """All conversations of a process. Safe to use from threads."""

    def __init__(self, rooms: Rooms, graph: ConversationGraph) -> None:
        self._rooms = rooms
        self._archive = rooms.archive
        self._graph = graph
        self._open = Conversations()
        self._opening = threading.Lock()
        self._ending: set[str] = set()  # ended, while a turn that is under way still needs what is stored
        self._missing = MissingData(rooms.archive, rooms.datasets)

    def start(self, owner: str) -> Conversation:
        """A new conversation with an id that cannot be guessed."""
        conversation = self._open.start(owner)
        self._archive.started(conversation.conversation_id, owner)
        return conversation

    def owns(self, conversation_id: str, owner: str) -> bool:
        """Whether this owner may have the conversation. It is opened then, and being looked at keeps it open."""
        self._close_if_old(conversation_id)
        found = self._open.find(conversation_id)
        if (found.owner if found else self._stored_owner(conversation_id)) != owner:
            return False
        self.get(conversation_id).touch()
        return True

    def is_open(self, conversation_id: str) -> bool:
        """Whether it is in memory: one that is not is opened at its first use, and its files are read again."""
        return self._open.find(conversation_id) is not None

    def listed(self, owner: str) -> tuple[Earlier, ...]:
        """The owner's open conversations that hold a question or data, by the name they were given, their first
        question or their first table; in no order."""
        return tuple(
            Earlier(one.conversation_id, title, time.time() - (time.monotonic() - one.last_used))
            for one in self._open.of(owner)
            if (title := self._title_of(one))
        )

    def rename(self, conversation_id: str, title: str) -> None:
        """The conversation has this name from now on."""
        self.get(conversation_id).title = title
        self._archive.note(conversation_id, TITLE, title)

    def choose_report(self, conversation_id: str, choice: ReportChoice) -> None:
        """The conversation's report holds this from now on."""
        self.get(conversation_id).report = choice
        self._archive.note(conversation_id, _REPORT, choice.kept())

    def _noted_report(self, conversation_id: str) -> ReportChoice:
        try:
            return ReportChoice.of(self._archive.noted(conversation_id, _REPORT))
        except ValidationError as odd:
            raise damaged_conversation() from odd

    def _title_of(self, conversation: Conversation) -> str:
        """ "" for a conversation in which nothing happened yet."""
        if conversation.title or conversation.turns:
            return conversation.title or conversation.turns[0]["question"]
        loaded = self._rooms.datasets.datasets(conversation.conversation_id)
        return loaded[0].name if loaded else ""

    def person_of(self, conversation_id: str) -> str:
        """Who has the conversation; of one that is not open, the conversation itself, for want of a person."""
        found = self._open.find(conversation_id)
        return found.owner if found else conversation_id

    def hand_over(self, before: str, after: str) -> None:
        """The conversations of one that are open belong to the other."""
        self._open.hand_over(before, after)

    def get(self, conversation_id: str) -> Conversation:
        """The conversation, opened again from the store if it has to be.

        UnknownConversationError when there is none of this id, StoreError when what is stored of it is damaged.
        """
        found = self._open.find(conversation_id)
        if found is not None:
            return found
        with self._opening:
            found = self._open.find(conversation_id)
            owner = None if found else self._stored_owner(conversation_id)
            return self._open.get(conversation_id) if owner is None else self._opened(conversation_id, owner)

    @contextmanager
    def turn(self, conversation_id: str, stop: StopSignal | None) -> Iterator[tuple[Conversation, StopSignal]]:
        """One turn of a conversation at a time. A conversation that was ended meanwhile is freed afterwards."""
        signal = stop or StopSignal()
        self._close_if_old(conversation_id)
        conversation = self._begun(conversation_id, signal)
        try:
            with self._claimed(conversation_id):
                self._of_open(conversation_id).refuse(conversation_id)
                self._archive.hold()
                yield conversation, signal
                self._archive.used(conversation_id)
        finally:
            conversation.finish()
            if conversation.ended:
                self._delete(conversation_id)

    def has_used(self, conversation_id: str, dataset_id: str, added: int) -> bool:
        """Whether a question may have been answered with a data set that was added then (nanoseconds since the epoch):
        one was asked since, or is being worked on, here or in another process. Opens nothing: who asks holds a lock.
        """
        conversation = self._open.find(conversation_id)
        if conversation is None or conversation.turn.locked() or not self._archive.is_current(conversation_id):
            return True
        for turn in (*conversation.turns, *conversation.unrecorded):
            if turn["started"] * 1e9 >= added or dataset_id in turn.get("data_versions", {}):
                return True
        if not self._archive.claim(conversation_id):
            return True
        self._archive.release(conversation_id)
        return False

    @contextmanager
    def _claimed(self, conversation_id: str) -> Iterator[None]:
        """No other process works on the conversation meanwhile. TurnBusyError when one does."""
        if not self._archive.claim(conversation_id):
            raise TurnBusyError("A question is being worked on in another process.", "Wait for its answer.")
        try:
            yield
        finally:
            self._archive.release(conversation_id)

    @contextmanager
    def under_way(
        self, conversation: Conversation, said: str, workflow: str, picked: PickedOption | None
    ) -> Iterator[None]:
        """Keeps the question from before its turn begins, so that a crash does not lose it. A question that is refused
        is not kept: the person has been told why."""
        note_question(self._archive, conversation, said, workflow, picked)
        try:
            yield
        except StoreError:
            raise  # what became of the turn is not stored
        except TallyError:
            drop_note(self._archive, conversation)
            raise

    def unfinished(self, conversation_id: str) -> UnfinishedQuestion | None:
        """The question of the last turn, if a crash broke it off."""
        conversation = self.get(conversation_id)
        return noted_question(self._archive, conversation) if conversation.unfinished_id else None

    def end(self, conversation_id: str) -> None:
        """Deletes all that there is of a conversation; a turn under way is stopped first. Ending twice does nothing."""
        with self._opening:
            conversation = self._open.remove(conversation_id)
            if conversation is None:
                if self._stored_owner(conversation_id) is not None:
                    self._delete(conversation_id)
                return
            self._ending.add(conversation_id)
        conversation.ended = True
        if signal := conversation.signal:
            signal.stop()
        if conversation.turn.acquire(blocking=False):
            conversation.turn.release()
            self._delete(conversation_id)  # otherwise the turn does it when it is over

    def sweep(self, idle_seconds: float, keep_seconds: float) -> None:
        """Idle conversations are closed if they are stored, and ended if not or if nothing ever happened in them.
        Stored ones that nobody has used for longer than `keep_seconds` are ended."""
        for conversation_id in self._open.idle(idle_seconds):
            if not self._archive.is_current(conversation_id) or (
                self._archive.keeps and self._has_content(conversation_id)
            ):
                self._close(conversation_id)
            else:
                self.end(conversation_id)
        for conversation_id in self._archive.unused_for(keep_seconds):
            with self._opening:
                if self._open.find(conversation_id) is None:
                    self._delete(conversation_id)

    def missing(self, conversation_id: str) -> tuple[MissingDataset, ...]:
        """What has to be chosen again, in the order of upload; () when everything is loaded."""
        return self._of_open(conversation_id).of(conversation_id)

    def restore(self, conversation_id: str, file_name: str, content: bytes) -> Dataset:
        """Loads a missing data set from its file. WrongFileError when the file is none of those that are missing."""
        return self._of_open(conversation_id).restore(conversation_id, file_name, content)

    def read_again(self, conversation_id: str, fingerprint: str) -> Dataset:
        """Reads a missing data set where it lies on disk. RegistryError where it is not there as it was."""
        return self._of_open(conversation_id).read_again(conversation_id, fingerprint)

    def give_up(self, conversation_id: str, fingerprint: str) -> None:
        """Goes on without a missing data set, for good."""
        self._of_open(conversation_id).give_up(conversation_id, fingerprint)

    def _of_open(self, conversation_id: str) -> MissingData:
        """What is missing, when the conversation has been opened."""
        self.get(conversation_id)
        return self._missing

    # ------------------------------------------------------------ opening and closing

    def _begun(self, conversation_id: str, signal: StopSignal) -> Conversation:
        """The conversation with its turn begun; one that was closed at the same moment is opened again."""
        conversation = self.get(conversation_id)
        conversation.begin(signal)
        if not conversation.closed:
            return conversation
        conversation.finish()
        return self._begun(conversation_id, signal)

    def _opened(self, conversation_id: str, owner: str) -> Conversation:
        conversation = Conversation(conversation_id, owner)
        self._archive.opened(conversation_id)
        conversation.title = self._archive.noted(conversation_id, TITLE)
        conversation.report = self._noted_report(conversation_id)
        take_up(self._graph, conversation)
        if self._archive.claim(conversation_id):  # else another process is working on the question
            self._archive.release(conversation_id)
            take_up_unfinished(self._archive, conversation)
        self._missing.reload(conversation_id)
        self._open.put(conversation)
        self._archive.used(conversation_id)
        return conversation

    def _has_content(self, conversation_id: str) -> bool:
        conversation = self._open.find(conversation_id)
        return conversation is not None and bool(conversation.turns or self._archive.datasets(conversation_id))

    def _close(self, conversation_id: str) -> None:
        """Frees the memory of a stored conversation. It opens again when somebody comes back."""
        conversation = self._open.find(conversation_id)
        if conversation is None or not conversation.turn.acquire(blocking=False):
            return
        try:
            with self._opening:
                self._open.remove(conversation_id)
                conversation.closed = True
                self._forget(conversation_id)
        finally:
            conversation.turn.release()

    def _close_if_old(self, conversation_id: str) -> None:
        """Another process may have gone on with the conversation: what is in memory of it is dropped then."""
        if self._open.find(conversation_id) is not None and not self._archive.is_current(conversation_id):
            self._close(conversation_id)

    def _delete(self, conversation_id: str) -> None:
        try:
            self._forget(conversation_id)
            self._rooms.checkpointer.delete_thread(conversation_id)
            self._archive.ended(conversation_id)
        finally:
            self._ending.discard(conversation_id)

    def _stored_owner(self, conversation_id: str) -> str | None:
        return None if conversation_id in self._ending else self._archive.owner_of(conversation_id)

    def _forget(self, conversation_id: str) -> None:
        self._archive.closed(conversation_id)
        self._missing.forget(conversation_id)
        self._rooms.datasets.release(conversation_id)
        self._rooms.artifacts.release(conversation_id)
        self._rooms.models.release(conversation_id)
