"""Paths that a person names: looked at before anything is opened, and again before each use."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from registry.dataset import display_name
from registry.errors import RegistryError
from registry.sentences import Value, sentence

PARQUET_ENDINGS = (".parquet", ".pq")
PARQUET_MARK = b"PAR1"
MOST_FILES = 10_000
PATTERN_SIGNS = "*?["
"""In a path the engine takes them for a pattern of many files."""
PlaceProblem = Literal["missing", "no_file", "no_access", "no_parquet", "too_many", "relative", "pattern", "changed"]
"""Why a path cannot be used. Each is a sentence of its name in `registry/phrases`, under `disk`."""


class PathError(RegistryError):
    """A path that cannot be used. `problem` says why."""

    def __init__(self, problem: PlaceProblem, remedy: str, **values: Value) -> None:
        super().__init__(sentence(f"disk.{problem}", **values), sentence(f"do.{remedy}"))
        self.problem: PlaceProblem = problem
        self._values = values

    def remedied(self, remedy: str) -> "PathError":
        """The same with another thing to do."""
        return PathError(self.problem, remedy, **self._values)


@dataclass(frozen=True)
class FileState:
    """A file as it was when it was looked at."""

    path: Path
    size: int
    changed: int  # nanoseconds since the epoch


@dataclass(frozen=True)
class Place:
    """A file or a folder of Parquet files, with the state of each file. `root` is what the person named."""

    root: Path
    name: str  # for display
    files: tuple[FileState, ...]
    is_parquet: bool

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files, in the order in which their rows stand."""
        return tuple(file.path for file in self.files)

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)

    def check_unchanged(self) -> None:
        """PathError when a file was changed, added or removed since."""
        try:
            now = _states(self.root)
        except (PathError, OSError):
            now = ()
        if now != self.files:
            raise PathError("changed", "register_anew", file=self.name)


def place_at(written: str) -> Place:
    """The file or folder at a path as a person wrote it. PathError, with what to do, when it cannot be used."""
    given = written.strip().strip('"')
    if not given or "\0" in given:
        raise _missing(written)
    path = Path(given).expanduser()
    if not path.is_absolute():
        raise PathError("relative", "whole_path", path=_shown(given))
    try:
        root = path.resolve(strict=True)
        files = _states(root)
        is_parquet = root.is_dir() or _begins_as_parquet(root)
    except (FileNotFoundError, RuntimeError):  # a ring of links
        raise _missing(given) from None
    except OSError as refused:
        raise PathError("no_access", "check_rights", path=_shown(given), reason=refused.strerror or "") from None
    if any(sign in str(file.path) for file in files for sign in PATTERN_SIGNS):
        raise PathError("pattern", "name_without_signs", path=_shown(given), signs=" ".join(PATTERN_SIGNS))
    return Place(root, display_name(root.name), files, is_parquet)


def _missing(written: str) -> PathError:
    return PathError("missing", "check_path", path=_shown(written))


def _shown(written: str) -> str:
    return display_name(written[-200:])


def _states(root: Path) -> tuple[FileState, ...]:
    """The files at a place. PathError for what is neither a file nor a folder of Parquet files."""
    mode = root.stat().st_mode
    if stat.S_ISREG(mode):
        return (_state(root),)
    if not stat.S_ISDIR(mode):
        raise PathError("no_file", "file_or_folder", path=display_name(root.name))
    found: list[FileState] = []
    for path in _parquet_in(root):
        if len(found) == MOST_FILES:
            raise PathError("too_many", "smaller_folder", path=display_name(root.name), count=MOST_FILES)
        found.append(_state(path))
    if not found:
        raise PathError("no_parquet", "file_or_folder", path=display_name(root.name))
    return tuple(sorted(found, key=lambda file: file.path))


def _parquet_in(root: Path) -> Iterator[Path]:
    """The Parquet files below a folder; links that lead elsewhere, and names that hide, are passed by."""
    for folder, folders, names in os.walk(root, followlinks=False):
        folders[:] = sorted(each for each in folders if not each.startswith((".", "_")))
        for each in names:
            path = Path(folder) / each
            if each.lower().endswith(PARQUET_ENDINGS) and not each.startswith((".", "_")) and _is_plain(path):
                yield path


def _is_plain(path: Path) -> bool:
    return stat.S_ISREG(path.lstat().st_mode)


def _state(path: Path) -> FileState:
    found = path.stat()
    return FileState(path, found.st_size, found.st_mtime_ns)


def _begins_as_parquet(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(PARQUET_MARK)) == PARQUET_MARK
