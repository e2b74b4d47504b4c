"""The import receipt: what reading a file assumed, converted and skipped, with line numbers."""

from dataclasses import dataclass
from typing import Literal

from registry.sentences import Sentence

ReceiptAction = Literal["unsure", "assumed", "converted", "skipped", "warning"]
"""`unsure`: the file reads several ways that would give other values; its `choice` is the way not taken."""
ChoiceValue = str | int | tuple[int, ...] | tuple[str, str] | tuple[str, bool]
Choice = tuple[str, ChoiceValue]
"""A field of ReadingChoices, and what to set it to; for a field of many, the one element to add."""

JudgementKind = Literal["rows_aside", "cells_missing", "dates_read", "spellings_merged", "kept_text", "decimal_sign"]
"""What was decided that gives other numbers than the opposite would: rows that are no data; cells that hold no value;
moments that were converted or guessed; spellings that are one value; codes that stay text; the sign before decimals."""

TEXT_FORMAT = "CSV"
"""The name of the format whose cells stand between separators."""


@dataclass(frozen=True)
class Judgement:
    """A decision about values, for whoever shows a number made of them. `values` are some that it is about, as the
    file writes them, with what became of them where that is another value ("1,024 → 1024")."""

    kind: JudgementKind
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReceiptEntry:
    """One thing that reading did, in a sentence for people: `text` in the language that is told, `told` in any.

    `lines` are physical line numbers of the file (1-based), the first twenty at most; `count` is how many
    cells or lines are concerned in all. `column` is None when the whole file is concerned. `choice` is what would
    read it the other way; columns in it are called as the file calls them. `judged`: it changes values, so an answer
    that uses them tells it.
    """

    action: ReceiptAction
    sentence: Sentence
    column: str | None = None
    count: int = 0
    lines: tuple[int, ...] = ()
    choice: Choice | None = None
    judged: Judgement | None = None

    @property
    def text(self) -> str:
        """The sentence in the language that is told (`languages.phrase_files.telling`)."""
        return self.sentence.told()

    def told(self, language: str) -> str:
        """The sentence in this language."""
        return self.sentence.told(language)


@dataclass(frozen=True)
class ImportReceipt:
    """How the bytes of a file became a table."""

    file_name: str
    size_bytes: int
    encoding: str
    delimiter: str
    decimal: Literal[".", ","]
    header_line: int  # 1-based physical line of the column names
    rows: int
    columns: int
    entries: tuple[ReceiptEntry, ...] = ()
    format: str = TEXT_FORMAT  # what kind of file it was: the name of a Format

    def of(self, action: ReceiptAction) -> tuple[ReceiptEntry, ...]:
        """The entries of one kind, in order."""
        return tuple(entry for entry in self.entries if entry.action == action)
