"""What of a data set outlives the memory of this process, and who keeps it. By default nothing does."""

import hashlib
from dataclasses import dataclass
from typing import Protocol

from registry.dataset import Dataset, ReadingChoices


def fingerprint_of(content: bytes) -> str:
    """SHA-256 of a file's bytes, hexadecimal."""
    return hashlib.sha256(content).hexdigest()


@dataclass(frozen=True)
class KeptDataset:
    """All that is needed to have a data set again as it was, given the bytes of its file, or the file where it lies."""

    dataset_id: str
    added: int  # nanoseconds since the epoch; data sets stand in the order of upload
    name: str
    version: int
    fingerprint: str  # as the data set has it
    choices: ReadingChoices
    path: str | None = None  # where it lies, when it is asked there; None for an upload


class DatasetKeeper(Protocol):
    """Is told of every change. What it raises undoes the change."""

    def keep(self, dataset: Dataset, added: int, content: bytes | None) -> None:
        """A data set was added, read again or restored. `content`: the uploaded bytes; None where it stays on disk."""
        ...

    def drop(self, owner: str, dataset_id: str) -> None:
        """A data set was removed by the person."""
        ...


class NothingKept:
    """Keeps nothing: data sets live in memory only."""

    def keep(self, dataset: Dataset, added: int, content: bytes | None) -> None:
        """Nothing is kept."""

    def drop(self, owner: str, dataset_id: str) -> None:
        """Nothing was kept."""


NOTHING_KEPT = NothingKept()
