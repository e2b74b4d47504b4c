"""What a store keeps of conversations besides their checkpoints; and the one that keeps nothing."""

from collections.abc import Mapping
from typing import Protocol

from agent.state import Artifact
from registry.dataset import Dataset
from registry.keeping import KeptDataset


class Archive(Protocol):
    """Conversations and what belongs to them. Every method raises StoreError when the store fails."""

    @property
    def keeps(self) -> bool:
        """Whether anything outlives the process."""
        ...

    def hold(self) -> None:
        """Makes sure that no other process has the conversations."""
        ...

    def claim(self, conversation_id: str) -> bool:
        """Whether this process has the conversation for itself now, until `release`."""
        ...

    def release(self, conversation_id: str) -> None:
        """Another process may claim it."""
        ...

    def is_current(self, conversation_id: str) -> bool:
        """Whether no other process has changed it since it was opened here."""
        ...

    def opened(self, conversation_id: str) -> None:
        """It is read into memory from now on."""
        ...

    def closed(self, conversation_id: str) -> None:
        """Nothing of it is in memory any more."""
        ...

    def started(self, conversation_id: str, owner: str) -> None:
        """A conversation began."""
        ...

    def used(self, conversation_id: str) -> None:
        """A conversation was opened or had a turn."""
        ...

    def owner_of(self, conversation_id: str) -> str | None:
        """Whose conversation it is; None when there is none of this id."""
        ...

    def unused_for(self, seconds: float) -> tuple[str, ...]:
        """The conversations that nobody has used for longer than this."""
        ...

    def ended(self, conversation_id: str) -> None:
        """Deletes everything that is kept of a conversation here. The graph's checkpoints are not kept here."""
        ...

    def note(self, conversation_id: str, name: str, text: str) -> None:
        """Keeps a short text of a conversation under a name, in place of the one before."""
        ...

    def noted(self, conversation_id: str, name: str) -> str:
        """The text; "" when there is none."""
        ...

    def datasets(self, conversation_id: str) -> tuple[KeptDataset, ...]:
        """The data sets that belong to a conversation, loaded or not."""
        ...

    def content(self, kept: KeptDataset) -> bytes | None:
        """The bytes of an upload; None when they are not kept or no longer what they were."""
        ...

    def keep(self, dataset: Dataset, added: int, content: bytes | None) -> None:
        """As the registry's DatasetKeeper."""
        ...

    def drop(self, owner: str, dataset_id: str) -> None:
        """As the registry's DatasetKeeper."""
        ...

    def shelve(self, conversation_id: str, artifact: Artifact) -> None:
        """As the ArtifactShelf of agent.context."""
        ...

    def shelved(self, conversation_id: str) -> Mapping[str, Artifact]:
        """As the ArtifactShelf of agent.context."""
        ...


class NoArchive:
    """Conversations live in memory only."""

    keeps = False

    def hold(self) -> None:
        """Nobody else could have them."""

    def claim(self, conversation_id: str) -> bool:  # noqa: ARG002 - the protocol's signature
        """Nobody else could have it."""
        return True

    def release(self, conversation_id: str) -> None:
        """Nobody else could have it."""

    def is_current(self, conversation_id: str) -> bool:  # noqa: ARG002
        """Nobody else could change it."""
        return True

    def opened(self, conversation_id: str) -> None:
        """Nobody else could change it."""

    def closed(self, conversation_id: str) -> None:
        """Nobody else could change it."""

    def started(self, conversation_id: str, owner: str) -> None:
        """Nothing is kept."""

    def used(self, conversation_id: str) -> None:
        """Nothing is kept."""

    def owner_of(self, conversation_id: str) -> str | None:  # noqa: ARG002 - the protocol's signature
        """No conversation is kept."""
        return None

    def unused_for(self, seconds: float) -> tuple[str, ...]:  # noqa: ARG002
        """No conversation is kept."""
        return ()

    def ended(self, conversation_id: str) -> None:
        """Nothing was kept."""

    def note(self, conversation_id: str, name: str, text: str) -> None:
        """Nothing is kept."""

    def noted(self, conversation_id: str, name: str) -> str:  # noqa: ARG002
        """Nothing was kept."""
        return ""

    def datasets(self, conversation_id: str) -> tuple[KeptDataset, ...]:  # noqa: ARG002
        """No data set is kept."""
        return ()

    def content(self, kept: KeptDataset) -> bytes | None:  # noqa: ARG002
        """No upload is kept."""
        return None

    def keep(self, dataset: Dataset, added: int, content: bytes | None) -> None:
        """Nothing is kept."""

    def drop(self, owner: str, dataset_id: str) -> None:
        """Nothing was kept."""

    def shelve(self, conversation_id: str, artifact: Artifact) -> None:
        """Nothing is kept."""

    def shelved(self, conversation_id: str) -> Mapping[str, Artifact]:  # noqa: ARG002
        """No result is kept."""
        return {}
