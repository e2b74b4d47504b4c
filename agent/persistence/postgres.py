"""A store in a PostgreSQL database."""

import contextlib
import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import psycopg
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, ChannelVersions, Checkpoint, CheckpointMetadata
from langgraph.checkpoint.postgres import PostgresSaver
from psycopg import sql as composed
from psycopg.rows import DictRow, dict_row, tuple_row
from psycopg_pool import ConnectionPool

from agent.graph import plain_serializer
from agent.persistence.database import Row, Statement, StoreError, Value
from agent.persistence.places import PostgresPlace

logger = logging.getLogger(__name__)
WAIT_SECONDS = 10.0  # for the server
RETRY_SECONDS = 2.0  # of the pool by itself, which doubles its pauses; after them it tries anew for each question
CONNECTIONS = 6
_CLAIM = 0x7A11_1E5  # the first key of the advisory locks of conversations
_REPLACED = "\N{REPLACEMENT CHARACTER}"


class PostgresDatabase:
    """The database, connected. Connections that the server dropped are made anew."""

    shared = True

    def __init__(self, place: PostgresPlace) -> None:
        self.name = place.named
        self._place = place
        self._address = place.address
        self._claim: psycopg.Connection | None = None
        self._claiming = threading.Lock()
        with translate_errors(place):
            psycopg.connect(place.address, connect_timeout=int(WAIT_SECONDS)).close()  # its failure says why
            self._pool: ConnectionPool[psycopg.Connection[DictRow]] = ConnectionPool(
                place.address,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=WAIT_SECONDS,
                reconnect_timeout=RETRY_SECONDS,
                open=True,
                check=ConnectionPool.check_connection,
                kwargs={
                    "autocommit": True,
                    "prepare_threshold": 0,
                    "row_factory": dict_row,
                    "connect_timeout": int(WAIT_SECONDS),
                },
            )
        self._saver: _Checkpoints | None = None

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[Row]:
        """What a query gives."""
        with self._cursor() as cursor:
            return cursor.execute(_compose_sql(sql), values).fetchall()

    def write(self, *statements: Statement) -> int:
        """All statements in one transaction or none; how many rows the last one concerned."""
        concerned = 0
        with self._cursor() as cursor, cursor.connection.transaction():
            for sql, values in statements:
                concerned = cursor.execute(_compose_sql(sql), values).rowcount
        return concerned

    def has_table(self, name: str) -> bool:
        """Whether a table of this name is found without naming a schema."""
        return self.rows("SELECT to_regclass(?) IS NOT NULL", (name,)) == [(True,)]

    def checkpointer(self) -> BaseCheckpointSaver[str]:
        """The graph's checkpoints in the same database. StoreError when a newer langgraph wrote them."""
        if self._saver is None:
            self._refuse_newer_checkpoints()
            saver = _Checkpoints(self._pool, self._place)
            saver.setup()
            self._saver = saver
        return self._saver

    def hold(self) -> None:
        """Several processes share it: they claim one conversation at a time."""

    def claim(self, name: str) -> bool:
        """An advisory lock over a connection of its own; the server frees it when the process or connection ends."""
        with self._claiming, translate_errors(self._place):
            if self._claim is None or not _alive(self._claim):
                self._claim = psycopg.connect(self._address, autocommit=True, connect_timeout=int(WAIT_SECONDS))
            taken = self._claim.execute("SELECT pg_try_advisory_lock(%s, hashtext(%s))", (_CLAIM, name)).fetchone()
            return taken == (True,)

    def release(self, name: str) -> None:
        """Where the connection was lost, the server has freed it already."""
        with self._claiming, contextlib.suppress(psycopg.OperationalError):
            if self._claim is not None:
                self._claim.execute("SELECT pg_advisory_unlock(%s, hashtext(%s))", (_CLAIM, name))

    def close(self) -> None:
        """Closes every connection."""
        self._pool.close()
        with self._claiming:
            if self._claim is not None:
                self._claim.close()
                self._claim = None

    @contextmanager
    def _cursor(self) -> Iterator[psycopg.Cursor[Row]]:
        with (
            translate_errors(self._place),
            self._pool.connection() as connection,
            connection.cursor(row_factory=tuple_row) as cursor,
        ):
            yield cursor

    def _refuse_newer_checkpoints(self) -> None:
        if not self.has_table("checkpoint_migrations"):
            return
        ((newest,),) = self.rows("SELECT coalesce(max(v), 0) FROM checkpoint_migrations")
        if newest >= len(PostgresSaver.MIGRATIONS):
            raise StoreError(
                f"The checkpoints in {self.name} were written by a newer version.", "Update Tally and its libraries."
            )


class _Checkpoints(PostgresSaver):
    """langgraph's saver, whose failures are told in a sentence, and which stores any text."""

    def __init__(self, pool: ConnectionPool[psycopg.Connection[DictRow]], place: PostgresPlace) -> None:
        super().__init__(pool, serde=plain_serializer())
        self._place = place

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Short values of the state are stored as JSON, in which PostgreSQL allows no NUL and no half character."""
        values = {key: _storable(value) for key, value in checkpoint["channel_values"].items()}
        return super().put(config, cast(Checkpoint, {**checkpoint, "channel_values": values}), metadata, new_versions)

    @contextmanager
    def _cursor(self, *, pipeline: bool = False) -> Iterator[psycopg.Cursor[DictRow]]:
        with translate_errors(self._place), super()._cursor(pipeline=pipeline) as cursor:
            yield cursor


def _storable(value: Any) -> Any:
    if type(value) is not str:
        return value
    return value.replace("\x00", _REPLACED).encode("utf-8", "replace").decode("utf-8")


def _compose_sql(sql: str) -> composed.SQL:
    return composed.SQL(sql.replace("?", "%s").replace(" BLOB", " BYTEA"))


def _alive(connection: psycopg.Connection) -> bool:
    try:
        connection.execute("SELECT 1")
    except psycopg.OperationalError:
        connection.close()
        return False
    return True


@contextmanager
def translate_errors(place: PostgresPlace) -> Iterator[None]:
    """What the server or the driver says becomes a StoreError; the log has its first line and where the server is. None
    says the password."""
    try:
        yield
    except psycopg.Error as failed:
        said = (str(failed).strip() or type(failed).__name__).splitlines()[0].rstrip(".")
        logger.error("%s: %s", place, said)
        raise StoreError(
            f"The store cannot be used: {type(failed).__name__}, in {place.named}.",
            "See that the server runs and the address is right.",
        ) from failed
