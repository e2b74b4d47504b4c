"""Opens what the settings ask for: checkpoints, conversations, uploads, the run log."""

from collections.abc import Callable
from dataclasses import dataclass

from langgraph.checkpoint.base import BaseCheckpointSaver

from agent.graph import memory_checkpointer
from agent.persistence.archive import StoredArchive
from agent.persistence.database import Database
from agent.persistence.keeping import Archive, NoArchive
from agent.persistence.links import Links, NoLinks, StoredLinks
from agent.persistence.log_lines import open_log_lines
from agent.persistence.places import Place, PostgresPlace, SqlitePlace, place_of
from agent.persistence.run_log import NoRunLog, RunLog, StoredRunLog
from agent.persistence.schema import CONVERSATIONS, RUN_LOG, prepare
from agent.persistence.sqlite import SqliteDatabase
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
            self._databases[place] = _connected(place)
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


def _connected(place: Place) -> Database:
    match place:
        case SqlitePlace():
            return SqliteDatabase(place)
        case PostgresPlace():
            from agent.persistence.postgres import PostgresDatabase  # noqa: PLC0415 - takes long, and only where wanted

            return PostgresDatabase(place)
