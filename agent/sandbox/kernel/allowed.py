"""Which system calls generated code may make. Everything that is not here is refused."""

from agent.sandbox.kernel.filter_program import Check, Rule

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
