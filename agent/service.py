"""One turn: ask or answer -> `graph.invoke()` once. The boundary for every caller, pages and command line alike."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from langgraph.checkpoint.base import BaseCheckpointSaver
from pydantic import JsonValue

from agent.analysis.frames.ledger import ledger_in_words, rows_beside
from agent.analysis.plots.picture import draw_result
from agent.analysis.plots.written import written_in
from agent.analysis.words import missing_key
from agent.context import ArtifactStore, CodeRunner, TurnContext
from agent.graph import build_graph
from agent.grounding.cells import cited_cell
from agent.logs import log_event
from agent.metrics import MetricsStore, Summary
from agent.model_settings import ModelSettings
from agent.persistence.database import StoreError
from agent.persistence.links import Earlier
from agent.persistence.places import on_disk_of
from agent.persistence.run_log import Feedback, RunEntry, entry_of
from agent.persistence.storage import open_storage
from agent.reader.completion import ReaderState
from agent.reasoning.access import LOST_MODEL, ModelAccess
from agent.reasoning.built_in import BuiltInReasoner
from agent.reasoning.chat.connection.failures import ModelError
from agent.reasoning.chat.connection.local_servers import LocalServer
from agent.reasoning.commands import CommandName
from agent.reasoning.egress import EgressEntry
from agent.reasoning.exam.probe import ConnectionReport
from agent.reasoning.exam.questions import Exam, exam
from agent.reasoning.factory import reasoner_for
from agent.reasoning.personal_data import PersonalColumn, likely_personal
from agent.reasoning.prompts import Reasoner
from agent.reasoning.roles.offers import sentence_at
from agent.reasoning.rules.narration.offers import Offer
from agent.reasoning.sharing import Sharing
from agent.report.cells import cell_writer
from agent.report.choice import LONGEST_OPENING, LONGEST_TITLE, ReportChoice, ReportPart
from agent.report.escape import spreadsheet_cell
from agent.report.listed import says_whole, without_listed
from agent.report.markdown import halves_of
from agent.report.wording import spec_words as computation_words
from agent.sandbox.level import SandboxLevel
from agent.sandbox.run import run_code
from agent.sessions.admission import Admission
from agent.sessions.conversations import Conversation, StopSignal, TurnChoices
from agent.sessions.exports import ReportPreview
from agent.sessions.hand_edits import (
    computations_of_turn,
    made_again,
    made_by_hand,
    offered,
    order_text,
    reading_of_form,
    reading_with,
)
from agent.sessions.lifecycle import Lifecycle, Rooms
from agent.sessions.missing_data import MissingDataset
from agent.sessions.opening import Opening
from agent.sessions.people import NO_MODELS, NotAllowedError, People, Rights, run_nothing
from agent.sessions.person_input import (
    PickedOption,
    UnknownWorkflowError,
    UnusableQuestionError,
    clean_text,
    limit_text,
    open_option,
    workflow_of,
)  # fmt: skip
from agent.sessions.progress import EventKind, Listener, ProgressEvent
from agent.sessions.sources import Evidence, NoEvidenceError, Reproduction, arithmetic_of, shown_cell
from agent.sessions.turn_parts import Programs, TurnParts
from agent.sessions.turns import Approval, Said, resume_turn, run_turn
from agent.sessions.unfinished import UnfinishedQuestion
from agent.settings import ApprovalPolicy, Settings
from agent.specs.editing.computations import Computation
from agent.specs.editing.edits import Edit
from agent.specs.editing.forms import FormField, SpecForm, form_of, spec_forms
from agent.specs.editing.parts import KINDS, Part
from agent.specs.parse import IllFormedError, fields_lacking
from agent.specs.plots import GROUP_KINDS
from agent.specs.words import Words, words_in
from agent.state import TurnRecord
from agent.workflows.catalogue import DEFAULT, WORKFLOWS, WorkflowChoice, step_words
from languages.catalogue import Catalogue, in_language
from languages.phrase_files import ENGLISH, telling
from registry.store import DatasetStore
from registry.store_limits import StoreLimits

__all__ = [
    "DEFAULT", "ENGLISH", "GROUP_KINDS", "KINDS", "LONGEST_OPENING", "LONGEST_TITLE", "AnalystService",
    "ApprovalPolicy", "Catalogue", "Computation", "ConnectionReport", "Earlier", "Edit", "EgressEntry", "EventKind",
    "Evidence", "Feedback", "FormField", "IllFormedError", "Listener", "LocalServer", "MissingDataset", "ModelError",
    "NoEvidenceError", "Offer", "Part", "PersonalColumn", "PickedOption", "ProgressEvent", "ReaderState",
    "ReportChoice", "ReportPart", "ReportPreview", "Reproduction", "RunEntry", "SandboxLevel", "Sharing", "SpecForm",
    "StopSignal", "StoreError", "Summary", "TurnChoices", "UnfinishedQuestion", "UnknownWorkflowError",
    "UnusableQuestionError", "Words", "WorkflowChoice", "arithmetic_of", "cell_writer", "cited_cell",
    "computation_words", "draw_result", "fields_lacking", "form_of", "halves_of", "in_language", "ledger_in_words",
    "likely_personal", "missing_key", "reading_of_form", "reading_with", "rows_beside", "says_whole", "shown_cell",
    "spec_forms", "spreadsheet_cell", "step_words", "telling", "without_listed", "words_in", "written_in",
]  # fmt: skip

logger = logging.getLogger(__name__)
MEGABYTE = 1_000_000
DAY = 86_400  # seconds


class AnalystService(Opening):
    """All conversations of a process. Every method may be called from any thread.

    Where conversations are stored, every method that takes a conversation's id may raise StoreError, a sentence for the
    person, when the store fails or what it holds is damaged; so may `start_conversation`, `runs`, and those of `models`
    and `datasets`. `sweep`, `close` and the others never do.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        reasoner: Reasoner | None = None,
        model: ModelSettings | None = None,
        checkpointer: BaseCheckpointSaver[str] | None = None,
        code_runner: CodeRunner = run_code,
        examined_by: Callable[[], Exam] = exam,
    ) -> None:
        """`reasoner` reads and words without a model; by default the one that the settings name. `examined_by` gives
        the exam that shows what a model can.

        SettingError when a place that the settings name cannot be used; nothing in it is overwritten then.
        """
        self.settings = settings = settings or Settings()
        self._storage = storage = open_storage(settings)
        limits = StoreLimits(
            file_bytes=settings.max_file_megabytes * MEGABYTE,
            owner_bytes=settings.max_conversation_megabytes * MEGABYTE,
            total_bytes=settings.max_total_megabytes * MEGABYTE,
            person_bytes=settings.person_megabytes * MEGABYTE,
            person_files_a_minute=settings.person_uploads,
        )
        storage.run_log.expire(settings.keep_days * DAY)
        self.datasets = DatasetStore(limits, storage.archive, self._person_of, self._read_ahead, on_disk_of(settings))
        self._artifacts = ArtifactStore(storage.archive)
        self._reasoner = reasoner or reasoner_for(settings)
        self.rights = Rights(settings)
        self.models = ModelAccess(model, storage.archive, refuse=self._refuse_models, examined_by=examined_by)
        saver = checkpointer or storage.checkpointer
        self._graph = build_graph(saver)
        rooms = Rooms(storage.archive, saver, self.datasets, self._artifacts, self.models)
        self._conversations = Lifecycle(rooms, self._graph)
        self._offers = {}
        self.people = People(storage.links, self._conversations)
        self.metrics = MetricsStore()
        self._reach = TurnParts(settings, self.datasets, self._artifacts, self._reasoner, self.models, self.metrics)
        self._admission = Admission.of(settings)
        self._code_runner = code_runner

    # ------------------------------------------------------------ conversations

    def _refuse_models(self, conversation_id: str) -> None:
        if not self.rights.has(self._person_of(conversation_id), "connect_models"):
            raise NotAllowedError(NO_MODELS, "Ask whoever runs Tally (TALLY_MODELS_FOR).")

    def sweep(self) -> None:
        """Frees the memory of idle conversations, and ends those that are not stored or were not used for very long."""
        self._storage.run_log.expire(self.settings.keep_days * DAY)
        try:
            self._conversations.sweep(self.settings.idle_minutes * 60, self.settings.keep_days * DAY)
        except StoreError:
            logger.exception("the store failed while idle conversations were swept; the next sweep tries again")

    def close(self) -> None:
        """Lets go of the store, so that another service may open it, and ends the built-in reader. No turn may be under
        way.
        """
        if isinstance(self._reasoner, BuiltInReasoner):
            self._reasoner.close()
        self._storage.close()

    # ------------------------------------------------------------ turns

    def ask(
        self,
        conversation_id: str,
        text: str,
        *,
        workflow: str = DEFAULT,
        choices: TurnChoices | None = None,
        on_event: Listener | None = None,
        stop: StopSignal | None = None,
    ) -> TurnRecord:
        """One turn. What the person or a model did wrong is told in the record, with status "error". `choices` hold
        for this turn and for the answers to what it asks.

        Raises TurnBusyError while another turn of the conversation is under way, and UnknownConversationError.
        """
        with self._conversations.turn(conversation_id, stop) as (conversation, signal):
            conversation.choices = choices or TurnChoices()
            said = Said(clean_text(text), workflow)
            if (option := sentence_at(conversation.pending, said.question)) is not None:
                said = Said(option["says"], workflow_of(conversation.pending, option) or workflow, option["option_id"])
            return self._run(conversation, said, signal, on_event)

    def answer(
        self,
        conversation_id: str,
        picked: PickedOption,
        *,
        on_event: Listener | None = None,
        stop: StopSignal | None = None,
    ) -> TurnRecord:
        """One turn that answers the open question by picking an option. StaleAnswerError when it is not open.

        Where a program waits (kind "approve"), `picked.text` is the person's version of it, or their reason against it.
        """
        with self._conversations.turn(conversation_id, stop) as (conversation, signal):
            pending = conversation.pending
            option = open_option(pending, picked)
            if pending and pending["kind"] == "approve":
                return self._resume(conversation, picked, option["says"], signal, on_event)
            workflow = workflow_of(pending, option) or conversation.turns[-1]["workflow"]
            said = Said(clean_text(picked.text or option["says"]), workflow, option["option_id"])
            return self._run(conversation, said, signal, on_event, picked)

    def edit(
        self,
        conversation_id: str,
        turn_id: str,
        reading: Mapping[str, JsonValue],
        *,
        language: str = ENGLISH,
        on_event: Listener | None = None,
        stop: StopSignal | None = None,
    ) -> TurnRecord:
        """One turn that answers a reading made by hand, with no reader in between. `turn_id` is the turn whose reading
        was changed; "" for one that was built from nothing, which is told in `language` where no question was typed.

        Raises SpecError or DataError, with the sentence to show, when the reading does not fit the data or is the
        same as before; there is no turn then.
        """
        with self._conversations.turn(conversation_id, stop) as (conversation, signal):
            known = tuple(dataset.profile for dataset in self.datasets.datasets(conversation_id))
            conversation.choices = TurnChoices()
            said = made_by_hand(conversation.turns, turn_id, reading, known, language)
            return self._run(conversation, said, signal, on_event)

    def again(
        self,
        conversation_id: str,
        turn_id: str,
        *,
        on_event: Listener | None = None,
        stop: StopSignal | None = None,
    ) -> TurnRecord:
        """One turn that answers the question of an earlier one, as it was read then, on the data as they are now.

        Raises StaleAnswerError when there is no such turn, and SpecError or DataError, with the sentence to show, when
        its reading does not fit the data any more; there is no turn then.
        """
        with self._conversations.turn(conversation_id, stop) as (conversation, signal):
            known = tuple(dataset.profile for dataset in self.datasets.datasets(conversation_id))
            conversation.choices = TurnChoices()
            return self._run(conversation, made_again(conversation.turns, turn_id, known), signal, on_event)

    def ask_offered(
        self,
        conversation_id: str,
        question: str,
        reading: Mapping[str, JsonValue],
        *,
        on_event: Listener | None = None,
        stop: StopSignal | None = None,
    ) -> TurnRecord:
        """One turn that answers a question of `offers` by its reading, with no reader in between.

        Raises SpecError or DataError, with the sentence to show, when the reading does not fit the data any more.
        """
        with self._conversations.turn(conversation_id, stop) as (conversation, signal):
            known = tuple(dataset.profile for dataset in self.datasets.datasets(conversation_id))
            conversation.choices = TurnChoices()
            return self._run(conversation, offered(question, reading, known), signal, on_event)

    def told_as(
        self, conversation_id: str, turn_id: str, reading: Mapping[str, JsonValue], language: str = ENGLISH
    ) -> str:
        """What a turn with this edit would be called. Raises what `edit` raises for a reading that it refuses."""
        known = tuple(dataset.profile for dataset in self.datasets.datasets(conversation_id))
        return made_by_hand(self._conversations.get(conversation_id).turns, turn_id, reading, known, language).question

    def computations(self, turn: TurnRecord, language: str = ENGLISH) -> tuple[Computation, ...]:
        """What the turn's reading computes, with the parts that can be changed, told in the language; () for a turn
        without a reading.
        """
        return computations_of_turn(turn, language)

    def undo(self, conversation_id: str, *, on_event: Listener | None = None) -> TurnRecord:
        """One turn that takes the last answer back: follow-ups build on the one before; the report leaves it out."""
        return self._order(conversation_id, "undo", on_event)

    def take_up(self, conversation_id: str, *, on_event: Listener | None = None) -> TurnRecord:
        """One turn that opens the question again that was set aside last."""
        return self._order(conversation_id, "take_up", on_event)

    def _order(self, conversation_id: str, name: CommandName, on_event: Listener | None) -> TurnRecord:
        with self._conversations.turn(conversation_id, None) as (conversation, signal):
            return self._run(conversation, order_text(conversation.turns, name), signal, on_event)

    def _resume(
        self, conversation: Conversation, picked: PickedOption, says: str, signal: StopSignal, on_event: Listener | None
    ) -> TurnRecord:
        """The turn that goes on where a program waits."""
        approval = Approval(picked.checkpoint_id, picked.option_id, limit_text(picked.text))
        workflow = conversation.turns[-1]["workflow"]
        with (
            self._conversations.under_way(conversation, says, workflow, picked),
            self._context(conversation, signal, on_event) as context,
        ):
            return self._measured(
                conversation, resume_turn(self._graph, context, conversation, approval, signal, on_event)
            )

    def _run(
        self,
        conversation: Conversation,
        said: Said,
        signal: StopSignal,
        on_event: Listener | None,
        picked: PickedOption | None = None,
    ) -> TurnRecord:
        if said.workflow not in WORKFLOWS:
            raise UnknownWorkflowError(f"There is no workflow {said.workflow!r}.", f"Use {', '.join(WORKFLOWS)}.")
        with (
            self._conversations.under_way(conversation, said.question, said.workflow, picked),
            self._context(conversation, signal, on_event) as context,
        ):
            return self._measured(conversation, run_turn(self._graph, context, conversation, said, signal, on_event))

    @contextmanager
    def _context(
        self, conversation: Conversation, signal: StopSignal, on_event: Listener | None
    ) -> Iterator[TurnContext]:
        """The context of a turn whose time has come."""
        with self._admission.turn(conversation.owner, signal.is_set, on_event) as place:
            allowed = self.rights.has(conversation.owner, "run_programs")
            run = self._admission.program_runner(self._code_runner if allowed else run_nothing, place)
            possible = self._code_runner is not run_code or self.sandbox_level().runs_code
            yield self._reach.context(conversation, signal, on_event, Programs(run, allowed and possible))

    def _measured(self, conversation: Conversation, turn: TurnRecord) -> TurnRecord:
        """The turn, when its times are in the metrics, in the log and in the run log."""
        self.metrics.observe_turn(turn)
        conversation.told_lost |= any(caveat.startswith(LOST_MODEL) for caveat in turn["caveats"])
        told: dict[str, str | float] = {name: turn[name] for name in ("workflow", "status", "seconds")}
        log_event(logger, "turn_ended", conversation.conversation_id, turn["turn_id"], **told)
        self._storage.run_log.add(entry_of(conversation.conversation_id, turn, self._artifacts))
        return turn
