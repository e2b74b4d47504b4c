"""How strongly generated code is held here, found by asking the kernel and not by its version."""

import ctypes
import importlib.util
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from agent.sandbox.kernel.calls import call, this_machine
from agent.sandbox.kernel.landlock import landlock_version
from agent.sandbox.sentences import say

LevelName = Literal["full", "no_landlock", "off"]
_GET_ACTION_AVAILABLE = 2
_KILL_PROCESS = 0x80000000
_SYSTEMS = {"darwin": "macOS", "win32": "Windows"}


@dataclass(frozen=True)
class Said:
    """A phrase by its key, told in the language of whoever reads it; a value may be a phrase itself."""

    key: str
    values: Mapping[str, "str | Said"] = field(default_factory=dict)

    def told(self) -> str:
        """The phrase in the language that is told."""
        values = {name: one.told() if isinstance(one, Said) else one for name, one in self.values.items()}
        return say(f"level.{self.key}", **values)


@dataclass(frozen=True)
class SandboxLevel:
    """What holds generated code, with a sentence for the activity page."""

    name: LevelName
    said: tuple[Said, ...]
    landlock_version: int = 0

    @property
    def sentence(self) -> str:
        """What holds a program, in the language that is told."""
        return " ".join(one.told() for one in self.said)

    @property
    def runs_code(self) -> bool:
        """Whether generated code runs at all."""
        return self.name != "off"


def with_findings(level: SandboxLevel, most: int | None, *, hides_paths: bool) -> SandboxLevel:
    """The level, saying how many threads a program may start (None where the kernel does not keep them to a number) and
    whether it may ask which files there are."""
    told = Said("threads_free") if most is None else Said("threads", {"most": str(most)})
    return replace(level, said=(*level.said, told, Said("paths_hidden" if hides_paths else "paths_asked")))


def switched_off(reason: str | Said) -> SandboxLevel:
    """The level at which nothing runs. `reason` is a clause: "this is macOS"."""
    return SandboxLevel("off", (Said("off", {"reason": reason}),))


def probe_level(*, use_landlock: bool = True) -> SandboxLevel:
    """The level that this machine allows. Whatever is missing makes it lower, never an error.

    `use_landlock` False asks for the level of a kernel without Landlock.
    """
    if sys.platform != "linux":
        system = _SYSTEMS.get(sys.platform, sys.platform)
        return switched_off(Said("no_linux", {"system": system}))
    missing = _missing_on_linux()
    if missing:
        return switched_off(missing)
    version = landlock_version() if use_landlock else 0
    if version == 0:
        return SandboxLevel("no_landlock", (Said("no_landlock"),))
    return SandboxLevel("full", (Said("full", {"version": str(version)}),), version)


def _missing_on_linux() -> Said | None:
    """A clause for the first thing that is missing, None when everything is there."""
    if this_machine() is None:
        return Said("no_processor")
    if not _has_seccomp():
        return Said("no_seccomp")
    if not _has_pidfd():
        return Said("no_pidfd")
    if not hasattr(os, "memfd_create"):
        return Said("no_memory_files")
    if importlib.util.find_spec("pyarrow") is None:
        return Said("no_pyarrow")
    return None


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
