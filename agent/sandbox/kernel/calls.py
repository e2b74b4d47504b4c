"""System calls by name, for the two machine types whose numbers are known."""

import ctypes
import functools
import os
import platform
import sys
from dataclasses import dataclass
from typing import Literal

MachineName = Literal["x86_64", "aarch64"]

AUDIT_ARCHITECTURES: dict[MachineName, int] = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""How seccomp names an architecture (linux/audit.h)."""

NUMBERS: dict[str, tuple[int | None, int | None]] = {
    # name: (x86_64, aarch64), from the kernel's unistd_64.h and asm-generic/unistd.h
    "read": (0, 63),
    "readv": (19, 65),
    "pread64": (17, 67),
    "write": (1, 64),
    "writev": (20, 66),
    "close": (3, 57),
    "fstat": (5, 80),
    "newfstatat": (262, 79),
    "stat": (4, None),
    "lstat": (6, None),
    "statx": (332, 291),
    "lseek": (8, 62),
    "poll": (7, None),
    "ppoll": (271, 73),
    "select": (23, None),
    "pselect6": (270, 72),
    "mmap": (9, 222),
    "mremap": (25, 216),
    "munmap": (11, 215),
    "mprotect": (10, 226),
    "brk": (12, 214),
    "madvise": (28, 233),
    "futex": (202, 98),
    "set_robust_list": (273, 99),
    "rseq": (334, 293),
    "set_tid_address": (218, 96),
    "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123),
    "getcpu": (309, 168),
    "nanosleep": (35, 101),
    "clock_nanosleep": (230, 115),
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "times": (100, 153),
    "getpid": (39, 172),
    "gettid": (186, 178),
    "getppid": (110, 173),
    "getuid": (102, 174),
    "geteuid": (107, 175),
    "getgid": (104, 176),
    "getegid": (108, 177),
    "getgroups": (115, 158),
    "getpgrp": (111, None),
    "getrandom": (318, 278),
    "getdents64": (217, 61),
    "readlink": (89, None),
    "readlinkat": (267, 78),
    "access": (21, None),
    "faccessat": (269, 48),
    "faccessat2": (439, 439),
    "getcwd": (79, 17),
    "uname": (63, 160),
    "sysinfo": (99, 179),
    "getrusage": (98, 165),
    "getrlimit": (97, 163),
    "getpriority": (140, 141),
    "exit": (60, 93),
    "exit_group": (231, 94),
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "dup": (32, 23),
    "dup2": (33, None),
    "dup3": (292, 24),
    "fadvise64": (221, 223),
    "alarm": (37, None),
    "setitimer": (38, 103),
    "getitimer": (36, 102),
    "membarrier": (324, 283),
    "open": (2, None),
    "openat": (257, 56),
    "fcntl": (72, 25),
    "ioctl": (16, 29),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "clone": (56, 220),
    "clone3": (435, 435),
    "kill": (62, 129),
    "tgkill": (234, 131),
    "seccomp": (317, 277),
    "capset": (126, 91),
    "landlock_create_ruleset": (444, 444),
    "landlock_add_rule": (445, 445),
    "landlock_restrict_self": (446, 446),
    "close_range": (436, 436),
    "unshare": (272, 97),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
}


@dataclass(frozen=True)
class Machine:
    """One machine type. Linux on anything else has no sandbox here."""

    name: MachineName

    def number(self, call: str) -> int | None:
        """The number of a call, or None where this machine type does not have it."""
        x86_64, aarch64 = NUMBERS[call]
        return x86_64 if self.name == "x86_64" else aarch64


def this_machine() -> Machine | None:
    """The machine this process runs on; None when it is not Linux, not 64-bit, or of an unknown type."""
    if sys.platform != "linux" or sys.maxsize < 2**32 or sys.byteorder != "little":
        return None
    match platform.machine():
        case "x86_64" | "AMD64":
            return Machine("x86_64")
        case "aarch64" | "arm64":
            return Machine("aarch64")
        case _:
            return None


@functools.cache
def libc() -> ctypes.CDLL:
    """The C library of this process."""
    return ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> int:
    """Makes a system call and returns its result. OSError with the kernel's errno when it fails."""
    machine = this_machine()
    number = machine.number(name) if machine else None
    if number is None:
        raise OSError(38, f"{name} is not known on this machine")
    result = ctypes.c_long(libc().syscall(ctypes.c_long(number), *arguments)).value
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{name}: {os.strerror(error)}")
    return result


def prctl(option: int, *arguments: int) -> int:
    """prctl(2). OSError when it fails."""
    padded = [*arguments, 0, 0, 0, 0][:4]
    return call("prctl", ctypes.c_int(option), *(ctypes.c_ulong(value) for value in padded))
