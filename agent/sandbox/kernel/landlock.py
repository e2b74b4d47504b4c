"""Landlock: a process gives up files, TCP and signals for good, except reading below the given directories."""

import ctypes
import os
import struct
from collections.abc import Iterable
from pathlib import Path

from agent.sandbox.kernel.calls import call

_VERSION_FLAG = 1
_RULE_PATH_BENEATH = 1
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_FILE_RIGHTS_BY_ABI = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
"""How many of the file rights, counted from bit 0, a version of Landlock knows."""
_TCP_BIND_AND_CONNECT = 0b11  # from ABI 4
_ABSTRACT_SOCKETS_AND_SIGNALS = 0b11  # from ABI 6


def landlock_version() -> int:
    """The kernel's Landlock ABI, 0 where there is none (an old kernel, switched off, or hidden by a container)."""
    try:
        return call("landlock_create_ruleset", None, ctypes.c_size_t(0), ctypes.c_uint(_VERSION_FLAG))
    except OSError:
        return 0


def read_only_rules(directories: Iterable[Path]) -> int:
    """A descriptor of rules that leave reading below `directories` and nothing else. The caller closes it."""
    version = landlock_version()
    handled = (1 << _FILE_RIGHTS_BY_ABI[min(version, 5)]) - 1
    attributes = struct.pack(
        "=QQQ",
        handled,
        _TCP_BIND_AND_CONNECT if version >= 4 else 0,
        _ABSTRACT_SOCKETS_AND_SIGNALS if version >= 6 else 0,
    )
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = call("landlock_create_ruleset", attributes, ctypes.c_size_t(size), ctypes.c_uint(0))
    for directory in directories:
        _allow_reading(rules, directory)
    return rules


def restrict(rules: int) -> None:
    """Applies the rules to this thread and its children, for good. no_new_privs must be set."""
    call("landlock_restrict_self", ctypes.c_int(rules), ctypes.c_uint(0))


def _allow_reading(rules: int, directory: Path) -> None:
    opened = os.open(directory, os.O_PATH | os.O_CLOEXEC)
    try:
        attributes = struct.pack("=Qi", _READ_FILE | _READ_DIR, opened)
        call("landlock_add_rule", ctypes.c_int(rules), ctypes.c_int(_RULE_PATH_BENEATH), attributes, ctypes.c_uint(0))
    finally:
        os.close(opened)
