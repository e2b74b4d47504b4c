"""DuckDB, held to its place: so much memory, these files, no network; and names and texts as SQL takes them."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import duckdb

from registry.errors import RegistryError

Session = duckdb.DuckDBPyConnection
Relation = duckdb.DuckDBPyRelation
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
    return session


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
    try:
        yield
    except duckdb.OutOfMemoryException as full:
        raise EngineError(
            f"{file_name} needs more memory than it may take.", "Use fewer columns, or a filter."
        ) from full
    except (duckdb.IOException, duckdb.InvalidInputException, duckdb.PermissionException) as refused:
        first = str(refused).strip().splitlines()[0][:300]
        raise EngineError(f"{file_name} could not be read where it lies: {first}", "Look at the file.") from refused
