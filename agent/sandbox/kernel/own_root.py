"""A file system of one's own with nothing in it but some directories: what is not there cannot even be asked about.

Landlock keeps a process from reading a file, not from asking whether it exists (landlock(7)); a mount namespace does.
"""

import ctypes
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from agent.sandbox.kernel.calls import call

_NEW_MOUNTS, _NEW_USER_NAMESPACE = 0x00020000, 0x10000000
_NO_SUID, _NO_DEVICES, _BIND, _RECURSIVE, _PRIVATE = 2, 4, 4096, 16384, 1 << 18
_DETACH = 2
_PLACE = "/sys"
"""Where the new root is put together: a directory that every Linux has, and that nobody here reads."""
_NOT_THERE = ("/etc", "/dev", "/proc", "/sys")


def can_have_own_root(directories: Sequence[Path]) -> bool:
    """Whether the kernel lets this process have one, and whether it hides what it should: tried by a child."""
    pid = os.fork()
    if pid == 0:
        _try(directories)
    _, status = os.waitpid(pid, 0)
    return os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0


def _try(directories: Sequence[Path]) -> None:
    try:
        enter_own_root(directories)
        shown = all(directory.is_dir() for directory in directories) and any(map(os.listdir, directories))
        hidden = not any(Path(path).exists() for path in _NOT_THERE)
        os._exit(0 if shown and hidden else 1)
    except BaseException:  # noqa: BLE001 - whatever went wrong, this cannot be had here
        os._exit(1)


def enter_own_root(directories: Iterable[Path]) -> None:
    """Moves this process and its children, for good, to a root that holds `directories` under their names. For a
    process of one thread that may still read /proc/self. OSError when the kernel forbids a step; the process is
    somewhere in between then, and of no use.

    Root takes mounts of its own; anybody else needs a user namespace for that, in which they are who they were.
    """
    if os.geteuid() == 0:
        call("unshare", ctypes.c_int(_NEW_MOUNTS))
    else:
        _enter_user_namespace()
    _mount(None, "/", None, _RECURSIVE | _PRIVATE)
    _mount("tmpfs", _PLACE, "tmpfs", _NO_SUID | _NO_DEVICES, "mode=755,size=1m")
    for directory in directories:
        inside = Path(f"{_PLACE}{directory}")
        inside.mkdir(parents=True, exist_ok=True)
        _mount(str(directory), str(inside), None, _BIND | _RECURSIVE)
    os.chdir(_PLACE)
    call("pivot_root", b".", b".")
    call("umount2", b".", ctypes.c_int(_DETACH))
    os.chdir("/")


def _enter_user_namespace() -> None:
    """A user namespace in which this user and group have their own numbers (user_namespaces(7))."""
    user, group = os.geteuid(), os.getegid()
    call("unshare", ctypes.c_int(_NEW_USER_NAMESPACE | _NEW_MOUNTS))
    Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")


def _mount(source: str | None, target: str, kind: str | None, flags: int, options: str | None = None) -> None:
    words = [None if word is None else os.fsencode(word) for word in (source, target, kind, options)]
    call("mount", words[0], words[1], words[2], ctypes.c_ulong(flags), words[3])
