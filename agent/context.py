"""What nodes reach by reference and no checkpoint ever holds: data, results, the reasoner, the settings."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.errors import TallyError
from agent.reasoning.prompts import Reasoner
from agent.settings import Settings
from agent.state import Artifact
from registry.store import DatasetStore


class UnknownArtifactError(TallyError):
    """No result of this id in this conversation."""

    actor = "person"


class ArtifactStore:
    """Full results of all conversations, in memory, by conversation and artifact id. Safe to use from threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._artifacts: dict[str, dict[str, Artifact]] = {}
        self._held: dict[str, dict[str, list[Artifact]]] = {}

    def add(self, conversation_id: str, artifact: Artifact) -> Artifact:
        """Keeps the artifact under the next free id ("A1", "A2", ...) and returns it with that id."""
        with self._lock:
            kept = self._artifacts.setdefault(conversation_id, {})
            named = Artifact(**{**artifact, "artifact_id": f"A{len(kept) + 1}"})
            kept[named["artifact_id"]] = named
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
                return self._artifacts[conversation_id][artifact_id]
            except KeyError:
                raise UnknownArtifactError(f"There is no result {artifact_id}.", "Ask the question again.") from None

    def all(self, conversation_id: str) -> Mapping[str, Artifact]:
        """All artifacts of a conversation by id, in the order they were made."""
        with self._lock:
            return dict(self._artifacts.get(conversation_id, {}))

    def release(self, conversation_id: str) -> None:
        """Frees the artifacts of a conversation."""
        with self._lock:
            self._artifacts.pop(conversation_id, None)
            self._held.pop(conversation_id, None)


@dataclass(frozen=True)
class TurnContext:
    """Given to `graph.invoke(context=...)`; nodes read it as `runtime.context`."""

    conversation_id: str
    datasets: DatasetStore
    artifacts: ArtifactStore
    reasoner: Reasoner
    settings: Settings = field(default_factory=Settings)
