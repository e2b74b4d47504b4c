"""Opens what the settings ask for: checkpoints, conversations, uploads, the run log."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from langgraph.checkpoint.base import BaseCheckpointSaver

from agent.graph import memory_checkpointer
from agent.persistence.archive import StoredArchive
from agent.persistence.database import Database, StoreError
from agent.persistence.links import Links, NoLinks, StoredLinks
from agent.persistence.log_lines import open_log_lines
from agent.persistence.places import Place, PostgresPlace, SqlitePlace, place_of
from agent.persistence.run_log import NoRunLog, RunLog, StoredRunLog
from agent.persistence.sqlite import OWN_MARK, SqliteDatabase
from agent.persistence.store import Archive, NoArchive
from agent.persistence.uploads import NoUploads, UploadFolder
from agent.settings import SettingError, Settings

MEMORY, OFF, ON = "memory", "off", "on"


@dataclass(frozen=True)
class Storage:
    """Everything that a service keeps things in."""

    checkpointer: BaseCheckpointSaver[str]
    archive: Archive
    run_log: RunLog
    links: Links
    close: Callable[[], None]


def open_storage(settings: Settings) -> Storage:
    """The storage that the settings name. SettingError or StoreError, with everything closed again and nothing
    overwritten, when a place cannot be used."""
    opened = _Opened()
    try:
        if settings.checkpointer == MEMORY:
            _refuse_without_store(settings)
            checkpointer: BaseCheckpointSaver[str] = memory_checkpointer()
            archive: Archive = NoArchive()
            links: Links = NoLinks()
        else:
            database = opened.database(place_of("CHECKPOINTER", settings.checkpointer))
            database.hold()
            prepare(database, CONVERSATIONS)
            checkpointer = database.checkpointer()
            folder = settings.data_folder
            archive = StoredArchive(database, UploadFolder(folder) if folder else NoUploads())
            links = StoredLinks(database)
        run_log = _run_log(settings, opened)
        opened.log_lines(settings.logs)
        return Storage(checkpointer, archive, run_log, links, opened.close)
    except SettingError:
        opened.close()
        raise


def _run_log(settings: Settings, opened: "_Opened") -> RunLog:
    if settings.run_log == OFF:
        return NoRunLog()
    named = settings.checkpointer if settings.run_log == ON else settings.run_log
    database = opened.database(place_of("RUN_LOG", named))
    prepare(database, RUN_LOG)
    return StoredRunLog(database)


def _refuse_without_store(settings: Settings) -> None:
    if settings.run_log == ON:
        raise SettingError("RUN_LOG is on, but CHECKPOINTER names no database.", "Set RUN_LOG to sqlite:PATH or off.")
    if settings.data_folder:
        raise SettingError(
            "DATA_FOLDER is set, but CHECKPOINTER names no database.",
            "Set CHECKPOINTER too: without it no conversation could find its files again.",
        )


class _Opened:
    """The databases that are open, one for each place, and the log lines."""

    def __init__(self) -> None:
        self._databases: dict[Place, Database] = {}
        self._end_log_lines: Callable[[], None] = _nothing

    def database(self, place: Place) -> Database:
        if place not in self._databases:
            self._databases[place] = _connect(place)
        return self._databases[place]

    def log_lines(self, setting: str) -> None:
        self._end_log_lines = open_log_lines(setting)

    def close(self) -> None:
        self._end_log_lines()
        self._end_log_lines = _nothing
        for database in self._databases.values():
            database.close()


def _nothing() -> None:
    """Nothing is to be ended."""


def _connect(place: Place) -> Database:
    match place:
        case SqlitePlace():
            return SqliteDatabase(place)
        case PostgresPlace():
            from agent.persistence.postgres import PostgresDatabase  # noqa: PLC0415 - takes long, and only where wanted

            return PostgresDatabase(place)


# ----------------------------------------------------------------
# The tables of a store, made when they are missing, refused when a newer Tally made them.


@dataclass(frozen=True)
class Part:
    """A part of a store with its own version. `steps[n]` leads from version n to n + 1."""

    name: str
    steps: tuple[tuple[str, ...], ...]

    @property
    def version(self) -> int:
        """The version that this Tally reads and writes."""
        return len(self.steps)


CONVERSATIONS = Part(
    "conversations",
    (
        (
            "CREATE TABLE IF NOT EXISTS tally_conversations (conversation_id TEXT PRIMARY KEY, owner TEXT NOT NULL,"
            " started DOUBLE PRECISION NOT NULL, last_used DOUBLE PRECISION NOT NULL)",
            "CREATE TABLE IF NOT EXISTS tally_datasets (conversation_id TEXT NOT NULL, dataset_id TEXT NOT NULL,"
            " added BIGINT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, fingerprint TEXT NOT NULL,"
            " choices TEXT NOT NULL, PRIMARY KEY (conversation_id, dataset_id))",
            "CREATE TABLE IF NOT EXISTS tally_artifacts (conversation_id TEXT NOT NULL, position INTEGER NOT NULL,"
            " artifact_id TEXT NOT NULL, content BLOB NOT NULL, PRIMARY KEY (conversation_id, artifact_id))",
        ),
        (
            "CREATE TABLE IF NOT EXISTS tally_notes (conversation_id TEXT NOT NULL, name TEXT NOT NULL,"
            " content TEXT NOT NULL, PRIMARY KEY (conversation_id, name))",
        ),
        (
            "CREATE TABLE IF NOT EXISTS tally_browsers (browser TEXT PRIMARY KEY, owner TEXT NOT NULL)",
            "CREATE TABLE IF NOT EXISTS tally_links (secret TEXT PRIMARY KEY, kind TEXT NOT NULL, owner TEXT NOT NULL,"
            " conversation_id TEXT NOT NULL, audience TEXT NOT NULL, made DOUBLE PRECISION NOT NULL)",
        ),
        ("ALTER TABLE tally_datasets ADD COLUMN path TEXT",),
    ),
)
RUN_LOG = Part(
    "run_log",
    (
        (
            "CREATE TABLE IF NOT EXISTS tally_run_log (conversation_id TEXT NOT NULL, turn_id TEXT NOT NULL,"
            " at DOUBLE PRECISION NOT NULL, workflow TEXT NOT NULL, question TEXT NOT NULL, status TEXT NOT NULL,"
            " seconds DOUBLE PRECISION NOT NULL, score DOUBLE PRECISION, feedback TEXT, content TEXT NOT NULL,"
            " PRIMARY KEY (conversation_id, turn_id))",
        ),
    ),
)
PARTS: Mapping[str, Part] = {part.name: part for part in (CONVERSATIONS, RUN_LOG)}


def prepare(database: Database, *parts: Part) -> None:
    """Makes the tables of the parts. StoreError, and nothing is changed, when a newer Tally wrote any part of it."""
    if not database.has_table(OWN_MARK):
        database.write((f"CREATE TABLE IF NOT EXISTS {OWN_MARK} (part TEXT PRIMARY KEY, version INTEGER NOT NULL)", ()))
    kept: dict[str, int] = dict(database.rows(f"SELECT part, version FROM {OWN_MARK}"))  # noqa: S608 - our own name
    for name, version in kept.items():
        if name not in PARTS or version > PARTS[name].version:
            raise StoreError(f"A newer Tally wrote {database.name}.", "Update Tally, or name another place.")
    for part in parts:
        for step in range(kept.get(part.name, 0), part.version):
            database.write(
                *((sql, ()) for sql in part.steps[step]),
                (
                    f"INSERT INTO {OWN_MARK} VALUES (?, ?)"  # noqa: S608
                    " ON CONFLICT (part) DO UPDATE SET version = excluded.version",
                    (part.name, step + 1),
                ),
            )
