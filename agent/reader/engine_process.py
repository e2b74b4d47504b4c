"""The process that holds the model: started in the background, watched, begun again when it dies, and ended."""

import contextlib
import json
import logging
import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from agent.logs import log_event
from agent.reader.completion import ReaderError, ReaderState, Reason, Stopped
from agent.reader.server_dialects import LlamaServer, ModelServer
from agent.reader.wire import LOOK_SECONDS, Wire
from agent.settings import Settings

SERVING = Path(__file__).with_name("serving.py")
ADAPTER = Path(__file__).parent / "adapter" / "reader-1.5b.gguf"
_PASSED_ON = ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "TEMP", "TMP", "TMPDIR")
_START_SECONDS = 180.0
_END_SECONDS = 3.0
_MOST_DEATHS = 3
_DEATHS_WITHIN = 600.0  # seconds
_CGROUP = Path("/sys/fs/cgroup")
_OWN_GROUPS = Path("/proc/self/cgroup")
_MEGABYTE = 2**20
_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True)
class _GroupFiles:
    """What a version of control groups calls the memory that a group may have, has, and gives back when it is short."""

    limit: str
    used: str
    given_back: tuple[str, ...]


_GROUP_FILES: Mapping[str, _GroupFiles] = {
    "": _GroupFiles("memory.max", "memory.current", ("inactive_file ", "active_file ")),
    "memory": _GroupFiles(
        "memory.limit_in_bytes", "memory.usage_in_bytes", ("total_inactive_file ", "total_active_file ")
    ),
}
"""By the controllers that /proc/self/cgroup names: none in the second version."""


@dataclass(frozen=True)
class Orders:
    """What the process is told on its stdin, as `serving.py` reads it."""

    weights: str
    adapter: str
    key: str
    slots: int
    tokens: int
    threads: int
    cache_megabytes: int

    @classmethod
    def of(cls, settings: Settings, weights: Path) -> "Orders":
        """As the settings say, with a key that nobody else knows."""
        return cls(
            weights=str(weights),
            adapter=str(ADAPTER),
            key=secrets.token_urlsafe(32),
            slots=settings.reader_slots,
            tokens=settings.reader_tokens,
            threads=min(settings.reader_threads, os.cpu_count() or 1),
            cache_megabytes=settings.reader_cache_megabytes,
        )


class EngineProcess:
    """The process and the thread that tends it. Safe to use from threads."""

    def __init__(
        self,
        settings: Settings,
        weights: Callable[[], tuple[Path | None, Reason]],
        *,
        script: Path = SERVING,
        free: Callable[[], float] | None = None,
    ) -> None:
        """`weights`: where they are, or why they are not; asked each time, for they may be fetched meanwhile."""
        self._settings = settings
        self._weights = weights
        self._script = script
        self._free_megabytes = free or free_megabytes
        self._changed = threading.Condition()
        self._state: ReaderState | None = None  # None: not begun
        self._server: ModelServer | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    @property
    def state(self) -> ReaderState:
        """Where it stands; "starting" before anybody asked for it."""
        with self._changed:
            if self._state is not None:
                return self._state
        found, reason = self._weights()
        return ReaderState("starting") if found else ReaderState("no_weights", reason)

    @property
    def pid(self) -> int | None:
        """The id of the process that serves, if one does."""
        with self._changed:
            return self._process.pid if self._process and self._server else None

    def begin(self) -> None:
        """Starts it in the background, if there are weights and it is not begun already."""
        with self._changed:
            if self._state is not None or self._closed:
                return
            weights, _ = self._weights()
            if weights is None:
                return
            self._state = ReaderState("starting")
        threading.Thread(target=self._tend, args=(weights,), name="tally-reader", daemon=True).start()

    def server(self, stopped: Stopped, until: float) -> ModelServer:
        """The server, as soon as it is ready. ReaderError when it is not there, or not in time (`until`, monotonic)."""
        self.begin()
        with self._changed:
            while self._server is None:
                if self._closed or self.state.status != "starting":
                    raise ReaderError("not_there", self.state.detail)
                if stopped():
                    raise ReaderError("stopped")
                if time.monotonic() > until:
                    raise ReaderError("timed_out")
                self._changed.wait(LOOK_SECONDS)
            return self._server

    def failed(self, server: ModelServer) -> None:
        """A connection to this server broke: if the process is dead, or dies in a moment, the next call waits for the
        one after it."""
        with self._changed:
            process = self._process if self._server is server else None
        if process is None:
            return
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_END_SECONDS)
            with self._changed:
                if self._server is server:
                    self._server, self._state = None, ReaderState("starting")

    def close(self) -> None:
        """Ends the process and waits for that."""
        with self._changed:
            self._closed = True
            self._server, self._state = None, ReaderState("off", "closed")
            process = self._process
            self._changed.notify_all()
        if process is not None:
            _end(process)

    # ------------------------------------------------------------ the thread that tends it

    def _tend(self, weights: Path) -> None:
        """Runs the process again and again until it is closed, cannot start, or dies too often."""
        deaths: list[float] = []
        while self._serves(weights):
            deaths = [at for at in deaths if time.monotonic() - at < _DEATHS_WITHIN] + [time.monotonic()]
            if len(deaths) >= _MOST_DEATHS:
                self._set(ReaderState("failed", "keeps_dying", f"{len(deaths)}"))
                return

    def _serves(self, weights: Path) -> bool:
        """Runs the process to its end. Whether it served, and ended although nobody closed it."""
        free = self._free_megabytes()
        if free < self._settings.reader_megabytes:
            self._set(ReaderState("failed", "no_memory", f"{free:.0f} MB < {self._settings.reader_megabytes} MB"))
            return False
        orders = Orders.of(self._settings, weights)
        with self._changed:
            if self._closed:
                return False
            process = self._process = _spawn(self._script)
        told = _tell_orders(process, orders)
        if "address" in told:
            self._set(ReaderState("ready"), LlamaServer(Wire(told["address"], orders.key)))
            code = process.wait()
            _end(process)
        else:
            _end(process)
            self._set(_not_started(told))
            return False
        log_event(_LOGGER, "reader_ended", "", code=code)
        self._set(ReaderState("starting"))
        with self._changed:
            return not self._closed

    def _set(self, state: ReaderState, server: ModelServer | None = None) -> None:
        with self._changed:
            if not self._closed:
                self._state, self._server = state, server
            self._changed.notify_all()
        log_event(_LOGGER, "reader_state", "", status=state.status, reason=state.reason)


def _spawn(script: Path) -> "subprocess.Popen[bytes]":
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return subprocess.Popen(  # noqa: S603 - our own interpreter with our own script
        [sys.executable, "-P", "-B", str(script)],
        env={**environment, "LANG": "C.UTF-8", "OMP_WAIT_POLICY": "PASSIVE"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # an interrupt from the terminal is for the app, which ends it
    )


def _tell_orders(process: "subprocess.Popen[bytes]", orders: Orders) -> dict[str, str]:
    """What the process said of its start: its address, or an error."""
    assert process.stdin and process.stdout
    hung = threading.Timer(_START_SECONDS, process.kill)
    hung.start()
    try:
        process.stdin.write(json.dumps(asdict(orders)).encode() + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
        told: dict[str, str] = json.loads(line) if line else {"error": f"it ended ({process.wait()})"}
    except (OSError, ValueError) as error:
        return {"error": type(error).__name__}
    finally:
        hung.cancel()
    return told


def _not_started(told: dict[str, str]) -> ReaderState:
    return ReaderState("failed", "no_library" if told.get("missing") else "no_start", told["error"])


def _end(process: "subprocess.Popen[bytes]") -> None:
    assert process.stdin and process.stdout
    process.stdin.close()  # which is the sign to end
    try:
        process.wait(_END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()


def free_megabytes() -> float:
    """Memory that may still be taken, by this machine's count and by the control groups that hold this process."""
    try:
        groups = _OWN_GROUPS.read_text(encoding="ascii")
    except OSError:  # no Linux
        groups = ""
    return min(psutil.virtual_memory().available, free_in_groups(_CGROUP, groups)) / _MEGABYTE


def free_in_groups(mounted: Path, groups: str) -> float:
    """The bytes that the tightest of the control groups of a process, and of those above them, leaves it; infinite
    where none has a limit. `groups` is what /proc/self/cgroup says. In a container it names a path of the host, and
    what is mounted is the group itself."""
    free = [float("inf")]
    for line in groups.splitlines():
        _, controllers, path = line.split(":", 2)
        files = _GROUP_FILES.get(controllers)
        if files is not None:
            root = mounted / controllers
            parts = Path(path.lstrip("/")).parts
            free += [_left_in(root.joinpath(*parts[:end]), files) for end in range(len(parts) + 1)]
    return min(free)


def _left_in(group: Path, files: _GroupFiles) -> float:
    """The limit of a group less what cannot be given back; infinite where it has none, or is not there."""
    try:
        limit = (group / files.limit).read_text(encoding="ascii").strip()
        used = int((group / files.used).read_text(encoding="ascii"))
        told = (group / "memory.stat").read_text(encoding="ascii").splitlines()
    except OSError:
        return float("inf")
    if limit == "max":
        return float("inf")
    given_back = sum(int(line.split()[1]) for line in told if line.startswith(files.given_back))
    return float(int(limit) - used + given_back)
