"""Where things are kept: the addresses in the settings CHECKPOINTER and RUN_LOG.

A place as text says where it is, for the log. Sentences name the setting instead.
"""

import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO
from urllib.parse import urlsplit

from agent.logs import write_json_logs
from agent.settings import SettingError

CHECKPOINTER = "CHECKPOINTER"
FORMS = "sqlite:PATH (a file) or postgres://USER:PASSWORD@HOST/DATABASE"


@dataclass(frozen=True)
class SqlitePlace:
    """A file with a SQLite database. The path is absolute, so that one file is never taken for two."""

    path: Path
    variable: str = field(default=CHECKPOINTER, compare=False)

    def __str__(self) -> str:
        return str(self.path)

    @property
    def named(self) -> str:
        """The file in sentences for anybody: by the setting, for its path is no visitor's business."""
        return f"the file that {self.variable} names"


@dataclass(frozen=True)
class PostgresPlace:
    """A PostgreSQL database. The address may hold a password and is never shown."""

    address: str = field(repr=False)
    variable: str = field(default=CHECKPOINTER, compare=False)

    def __str__(self) -> str:
        parts = urlsplit(self.address)
        return f"PostgreSQL {parts.hostname or 'localhost'}{parts.path}"

    @property
    def named(self) -> str:
        """The database in sentences for anybody: by the setting, for its server is no visitor's business."""
        return f"the database that {self.variable} names"


Place = SqlitePlace | PostgresPlace


def place_of(variable: str, text: str) -> Place:
    """The place that a setting names. SettingError, without the text if it may hold a password, when it names none."""
    scheme, colon, rest = text.partition(":")
    if colon and scheme in ("postgres", "postgresql") and rest.startswith("//"):
        return PostgresPlace(text, variable)
    if colon and scheme == "sqlite" and rest and rest != ":memory:":
        return SqlitePlace(absolute(variable, rest), variable)
    raise SettingError(f"{variable} names no place that Tally knows.", f"Write it as {FORMS}.")


def absolute(variable: str, text: str) -> Path:
    """The path that a setting names, with `~` and links followed. SettingError when it is no path."""
    try:
        return Path(text).expanduser().resolve()
    except (ValueError, RuntimeError, OSError) as odd:  # a NUL; an unknown user or links in a circle; too long
        raise SettingError(f"{variable} names no path: {odd}.", "Write the whole path.") from odd


# ----------------------------------------------------------------
# The JSON log lines of the setting TALLY_LOGS: on stderr, or in a file for its owner only.


OFF, ON = "off", "on"


def open_log_lines(setting: str) -> Callable[[], None]:
    """Begins to write log lines; what is returned ends it. SettingError when the file cannot be written."""
    if setting.casefold() == OFF:
        return _nothing
    stream = sys.stderr if setting.casefold() == ON else _file(setting)
    handler = write_json_logs(stream)

    def close() -> None:
        logging.getLogger("agent").removeHandler(handler)
        handler.close()
        if stream is not sys.stderr:
            stream.close()

    return close


def _nothing() -> None:
    """No lines are written."""


def _file(setting: str) -> TextIO:
    path = absolute("TALLY_LOGS", setting)
    try:
        return os.fdopen(os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600), "a", encoding="utf-8")
    except OSError as failed:
        raise SettingError(
            f"TALLY_LOGS names {path}, which cannot be written: {failed.strerror}.",
            "Name a file in a folder that exists, or set it to on or off.",
        ) from failed
