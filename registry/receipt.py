"""The import receipt: what reading a file assumed, converted and skipped, with line numbers."""

from dataclasses import dataclass
from typing import Literal

ReceiptAction = Literal["assumed", "converted", "skipped", "warning"]


@dataclass(frozen=True)
class ReceiptEntry:
    """One thing that reading did, in a sentence for people.

    `lines` are physical line numbers of the file (1-based), the first twenty at most; `count` is how many
    cells or lines are concerned in all. `column` is None when the whole file is concerned.
    """

    action: ReceiptAction
    text: str
    column: str | None = None
    count: int = 0
    lines: tuple[int, ...] = ()


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

    def of(self, action: ReceiptAction) -> tuple[ReceiptEntry, ...]:
        """The entries of one kind, in order."""
        return tuple(entry for entry in self.entries if entry.action == action)
