"""How strongly generated code is held here, found by asking the kernel and not by its version."""

import ctypes
import importlib.util
import os
import signal
import sys
from dataclasses import dataclass, replace
from typing import Literal

from agent.sandbox.kernel.calls import call, this_machine
from agent.sandbox.kernel.landlock import landlock_version

LevelName = Literal["full", "no_landlock", "off"]
_GET_ACTION_AVAILABLE = 2
_KILL_PROCESS = 0x80000000
_INSTEAD = "Everything else works: questions in the analysis vocabulary need no generated code."
_SYSTEMS = {"darwin": "macOS", "win32": "Windows"}


@dataclass(frozen=True)
class SandboxLevel:
    """What holds generated code, with a sentence for the activity page."""

    name: LevelName
    sentence: str
    landlock_version: int = 0

    @property
    def runs_code(self) -> bool:
        """Whether generated code runs at all."""
        return self.name != "off"


def with_findings(level: SandboxLevel, most: int | None, *, hides_paths: bool) -> SandboxLevel:
    """The level, saying how many threads a program may start (None where the kernel does not keep them to a number) and
    whether it may ask which files there are."""
    told = (
        f"It can start at most {most} threads."
        if most is not None
        else "How many threads it starts is not limited here; user namespaces would do that."
    )
    seen = (
        "It cannot see which other files there are."
        if hides_paths
        else "It can ask whether a file exists, not what is in it; mount namespaces would hide that."
    )
    return replace(level, sentence=f"{level.sentence} {told} {seen}")


def switched_off(reason: str) -> SandboxLevel:
    """The level at which nothing runs. `reason` is a clause: "this is macOS"."""
    return SandboxLevel("off", f"Generated code is off: {reason}. {_INSTEAD}")


def probe_level(*, use_landlock: bool = True) -> SandboxLevel:
    """The level that this machine allows. Whatever is missing makes it lower, never an error.

    `use_landlock` False asks for the level of a kernel without Landlock.
    """
    if sys.platform != "linux":
        system = _SYSTEMS.get(sys.platform, sys.platform)
        return switched_off(
            f"{system} has no means to lock a program in that this app could rely on; run the app in a Linux container "
            "to have it"
        )
    missing = _missing_on_linux()
    if missing:
        return switched_off(missing)
    version = landlock_version() if use_landlock else 0
    if version == 0:
        return SandboxLevel(
            "no_landlock",
            "Generated code runs in a locked process with a filter for system calls. This kernel has no Landlock, so "
            "such a program can open no file at all; a few libraries that load parts late do not work in it.",
        )
    return SandboxLevel(
        "full",
        "Generated code runs in a locked process: no files but Python's own libraries, no network, no other process, "
        f"limited time and memory (Landlock version {version} and a filter for system calls).",
        version,
    )


def _missing_on_linux() -> str:
    """A clause for the first thing that is missing, "" when everything is there."""
    if this_machine() is None:
        return "this type of processor is not known to the filter for system calls"
    if not _has_seccomp():
        return "this kernel, or the container around the app, has no filter for system calls (seccomp)"
    if not _has_pidfd():
        return "this kernel, or the container around the app, cannot watch a process reliably (pidfd, Linux 5.4)"
    if not hasattr(os, "memfd_create"):
        return "this Python cannot make files in memory"
    if importlib.util.find_spec("pyarrow") is None:
        return "the library pyarrow, which comes with Streamlit, is not installed"
    return ""


def _has_seccomp() -> bool:
    action = ctypes.c_uint32(_KILL_PROCESS)
    try:
        call("seccomp", ctypes.c_uint(_GET_ACTION_AVAILABLE), ctypes.c_uint(0), ctypes.byref(action))
    except OSError:
        return False
    return True


def _has_pidfd() -> bool:
    try:
        descriptor = os.pidfd_open(os.getpid())
    except OSError:
        return False
    try:
        signal.pidfd_send_signal(descriptor, 0)
    except OSError:
        return False
    finally:
        os.close(descriptor)
    return True
