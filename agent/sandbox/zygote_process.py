"""The zygote as the app sees it: started with an empty environment, sent requests, ended with the app."""

import contextlib
import json
import os
import socket
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from agent.sandbox.protocol import CONTROL_DESCRIPTOR, Request

_START_SECONDS = 120.0
_END_SECONDS = 3.0
COURTESY = 10  # steps of niceness, a ninth of the weight of others: whoever asks a plain question need not wait
_PROJECT = Path(__file__).parents[2]
_BOOT = (
    "import os, sys; control = int(sys.argv[1])\n"
    f"if control != {CONTROL_DESCRIPTOR}: os.dup2(control, {CONTROL_DESCRIPTOR}); os.close(control)\n"
    "sys.path.insert(0, sys.argv[2])\n"
    "from agent.sandbox.worker.zygote import main\n"
    "main(sys.argv[2:])\n"
)
_ENVIRONMENT = {
    "PATH": "/nonexistent",
    "HOME": "/nonexistent",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
    "MPLBACKEND": "Agg",
    # one thread, and one memory pool that needs none: threads do not survive a fork
    "ARROW_DEFAULT_MEMORY_POOL": "system",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMEXPR_NUM_THREADS": "1",
    "JOBLIB_MULTIPROCESSING": "0",
    "LOKY_MAX_CPU_COUNT": "1",
    # each arena of a thread reserves address space, which is what a run's memory limit counts
    "MALLOC_ARENA_MAX": "2",
}


class ZygoteError(Exception):
    """The zygote could not be started, or is gone. Says why."""


@dataclass
class ZygoteProcess:
    """A running zygote that has passed its own test."""

    process: "subprocess.Popen[bytes]"
    control: socket.socket
    missing_libraries: tuple[str, ...]
    limits_threads: bool = False
    hides_paths: bool = False

    @classmethod
    def start(cls, *, landlock: bool, own_root: bool) -> Self:
        """Starts a zygote and waits until it serves, a few seconds. With `own_root` it has a file system of its own
        where the kernel allows it. ZygoteError when it cannot, or must not."""
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            process = _spawn(
                theirs, "landlock" if landlock else "no_landlock", "own_root" if own_root else "no_own_root"
            )
        ours.settimeout(_START_SECONDS)
        zygote = cls(process, ours, ())
        try:
            said = ours.recv(65536)
            ready = json.loads(said) if said else {"broken": [f"it ended by itself ({process.wait(_END_SECONDS)})"]}
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            zygote.close()
            raise ZygoteError(f"the process for generated code did not start ({error})") from error
        if ready["broken"]:
            zygote.close()
            raise ZygoteError(f"the process for generated code failed its test: {', '.join(ready['broken'])}")
        zygote.missing_libraries = tuple(ready["missing"])
        zygote.limits_threads, zygote.hides_paths = bool(ready["limits_threads"]), bool(ready["hides_paths"])
        return zygote

    @property
    def pid(self) -> int:
        """Its process id."""
        return self.process.pid

    def is_alive(self) -> bool:
        """Whether it still runs."""
        return self.process.poll() is None

    def send(self, request: Request, descriptors: Sequence[int]) -> None:
        """Asks for a run. ZygoteError when it is gone."""
        try:
            socket.send_fds(self.control, [request.packed()], list(descriptors))
        except OSError as error:
            raise ZygoteError("the process for generated code is gone") from error

    def close(self) -> None:
        """Ends it with all its children and waits for that."""
        self.control.close()
        try:
            self.process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _spawn(control: socket.socket, *layers: str) -> "subprocess.Popen[bytes]":
    packages = [directory for directory in sys.path if Path(directory).name in {"site-packages", "dist-packages"}]
    return subprocess.Popen(  # noqa: S603 - our own interpreter with our own arguments
        [
            sys.executable,
            *("-I", "-B", "-c", _BOOT),
            *(str(control.fileno()), str(_PROJECT), os.pathsep.join(packages), *layers, str(COURTESY)),
        ],
        env={**_ENVIRONMENT, "MATPLOTLIBRC": _matplotlib_settings()},
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(control.fileno(),),
        start_new_session=True,
    )


def _matplotlib_settings() -> str:
    """matplotlib's own settings file; naming it keeps matplotlib from looking for a person's."""
    for directory in sys.path:
        candidate = Path(directory) / "matplotlib" / "mpl-data" / "matplotlibrc"
        with contextlib.suppress(OSError):
            if candidate.is_file():
                return str(candidate)
    return os.devnull
