"""The app as people start it, with recorded readings: a Streamlit server on a free port of this machine."""

import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from streamlit.web import cli

from agent.reasoning import factory
from tests.agent.reader.scripted import recorded_reader

HERE = Path(__file__).parent
ROOT = Path(__file__).parent.parent.parent
START_SECONDS = 120
END_SECONDS = 60
LIMITS = {f"TALLY_{what}_SECONDS": "900" for what in ("ACTION", "READING", "CODE", "MODEL_EXAM")}
"""A busy machine takes longer than the app gives it; what the limits do is tested elsewhere."""
DEAR = (
    *(f"pages.{path.stem}" for path in sorted((ROOT / "pages").glob("[!_]*.py"))),
    "agent.reasoning.chat.connection.client",
)
"""What takes long to import: the pages with all below them, and the way to a model, which is imported late."""

_forking = multiprocessing.get_context("forkserver") if sys.platform == "linux" else None
"""Forks servers from a process that has imported once what the app imports, which is most of what a start costs."""
if _forking is not None:
    _forking.set_forkserver_preload([__name__, *DEAR])


@contextmanager
def running(script: Path, *, port: int = 0, killed: bool = False, path: str = "", **settings: str) -> Iterator[str]:
    """Starts `streamlit run script`, in a process forked with the imports done, and gives its address; ends it
    afterwards, or kills it as a crash would. `settings` go into its environment, `path` is the one that they put it
    under. Recorded readings play the built-in reader."""
    assert _forking is not None, "these tests need Linux"
    port = port or free_port()
    process = _forking.Process(target=_serve, args=(_command(script, port), {**os.environ, **LIMITS, **settings}))
    process.start()
    try:
        address = f"http://127.0.0.1:{port}{path}"
        _wait_for(f"{address}/_stcore/health", process.is_alive)
        yield address
    finally:
        assert process.pid is not None
        os.killpg(process.pid, signal.SIGKILL if killed else signal.SIGTERM)  # and whatever serves it
        process.join(END_SECONDS)
        assert not process.is_alive(), "the server did not end"


@contextmanager
def started(*, script: Path = HERE / "recorded_app.py", under: Sequence[str] = (), **settings: str) -> Iterator[str]:
    """The app with nothing imported before, `under` a command that watches the process."""
    port = free_port()
    command = [*under, sys.executable, "-m", *_command(script, port)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **LIMITS, **settings}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            _wait_for(f"{address}/_stcore/health", lambda: process.poll() is None)
            yield address
        finally:
            os.killpg(process.pid, signal.SIGTERM)  # and whatever watches it
            process.wait(END_SECONDS)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _command(script: Path, port: int) -> list[str]:
    return ["streamlit", "run", str(script), "--server.port", str(port)]


def _serve(command: list[str], environment: dict[str, str]) -> None:
    """Becomes the server, in a process group of its own; what it prints is nobody's."""
    os.setsid()
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    play_the_reader()
    sys.argv = command
    cli.main(prog_name=command[0])


def play_the_reader() -> None:
    """In this process, recorded readings play the built-in reader from now on."""
    pytest.MonkeyPatch().setattr(factory, "ReaderEngine", recorded_reader)


def _wait_for(url: str, is_alive: Callable[[], bool]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert is_alive(), "the server ended by itself"
        try:
            with urllib.request.urlopen(url, timeout=2) as reply:
                if reply.read() == b"ok":
                    return
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            time.sleep(0.05)
    raise AssertionError(f"{url} did not answer within {START_SECONDS} s")
