"""A data set: the frame with everything known of it, and what a person decided about reading its file."""

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Literal

import pandas as pd

from registry.offered import OfferedTable
from registry.profile import DatasetProfile
from registry.receipt import ChoiceValue, ImportReceipt

ChosenKind = Literal["number", "text", "date", "datetime", "time", "boolean", "identifier"]
"""The kinds that a person can give a column; what does not fit becomes missing, and the receipt says so."""
FIXED_WIDTH = "fixed"
"""The delimiter of files whose columns stand at fixed places."""
ALL_COLUMNS = ""
"""In place of a column's name: whichever column."""


@dataclass(frozen=True)
class ReadingChoices:
    """What a person decided about reading a file; () and None mean: detect.

    A new choice makes a new version of the data set. Columns are called as the file calls them (after the names were
    made unique), whatever they are shown as. Lines are physical lines of the text, counted from 1. Choices are kept
    with conversations: a new field has a default, and none is removed. A choice that fits nothing in the file (a
    column that it does not have) is told in the receipt.
    """

    encoding: str | None = None
    delimiter: str | None = None  # any one character, or FIXED_WIDTH
    decimal: str | None = None  # "." or ","
    day_first: tuple[tuple[str, bool], ...] = ()  # (column, day first?) for dates that read both ways
    keep_text: tuple[str, ...] = ()  # columns to leave exactly as text: nothing in them counts as missing but blanks
    renamed: tuple[tuple[str, str], ...] = ()  # (name in the file, name to show it under)
    quote: str | None = None  # any one character; "": quotes are characters like others
    header_line: int | None = None  # the first line of the column names; 0: there are none
    header_lines: int | None = None  # how many lines of the file, joined, give the column names
    skip_lines: tuple[int, ...] = ()  # lines that are no data, whatever they look like
    kept_lines: tuple[int, ...] = ()  # lines that are data, although they look like notes, comments or totals
    kinds: tuple[tuple[str, ChosenKind], ...] = ()  # (column, what it holds)
    described: tuple[tuple[str, str], ...] = ()  # (column, what it means in the person's words)
    units: tuple[tuple[str, str], ...] = ()  # (column, unit); "": it has none
    missing_words: tuple[tuple[str, str], ...] = ()  # (column or ALL_COLUMNS, word that says that there is no value)
    kept_words: tuple[tuple[str, str], ...] = ()  # (column or ALL_COLUMNS, word that is a value)
    totals: Literal["out", "in"] | None = None  # rows and columns of totals are set apart, or are data like others
    spellings: tuple[tuple[str, bool], ...] = ()  # (column, are near-equal spellings one value?)
    fill_down: tuple[str, ...] = ()  # columns whose blank cells repeat the cell above
    table: str | None = None  # the key of one of several tables or sheets
    declined: tuple[tuple[str, ChoiceValue], ...] = ()  # offered by the receipt, looked at and left as it was


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
    offered: tuple[OfferedTable, ...] = ()  # all tables of the file, when it holds several
    table: str | None = None  # the key of the one of them that this data set is


# ----------------------------------------------------------------
# File names as people see them.


def display_name(file_name: str) -> str:
    """A file name without folders and characters that cannot be shown, 120 characters at most."""
    base = re.split(r"[\\/]", file_name)[-1]
    shown = "".join(sign if unicodedata.category(sign)[0] != "C" else " " for sign in base)
    return " ".join(shown.split())[:120] or "table.csv"
