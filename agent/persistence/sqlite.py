"""A store in one SQLite file, readable and writable by its owner only."""

import logging
import os
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.sqlite import SqliteSaver

from agent.graph import plain_serializer
from agent.persistence.database import Row, Statement, StoreError, Value
from agent.persistence.places import SqlitePlace

logger = logging.getLogger(__name__)
OWN_MARK = "tally_meta"  # a table that every store of Tally has
WAIT_SECONDS = 10.0  # for another connection that is writing
_PREPARE = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=NORMAL",  # a crash of the process loses nothing; of the machine, at most the last turn
    "PRAGMA secure_delete=ON",  # what is deleted is overwritten
)


class SqliteDatabase:
    """The file, opened. A file that is no database, or another program's, is refused and left as it is."""

    shared = False

    def __init__(self, place: SqlitePlace) -> None:
        self.name = place.named
        self._place = place
        self._path = place.path
        self._lock = threading.Lock()
        self._claim: sqlite3.Connection | None = None
        self._saver: SqliteSaver | None = None
        if not _create(place.path, self.name):
            self._refuse_emptied()
        with translate_errors(place):
            self._connection = sqlite3.connect(place.path, timeout=WAIT_SECONDS, check_same_thread=False)
        try:
            self._check()
            self._prepare(self._connection)
        except StoreError:
            self._connection.close()
            raise

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[Row]:
        """What a query gives."""
        with self._lock, translate_errors(self._place):
            return self._connection.execute(sql, values).fetchall()

    def write(self, *statements: Statement) -> int:
        """All statements in one transaction or none; how many rows the last one concerned."""
        concerned = 0
        with self._lock, translate_errors(self._place), self._connection:
            self._connection.execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                concerned = self._connection.execute(sql, values).rowcount
        return concerned

    def has_table(self, name: str) -> bool:
        """Whether there is a table of this name."""
        return bool(self.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)))

    def checkpointer(self) -> BaseCheckpointSaver[str]:
        """The graph's checkpoints in the same file, over a connection of their own."""
        if self._saver is None:
            with translate_errors(self._place):
                connection = sqlite3.connect(self._path, timeout=WAIT_SECONDS, check_same_thread=False)
            self._prepare(connection)
            self._saver = _Checkpoints(connection, self._place)
        return self._saver

    def hold(self) -> None:
        """Holds an exclusive lock on `<file>.lock` as long as the process lives; the system frees it if it dies."""
        if self._claim is not None:
            return
        beside = self._path.with_name(self._path.name + ".lock")
        _create(beside, self.name)
        claim = sqlite3.connect(beside, timeout=0, check_same_thread=False, isolation_level=None)
        try:
            claim.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as taken:
            claim.close()
            logger.error("%s cannot be held: %s", beside, taken)
            raise StoreError(
                f"Another running Tally uses {self.name}.", "End it, or name another file in CHECKPOINTER."
            ) from taken
        self._claim = claim

    def claim(self, name: str) -> bool:  # noqa: ARG002 - the protocol's signature
        """The process holds the whole file."""
        return True

    def release(self, name: str) -> None:
        """The process holds the whole file."""

    def close(self) -> None:
        """Closes every connection to the file."""
        if self._saver is not None:
            self._saver.conn.close()
        self._connection.close()
        if self._claim is not None:
            self._claim.close()
            self._claim = None

    def _refuse_emptied(self) -> None:
        """A file that is there and holds nothing was a store before, or a restore that broke off: nobody's guess."""
        if not self._path.stat().st_size:
            raise StoreError(
                self._logged(f"There is nothing in {self.name}: it has 0 bytes."),
                "Put a copy from a backup in its place; if nothing was kept there, delete the file and start again.",
            )

    def _check(self) -> None:
        """Reads the whole file, before anything is written to it."""
        found = self.rows("PRAGMA quick_check(1)")
        if found != [("ok",)]:
            raise StoreError(
                self._logged(f"Something is damaged in {self.name}."),
                "Put a copy from a backup in its place, or name another file.",
            )
        tables = {str(name) for (name,) in self.rows("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and OWN_MARK not in tables:
            raise StoreError(
                self._logged(f"The database of another program stands in {self.name}."), "Name another file."
            )

    def _logged(self, sentence: str) -> str:
        logger.error("%s: %s", self._place, sentence)
        return sentence

    def _prepare(self, connection: sqlite3.Connection) -> None:
        with translate_errors(self._place):
            for pragma in _PREPARE:
                connection.execute(pragma)


class _Checkpoints(SqliteSaver):
    """langgraph's saver, whose failures are told in a sentence."""

    def __init__(self, connection: sqlite3.Connection, place: SqlitePlace) -> None:
        super().__init__(connection, serde=plain_serializer())
        self._place = place

    @contextmanager
    def cursor(self, transaction: bool = True) -> Iterator[sqlite3.Cursor]:
        with translate_errors(self._place), super().cursor(transaction) as cursor:
            yield cursor


@contextmanager
def translate_errors(place: SqlitePlace) -> Iterator[None]:
    """What SQLite says becomes a StoreError; the log has the path too."""
    try:
        yield
    except sqlite3.Error as failed:
        logger.error("%s: %s", place, failed)
        raise StoreError(
            f"The store cannot be used: SQLite says {failed}, of {place.named}.",
            "Mend or replace the file, or name another one.",
        ) from failed


def _create(path: Path, named: str) -> bool:
    """An empty file for its owner only, if there is none; SQLite gives its side files the same rights. Whether it was
    made."""
    try:
        is_new = not path.exists()
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as failed:
        logger.error("%s cannot be opened: %s", path, failed.strerror)
        raise StoreError(
            f"The store cannot be opened: {failed.strerror}, for {named}.", "Name a file in a folder that exists."
        ) from failed
    return is_new
