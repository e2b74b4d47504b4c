"""Before it serves, the zygote locks a child down and lets it try what must not work."""

import ctypes
import os
import resource
import signal
import socket
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from agent.sandbox.kernel.calls import libc
from agent.sandbox.kernel.privileges import MAX_THREADS, count_apart
from agent.sandbox.protocol import SETUP_FAILED
from agent.sandbox.worker.child import lock_down

_SECONDS = 10


@dataclass(frozen=True)
class Tested:
    """What a locked-down child could do although it must not, and the memory a child has before it does anything."""

    broken: tuple[str, ...]
    resident_bytes: int
    limits_threads: bool  # whether the kernel keeps the number of a run's threads


def try_lockdown(rules: int | None, *, hides_paths: bool) -> Tested:
    """Locks a child down as for a run and tries it; `broken` is () when the sandbox holds. `hides_paths`: whether it
    may not even see the files of the system."""
    pid = os.fork()
    if pid == 0:
        _try_everything(rules, hides_paths)
    _, status, usage = os.wait4(pid, 0)
    limits_threads = os.WIFEXITED(status) and not os.WEXITSTATUS(status) & _ANY_NUMBER_OF_THREADS
    return Tested(tuple(_broken_layers(status)), usage.ru_maxrss * 1024, limits_threads)


def _broken_layers(status: int) -> list[str]:
    if not os.WIFEXITED(status):
        return [f"the test ended with signal {os.WTERMSIG(status)}"]
    code = os.WEXITSTATUS(status)
    if code & ~_ANY_NUMBER_OF_THREADS == SETUP_FAILED:
        return ["a child could not be locked down"]
    return [name for bit, name in enumerate(_ATTEMPTS) if code >> bit & 1]


def _try_everything(rules: int | None, hides_paths: bool) -> None:
    signal.alarm(_SECONDS)
    try:
        os.dup2(os.memfd_create("result"), 3)
        parent = os.getppid()
        if count_apart():
            resource.setrlimit(resource.RLIMIT_NPROC, (MAX_THREADS, MAX_THREADS))
        lock_down(rules)
        outcome = _ANY_NUMBER_OF_THREADS if _starts_too_many_threads() else 0
        outcome += sum(1 << bit for bit, attempt in enumerate(_ATTEMPTS.values()) if _works(attempt, parent))
        outcome &= ~_SEEN if not hides_paths else ~0
    except BaseException:  # noqa: BLE001 - whatever went wrong, the sandbox does not hold
        os._exit(SETUP_FAILED)
    os._exit(outcome)


def _works(attempt: Callable[[int], object], parent: int) -> bool:
    try:
        attempt(parent)
    except OSError:
        return False
    return True


def _fork(_: int) -> None:
    if os.fork() == 0:
        os._exit(0)


def _starts_too_many_threads() -> bool:
    over = threading.Event()
    try:
        for _ in range(MAX_THREADS + 1):
            threading.Thread(target=over.wait, daemon=True).start()
    except RuntimeError:  # Python's word for a thread that the kernel refuses
        return False
    finally:
        over.set()
    return True


def _read_other_process(parent: int) -> None:
    buffer = ctypes.create_string_buffer(8)
    vector = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
    if libc().process_vm_readv(parent, vector, 1, vector, 1, 0) < 0:
        raise OSError(ctypes.get_errno(), "process_vm_readv")


_ANY_NUMBER_OF_THREADS = 0x80
"""The bit of the outcome beyond those of the attempts: no fault, but a limit that this machine does not give."""
_ATTEMPTS: Mapping[str, Callable[[int], object]] = {
    "read a file of the system": lambda _: os.open("/etc/passwd", os.O_RDONLY),
    "make a file": lambda _: os.open(f"/tmp/tally-{os.getpid()}", os.O_WRONLY | os.O_CREAT | os.O_EXCL),  # noqa: S108
    "open a socket": lambda _: socket.socket(),
    "start a process": _fork,
    "signal its parent": lambda parent: os.kill(parent, 0),
    "read its parent's memory": _read_other_process,
    "see a file of the system": lambda _: Path("/etc/passwd").stat(),
}
_SEEN = 1 << list(_ATTEMPTS).index("see a file of the system")
