"""The assembled filter, interpreted here, decides as its rules say."""

import struct

import pytest

from agent.sandbox.kernel.calls import AUDIT_ARCHITECTURES, NUMBERS, Machine
from agent.sandbox.kernel.filter_program import ALLOW, KILL_PROCESS, MISSING, assemble, rules

PID = 4321
DENIED, NO_SUCH_CALL = 0x00050001, 0x00050026
MACHINES = (Machine("x86_64"), Machine("aarch64"))


def decide(program: bytes, architecture: int, number: int, *arguments: int) -> int:
    """Runs the filter as the kernel does."""
    data = struct.pack("=IIQ6Q", number, architecture, 0, *[*arguments, 0, 0, 0, 0, 0, 0][:6])
    steps = [struct.unpack_from("=HBBI", program, at) for at in range(0, len(program), 8)]
    at, loaded = 0, 0
    while True:
        code, yes, no, k = steps[at]
        at += 1
        match code:
            case 0x20:
                (loaded,) = struct.unpack_from("=I", data, k)
            case 0x15:
                at += yes if loaded == k else no
            case 0x35:
                at += yes if loaded >= k else no
            case 0x45:
                at += yes if loaded & k else no
            case 0x06:
                return int(k)


def call(machine: Machine, name: str, *arguments: int, may_open: bool = True) -> int:
    number = machine.number(name)
    assert number is not None
    program = assemble(machine, rules(PID, may_open=may_open), missing=MISSING)
    return decide(program, AUDIT_ARCHITECTURES[machine.name], number, *arguments)


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
@pytest.mark.parametrize(
    ("name", "arguments", "decision"),
    [
        ("read", (), ALLOW),
        ("exit_group", (), ALLOW),
        ("openat", (0, 0, 0), ALLOW),
        ("openat", (0, 0, 0o2000000), ALLOW),  # O_CLOEXEC
        ("openat", (0, 0, 1), DENIED),
        ("openat", (0, 0, 2), DENIED),
        ("openat", (0, 0, 0o100), DENIED),
        ("openat", (0, 0, 0o20200000), DENIED),  # O_TMPFILE
        ("clone", (0x3D0F00,), ALLOW),
        ("clone", (17,), DENIED),
        ("clone", (0x3D0F00 | 0x10000000,), DENIED),  # with a new user namespace
        ("clone3", (), NO_SUCH_CALL),
        ("kill", (PID, 9), ALLOW),
        ("kill", (PID + 1, 9), DENIED),
        ("kill", (0xFFFFFFFF, 9), DENIED),
        ("tgkill", (PID, PID, 6), ALLOW),
        ("tgkill", (1, PID, 6), DENIED),
        ("prlimit64", (0, 7, 0, 99), ALLOW),
        ("prlimit64", (0, 7, 99, 0), DENIED),
        ("prlimit64", (0, 7, 1 << 32, 0), DENIED),  # a pointer whose low half is zero
        ("prlimit64", (1, 7, 0, 99), DENIED),
        ("ioctl", (1, 0x5401), ALLOW),
        ("ioctl", (1, 0x5412), DENIED),  # TIOCSTI
        ("fcntl", (1, 3), ALLOW),
        ("fcntl", (1, 8), DENIED),  # F_SETOWN
        ("prctl", (15,), ALLOW),
        ("prctl", (4, 1), DENIED),  # PR_SET_DUMPABLE
        ("seccomp", (), DENIED),
        ("capset", (), DENIED),
        ("close_range", (), DENIED),
    ],
)
def test_a_call_is_decided_by_its_rule(machine: Machine, name: str, arguments: tuple[int, ...], decision: int) -> None:
    assert call(machine, name, *arguments) == decision


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_without_landlock_nothing_is_opened(machine: Machine) -> None:
    assert call(machine, "openat", 0, 0, 0, may_open=False) == DENIED


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_every_call_without_a_rule_is_denied(machine: Machine) -> None:
    program = assemble(machine, rules(PID, may_open=True), missing=MISSING)
    known = {machine.number(name) for name in NUMBERS}
    decisions = {
        decide(program, AUDIT_ARCHITECTURES[machine.name], number) for number in range(600) if number not in known
    }
    assert decisions == {DENIED}


def test_another_architecture_and_x32_are_killed() -> None:
    program = assemble(MACHINES[0], rules(PID, may_open=True))
    assert decide(program, 0x40000003, 3) == KILL_PROCESS
    assert decide(program, AUDIT_ARCHITECTURES["x86_64"], 0x40000000) == KILL_PROCESS
