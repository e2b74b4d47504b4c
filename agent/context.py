"""What nodes reach by reference and no checkpoint ever holds: data, results, the reasoner, the settings."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Protocol

from agent.errors import TallyError
from agent.metrics import MetricsStore
from agent.model_settings import ModelRole
from agent.reasoning.prompts import Reasoner
from agent.report.choice import WHOLE, ReportChoice
from agent.report.departures import Departures
from agent.sandbox.results import CodeLimits, CodeResult
from agent.sandbox.run import run_code
from agent.settings import Settings
from agent.state import Artifact
from registry.store import DatasetStore


class UnknownArtifactError(TallyError):
    """No result of this id in this conversation."""

    actor = "person"


class ArtifactShelf(Protocol):
    """Where results are kept beyond memory."""

    def shelve(self, conversation_id: str, artifact: Artifact) -> None:
        """Keeps a result."""
        ...

    def shelved(self, conversation_id: str) -> Mapping[str, Artifact]:
        """The results that are kept of a conversation by id, in the order they were made."""
        ...


class NoShelf:
    """Results are kept in memory only."""

    def shelve(self, conversation_id: str, artifact: Artifact) -> None:
        """Nothing is kept."""

    def shelved(self, conversation_id: str) -> Mapping[str, Artifact]:  # noqa: ARG002 - the protocol's signature
        """Nothing was kept."""
        return {}


NO_SHELF = NoShelf()


class ArtifactStore:
    """Full results of all conversations, in memory, by conversation and artifact id. Safe to use from threads.

    What a shelf keeps is taken from there when it is first asked for.
    """

    def __init__(self, shelf: ArtifactShelf = NO_SHELF) -> None:
        self._shelf = shelf
        self._lock = threading.Lock()
        self._artifacts: dict[str, dict[str, Artifact]] = {}
        self._held: dict[str, dict[str, list[Artifact]]] = {}

    def add(self, conversation_id: str, artifact: Artifact) -> Artifact:
        """Keeps the artifact under the next free id ("A1", "A2", ...) and returns it with that id."""
        with self._lock:
            kept = self._of(conversation_id)
            named = Artifact(**{**artifact, "artifact_id": f"A{_last(kept) + 1}"})
            kept[named["artifact_id"]] = named
            self._artifacts[conversation_id] = kept
        try:
            self._shelf.shelve(conversation_id, named)
        except TallyError:
            with self._lock:
                self._of(conversation_id).pop(named["artifact_id"], None)
            raise
        return named

    def hold(self, conversation_id: str, slot: str, artifacts: Sequence[Artifact]) -> None:
        """Keeps results of a parallel step without a name yet: naming them at once would follow the threads' luck."""
        with self._lock:
            self._held.setdefault(conversation_id, {})[slot] = [*artifacts]

    def take(self, conversation_id: str, slot: str) -> list[Artifact]:
        """The results that a parallel step held, which are held no more; [] when there are none."""
        with self._lock:
            return self._held.get(conversation_id, {}).pop(slot, [])

    def get(self, conversation_id: str, artifact_id: str) -> Artifact:
        """The full artifact. UnknownArtifactError if there is none."""
        with self._lock:
            try:
                return self._of(conversation_id)[artifact_id]
            except KeyError:
                raise UnknownArtifactError(f"There is no result {artifact_id}.", "Ask the question again.") from None

    def all(self, conversation_id: str) -> Mapping[str, Artifact]:
        """All artifacts of a conversation by id, in the order they were made."""
        with self._lock:
            return dict(self._of(conversation_id))

    def _of(self, conversation_id: str) -> dict[str, Artifact]:
        """Those of one conversation, taken from the shelf at first. One without results leaves no trace."""
        kept = self._artifacts.get(conversation_id)
        if kept is None:
            kept = dict(self._shelf.shelved(conversation_id))
            if kept:
                self._artifacts[conversation_id] = kept
        return kept

    def release(self, conversation_id: str) -> None:
        """Frees the memory of a conversation's artifacts. What a shelf keeps of them stays."""
        with self._lock:
            self._artifacts.pop(conversation_id, None)
            self._held.pop(conversation_id, None)


def nothing_more(dataset_id: str, column: str, name: str) -> None:
    """Nothing else knows a column by its name."""


def nothing_to_note() -> tuple[str, ...]:
    """The reasoner has nothing to say about how it answered."""
    return ()


class CodeRunner(Protocol):
    """Runs generated code somewhere safe: the sandbox, or a test's script."""

    def __call__(
        self,
        code: str,
        datasets: Mapping[str, Any],  # frames by data set id
        *,
        limits: CodeLimits = ...,
        on_position: Callable[[int], None] | None = None,
        stopped: Callable[[], bool] = ...,
        max_runs: int = ...,
    ) -> CodeResult:
        """What the code left. Never raises for what the code does."""
        ...


def _last(kept: Mapping[str, Artifact]) -> int:
    """The number of the last id given."""
    return max((int(artifact_id.removeprefix("A")) for artifact_id in kept), default=0)


@dataclass(frozen=True)
class TurnContext:
    """Given to `graph.invoke(context=...)`; nodes read it as `runtime.context`."""

    conversation_id: str
    datasets: DatasetStore
    artifacts: ArtifactStore
    reasoner: Reasoner
    settings: Settings = field(default_factory=Settings)
    run_code: CodeRunner = run_code
    stopped: Callable[[], bool] = lambda: False  # whether the person stopped the turn
    metrics: MetricsStore = field(default_factory=MetricsStore)
    reasoning_notes: Callable[[], tuple[str, ...]] = nothing_to_note  # how the turn was reasoned, for the person
    departures: Callable[[], Departures] = Departures  # what was sent to a model, for reports
    report_choice: ReportChoice = WHOLE  # what the person wants in the conversation's report
    model_role: ModelRole = "off"  # what the model of this turn decides
    today: date = field(default_factory=date.today)  # of the whole turn: what "30 days ago" is told from
    before_rename: Callable[[str, str, str], None] = nothing_more  # carries what is held back to the new name
    runs_programs: bool = True  # whether this machine can, and the person may, run generated code
    clerk: Reasoner | None = None  # writes what nobody waits for; None: the reasoner does

    @property
    def can_program(self) -> bool:
        """Whether what no spec can say can be handed to Code: somebody writes programs, and they can be run here."""
        return self.reasoner.programs and self.runs_programs

    @property
    def background(self) -> Reasoner:
        """Who brings the conversation's report up to date after each turn."""
        return self.clerk or self.reasoner
