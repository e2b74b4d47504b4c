"""A small assembler for seccomp filters: rules about calls and their arguments become BPF instructions."""

import ctypes
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.sandbox.kernel.calls import AUDIT_ARCHITECTURES, Machine, call

ALLOW = 0x7FFF0000
KILL_PROCESS = 0x80000000
X32_BIT = 0x40000000
_ERRNO = 0x00050000
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_OFFSET_NUMBER, _OFFSET_ARCHITECTURE, _OFFSET_ARGUMENTS = 0, 4, 16
_FAIL = 255  # a jump that is resolved to the end of its alternative
_SET_MODE_FILTER = 1


@dataclass(frozen=True)
class Check:
    """What must hold of one argument.

    `equals`: all 64 bits. `low_equals`: the low 32 bits, for what the kernel reads as an int. `no_bits`: none of
    `value`'s low 32 bits is set.
    """

    argument: int
    kind: Literal["equals", "low_equals", "no_bits"]
    value: int


@dataclass(frozen=True)
class Rule:
    """A call that may be made when all checks of at least one alternative hold; with () it may always be made."""

    call: str
    alternatives: tuple[tuple[Check, ...], ...] = ()


@dataclass(frozen=True)
class _Instruction:
    code: int
    k: int
    yes: int = 0
    no: int = 0


def assemble(machine: Machine, rules: Iterable[Rule], *, missing: Sequence[str] = (), denied_errno: int = 1) -> bytes:
    """The filter as bytes for the kernel.

    Calls of another architecture (and x32 on x86_64) kill the process; `missing` calls fail with ENOSYS, so that the
    C library falls back; every other call without a rule fails with `denied_errno`.
    """
    program = [
        _Instruction(_LOAD, _OFFSET_ARCHITECTURE),
        _Instruction(_EQUAL, AUDIT_ARCHITECTURES[machine.name], yes=1),
        _Instruction(_RETURN, KILL_PROCESS),
        _Instruction(_LOAD, _OFFSET_NUMBER),
    ]
    if machine.name == "x86_64":
        program += [_Instruction(_AT_LEAST, X32_BIT, no=1), _Instruction(_RETURN, KILL_PROCESS)]
    for rule in rules:
        program += _for_rule(machine, rule)
    for name in missing:
        program += _for_call(machine, name, [_Instruction(_RETURN, _ERRNO | 38)])
    program.append(_Instruction(_RETURN, _ERRNO | denied_errno))
    return b"".join(struct.pack("=HBBI", step.code, step.yes, step.no, step.k) for step in program)


def install(program: bytes) -> None:
    """Puts the filter on this thread, for good. no_new_privs must be set. OSError when the kernel refuses it."""

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_char_p))

    loaded = Program(len(program) // 8, program)
    call("seccomp", ctypes.c_uint(_SET_MODE_FILTER), ctypes.c_uint(0), ctypes.byref(loaded))


def _for_rule(machine: Machine, rule: Rule) -> list[_Instruction]:
    if not rule.alternatives:
        return _for_call(machine, rule.call, [_Instruction(_RETURN, ALLOW)])
    body = [step for alternative in rule.alternatives for step in _for_alternative(alternative)]
    return _for_call(machine, rule.call, [*body, _Instruction(_RETURN, _ERRNO | 1)])


def _for_call(machine: Machine, name: str, body: list[_Instruction]) -> list[_Instruction]:
    """The body runs for this call and must return; every other call skips it."""
    number = machine.number(name)
    if number is None:
        return []
    return [_Instruction(_EQUAL, number, no=len(body)), *body]


def _for_alternative(checks: tuple[Check, ...]) -> list[_Instruction]:
    steps = [step for check in checks for step in _for_check(check)]
    steps.append(_Instruction(_RETURN, ALLOW))
    end = len(steps)
    return [
        _Instruction(step.code, step.k, _resolve(step.yes, end - at - 1), _resolve(step.no, end - at - 1))
        for at, step in enumerate(steps)
    ]


def _resolve(jump: int, to_end: int) -> int:
    return to_end if jump == _FAIL else jump


def _for_check(check: Check) -> list[_Instruction]:
    low = _OFFSET_ARGUMENTS + 8 * check.argument  # both machine types are little-endian
    match check.kind:
        case "equals":
            return [
                _Instruction(_LOAD, low),
                _Instruction(_EQUAL, check.value & 0xFFFFFFFF, no=_FAIL),
                _Instruction(_LOAD, low + 4),
                _Instruction(_EQUAL, check.value >> 32, no=_FAIL),
            ]
        case "low_equals":
            return [_Instruction(_LOAD, low), _Instruction(_EQUAL, check.value, no=_FAIL)]
        case "no_bits":
            return [_Instruction(_LOAD, low), _Instruction(_ANY_BIT, check.value, yes=_FAIL)]


# ----------------------------------------------------------------
# Which system calls generated code may make. Everything that is not here is refused.


_ALWAYS = """
    read readv pread64 write writev close fstat newfstatat stat lstat statx lseek poll ppoll select pselect6
    mmap mremap munmap mprotect brk madvise futex set_robust_list rseq set_tid_address sched_yield sched_getaffinity
    getcpu nanosleep clock_nanosleep clock_gettime clock_getres gettimeofday time times
    getpid gettid getppid getuid geteuid getgid getegid getgroups getpgrp
    getrandom getdents64 readlink readlinkat access faccessat faccessat2 getcwd uname sysinfo getrusage getrlimit
    getpriority exit exit_group rt_sigaction rt_sigprocmask rt_sigreturn sigaltstack restart_syscall
    dup dup2 dup3 fadvise64 alarm setitimer getitimer membarrier
""".split()  # noqa: SIM905 - words read best as words

MISSING = ("clone3",)
"""Answered with "no such call", so that the C library starts threads with clone, whose flags can be read here."""

# write-only, read-write, O_CREAT, O_TRUNC, O_APPEND, O_ASYNC, O_PATH, O_TMPFILE: the same bits on both machine types
_ANY_WAY_TO_WRITE = 0o3 | 0o100 | 0o1000 | 0o2000 | 0o20000 | 0o10000000 | 0o20000000
_THREAD = 0x3D0F00  # what the C library asks for when it starts a thread, and nothing else
_THREAD_MUSL = 0x7D0F00
_TCGETS, _TIOCGWINSZ, _FIONCLEX, _FIOCLEX = 0x5401, 0x5413, 0x5450, 0x5451
_F_DUPFD, _F_GETFD, _F_SETFD, _F_GETFL, _F_DUPFD_CLOEXEC = 0, 1, 2, 3, 1030
_PR_SET_NAME, _PR_GET_NAME = 15, 16


def rules(pid: int, *, may_open: bool) -> list[Rule]:
    """The rules for the process `pid`, which may signal itself and nobody else.

    `may_open` lets it open files for reading; which ones is Landlock's business, so without Landlock it is False.
    """
    return [*(Rule(name) for name in _ALWAYS), *_with_conditions(pid), *(_for_reading() if may_open else [])]


def _for_reading() -> list[Rule]:
    return [
        Rule("open", ((Check(1, "no_bits", _ANY_WAY_TO_WRITE),),)),
        Rule("openat", ((Check(2, "no_bits", _ANY_WAY_TO_WRITE),),)),
    ]


def _with_conditions(pid: int) -> list[Rule]:
    return [
        _one_of("clone", 0, _THREAD, _THREAD_MUSL),
        _one_of("ioctl", 1, _TCGETS, _TIOCGWINSZ, _FIONCLEX, _FIOCLEX),
        _one_of("fcntl", 1, _F_DUPFD, _F_GETFD, _F_SETFD, _F_GETFL, _F_DUPFD_CLOEXEC),
        _one_of("prctl", 0, _PR_SET_NAME, _PR_GET_NAME),
        Rule("kill", ((Check(0, "low_equals", pid),),)),
        Rule("tgkill", ((Check(0, "low_equals", pid),),)),
        # reading a limit of its own, never setting one
        Rule("prlimit64", tuple((Check(0, "low_equals", who), Check(2, "equals", 0)) for who in (0, pid))),
    ]


def _one_of(name: str, argument: int, *values: int) -> Rule:
    return Rule(name, tuple((Check(argument, "low_equals", value),) for value in values))
