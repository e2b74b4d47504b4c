"""An arena for hostile programs: secrets, listeners and files that must stay untouched, and checks that say so."""

import contextlib
import ctypes
import math
import os
import secrets
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from agent.sandbox.results import CodeLimits, CodeResult
from agent.sandbox.sandbox import Sandbox

PREFIX = "tallytoken"
ROWS = 3000


def arena_frame() -> pd.DataFrame:
    """Columns a, b, c (numbers), cat (text) and when (times)."""
    random = np.random.default_rng(0)
    a, b = random.normal(size=ROWS), random.normal(size=ROWS)
    return pd.DataFrame(
        {
            "a": a,
            "b": b,
            "c": a * 2 + random.normal(size=ROWS),
            "cat": random.choice(["x", "y", "z"], ROWS),
            "when": pd.date_range("2024-01-01", periods=ROWS, freq="h"),
        }
    )


@dataclass
class Arena:
    """What a program may try to reach, and what was seen of its attempts."""

    sandbox: Sandbox
    frame: pd.DataFrame
    token: str
    secret_file: Path
    canary: Path
    port: int
    unix_path: Path
    abstract: str
    run: str
    token_buffer: "ctypes.Array[ctypes.c_char]"
    bystander: "subprocess.Popen[bytes]"
    contacts: list[str]

    def fill(self, code: str) -> str:
        """The program with its placeholders replaced."""
        values: Mapping[str, object] = {
            "TOKEN": self.token,
            "TOKEN_PREFIX": PREFIX,
            "SECRET_FILE": self.secret_file,
            "SECRET_FILE_REL": str(self.secret_file).lstrip("/"),
            "SECRET_DIR": self.secret_file.parent,
            "SECRET_PARENT": self.secret_file.parent.parent,
            "CANARY_DIR": self.canary,
            "APP_PID": os.getpid(),
            "ZYGOTE_PID": self.sandbox.zygote_pid(),
            "APP_TOKEN_ADDR": ctypes.addressof(self.token_buffer),
            "PORT": self.port,
            "UNIX_SOCK": self.unix_path,
            "ABSTRACT": self.abstract,
            "RUN": self.run,
            "NROWS": len(self.frame),
        }
        for name, value in values.items():
            code = code.replace(f"{{{{{name}}}}}", str(value))
        return code

    def execute(self, code: str, *, seconds: float = 60.0, megabytes: int = 1024) -> CodeResult:
        """Runs the program over the arena's frame."""
        limits = CodeLimits(seconds=seconds, megabytes=megabytes)
        return self.sandbox.run_code(self.fill(code), {"data": self.frame}, limits=limits)

    def snapshot(self) -> dict[str, object]:
        """Everything a program could have changed."""
        files = {
            str(path): (path.stat().st_mtime_ns, path.stat().st_mode, path.stat().st_size)
            for path in [self.canary, *self.canary.rglob("*"), self.secret_file]
        }
        left = sorted(path.name for path in Path("/dev/shm").iterdir() if self.run in path.name)
        return {
            "files": files,
            "shared memory": left,
            "contacts": list(self.contacts),
            "zygote": self.sandbox.zygote_pid(),
            "children": children(self.sandbox.zygote_pid()),
            "bystander": self.bystander.poll(),
            "affinity": os.sched_getaffinity(0),
            "priority": os.getpriority(os.PRIO_PROCESS, 0),
            "frame": int(pd.util.hash_pandas_object(self.frame).sum()),
        }


def children(pid: int | None) -> list[int]:
    """The processes that `pid` started and that are still there."""
    found: list[int] = []
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # it ended while it was looked at
        for task in Path(f"/proc/{pid}/task").glob("*/children"):
            found += [int(child) for child in task.read_text().split()]
    return found


@contextmanager
def opened_arena(home: Path, *, use_landlock: bool = True) -> Iterator[Arena]:
    """An arena below `home`, with its own sandbox."""
    token = PREFIX + secrets.token_hex(16)
    secret = home / "app" / ".env"
    secret.parent.mkdir()
    secret.write_text(f"OPENAI_API_KEY={token}\n")
    (secret.parent / "app_config.py").write_text(f"KEY = '{token}'\n")
    (secret.parent / token).write_text("x")
    canary = home / "canary"
    (canary / "keepdir").mkdir(parents=True)
    (canary / "keep").write_text("keep")
    canary.chmod(0o777)
    os.environ["ARENA_API_KEY"] = token
    contacts: list[str] = []
    with ExitStack() as stack:
        stack.callback(os.environ.pop, "ARENA_API_KEY")
        abstract = f"tally{secrets.token_hex(4)}"
        port = _listen(stack, contacts, home / "s.sock", abstract)
        bystander = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        stack.callback(bystander.wait)
        stack.callback(bystander.kill)
        sandbox = Sandbox(use_landlock=use_landlock)
        stack.callback(sandbox.close)
        buffer = ctypes.create_string_buffer(token.encode(), 64)
        run = secrets.token_hex(4)
        yield Arena(
            sandbox,
            arena_frame(),
            token,
            secret,
            canary,
            port,
            home / "s.sock",
            abstract,
            run,
            buffer,
            bystander,
            contacts,
        )


def _listen(stack: ExitStack, contacts: list[str], path: Path, abstract: str) -> int:
    tcp = stack.enter_context(socket.socket())
    tcp.bind(("127.0.0.1", 0))
    port = int(tcp.getsockname()[1])
    udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
    udp.bind(("127.0.0.1", port))
    named = stack.enter_context(socket.socket(socket.AF_UNIX))
    named.bind(str(path))
    hidden = stack.enter_context(socket.socket(socket.AF_UNIX))
    hidden.bind("\0" + abstract)
    for listener in (tcp, named, hidden):
        listener.listen()
    over = threading.Event()
    watcher = threading.Thread(
        target=_watch, args=({"tcp": tcp, "udp": udp, "unix": named, "abstract": hidden}, contacts, over)
    )
    watcher.start()
    stack.callback(watcher.join)
    stack.callback(over.set)
    return port


def _watch(listeners: Mapping[str, socket.socket], contacts: list[str], over: threading.Event) -> None:
    while not over.is_set():
        ready, _, _ = select.select(list(listeners.values()), [], [], 0.1)
        for name, listener in listeners.items():
            if listener in ready:
                contacts.append(name)
                over.set()  # one contact is one too many


def plain_parts(value: object) -> Iterator[object]:
    """Every leaf of a result; AssertionError for anything that is not plain data."""
    if is_dataclass(value) and not isinstance(value, type):
        assert type(value).__module__.startswith("agent.sandbox"), type(value)
        for field in fields(value):
            yield from plain_parts(getattr(value, field.name))
    elif type(value) in (list, tuple):
        for item in value:  # type: ignore[attr-defined]
            yield from plain_parts(item)
    elif type(value) is dict:
        for key, item in value.items():
            yield from (key, *plain_parts(item))
    else:
        assert type(value) in (str, int, float, bool, bytes, type(None)), type(value)
        assert not (isinstance(value, float) and not math.isfinite(value))
        yield value


def said(result: CodeResult) -> str:
    """Everything a run gave back, as one text."""
    return "\n".join(part.decode("latin-1") if isinstance(part, bytes) else str(part) for part in plain_parts(result))


@contextmanager
def watched_descendants(pid: int | None) -> Iterator[Callable[[], set[int]]]:
    """Collects, while the block runs, the processes that the children of `pid` started."""
    seen: set[int] = set()
    over = threading.Event()

    def look() -> None:
        while not over.is_set():
            for child in children(pid):
                seen.update(children(child))
            time.sleep(0.005)

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield lambda: seen
    finally:
        over.set()
        watcher.join()
