"""The data sets of all conversations, in memory, within limits. Safe to use from threads."""

import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from registry.by_path.places import PathError, place_at
from registry.by_path.placing import OnDisk, beginning_of, place_again, place_of, placed_dataset
from registry.columns.chosen_columns import as_left
from registry.columns.renaming import with_renamed
from registry.dataset import DETECT, Dataset, ReadingChoices, display_name
from registry.errors import (
    FileTooLargeError,
    NotInMemoryError,
    TooManyFilesError,
    UnknownDatasetError,
    WrongFileError,
)
from registry.file_reader import ReadFile, read_file
from registry.keeping import NOTHING_KEPT, DatasetKeeper, KeptDataset, fingerprint_of
from registry.pace import MINUTE, Pace
from registry.packing import pack, unpack
from registry.profiling import build_profile
from registry.samples import SAMPLES, content, unknown_sample
from registry.sentences import megabytes, sentence
from registry.shared_keys import SharedKey, shared_keys
from registry.store_limits import USUAL, MemoryUsage, NeededMemory, StoreLimits, check_memory
from registry.value_index import ValueIndex, ValueMatch
from registry.watching import reached


@dataclass
class _Kept:
    """A data set with what is needed to read it again and to find its values."""

    dataset: Dataset
    added: int
    packed: bytes = field(repr=False)
    index: ValueIndex | None = None


def nothing(dataset: Dataset) -> None:
    """Nobody has to know of a version before it is shown."""


def _always(_added: int) -> bool:
    """Somebody may have used the version before."""
    return True


def _nobody_listens(owner: str) -> None:
    """Nobody has to know that data changed."""


class DatasetStore:
    """Data sets by owner (a conversation) and unguessable id. A failed call leaves everything as it was."""

    def __init__(
        self,
        limits: StoreLimits = USUAL,
        keeper: DatasetKeeper = NOTHING_KEPT,
        person_of: Callable[[str], str] = str,
        on_change: Callable[[str], None] = _nobody_listens,
        on_disk: OnDisk | None = None,
    ) -> None:
        """`person_of` says which person an owner belongs to; each is a person of its own otherwise. `on_change` is told
        the owner whose data sets have just changed. `on_disk`: where files are asked by their path, if they may be.
        """
        self._on_disk = on_disk
        self._on_change = on_change
        self._limits = limits
        self._keeper = keeper
        self._person_of = person_of
        self._pace = Pace(limits.person_files_a_minute, MINUTE)
        self._lock = threading.RLock()
        self._kept: dict[str, dict[str, _Kept]] = {}
        self._keys: dict[str, tuple[tuple[tuple[str, int, ReadingChoices], ...], tuple[SharedKey, ...]]] = {}

    def add(self, owner: str, file_name: str, content: bytes, choices: ReadingChoices = DETECT) -> Dataset:
        """Reads a file and keeps it under a new id.

        Raises FileTooLargeError, TooManyFilesError, UnreadableFileError or MemoryFullError, each with what to do;
        nothing is kept then.
        """
        name = display_name(file_name)
        self._check_file(name, len(content))
        self._check_pace(owner, name)
        self._check_memory(owner, len(content), name, replaced=0)
        dataset_id = secrets.token_urlsafe(16)
        return self._keep(owner, dataset_id, name, 1, content, choices)

    def add_path(self, owner: str, path: str, choices: ReadingChoices = DETECT) -> Dataset:
        """A file, or a folder of Parquet files, under a new id; its rows stay on disk and are asked there.

        Raises PathError, UnreadableFileError, EngineError, TooManyFilesError or MemoryFullError, each with what to do.
        """
        place = place_at(path)
        self._check_pace(owner, place.name)
        dataset = placed_dataset(owner, secrets.token_urlsafe(16), 1, place, self._room_on_disk(), choices)
        return self._put(dataset, b"", None)

    @staticmethod
    def size_at(path: str) -> int:
        """The bytes of what lies at a path; 0 where it cannot be used, which adding it tells."""
        try:
            return place_at(path).size
        except PathError:
            return 0

    def _room_on_disk(self) -> OnDisk:
        if self._on_disk is None:
            raise NotInMemoryError(sentence("disk.no_paths"), sentence("do.add_file"))
        return self._on_disk

    def restore_path(self, owner: str, kept: KeptDataset) -> Dataset:
        """Reads a file or folder again where it lies: with the same id, place, name, version and choices.

        Raises PathError when it is not there as it was, and what `add_path` raises.
        """
        place = place_again(kept)
        read = placed_dataset(owner, kept.dataset_id, kept.version, place, self._room_on_disk(), kept.choices)
        return self._put(read, b"", None, kept.added)

    def restore(self, owner: str, kept: KeptDataset, content: bytes) -> Dataset:
        """Reads a file again that was there before: with the same id, place, name, version and choices.

        Raises WrongFileError when these are not the bytes it was read from, and what `add` raises.
        """
        if fingerprint_of(content) != kept.fingerprint:
            raise WrongFileError(sentence("refused.another_file", name=kept.name), sentence("do.file_as_it_was"))
        self._check_memory(owner, len(content), kept.name, replaced=0)
        return self._keep(owner, kept.dataset_id, kept.name, kept.version, content, kept.choices, kept.added)

    def add_sample(self, owner: str, sample_id: str) -> Dataset:
        """Loads a data set that comes with the app. UnknownSampleError if there is none of this id."""
        if sample_id not in SAMPLES:
            raise unknown_sample(sample_id)
        return self.add(owner, SAMPLES[sample_id].file_name, content(sample_id))

    def reread(
        self,
        owner: str,
        dataset_id: str,
        choices: ReadingChoices,
        before_shown: Callable[[Dataset], None] = nothing,
        was_used: Callable[[int], bool] = _always,
    ) -> Dataset:
        """Reads the uploaded bytes again with other choices: the same id, the next version; or the same version where
        the one before was not used, which is asked at the last moment, with the nanoseconds since the epoch at which
        the data set was added, and where the choices only leave more as it is.

        `before_shown` is told of the new version before anybody else can get it. Raises UnreadableFileError or
        ReadingChoiceError when the choices do not fit the file; the version before stays then.
        """
        before = self.get(owner, dataset_id)
        if (place := place_of(before)) is not None:
            read = placed_dataset(owner, dataset_id, before.version + 1, place, self._room_on_disk(), choices)
            return self._put(read, b"", None, before=before_shown, was_used=was_used)
        content, file_name = self.content(owner, dataset_id), before.receipt.file_name
        if (settled := as_left(before, choices)) is not None:
            return self._settle(before, settled, content)
        return self._keep(
            owner, dataset_id, file_name, before.version + 1, content, choices, before=before_shown, was_used=was_used
        )

    def _settle(self, before: Dataset, after: Dataset, content: bytes) -> Dataset:
        with self._lock:
            kept = self._find(before.owner, before.dataset_id)
            if kept.dataset is not before:
                raise UnknownDatasetError(
                    sentence("refused.changed_meanwhile", file=before.name), sentence("do.try_again")
                )
            self._keeper.keep(after, kept.added, content)
            kept.dataset = after
        self._on_change(before.owner)
        return after

    def alternative(self, owner: str, dataset_id: str, choices: ReadingChoices) -> Dataset:
        """The data as they would be read with other choices. Nothing is kept of it, and the version is the present one.

        Raises what `reread` raises, and MemoryFullError when there is no room beside the data that are kept.
        """
        now, content = self.get(owner, dataset_id), self.content(owner, dataset_id)
        self._check_memory(owner, now.memory_bytes, now.name, replaced=0)
        read = read_file(content, now.receipt.file_name, choices)
        return _dataset(owner, dataset_id, now.name, now.version, content, 0, read, choices)

    def content(self, owner: str, dataset_id: str) -> bytes:
        """The bytes as they were uploaded. UnknownDatasetError when the data set is not this owner's, NotInMemoryError
        when they stay on disk.
        """
        kept = self._find(owner, dataset_id)
        if not kept.dataset.in_memory:
            raise NotInMemoryError(sentence("disk.stays", file=kept.dataset.name), sentence("do.look_there"))
        return unpack(kept.packed)

    def beginning(self, owner: str, dataset_id: str) -> bytes:
        """What a preview is made of: the bytes as they were uploaded; of a file on disk its beginning, as a file of the
        same format. Raises what `get` raises, and PathError.
        """
        place = place_of(self.get(owner, dataset_id))
        return self.content(owner, dataset_id) if place is None else beginning_of(place)

    @property
    def asks_paths(self) -> bool:
        """Whether files can be asked by their path."""
        return self._on_disk is not None

    def rename(self, owner: str, dataset_id: str, column: str, name: str) -> Dataset:
        """Reads the data again with a column under another name: the same id, the next version.

        Raises ColumnNameError when there is no such column or the name cannot be one, and what `reread` raises.
        """
        before = self.get(owner, dataset_id)
        return self.reread(owner, dataset_id, with_renamed(before, column, name))

    def get(self, owner: str, dataset_id: str) -> Dataset:
        """The data set in its newest version. UnknownDatasetError when it is not this owner's."""
        return self._find(owner, dataset_id).dataset

    def datasets(self, owner: str) -> tuple[Dataset, ...]:
        """All data sets of an owner in the order of upload."""
        with self._lock:
            every = sorted(self._kept.get(owner, {}).values(), key=lambda kept: kept.added)
            return tuple(kept.dataset for kept in every)

    def remove(self, owner: str, dataset_id: str) -> None:
        """Forgets one data set. UnknownDatasetError when it is not this owner's."""
        with self._lock:
            self._find(owner, dataset_id)
            self._keeper.drop(owner, dataset_id)
            del self._kept[owner][dataset_id]
        self._on_change(owner)

    def release(self, owner: str) -> None:
        """Frees the memory of all data sets of an owner. What a keeper keeps of them stays."""
        with self._lock:
            self._kept.pop(owner, None)
            self._keys.pop(owner, None)

    def usage(self) -> MemoryUsage:
        """How much memory the data take, frames and packed uploads together."""
        with self._lock:
            by_owner = {
                owner: sum(kept.dataset.memory_bytes for kept in each.values()) for owner, each in self._kept.items()
            }
        return MemoryUsage(sum(by_owner.values()), self._limits.total_bytes, by_owner)

    def find_values(self, owner: str, text: str) -> tuple[ValueMatch, ...]:
        """Which words of a text name cells of the owner's data sets, best first within each data set."""
        with self._lock:
            every = sorted(self._kept.get(owner, {}).values(), key=lambda kept: kept.added)
        return tuple(match for kept in every for match in self._index_of(kept).find(text))

    def shared_keys(self, owner: str) -> tuple[SharedKey, ...]:
        """The columns by which the owner's data sets could be joined; () for fewer than two data sets."""
        every = self.datasets(owner)
        if len(every) < 2:
            return ()
        known = tuple((dataset.dataset_id, dataset.version, dataset.choices) for dataset in every)
        with self._lock:
            cached = self._keys.get(owner)
        if cached is None or cached[0] != known:
            cached = (known, shared_keys(every))
            with self._lock:
                self._keys[owner] = cached
        return cached[1]

    def _index_of(self, kept: _Kept) -> ValueIndex:
        if kept.index is None:
            kept.index = ValueIndex(kept.dataset)
        return kept.index

    def _find(self, owner: str, dataset_id: str) -> _Kept:
        with self._lock:
            try:
                return self._kept[owner][dataset_id]
            except KeyError:
                raise UnknownDatasetError(sentence("refused.unknown_dataset"), sentence("do.upload_again")) from None

    def _check_file(self, name: str, size: int) -> None:
        if size > self._limits.file_bytes:
            raise FileTooLargeError(
                sentence(
                    "refused.file_too_large", file=name, size=megabytes(size), limit=megabytes(self._limits.file_bytes)
                ),
                sentence("do.split_or_less"),
            )

    def _check_pace(self, owner: str, name: str) -> None:
        wait = self._pace.take(self._person_of(owner))
        if wait > 0:
            raise TooManyFilesError(
                sentence("refused.too_many_in_a_minute", file=name, count=self._limits.person_files_a_minute),
                sentence("do.wait", count=round(wait)),
            )

    def _check_memory(self, owner: str, size: int, name: str, replaced: int) -> None:
        check_memory(self._limits, self.usage(), self._person_of, owner, NeededMemory(name, size, replaced))

    def _keep(
        self,
        owner: str,
        dataset_id: str,
        name: str,
        version: int,
        content: bytes,
        choices: ReadingChoices,
        restored_to: int = 0,
        before: Callable[[Dataset], None] = nothing,
        was_used: Callable[[int], bool] = _always,
    ) -> Dataset:
        read = read_file(content, name, choices)
        name = display_name(read.called)
        kept = pack(content)
        dataset = _dataset(owner, dataset_id, name, version, content, len(kept), read, choices)
        return self._put(dataset, kept, content, restored_to, before, was_used)

    def _put(
        self,
        dataset: Dataset,
        packed: bytes,
        content: bytes | None,
        restored_to: int = 0,
        before: Callable[[Dataset], None] = nothing,
        was_used: Callable[[int], bool] = _always,
    ) -> Dataset:
        """Keeps a version that was read. `content` is what was uploaded; None for what stays on disk."""
        owner, dataset_id = dataset.owner, dataset.dataset_id
        with self._lock:
            each = self._kept.get(owner, {})
            known = each.get(dataset_id)
            if (
                dataset.version > 1
                and not restored_to
                and (known is None or known.dataset.version != dataset.version - 1)
            ):
                raise UnknownDatasetError(
                    sentence("refused.changed_meanwhile", file=dataset.name), sentence("do.try_again")
                )
            replaced = known.dataset.memory_bytes if known else 0
            self._check_memory(owner, dataset.memory_bytes, dataset.name, replaced)
            latest = max((kept.added for kept in each.values()), default=0)
            added = known.added if known else restored_to or max(time.time_ns(), latest + 1)
            if known and not restored_to and not was_used(known.added):
                same = known.dataset.version
                dataset = replace(dataset, version=same, profile=replace(dataset.profile, version=same))
            reached("summary", 1, 1)
            before(dataset)
            self._keeper.keep(dataset, added, content)
            self._kept.setdefault(owner, {})[dataset_id] = _Kept(dataset, added, packed)
        self._on_change(owner)
        return dataset


def _dataset(
    owner: str, dataset_id: str, name: str, version: int, content: bytes, packed_bytes: int, read: ReadFile,
    choices: ReadingChoices,
) -> Dataset:  # fmt: skip
    profile = build_profile(dataset_id, name, version, read)
    memory = int(read.frame.memory_usage(deep=True).sum()) + packed_bytes
    return Dataset(
        dataset_id, owner, name, version, read.frame, read.receipt, profile, fingerprint_of(content), memory, choices,
        read.offered, read.table,
    )  # fmt: skip


def sample_with(fingerprint: str) -> bytes | None:
    """The bytes of the sample that has this fingerprint; None when none has."""
    return next((found for one in SAMPLES if fingerprint_of(found := content(one)) == fingerprint), None)
