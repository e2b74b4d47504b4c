"""The way to a language model for every conversation: which endpoint, what may be sent, what was sent."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from agent.model_settings import ModelSettings
from agent.reasoning.chat.client import never
from agent.reasoning.chat.dialect import Dialects
from agent.reasoning.chat.exchange import ModelTurn, no_values
from agent.reasoning.chat.probe import ConnectionReport, probe, seconds_of_test
from agent.reasoning.chat.reasoner import ChatReasoner, PartialListener
from agent.reasoning.chat.veil import FindValues
from agent.reasoning.egress import EgressEntry, EgressLedger
from agent.reasoning.fallback import FallbackReasoner
from agent.reasoning.prompts import Reasoner
from agent.reasoning.sharing import Sharing

LOST_MODEL = "The language model that you had connected is not connected any more, for its key is never stored"
LOST = LOST_MODEL + "; {who} answered. Connect it again on the Settings page."
RULES, OTHER_MODEL = "the built-in rules", "the model of this server"
_CONNECTED, _SHARING = "model_connected", "sharing"


@dataclass(frozen=True)
class TurnWatch:
    """How a turn is watched: whether to stop, which cells words name, who is told prose while it is written."""

    stopped: Callable[[], bool] = never
    find_values: FindValues = no_values
    on_partial: PartialListener | None = None


class Notes(Protocol):
    """Where short texts about a conversation are kept, if it is kept at all. Errors are those of the place."""

    def note(self, conversation_id: str, name: str, text: str) -> None:
        """Keeps a text under a name, in place of the one before."""
        ...

    def noted(self, conversation_id: str, name: str) -> str:
        """The text; "" when there is none."""
        ...


class NoNotes:
    """Nothing is kept beyond memory."""

    def note(self, conversation_id: str, name: str, text: str) -> None:
        """Nothing is kept."""

    def noted(self, conversation_id: str, name: str) -> str:  # noqa: ARG002 - the protocol's signature
        """Nothing was kept."""
        return ""


NO_NOTES = NoNotes()


def _refuse_nobody(conversation_id: str) -> None:
    """Everybody may connect a model."""


class ModelAccess:
    """All conversations' access to models. Safe to use from threads.

    A conversation uses the endpoint that was connected for it, else the one of the environment, else none. Endpoints
    and keys are in memory only. What may be sent is noted with a stored conversation, so that what was held back
    stays held back when it is opened again; and so is that an endpoint was connected, though not which.
    """

    def __init__(
        self,
        default: ModelSettings | None = None,
        notes: Notes = NO_NOTES,
        refuse: Callable[[str], None] = _refuse_nobody,
    ) -> None:
        """`refuse` raises for a conversation whose person may connect no model."""
        self._refuse = refuse
        self._default = default if default is not None and default.usable else None
        self._notes = notes
        self._lock = threading.Lock()
        self._connected: dict[str, ModelSettings | None] = {}
        self._sharing: dict[str, Sharing] = {}
        self._dialects = Dialects()
        self._ledger = EgressLedger()

    def connect(self, conversation_id: str, settings: ModelSettings | None) -> None:
        """This conversation uses this endpoint from its next turn on; None: no model, the rules alone."""
        usable = settings if settings is not None and settings.usable else None
        if usable is not None:
            self._refuse(conversation_id)
        with self._lock:
            self._connected[conversation_id] = usable
        self._notes.note(conversation_id, _CONNECTED, "yes" if usable else "")

    def settings(self, conversation_id: str) -> ModelSettings | None:
        """The endpoint that this conversation uses; None when the rules answer alone."""
        with self._lock:
            return self._connected.get(conversation_id, self._default)

    def lost(self, conversation_id: str) -> str:
        """What to say where an endpoint was connected before the conversation was opened again; "" where none was."""
        with self._lock:
            chosen_since = conversation_id in self._connected
        if chosen_since or not self._notes.noted(conversation_id, _CONNECTED):
            return ""
        return LOST.format(who=OTHER_MODEL if self._default else RULES)

    def share(self, conversation_id: str, sharing: Sharing) -> None:
        """What may be sent from the next request on."""
        with self._lock:
            self._sharing[conversation_id] = sharing
        self._notes.note(conversation_id, _SHARING, sharing.written())

    def sharing(self, conversation_id: str) -> Sharing:
        """What may be sent. Nothing is, when what was noted of it cannot be read."""
        with self._lock:
            known = self._sharing.get(conversation_id)
        if known is not None:
            return known
        kept = self._notes.noted(conversation_id, _SHARING)
        try:
            found = Sharing.read(kept) if kept else Sharing()
        except ValueError:
            found = Sharing(no_samples=True)
        with self._lock:
            return self._sharing.setdefault(conversation_id, found)

    def egress(self, conversation_id: str) -> tuple[EgressEntry, ...]:
        """Every request that was sent for this conversation, oldest first."""
        return self._ledger.entries(conversation_id)

    def dropped(self, conversation_id: str) -> int:
        """How many of the oldest requests the ledger does not list any more."""
        return self._ledger.dropped(conversation_id)

    def test(
        self, conversation_id: str, settings: ModelSettings, stopped: Callable[[], bool] = never
    ) -> ConnectionReport:
        """Whether the endpoint works, and what of it. Sends two short texts without data, which are recorded. Ends
        after `test_seconds`, or when `stopped` says so.
        """
        self._refuse(conversation_id)
        return probe(ModelTurn(settings, conversation_id, ledger=self._ledger, dialects=Dialects(), stopped=stopped))

    def test_seconds(self, settings: ModelSettings) -> int:
        """After how many seconds a test ends at the latest."""
        return seconds_of_test(settings)

    def reasoner(self, conversation_id: str, behind: Reasoner, watch: TurnWatch) -> FallbackReasoner | None:
        """The model for one turn with `behind` behind it; None when this conversation uses no model."""
        settings = self.settings(conversation_id)
        if settings is None:
            return None
        turn = ModelTurn(
            settings=settings,
            conversation_id=conversation_id,
            sharing=self.sharing(conversation_id),
            ledger=self._ledger,
            dialects=self._dialects,
            stopped=watch.stopped,
            find_values=watch.find_values,
        )
        return FallbackReasoner(ChatReasoner(turn, watch.on_partial), behind)

    def release(self, conversation_id: str) -> None:
        """Forgets the conversation: its key, its choices, its ledger."""
        with self._lock:
            self._connected.pop(conversation_id, None)
            self._sharing.pop(conversation_id, None)
        self._ledger.release(conversation_id)
