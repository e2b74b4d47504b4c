"""The receipt for people: equal lines about several columns as one, and what may change an answer first."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from registry.receipt import ImportReceipt, ReceiptAction, ReceiptEntry
from registry.sentences import quoted

ORDER: Mapping[ReceiptAction, int] = {"unsure": 0, "warning": 1, "skipped": 2, "converted": 3, "assumed": 4}
"""What matters: what may be wrong, what is broken, what is no longer there, what is otherwise, what was taken for
granted."""
_COUNTS = re.compile(r"\d[\d,]*")
_NUMBERS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b(cell|row|line|value)s\b"), r"\1"),
    (re.compile(r"\bwere\b"), "was"),
    (re.compile(r"\bare\b"), "is"),
    (re.compile(r"\bhave\b"), "has"),
    (re.compile(r"\bcount\b"), "counts"),
)
"""A sentence about several cells and one about a single cell are the same but for these."""


@dataclass(frozen=True)
class ReceiptGroup:
    """Entries that say the same of one or more columns. `count` and `lines` are of all of them together."""

    action: ReceiptAction
    text: str
    columns: tuple[str, ...]
    count: int
    lines: tuple[int, ...]
    entries: tuple[ReceiptEntry, ...]


def group_receipt(receipt: ImportReceipt) -> tuple[ReceiptGroup, ...]:
    """The whole receipt in groups: by what matters, then by how many cells or lines are concerned, then as it came."""
    alike: dict[tuple[ReceiptAction, str, str], list[ReceiptEntry]] = {}
    for place, entry in enumerate(receipt.entries):
        said = _without_own(entry) if entry.column else f"{place}"
        alike.setdefault((entry.action, said, entry.choice[0] if entry.choice else ""), []).append(entry)
    groups = [_group(entries) for entries in alike.values()]
    return tuple(sorted(groups, key=lambda group: (ORDER[group.action], -group.count)))


def _group(entries: Sequence[ReceiptEntry]) -> ReceiptGroup:
    first = entries[0]
    columns = tuple(dict.fromkeys(entry.column for entry in entries if entry.column))
    text = first.text
    if len(columns) > 1:
        others = quoted(columns[1:])
        text = f"{text} The same of {len(columns) - 1:,} more {'column' if len(columns) == 2 else 'columns'}: {others}."
    lines = tuple(sorted({line for entry in entries for line in entry.lines}))
    return ReceiptGroup(first.action, text, columns, sum(entry.count for entry in entries), lines, tuple(entries))


def _without_own(entry: ReceiptEntry) -> str:
    """The sentence without the column's name and without counts: what it has in common with those of other columns."""
    said = _COUNTS.sub("#", entry.text.replace(f"“{entry.column}”", "“”"))
    for several, one in _NUMBERS:
        said = several.sub(one, said)
    return said
