"""What a process gives up: capabilities, descriptors, time and memory, and outliving its parent."""

import contextlib
import ctypes
import os
import resource
import signal
import struct
from pathlib import Path

from agent.sandbox.kernel.calls import call, prctl

_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS = 1, 4, 24, 38
_PR_CAP_AMBIENT, _CLEAR_ALL_AMBIENT = 47, 4
_CAPABILITY_VERSION_3 = 0x20080522
_LAST_POSSIBLE_CAPABILITY = 63
_MAX_DESCRIPTORS = 64
MAX_THREADS = 64
"""Threads of one run, where the kernel can count them apart; libraries start one or two for each core."""
_NEW_USER_NAMESPACE = 0x10000000
_FIRST_SPARE_USER, _SPARE_USERS = 60_001, 4_000


def die_with(parent: int) -> None:
    """Asks for SIGKILL when the parent's thread ends; exits at once when it has ended already."""
    prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def count_apart() -> bool:
    """Has the kernel count the threads of this process apart from all others; False where it cannot.

    RLIMIT_NPROC counts by real user and user namespace, and spares root (getrlimit(2)). Root takes a real user of its
    own and stays the owner of its files by its effective one; anybody else takes a user namespace. To be called before
    `die_with`, which the kernel forgets here.
    """
    if os.geteuid() == 0:
        with contextlib.suppress(OSError):  # without the capability, or in a namespace that has no such user
            os.setresuid(_FIRST_SPARE_USER + os.getpid() % _SPARE_USERS, -1, -1)
            return True
    try:
        call("unshare", ctypes.c_int(_NEW_USER_NAMESPACE))
    except OSError:  # forbidden by the system or by the container
        return False
    return True


def set_undumpable() -> None:
    """No other process of the same user may read this one's memory or /proc entries; no core is written."""
    prctl(_PR_SET_DUMPABLE, 0)


def prefer_as_victim() -> None:
    """When the machine runs out of memory, this process and its children are killed before any other."""
    Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def give_way(processes: int, courtesy: int) -> None:
    """Whoever asks plain questions meanwhile comes first: this process, the first of its session, gets what time others
    leave, by so many steps of niceness. `processes` is a descriptor of /proc. No part of the lockdown: between sessions
    it holds where the kernel weighs them (sched(7), autogroups) and was not asked the same a moment before, which it
    refuses.
    """
    os.nice(courtesy)
    with contextlib.suppress(OSError):
        group = os.open("self/autogroup", os.O_WRONLY | os.O_CLOEXEC, dir_fd=processes)
        with os.fdopen(group, "wb", buffering=0) as weight:
            weight.write(str(courtesy).encode())


def forbid_new_privileges() -> None:
    """No program started from here on may gain privileges; asked for by Landlock and seccomp."""
    prctl(_PR_SET_NO_NEW_PRIVS, 1)


def drop_capabilities() -> None:
    """Empties all capability sets: what root may do beyond being the owner of files."""
    prctl(_PR_CAP_AMBIENT, _CLEAR_ALL_AMBIENT)
    for capability in range(_LAST_POSSIBLE_CAPABILITY + 1):
        try:
            prctl(_PR_CAPBSET_DROP, capability)
        except OSError:
            break  # past the last one that this kernel knows, or not privileged and so without any to drop
    header = struct.pack("=Ii", _CAPABILITY_VERSION_3, 0)
    call("capset", header, bytes(24))


def close_all_from(first: int) -> None:
    """Closes every descriptor from `first` on."""
    try:
        call("close_range", ctypes.c_uint(first), ctypes.c_uint(0xFFFFFFFF), ctypes.c_uint(0))
    except OSError:
        os.closerange(first, resource.getrlimit(resource.RLIMIT_NOFILE)[0])


def address_space(processes: int) -> int:
    """Bytes of address space that this process has now. `processes` is a descriptor of /proc, which may be out of
    sight."""
    opened = os.open("self/statm", os.O_RDONLY | os.O_CLOEXEC, dir_fd=processes)
    try:
        return int(os.read(opened, 100).split()[0]) * resource.getpagesize()
    finally:
        os.close(opened)


def limit_resources(*, seconds: float, space: int, threads: int | None) -> None:
    """Caps this process: `space` bytes of address space, CPU time of all threads, no file written, no core, few
    descriptors, no locked memory. `threads` is for a process that counts apart, None for others. Soft and hard limits
    are the same."""
    cpu = int(seconds * (os.cpu_count() or 1)) + 1
    for which, value in (
        (resource.RLIMIT_AS, space),
        (resource.RLIMIT_CPU, cpu),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, _MAX_DESCRIPTORS),
        (resource.RLIMIT_MEMLOCK, 0),
        *(((resource.RLIMIT_NPROC, threads),) if threads is not None else ()),
    ):
        resource.setrlimit(which, (value, value))
