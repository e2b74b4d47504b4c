"""The way to a language model for every conversation: which endpoint, what may be sent, what was sent."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

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


@dataclass(frozen=True)
class TurnWatch:
    """How a turn is watched: whether to stop, which cells words name, who is told prose while it is written."""

    stopped: Callable[[], bool] = never
    find_values: FindValues = no_values
    on_partial: PartialListener | None = None


class ModelAccess:
    """All conversations' access to models, in memory only. Safe to use from threads.

    A conversation uses the endpoint that was connected for it, else the one of the environment, else none.
    """

    def __init__(self, default: ModelSettings | None = None) -> None:
        self._default = default if default is not None and default.usable else None
        self._lock = threading.Lock()
        self._connected: dict[str, ModelSettings | None] = {}
        self._sharing: dict[str, Sharing] = {}
        self._dialects = Dialects()
        self._ledger = EgressLedger()

    def connect(self, conversation_id: str, settings: ModelSettings | None) -> None:
        """This conversation uses this endpoint from its next turn on; None: no model, the rules alone."""
        with self._lock:
            self._connected[conversation_id] = settings if settings is not None and settings.usable else None

    def settings(self, conversation_id: str) -> ModelSettings | None:
        """The endpoint that this conversation uses; None when the rules answer alone."""
        with self._lock:
            return self._connected.get(conversation_id, self._default)

    def share(self, conversation_id: str, sharing: Sharing) -> None:
        """What may be sent from the next request on."""
        with self._lock:
            self._sharing[conversation_id] = sharing

    def sharing(self, conversation_id: str) -> Sharing:
        """What may be sent."""
        with self._lock:
            return self._sharing.get(conversation_id, Sharing())

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
