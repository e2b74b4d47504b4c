"""A data set: the frame with everything known of it."""

from dataclasses import dataclass, field

import pandas as pd

from registry.profile import DatasetProfile
from registry.receipt import ImportReceipt


@dataclass(frozen=True)
class ReadingChoices:
    """What a person decided about reading a file; () and None mean: detect.

    A new choice makes a new version of the data set.
    """

    encoding: str | None = None
    delimiter: str | None = None
    decimal: str | None = None
    day_first: tuple[tuple[str, bool], ...] = ()  # (column, day first?) for dates that read both ways
    keep_text: tuple[str, ...] = ()  # columns to leave exactly as text
    renamed: tuple[tuple[str, str], ...] = ()  # (name in the file, name to show it under)


DETECT = ReadingChoices()
"""No choice made: everything is detected."""


@dataclass(frozen=True)
class Dataset:
    """One version of an uploaded table. The frame is shared: read it, never write to it."""

    dataset_id: str
    owner: str  # the conversation it belongs to
    name: str  # the file's name, cleaned for display
    version: int
    frame: pd.DataFrame = field(repr=False, compare=False)
    receipt: ImportReceipt
    profile: DatasetProfile
    fingerprint: str  # SHA-256 of the uploaded bytes, hexadecimal
    memory_bytes: int
    choices: ReadingChoices = ReadingChoices()
