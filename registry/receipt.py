"""The import receipt: what reading a file assumed, converted and skipped, with line numbers."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import numpy.typing as npt

from registry.sentences import Quoted, Sentence, quoted, sentence

ReceiptAction = Literal["unsure", "assumed", "converted", "skipped", "warning"]
"""`unsure`: the file reads several ways that would give other values; its `choice` is the way not taken."""
ChoiceValue = str | int | tuple[int, ...] | tuple[str, str] | tuple[str, bool]
Choice = tuple[str, ChoiceValue]
"""A field of ReadingChoices, and what to set it to; for a field of many, the one element to add."""

JudgementKind = Literal[
    "rows_aside", "cells_missing", "cells_converted", "dates_read", "spellings_merged", "kept_text", "decimal_sign",
    "several_values",
]  # fmt: skip
"""What was decided that gives other numbers than the opposite would: rows that are no data; cells that hold no value;
numbers that are others than their digits say (units, signs, durations); moments that were converted or guessed;
spellings that are one value; codes that stay text; the sign before decimals; cells that hold several values."""

TEXT_FORMAT = "CSV"
"""The name of the format whose cells stand between separators."""


@dataclass(frozen=True)
class Judgement:
    """A decision about values, for whoever shows a number made of them. `values` are some that it is about, as the
    file writes them, with what became of them where that is another value ("1,024 → 1024"). `rows` are the places in
    the frame of the cells that it is about, None where they are not known one by one."""

    kind: JudgementKind
    values: tuple[str, ...] = ()
    rows: tuple[int, ...] | None = field(default=None, compare=False)


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


def placed(entries: Iterable[ReceiptEntry], lines: npt.NDArray[np.int64]) -> Iterator[ReceiptEntry]:
    """The entries with the rows that their judgements are about, where all of their lines are known; `lines` has the
    line of each row of the frame, in ascending order."""
    for entry in entries:
        if entry.judged is None or entry.column is None or not 0 < entry.count == len(entry.lines):
            yield entry
        else:
            rows = np.minimum(np.searchsorted(lines, entry.lines), len(lines) - 1)
            known = tuple(rows.tolist()) if np.array_equal(lines[rows], entry.lines) else None
            yield replace(entry, judged=replace(entry.judged, rows=known))


# ----------------------------------------------------------------
# The decisions of a receipt that change values, as people are told them: one for each kind and column.


VALUES = 5
"""Values that are kept of one decision: a line shows fewer."""


@dataclass(frozen=True)
class Judged:
    """What was decided of a column, or (`column` "") of the rows. `count` is of cells or rows."""

    kind: JudgementKind
    column: str
    count: int
    values: tuple[str, ...]


def judged_in(entries: Iterable[ReceiptEntry]) -> tuple[Judged, ...]:
    """The decisions that these entries tell, those about rows first, then those about most cells."""
    found: dict[tuple[str, str], Judged] = {}
    for entry in entries:
        if entry.judged is not None:
            column, kind = entry.column or "", entry.judged.kind
            one = found.get((kind, column), Judged(kind, column, 0, ()))
            values = tuple(dict.fromkeys((*one.values, *entry.judged.values)))[:VALUES]
            found[kind, column] = Judged(kind, column, one.count + entry.count, values)
    return tuple(sorted(found.values(), key=lambda one: (bool(one.column), -one.count)))


# ----------------------------------------------------------------
# The receipt for people: equal lines about several columns as one, and what may change an answer first.


ORDER: Mapping[ReceiptAction, int] = {"unsure": 0, "warning": 1, "skipped": 2, "converted": 3, "assumed": 4}
"""What matters: what may be wrong, what is broken, what is no longer there, what is otherwise, what was taken for
granted."""
_COUNTS = re.compile(r"\d[\d,]*")


@dataclass(frozen=True)
class ReceiptGroup:
    """Entries that say the same of one or more columns. `count` and `lines` are of all of them together."""

    action: ReceiptAction
    sentence: Sentence
    columns: tuple[str, ...]
    count: int
    lines: tuple[int, ...]
    entries: tuple[ReceiptEntry, ...]

    @property
    def text(self) -> str:
        """The sentence in the language that is told."""
        return self.sentence.told()

    def told(self, language: str) -> str:
        """The sentence in this language."""
        return self.sentence.told(language)


def group_receipt(receipt: ImportReceipt) -> tuple[ReceiptGroup, ...]:
    """The whole receipt in groups: by what matters, then by how many cells or lines are concerned, then as it came."""
    alike: dict[tuple[ReceiptAction, tuple[str, ...], str], list[ReceiptEntry]] = {}
    for place, entry in enumerate(receipt.entries):
        said = _without_own(entry) if entry.column else (f"{place}",)
        alike.setdefault((entry.action, said, entry.choice[0] if entry.choice else ""), []).append(entry)
    groups = [_group(entries) for entries in alike.values()]
    return tuple(sorted(groups, key=lambda group: (ORDER[group.action], -group.count)))


def _group(entries: Sequence[ReceiptEntry]) -> ReceiptGroup:
    first = entries[0]
    columns = tuple(dict.fromkeys(entry.column for entry in entries if entry.column))
    told = first.sentence
    if len(columns) > 1:
        told = sentence("group.others", said=told, count=len(columns) - 1, shown=quoted(columns[1:]))
    lines = tuple(sorted({line for entry in entries for line in entry.lines}))
    return ReceiptGroup(first.action, told, columns, sum(entry.count for entry in entries), lines, tuple(entries))


def _without_own(entry: ReceiptEntry) -> tuple[str, ...]:
    """The sentence without the column's name and without counts: what it has in common with those of other columns."""
    return tuple(_common(entry.sentence, entry.column or ""))


def _common(said: Sentence, column: str) -> Iterator[str]:
    yield said.key
    for name, value in said.values:
        if isinstance(value, Sentence):
            yield from _common(value, column)
        elif isinstance(value, Quoted):
            yield _COUNTS.sub("#", " ".join(value.values))
        elif isinstance(value, str) and name != "column":
            yield _COUNTS.sub("#", value)
