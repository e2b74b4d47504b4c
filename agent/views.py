"""What is shown of conversations: their turns, their results, what waits for the person, the run log."""

from collections.abc import Mapping

from agent.analysis.tables import preview
from agent.context import ArtifactStore
from agent.history import answers, read_anew, set_aside, undone
from agent.lifecycle import Lifecycle
from agent.persistence.run_log import Feedback, RunEntry
from agent.persistence.storage import Storage
from agent.reasoning.prompts import Reasoner, SuggestQuestions
from agent.sandbox.level import SandboxLevel
from agent.sandbox.run import sandbox_level
from agent.settings import Settings
from agent.state import Artifact, PendingInput, TurnRecord
from agent.workflows.catalogue import WORKFLOWS, WorkflowChoice, choices_of
from registry.dataset import Dataset
from registry.store import DatasetStore


class Views:
    """The part of the service that only looks. Errors as AnalystService tells them."""

    settings: Settings
    datasets: DatasetStore
    _storage: Storage
    _artifacts: ArtifactStore
    _conversations: Lifecycle
    _reasoner: Reasoner

    def runs(self) -> list[RunEntry]:
        """The run log, oldest first; [] when none is kept. StoreError when it cannot be read."""
        return list(self._storage.run_log.entries())

    @property
    def takes_feedback(self) -> bool:
        """Whether feedback is kept."""
        return self._storage.run_log.kept

    def feedback(self, conversation_id: str, turn_id: str, value: Feedback | None) -> None:
        """Notes in the run log what the person thinks of a turn; None takes it back.

        NoFeedbackError when there is no run log, or the turn is not in it.
        """
        self._conversations.get(conversation_id)
        self._storage.run_log.feedback(conversation_id, turn_id, value)

    def feedback_given(self, conversation_id: str) -> Mapping[str, Feedback]:
        """The feedback on the conversation's turns so far, by turn id. StoreError when the run log cannot be read."""
        return self._storage.run_log.given(conversation_id)

    # ------------------------------------------------------------ of conversations

    def turns(self, conversation_id: str) -> list[TurnRecord]:
        """The turns that are over, oldest first."""
        return list(self._conversations.get(conversation_id).turns)

    def read_anew(self, conversation_id: str, turn: TurnRecord) -> tuple[tuple[Dataset, int], ...]:
        """The data sets that were read anew since the turn, as they are now, each with the version it answered on."""
        loaded = {dataset.dataset_id: dataset for dataset in self.datasets.datasets(conversation_id)}
        earlier = read_anew(turn, {dataset_id: dataset.version for dataset_id, dataset in loaded.items()})
        return tuple((loaded[dataset_id], version) for dataset_id, version in earlier.items())

    def undone(self, conversation_id: str) -> frozenset[str]:
        """The ids of the turns that were taken back."""
        return undone(self._conversations.get(conversation_id).turns)

    def latest_answer(self, conversation_id: str) -> str:
        """The id of the last answer that stands, which follow-ups build on and `undo` takes back; "" for none."""
        given = answers(self._conversations.get(conversation_id).turns)
        return given[-1]["turn_id"] if given else ""

    def set_aside(self, conversation_id: str) -> PendingInput | None:
        """The question that can be taken up again, if any."""
        return set_aside(self._conversations.get(conversation_id).turns)

    def pending(self, conversation_id: str) -> PendingInput | None:
        """What waits for the person, if anything."""
        return self._conversations.get(conversation_id).pending

    def artifact(self, conversation_id: str, artifact_id: str) -> Artifact:
        """A result, whole. UnknownArtifactError when there is none of this id."""
        return self._artifacts.get(conversation_id, artifact_id)

    def artifacts(self, conversation_id: str) -> Mapping[str, Artifact]:
        """All results of a conversation, whole, by id."""
        return self._artifacts.all(conversation_id)

    def previews(self, conversation_id: str) -> Mapping[str, Artifact]:
        """All results by id, tables with as many rows as pages show; `total_rows` counts them all."""
        return {key: preview(one, self.settings.preview_rows) for key, one in self.artifacts(conversation_id).items()}

    def workflows(self) -> list[WorkflowChoice]:
        """The ways to answer; the first is taken where none is chosen."""
        return choices_of(WORKFLOWS)

    def sandbox_level(self) -> SandboxLevel:
        """What holds generated code on this machine, with a sentence."""
        return sandbox_level(self.settings.code_runs)

    def suggestions(self, conversation_id: str) -> list[str]:
        """Questions that the conversation's data can answer; [] when there are no data."""
        profiles = tuple(dataset.profile for dataset in self.datasets.datasets(conversation_id))
        return self._reasoner.decide(SuggestQuestions(profiles)).questions if profiles else []
