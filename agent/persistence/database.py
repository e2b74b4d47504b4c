"""One way to two databases. SQL is written with `?` for values and BLOB for bytes, as SQLite has it."""

from collections.abc import Sequence
from typing import Any, Protocol

from langgraph.checkpoint.base import BaseCheckpointSaver

from agent.settings import SettingError

Value = None | int | float | str | bytes
Row = tuple[Any, ...]
Statement = tuple[str, Sequence[Value]]


class Database(Protocol):
    """An open database. Safe to use from threads. Every method raises StoreError when the database fails."""

    @property
    def name(self) -> str:
        """The place, for sentences that anybody may read: by the setting that names it."""
        ...

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[Row]:
        """What a query gives."""
        ...

    def write(self, *statements: Statement) -> int:
        """All statements in one transaction or none of them; how many rows the last one concerned."""
        ...

    def has_table(self, name: str) -> bool:
        """Whether there is a table of this name."""
        ...

    def checkpointer(self) -> BaseCheckpointSaver[str]:
        """The graph's checkpoints in the same database."""
        ...

    @property
    def shared(self) -> bool:
        """Whether several processes may use it at once."""
        ...

    def hold(self) -> None:
        """Takes a database that is not shared for this process, or makes sure that it still holds it.

        StoreError when another process holds it: two would not see each other's turns.
        """
        ...

    def claim(self, name: str) -> bool:
        """Whether this process has the name for itself now; no other one has it until `release`, or until this one ends
        or its connection is lost. Claimed twice, it is released twice."""
        ...

    def release(self, name: str) -> None:
        """Others may claim the name."""
        ...

    def close(self) -> None:
        """Lets go of everything. Closing twice does nothing."""
        ...


# ----------------------------------------------------------------
# A store that cannot be used, told in a sentence.


class StoreError(SettingError):
    """The place that a setting names cannot be opened, read or written as it stands. Nothing in it was overwritten."""


def damaged_conversation() -> StoreError:
    """What is told where a conversation is stored, but cannot be read."""
    return StoreError("What is stored of this conversation is damaged.", "Start a new one; nothing was changed there.")
