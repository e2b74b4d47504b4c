"""Where things are kept: the addresses in the settings CHECKPOINTER and RUN_LOG.

A place as text says where it is, for the log. Sentences name the setting instead.
"""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from agent.settings import SettingError, Settings
from registry.by_path.engine import MEGABYTE, EngineLimits
from registry.by_path.placing import OnDisk
from registry.user_cache import cache_folder

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


def on_disk_of(settings: Settings) -> OnDisk | None:
    """What asking files by their path may take, and where; None where they are not asked so: where several people sign
    in, a path would be another one's.
    """
    if not settings.by_path or settings.sign_in:
        return None
    home = Path(settings.by_path_folder) if settings.by_path_folder else cache_folder() / "tally" / "by_path"
    return OnDisk(home, EngineLimits(settings.by_path_megabytes * MEGABYTE))
