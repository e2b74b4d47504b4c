"""DuckDB, held to its place: so much memory, these files, no network; and names and texts as SQL takes them.

It is imported when a file is asked by its path for the first time, which few people do: it takes its time, and at the
end of a process with pages it writes lines about itself on stderr.
"""

import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from registry.errors import RegistryError
from registry.sentences import sentence

if TYPE_CHECKING:
    import duckdb

Session: TypeAlias = "duckdb.DuckDBPyConnection"
Relation: TypeAlias = "duckdb.DuckDBPyRelation"
MEGABYTE = 1_000_000
ROW = "__row"
"""The column of each row's place in its file, counted from 0. Nobody is shown it."""


class EngineError(RegistryError):
    """The engine could not do what was asked of a file that lies on disk."""


@dataclass(frozen=True)
class EngineLimits:
    """Memory that one session may take in bytes, and threads; what does not fit goes to a folder of its own."""

    memory_bytes: int = 512 * MEGABYTE
    threads: int = 2


USUAL = EngineLimits()


def open_session(limits: EngineLimits, spill: Path, readable: Sequence[Path], writable: Sequence[Path] = ()) -> Session:
    """A session that reaches these files alone and the folder `spill`; its settings cannot be changed any more."""
    import duckdb  # noqa: PLC0415 - see above

    session = duckdb.connect(
        ":memory:",
        config={
            "memory_limit": f"{limits.memory_bytes}B",
            "threads": limits.threads,
            "temp_directory": str(spill),
            "preserve_insertion_order": True,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
            "allow_community_extensions": False,
            "enable_object_cache": False,
        },
    )
    allowed = ", ".join(text(str(path)) for path in (*readable, *writable))
    session.execute(f"SET allowed_paths = [{allowed}]")
    session.execute(f"SET allowed_directories = [{text(str(spill))}]")
    session.execute("SET enable_external_access = false")
    session.execute("SET lock_configuration = true")
    _OPENED.set((*(one for one in _OPENED.get() if one() is not None), weakref.ref(session)))
    return session


_OPENED: ContextVar[tuple["weakref.ref[Session]", ...]] = ContextVar("opened", default=())


def interrupt_sessions() -> None:
    """Ends what the sessions that were opened in this context are computing, for whoever waits no longer."""
    for opened in _OPENED.get():
        if (session := opened()) is not None:
            session.interrupt()


def ran_out_of_memory(error: BaseException | None) -> bool:
    """Whether an error, or what it comes from, says that a session's memory was too small."""
    while error is not None:
        if type(error).__name__ == "OutOfMemoryException":
            return True
        error = error.__cause__ or error.__context__
    return False


def name(column: str) -> str:
    """A column's name in SQL."""
    return '"' + column.replace('"', '""') + '"'


def text(value: str) -> str:
    """A text in SQL."""
    return "'" + value.replace("'", "''") + "'"


def texts(values: Iterable[str]) -> str:
    """A list of texts in SQL."""
    return "[" + ", ".join(map(text, values)) + "]"


@contextmanager
def told_for(file_name: str) -> Iterator[None]:
    """Raises what the engine refuses as a sentence about this file."""
    import duckdb  # noqa: PLC0415 - see above

    try:
        yield
    except duckdb.OutOfMemoryException as full:
        raise EngineError(sentence("disk.memory", file=file_name), sentence("do.fewer_or_filter")) from full
    except (duckdb.IOException, duckdb.InvalidInputException, duckdb.PermissionException) as refused:
        first = str(refused).strip().splitlines()[0][:300]
        told = sentence("disk.unread", file=file_name, reason=first)
        raise EngineError(told, sentence("do.look_at_file")) from refused
