"""Data sets of reopened conversations that are not loaded: their files have to be chosen again, or are given up."""

from collections.abc import Mapping
from dataclasses import dataclass

from agent.errors import TallyError
from agent.persistence.store import Archive
from registry.by_path.placing import place_again
from registry.dataset import Dataset
from registry.errors import RegistryError, WrongFileError
from registry.keeping import KeptDataset, fingerprint_of
from registry.sentences import sentence
from registry.store import DatasetStore, sample_with

NOT_KEPT = "Its file is not kept on the server."


class DataMissingError(TallyError):
    """The conversation's data are not loaded."""

    actor = "person"


@dataclass(frozen=True)
class MissingDataset:
    """A data set of a reopened conversation whose file has to be chosen again. `fingerprint` is the data set's."""

    name: str
    fingerprint: str
    why: str = NOT_KEPT  # "" where it only has to be read again
    lies_on_disk: bool = False  # where it was asked by its path: no upload takes its place


class MissingData:
    """What is missing in each conversation that is open. Safe to use from threads."""

    def __init__(self, archive: Archive, datasets: DatasetStore) -> None:
        self._archive = archive
        self._datasets = datasets
        self._missing: Mapping[str, Mapping[KeptDataset, str]] = {}

    def of(self, conversation_id: str) -> tuple[MissingDataset, ...]:
        """What has to be chosen again, in the order of upload; () when everything is loaded."""
        gaps = self._missing.get(conversation_id, {})
        return tuple(
            MissingDataset(kept.name, kept.fingerprint, why, kept.path is not None) for kept, why in gaps.items()
        )

    def restore(self, conversation_id: str, file_name: str, content: bytes) -> Dataset:
        """Loads a missing data set from its file. WrongFileError when the file is none of those that are missing."""
        gaps = self._missing.get(conversation_id, {})
        fingerprint = fingerprint_of(content)
        wanted = [kept for kept in gaps if kept.fingerprint == fingerprint]
        if not wanted:
            names = ", ".join(kept.name for kept in gaps)
            refused = sentence("refused.none_missing", file=file_name)
            if names:
                refused = sentence("refused.not_missing", file=file_name, names=names)
            raise WrongFileError(refused, sentence("do.file_exactly_as_it_was"))
        restored = [self._datasets.restore(conversation_id, kept, content) for kept in wanted]
        left = self._missing.get(conversation_id, {})  # others may have been given up while it was read
        self._note(conversation_id, {kept: why for kept, why in left.items() if kept not in wanted})
        return restored[0]

    def read_again(self, conversation_id: str, fingerprint: str) -> Dataset:
        """Reads a missing data set where it lies on disk. RegistryError, which stands as the reason from then on, where
        it is not there as it was, or cannot be read."""
        gaps = self._missing.get(conversation_id, {})
        wanted = [kept for kept in gaps if kept.fingerprint == fingerprint and kept.path is not None]
        if not wanted:
            names = ", ".join(kept.name for kept in gaps)
            raise WrongFileError(sentence("refused.none_missing", file=names), sentence("do.try_again"))
        try:
            restored = [self._datasets.restore_path(conversation_id, kept) for kept in wanted]
        except RegistryError as refused:
            self._note(conversation_id, {kept: str(refused) if kept in wanted else why for kept, why in gaps.items()})
            raise
        self._note(conversation_id, {kept: why for kept, why in gaps.items() if kept not in wanted})
        return restored[0]

    def give_up(self, conversation_id: str, fingerprint: str) -> None:
        """Goes on without a missing data set, for good."""
        gaps = self._missing.get(conversation_id, {})
        for kept in gaps:
            if kept.fingerprint == fingerprint:
                self._archive.drop(conversation_id, kept.dataset_id)
        self._note(conversation_id, {k: why for k, why in gaps.items() if k.fingerprint != fingerprint})

    def refuse(self, conversation_id: str) -> None:
        """DataMissingError where something is missing: an answer over the other data sets alone could be wrong."""
        if gaps := self.of(conversation_id):
            names = ", ".join(gap.name for gap in gaps)
            raise DataMissingError(f"{names} is not loaded.", "Choose the same file again on the Data page.")

    def reload(self, conversation_id: str) -> None:
        """Loads the uploads that are kept, and samples; notes what cannot be loaded, with the reason, and what lies on
        disk as it was: to read that takes its time."""
        gaps: dict[KeptDataset, str] = {}
        for kept in self._archive.datasets(conversation_id):
            if kept.path is not None:
                gaps[kept] = _why_not_there(kept)
                continue
            content = self._archive.content(kept) or sample_with(kept.fingerprint)
            if content is None:
                gaps[kept] = NOT_KEPT
                continue
            try:
                self._datasets.restore(conversation_id, kept, content)
            except RegistryError as refused:
                gaps[kept] = str(refused)
        self._note(conversation_id, gaps)

    def forget(self, conversation_id: str) -> None:
        """Drops what is known of a conversation that is closed."""
        self._note(conversation_id, {})

    def _note(self, conversation_id: str, gaps: Mapping[KeptDataset, str]) -> None:
        """Replaced as a whole, for pages read it while it changes."""
        others = {key: value for key, value in self._missing.items() if key != conversation_id}
        self._missing = {**others, conversation_id: gaps} if gaps else others


def _why_not_there(kept: KeptDataset) -> str:
    """Why a file does not lie on disk as it was; "" where it does."""
    try:
        place_again(kept)
    except RegistryError as refused:
        return str(refused)
    return ""
