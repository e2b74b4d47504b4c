"""What nodes reach by reference and no checkpoint ever holds: data, results, the reasoner, the settings."""

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from agent.errors import TallyError
from agent.reasoning.prompts import Reasoner
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
