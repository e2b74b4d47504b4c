"""Files and folders on disk as data sets, and where the store keeps what asking them needs."""

import hashlib
from dataclasses import dataclass
from pathlib import Path

from registry.by_path.engine import USUAL, EngineLimits
from registry.by_path.parquet_stage import parquet_beginning
from registry.by_path.pieces import text_beginning
from registry.by_path.places import PathError, Place, place_at
from registry.by_path.reading import read_path
from registry.by_path.table import FileTable
from registry.dataset import Dataset, ReadingChoices
from registry.errors import ReadingChoiceError
from registry.keeping import KeptDataset
from registry.sentences import sentence

MEMORY_BYTES = 100_000
"""What a table on disk takes in memory, about: its profile."""


@dataclass(frozen=True)
class OnDisk:
    """The folder for what asking files on disk needs, and what one question may take."""

    home: Path
    limits: EngineLimits = USUAL


def placed_dataset(
    owner: str, dataset_id: str, version: int, place: Place, on_disk: OnDisk, choices: ReadingChoices
) -> Dataset:
    """The file or folder at a place as a data set that is asked there. Errors as `read_path`, and ReadingChoiceError
    for choices that only a file in memory can be read with."""
    if choices.fill_down or choices.skip_lines or choices.table:
        raise ReadingChoiceError(sentence("disk.no_rows_left_out", file=place.name), sentence("do.change_or_smaller"))
    read = read_path(dataset_id, version, place, on_disk.home, on_disk.limits, choices)
    return Dataset(
        dataset_id, owner, place.name, version, read.table, read.receipt, read.profile, _fingerprint(place),
        MEMORY_BYTES, choices,
    )  # fmt: skip


def place_of(dataset: Dataset) -> Place | None:
    """Where a data set lies on disk; None for one in memory."""
    return dataset.held.place if isinstance(dataset.held, FileTable) else None


def place_again(kept: KeptDataset) -> Place:
    """Where a data set lay that was there before. PathError where it does not lie there as it was."""
    assert kept.path is not None
    try:
        place = place_at(kept.path)
    except PathError as gone:
        raise gone.remedied("put_back") from None
    if _fingerprint(place) != kept.fingerprint:
        raise PathError("changed", "put_back", file=kept.name)
    return place


def beginning_of(place: Place) -> bytes:
    """The beginning of what lies at a place, as a file of the same format. Raises PathError where it has changed."""
    place.check_unchanged()
    return parquet_beginning(place) if place.is_parquet else text_beginning(place)


def _fingerprint(place: Place) -> str:
    told = "\n".join(f"{file.path}\t{file.size}\t{file.changed}" for file in place.files)
    return hashlib.sha256(told.encode("utf-8", errors="surrogateescape")).hexdigest()
