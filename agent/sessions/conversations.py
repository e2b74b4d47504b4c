"""The conversations that are open: who may open them, which turn is under way, when they were last used."""

import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace

from langgraph.runtime import RunControl
from pydantic import JsonValue, TypeAdapter

from agent.errors import TallyError, TurnBusyError
from agent.report.choice import WHOLE, ReportChoice
from agent.settings import ApprovalPolicy, Settings
from agent.state import PendingInput, TurnRecord


class UnknownConversationError(TallyError):
    """No conversation with this id, or it has ended."""

    actor = "person"


class StopSignal:
    """Asks a turn to stop. It does at the next safe point, between two steps. May be set from any thread."""

    def __init__(self) -> None:
        self.control = RunControl()
        self.out_of_time = False

    def stop(self) -> None:
        """Asks; a turn that is over is not concerned."""
        self.control.request_drain("stopped by the person")

    def run_out(self) -> None:
        """Asks because the turn took too long, unless somebody asked before."""
        self.out_of_time = not self.is_set()
        self.control.request_drain("out of time")

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """Whatever is done inside the block is asked to stop when so many seconds are over."""
        clock = threading.Timer(seconds, self.run_out)
        clock.daemon = True
        clock.start()
        try:
            yield
        finally:
            clock.cancel()

    def is_set(self) -> bool:
        """Whether somebody asked."""
        return self.control.drain_requested


@dataclass(frozen=True)
class TurnChoices:
    """What the person switched for their turns; None leaves it to the settings."""

    double_check: bool | None = None
    approval_policy: ApprovalPolicy | None = None

    def on(self, settings: Settings) -> Settings:
        """The settings with what was chosen."""
        checked = settings.double_check if self.double_check is None else self.double_check
        policy = self.approval_policy or settings.approval_policy
        return replace(settings, double_check=checked, approval_policy=policy)

    def plain(self) -> dict[str, JsonValue]:
        """The choices as plain data, for `of`."""
        return {name: value for name, value in asdict(self).items() if value is not None}

    @classmethod
    def of(cls, kept: Mapping[str, JsonValue]) -> "TurnChoices":
        """The choices that `plain` gave. ValidationError when it gave none of this kind."""
        return _CHOICES.validate_python(kept)


_CHOICES = TypeAdapter(TurnChoices)


@dataclass
class Conversation:
    """One open conversation. What pages show is kept beside the checkpoints, for they are written while it is read."""

    conversation_id: str
    owner: str
    turn: threading.Lock = field(default_factory=threading.Lock)  # held while a turn is under way
    last_used: float = field(default_factory=time.monotonic)
    turns: tuple[TurnRecord, ...] = ()
    pending: PendingInput | None = None
    unrecorded: tuple[TurnRecord, ...] = ()  # of a turn that waits in the middle of the graph, or was not finished
    unfinished_id: str = ""  # the turn that a crash broke off, while no other came after it
    choices: TurnChoices = TurnChoices()
    ended: bool = False
    title: str = ""  # that a person gave it, or that it was stored with
    report: ReportChoice = WHOLE  # what the person wants in it
    told_lost: bool = False  # that the model which was connected before a restart is not any more
    closed: bool = False  # stored, and no longer in memory under this object
    signal: StopSignal | None = None  # of the turn under way

    def touch(self) -> None:
        """Somebody uses it, or looks at it."""
        self.last_used = time.monotonic()

    def begin(self, signal: StopSignal) -> None:
        """Marks a turn as under way. TurnBusyError when one is already."""
        if not self.turn.acquire(blocking=False):
            raise TurnBusyError("A question is being worked on.", "Wait for its answer, or stop it.")
        self.signal = signal
        self.touch()

    def finish(self) -> None:
        """The turn is over."""
        self.signal = None
        self.touch()
        self.turn.release()


class Conversations:
    """All open conversations by id. Safe to use from threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: dict[str, Conversation] = {}

    def start(self, owner: str) -> Conversation:
        """A new conversation with an id that cannot be guessed."""
        conversation = Conversation(secrets.token_urlsafe(24), owner)
        with self._lock:
            self._open[conversation.conversation_id] = conversation
        return conversation

    def put(self, conversation: Conversation) -> None:
        """Takes in a conversation that was opened again."""
        with self._lock:
            self._open[conversation.conversation_id] = conversation

    def find(self, conversation_id: str) -> Conversation | None:
        """The conversation, or None when there is none of this id."""
        with self._lock:
            return self._open.get(conversation_id)

    def get(self, conversation_id: str) -> Conversation:
        """The conversation. UnknownConversationError when there is none of this id."""
        conversation = self.find(conversation_id)
        if conversation is None:
            raise UnknownConversationError("This conversation has ended.", "Start a new one.")
        return conversation

    def remove(self, conversation_id: str) -> Conversation | None:
        """Takes the conversation out; None when it was not there."""
        with self._lock:
            return self._open.pop(conversation_id, None)

    def of(self, owner: str) -> tuple[Conversation, ...]:
        """The open conversations of an owner."""
        with self._lock:
            return tuple(one for one in self._open.values() if one.owner == owner)

    def hand_over(self, before: str, after: str) -> None:
        """What belonged to one belongs to the other."""
        with self._lock:
            for conversation in self._open.values():
                if conversation.owner == before:
                    conversation.owner = after

    def idle(self, seconds: float) -> tuple[str, ...]:
        """The ids of conversations that no turn has used for longer than this; one under way is not idle."""
        since = time.monotonic() - seconds
        with self._lock:
            return tuple(
                key for key, conversation in self._open.items()
                if conversation.last_used < since and not conversation.turn.locked()
            )  # fmt: skip
