"""Without Landlock a child may open no file. What programs load late is loaded here instead, before the first fork."""

import builtins
import contextlib
import importlib
import io
import os
import pkgutil
import sys
import warnings
import zoneinfo
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

_WHOLE = (
    "pandas",
    "narwhals",
    "scipy",
    "sklearn",
    "statsmodels",
    "patsy",
    "seaborn",
    "matplotlib",
    "jinja2",
    "joblib",
    "plotly",
)
_NOT_NEEDED = ("test", "_test", "conftest", "setup", "sphinx", "__main__", "this", "externals")
_STARTS_THREADS = ("narwhals.sql", "narwhals._duckdb", "narwhals._polars", "narwhals._ibis", "narwhals._dask")
_BACKENDS = ("backend_agg", "backend_svg", "backend_pdf", "backend_mixed", "backend_bases")
_MATPLOTLIB_FILES = ("fonts/ttf", "fonts/afm", "stylelib")
_files: dict[str, bytes] = {}
_zones: list[zoneinfo.ZoneInfo] = []  # alive here, they are found by name without their files


class _KnownFile(io.BytesIO):
    """A file in memory that still has its name."""

    def __init__(self, name: str) -> None:
        super().__init__(_files[name])
        self.name = name


def preload() -> None:
    """Imports every module of the libraries, and keeps fonts, styles and time zones in memory, where `open` finds
    them. Takes a few seconds and about 150 MB, shared by all children."""
    with warnings.catch_warnings(), Path(os.devnull).open("w") as nowhere, contextlib.redirect_stdout(nowhere):
        warnings.simplefilter("ignore")
        for name in _WHOLE:
            _import_below(name)
    templates = importlib.import_module("plotly.io").templates
    for name in templates:
        templates[name]
    _zones.extend(zoneinfo.ZoneInfo(name) for name in zoneinfo.available_timezones())
    for path in (*_late_files(), *_zone_files()):
        _files[str(path)] = _files[str(path.resolve())] = path.read_bytes()  # libraries ask by either name
    _serve_from_memory()


def _import_below(package: str) -> None:
    """What cannot be imported needs something that is not installed; it would fail in a program as well."""
    waiting = [package]
    while waiting:
        name = waiting.pop()
        try:
            module = importlib.import_module(name)
        except Exception:  # noqa: BLE001, S112 - an optional part of a library may fail in any way
            continue
        waiting += _submodules(module)


def _submodules(module: ModuleType) -> Iterator[str]:
    for found in pkgutil.iter_modules(getattr(module, "__path__", ()), f"{module.__name__}."):
        last = found.name.rpartition(".")[2]
        foreign = last.startswith("backend_") and last not in _BACKENDS
        if not (last.startswith(_NOT_NEEDED) or found.name in _STARTS_THREADS or foreign):
            yield found.name


def _late_files() -> Iterator[Path]:
    settings = Path(str(sys.modules["matplotlib"].__file__)).parent / "mpl-data"
    for directory in _MATPLOTLIB_FILES:
        yield from (path for path in (settings / directory).iterdir() if path.is_file())


def _zone_files() -> Iterator[Path]:
    """pandas reads them a second time, through a reader of its own."""
    for zones in map(Path, zoneinfo.TZPATH):
        yield from (zones / name for name in zoneinfo.available_timezones() if (zones / name).is_file())


def _serve_from_memory() -> None:
    real = io.open

    def open_known(file: object, mode: str = "r", *arguments: object, **options: object) -> object:
        """open, which answers from memory for the files kept there."""
        name = os.fspath(file) if isinstance(file, str | os.PathLike) else ""
        if name not in _files or set(mode) & set("wax+"):
            return real(file, mode, *arguments, **options)  # type: ignore[call-overload]
        return _KnownFile(name) if "b" in mode else io.TextIOWrapper(_KnownFile(name), "utf-8")

    io.open = builtins.open = open_known  # type: ignore[assignment]
