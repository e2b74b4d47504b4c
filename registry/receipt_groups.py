"""The receipt for people: equal lines about several columns as one, and what may change an answer first."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from registry.receipt import ImportReceipt, ReceiptAction, ReceiptEntry
from registry.sentences import Quoted, Sentence, quoted, sentence

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
