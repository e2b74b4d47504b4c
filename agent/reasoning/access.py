"""The way to a language model for every conversation: which endpoint, what may be sent, what was sent."""

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from agent.model_settings import ModelRole, ModelSettings
from agent.reasoning.chat.connection.client import never
from agent.reasoning.chat.connection.dialect import Dialects
from agent.reasoning.chat.connection.exchange import ModelTurn, no_values
from agent.reasoning.chat.connection.failures import ModelError
from agent.reasoning.chat.connection.local_servers import (
    KNOWN_SERVERS,
    KnownServer,
    LocalServer,
    local_servers,
    models_at,
)
from agent.reasoning.chat.reasoner import ChatReasoner, PartialListener
from agent.reasoning.chat.shown.veil import FindValues
from agent.reasoning.egress import EgressEntry, EgressLedger, bare_entry
from agent.reasoning.exam.probe import ConnectionReport, probe
from agent.reasoning.exam.questions import PURPOSE, Exam, exam
from agent.reasoning.exam.records import Exams
from agent.reasoning.exam.report import ExamReport
from agent.reasoning.exam.taking import OnProgress, no_progress
from agent.reasoning.notes import NO_NOTES, Notes
from agent.reasoning.prompts import Reasoner
from agent.reasoning.reader_elsewhere import WayOut
from agent.reasoning.roles.catalogue import ROLE_REASONERS
from agent.reasoning.roles.standing_in import ModelReasoner
from agent.reasoning.sharing import Sharing

LOST_MODEL = "The language model that you had connected is not connected any more, for its key is never stored"
LOST = LOST_MODEL + "; {who} answered. Connect it again on the Settings page."
RULES, OTHER_MODEL = "the built-in rules", "the model of this server"
UNEXAMINED: ModelRole = "second"
"""The role of a model whose exam was not taken."""
WAIT_FOR_EXAM = 5.0  # seconds that a question waits for an exam under way
OF_THE_PROCESS = ""
"""Under this id the ledger has the exam of the model that the environment names, which no conversation asked for."""
_CONNECTED, _SHARING = "model_connected", "sharing"


@dataclass(frozen=True)
class TurnWatch:
    """How a turn is watched: whether to stop, which cells words name, who is told prose while it is written."""

    stopped: Callable[[], bool] = never
    find_values: FindValues = no_values
    on_partial: PartialListener | None = None


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
        known_servers: Sequence[KnownServer] = KNOWN_SERVERS,
        refuse: Callable[[str], None] = _refuse_nobody,
        examined_by: Callable[[], Exam] = exam,
    ) -> None:
        """`local_servers` looks at `known_servers`; `refuse` raises for a conversation whose person may connect no
        model; `examined_by` gives the exam that models take.
        """
        self.known_servers = known_servers
        self._refuse = refuse
        self.unconnected = default or ModelSettings()  # what connecting one starts from: the environment's limits
        self._default = default if default is not None and default.usable else None
        self._notes = notes
        self._lock = threading.Lock()
        self._connected: dict[str, ModelSettings | None] = {}
        self._sharing: dict[str, Sharing] = {}
        self._dialects = Dialects()
        self._ledger = EgressLedger()
        self._exams = Exams(notes, examined_by)

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

    def egress(self, conversation_id: str, *, exams: bool = True) -> tuple[EgressEntry, ...]:
        """Every request that was sent for this conversation, oldest first; with `exams` also those by which the model
        of the environment was examined, where this conversation uses it.
        """
        own = self._ledger.entries(conversation_id)
        used = self.settings(conversation_id)
        shared = self._ledger.entries(OF_THE_PROCESS) if exams and used is not None and used == self._default else ()
        return (*shared, *own)

    def dropped(self, conversation_id: str) -> int:
        """How many of the oldest requests the ledger does not list any more."""
        return self._ledger.dropped(conversation_id)

    # ------------------------------------------------------------ what a model has shown

    def role(self, conversation_id: str) -> ModelRole:
        """What the model of this conversation decides: as set by hand, else as its exam showed."""
        settings = self.settings(conversation_id)
        return "off" if settings is None else self.role_of(settings)

    def role_of(self, settings: ModelSettings) -> ModelRole:
        """What a model decides with these settings."""
        if settings.role != "auto":
            return settings.role
        report = self._exams.of(settings)
        return UNEXAMINED if report is None else report.role

    def exam_of(self, settings: ModelSettings) -> ExamReport | None:
        """What this model showed in the exam; None when it was not taken."""
        return self._exams.of(settings)

    def is_examined_now(self, settings: ModelSettings) -> bool:
        """Whether its test questions are being put to a model in the background."""
        return settings.role == "auto" and self._exams.is_under_way(settings)

    def calls_tools(self, settings: ModelSettings) -> bool | None:
        """Whether the server's own tool calling works with this model; None while that is not known."""
        return self._exams.calls_tools(settings)

    def test(
        self,
        conversation_id: str,
        settings: ModelSettings,
        stopped: Callable[[], bool] = never,
        on_progress: OnProgress = no_progress,
    ) -> ConnectionReport:
        """Whether the endpoint works, what of it, and how well the model reads the test questions, which are not asked
        with a role set by hand. What is sent holds no data of the person's, and is recorded. Ends after `test_seconds`,
        or when `stopped` says so.
        """
        self._refuse(conversation_id)
        turn = ModelTurn(settings, conversation_id, ledger=self._ledger, dialects=Dialects(), stopped=stopped)
        examined = settings.role == "auto"
        report = probe(replace(turn, purpose=PURPOSE) if examined else turn)
        if not report.usable or not examined or stopped():
            return report
        left = max(1, settings.exam_seconds - int(report.seconds))
        taken = self._exams.take(replace(turn, settings=replace(settings, exam_seconds=left)), on_progress)
        if taken.report is None:
            return report
        return replace(report, exam=taken.report, sentence=f"{report.sentence} {taken.report.sentence}")

    def models_at(
        self, conversation_id: str, settings: ModelSettings, stopped: Callable[[], bool] = never
    ) -> tuple[str, ...]:
        """The names of the endpoint's models, () when it tells none. The request carries the key alone, and is
        recorded. ModelError when no model's endpoint answers at the address.
        """
        started, clock = time.time(), time.monotonic()

        def record(outcome: str) -> None:
            seconds = time.monotonic() - clock
            self._ledger.record(conversation_id, bare_entry("list_models", settings, started, seconds, outcome))

        try:
            names = models_at(settings, stopped=stopped)
        except ModelError as error:
            record(error.message)
            raise
        record("answered")
        return names

    def local_servers(self) -> tuple[LocalServer, ...]:
        """The servers with models that answer on this machine's loopback address now. Nothing is sent to them."""
        return local_servers(self.known_servers)

    def test_seconds(self, settings: ModelSettings) -> int:
        """After how many seconds a test ends at the latest."""
        return settings.exam_seconds if settings.role == "auto" else settings.call_seconds

    def examine(self, on_progress: OnProgress = no_progress, stopped: Callable[[], bool] = never) -> ExamReport | None:
        """The exam of the environment's model, taken now unless it was taken before; None when there is no model, its
        role is set by hand, or it cannot be reached.
        """
        settings = self._default
        if settings is None or settings.role != "auto":
            return None
        known = self._exams.of(settings)
        return known or self._exams.take(self._exam_of_process(settings, stopped), on_progress).report

    def try_tools(self) -> None:
        """Finds out now whether the environment's model calls tools by itself, if it is to plan some and that is not
        known.
        """
        settings = self._default
        if settings is not None and self._exams.lacks_tools(settings):
            self._exams.try_tools(self._exam_of_process(settings))

    def begin_exam(self, conversation_id: str | None = None) -> None:
        """Starts to find out in the background what is not known of the model that a conversation uses (None: of the
        environment's): by the exam, or with a role set by hand only whether it calls tools by itself.
        """
        settings = self._default if conversation_id is None else self.settings(conversation_id)
        if settings is None:
            return
        of = OF_THE_PROCESS if conversation_id is None else conversation_id
        self._exams.begin(ModelTurn(settings, of, ledger=self._ledger, dialects=self._dialects))

    def _exam_of_process(self, settings: ModelSettings, stopped: Callable[[], bool] = never) -> ModelTurn:
        return ModelTurn(settings, OF_THE_PROCESS, ledger=self._ledger, dialects=self._dialects, stopped=stopped)

    def reasoner(self, conversation_id: str, behind: Reasoner, watch: TurnWatch) -> ModelReasoner | None:
        """The model for one turn, in its role, with `behind` behind it; None when this conversation uses no model. An
        exam that is under way is waited for, a few seconds at most.
        """
        settings = self.settings(conversation_id)
        if settings is None:
            return None
        if settings.role == "auto":
            self._exams.wait(settings, WAIT_FOR_EXAM, watch.stopped)
        role = self.role_of(settings)
        if role == "off":
            return None
        turn = ModelTurn(
            settings=settings,
            conversation_id=conversation_id,
            sharing=self.sharing(conversation_id),
            ledger=self._ledger,
            dialects=self._dialects,
            stopped=watch.stopped,
            find_values=watch.find_values,
            uses_tools=self._exams.calls_tools(settings) is True,
        )
        return ROLE_REASONERS[role](ChatReasoner(turn, watch.on_partial), behind)

    def way_out(self, conversation_id: str, host: str, model: str, find_values: FindValues) -> WayOut:
        """The way of a conversation's questions to a reader at another machine: what may be sent, and the ledger."""
        return WayOut(conversation_id, host, model, self.sharing(conversation_id), self._ledger, find_values)

    def release(self, conversation_id: str) -> None:
        """Forgets the conversation: its key, its choices, its ledger."""
        with self._lock:
            self._connected.pop(conversation_id, None)
            self._sharing.pop(conversation_id, None)
        self._ledger.release(conversation_id)
