"""What the nodes of a turn reach: data, results, who reasons, settings with what the person chose."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

from agent.context import ArtifactStore, CodeRunner, TurnContext
from agent.metrics import MetricsStore
from agent.reasoning.access import ModelAccess, TurnWatch
from agent.reasoning.built_in import BuiltInReasoner, ReadingWatch
from agent.reasoning.egress import EgressEntry
from agent.reasoning.prompts import Reasoner
from agent.reasoning.reader_elsewhere import WayOut
from agent.report.departures import Departure, Departures
from agent.sessions.conversations import Conversation, StopSignal
from agent.sessions.progress import Listener, place_listener, prose_listener
from agent.settings import Settings
from registry.columns.renaming import name_in_file
from registry.dataset import Dataset, ReadingChoices
from registry.store import DatasetStore


@dataclass(frozen=True)
class Programs:
    """How a turn runs generated code, and whether this machine can and the person may."""

    run: CodeRunner
    allowed: bool


@dataclass(frozen=True)
class TurnParts:
    """The parts of a service that turns work with."""

    settings: Settings
    datasets: DatasetStore
    artifacts: ArtifactStore
    rules: Reasoner  # reasons where no model is connected, and stands behind one
    models: ModelAccess
    metrics: MetricsStore

    def context(
        self, conversation: Conversation, signal: StopSignal, on_event: Listener | None, programs: Programs
    ) -> TurnContext:
        """The context of one turn. With a model connected it reasons in its role, and the rules stand behind it."""
        conversation_id = conversation.conversation_id
        watch = TurnWatch(
            stopped=signal.is_set,
            find_values=partial(self.datasets.find_values, conversation_id),
            on_partial=prose_listener(on_event),
        )
        reasoner = self.rules
        if isinstance(reasoner, BuiltInReasoner):
            way_out = self._way_to_reader(conversation_id, watch)
            reasoner = reasoner.for_turn(
                ReadingWatch(signal.is_set, place_listener(on_event), conversation.owner, way_out)
            )
        lost = "" if conversation.told_lost else self.models.lost(conversation_id)
        notes = (lost,) if lost else ()
        given = TurnContext(
            conversation_id,
            self.datasets,
            self.artifacts,
            reasoner,
            conversation.choices.on(self.settings),
            run_code=programs.run,
            runs_programs=programs.allowed,
            stopped=signal.is_set,
            metrics=self.metrics,
            reasoning_notes=lambda: notes,
            before_rename=partial(self.hold_back_too, conversation_id),
            departures=partial(self.departures, conversation_id),
            report_choice=conversation.report,
        )
        model = self.models.reasoner(conversation_id, reasoner, watch)
        if model is None:
            return given
        return replace(
            given,
            reasoner=model,
            model_role=model.role,
            reasoning_notes=lambda: (*notes, *model.notes()),
            clerk=reasoner,
        )

    def _way_to_reader(self, conversation_id: str, watch: TurnWatch) -> WayOut | None:
        """None where the reader is on this machine."""
        host = self.settings.reader_host
        if not host:
            return None
        return self.models.way_out(conversation_id, host, self.settings.reader_model, watch.find_values)

    def hold_back_too(self, conversation_id: str, dataset_id: str, column: str, name: str) -> None:
        """What is not to be sent of a column is not sent under its new name either."""
        sharing = self.models.sharing(conversation_id)
        how = sharing.withheld.get((dataset_id, column))
        if how is not None:
            self.models.share(conversation_id, sharing.withholding(dataset_id, name, how))

    def reread(
        self, conversation_id: str, dataset_id: str, choices: ReadingChoices, was_used: Callable[[int], bool]
    ) -> Dataset:
        """The data read anew by these choices, as `DatasetStore.reread` does. What is held back stays so
        before anybody can send it.

        Raises RegistryError, with what to do, when the choices do not fit the file; nothing changes then.
        """
        hold_back = partial(self._hold_back_of, conversation_id, self.datasets.get(conversation_id, dataset_id))
        return self.datasets.reread(conversation_id, dataset_id, choices, hold_back, was_used)

    def _hold_back_of(self, conversation_id: str, before: Dataset, after: Dataset) -> None:
        """Held-back columns under their names in the new version; where one is not found again, no new column is sent
        either, for it may be the same under another name."""
        sharing = self.models.sharing(conversation_id)
        held = {column: how for (of, column), how in sharing.withheld.items() if of == before.dataset_id}
        shown = dict(after.choices.renamed)
        known = after.profile.column_names
        for column, how in held.items():
            original = name_in_file(before.choices, column)
            now = shown.get(original, original)
            new = [name for name in known if name not in before.profile.column_names]
            for name in [now] if now in known else new:
                sharing = sharing.withholding(before.dataset_id, name, how)
        if held:
            self.models.share(conversation_id, sharing)

    def departures(self, conversation_id: str) -> Departures:
        """What the conversation's requests to a model carried out."""
        return departures_of(self.models.egress(conversation_id, exams=False), self.models.dropped(conversation_id))


# ----------------------------------------------------------------
# The egress ledger as reports tell it.


def departures_of(entries: Sequence[EgressEntry], dropped: int) -> Departures:
    """The requests of a conversation for its report."""
    return Departures(tuple(_departure(entry) for entry in entries), dropped)


def _departure(entry: EgressEntry) -> Departure:
    cargo = entry.cargo
    return Departure(
        at=datetime.fromtimestamp(entry.at, UTC).isoformat(timespec="seconds"),
        purpose=entry.purpose.replace("_", " "),
        model=entry.model,
        host=entry.host,
        outcome=entry.outcome,
        prompt_tokens=entry.prompt_tokens,
        reply_tokens=entry.reply_tokens,
        tokens_estimated=entry.tokens_estimated,
        seconds=entry.seconds,
        price_usd=entry.price_usd,
        columns=cargo.columns,
        values=cargo.samples,
        figures=cargo.figures,
        withheld=cargo.withheld,
        flagged=cargo.flagged,
    )
