"""The decisions of a receipt that change values, as people are told them: one for each kind and column."""

from collections.abc import Iterable
from dataclasses import dataclass

from registry.receipt import JudgementKind, ReceiptEntry

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
