"""The child: gives up everything it does not need, in this order, and only then reads what it is asked to do."""

import os
from dataclasses import dataclass

from agent.sandbox.answer import BadAnswerError, read_answer
from agent.sandbox.clean_text import plain_text
from agent.sandbox.kernel.calls import this_machine
from agent.sandbox.kernel.filter_program import MISSING, assemble, install, rules
from agent.sandbox.kernel.landlock import restrict
from agent.sandbox.kernel.privileges import (
    MAX_THREADS,
    address_space,
    close_all_from,
    count_apart,
    die_with,
    drop_capabilities,
    forbid_new_privileges,
    give_way,
    limit_resources,
)
from agent.sandbox.protocol import RESULT_DESCRIPTOR, SETUP_FAILED, Request, reader_parts
from agent.sandbox.read_answer import Reading, pack_reading
from agent.sandbox.worker.frames import MappedFile, map_file
from agent.sandbox.worker.program import run_program


@dataclass(frozen=True)
class ChildFiles:
    """Descriptors a child starts with."""

    prints: int
    result: int
    program: int
    datasets: tuple[int, ...]
    rules: int | None  # Landlock; None where the kernel has none
    processes: int  # /proc


def run_child(files: ChildFiles, request: Request, zygote: int, courtesy: int) -> None:
    """Never returns. Runs nothing when any step of the lockdown fails."""
    try:
        program, datasets = _prepare(files, request, zygote, courtesy)
        lock_down(files.rules)
    except BaseException:  # noqa: BLE001 - without every layer nothing may run, whatever the reason
        os._exit(SETUP_FAILED)
    try:
        if request.only_reads:
            run_reader(program)
        else:
            run_program(program, datasets)
    finally:
        os._exit(0)  # no handler, destructor or thread of the program delays the end, and no error reaches the zygote


def _prepare(files: ChildFiles, request: Request, zygote: int, courtesy: int) -> tuple[bytes, list[MappedFile]]:
    threads = MAX_THREADS if count_apart() else None
    die_with(zygote)
    os.setsid()
    if not request.only_reads:
        give_way(files.processes, courtesy)
    os.dup2(files.prints, 1)
    os.dup2(files.prints, 2)
    os.dup2(files.result, RESULT_DESCRIPTOR)
    program = os.pread(files.program, os.fstat(files.program).st_size, 0)
    datasets = [map_file(descriptor) for descriptor in files.datasets]
    space = address_space(files.processes) + request.extra_bytes
    limit_resources(seconds=request.seconds, space=space, threads=threads)
    return program, datasets


def lock_down(landlock_rules: int | None) -> None:
    """Capabilities, privileges, files, descriptors, system calls: given up for good. OSError when one step fails."""
    machine = this_machine()
    if machine is None:
        raise OSError(38, "no filter is known for this machine")
    drop_capabilities()
    forbid_new_privileges()
    if landlock_rules is not None:
        restrict(landlock_rules)
    close_all_from(RESULT_DESCRIPTOR + 1)
    install(assemble(machine, rules(os.getpid(), may_open=landlock_rules is not None), missing=MISSING))


# ----------------------------------------------------------------
# Reads a program's answer and prints inside a locked-down process, so that hostile bytes cost the app nothing. The
# reader never runs the program; it is forked from the zygote and gives up everything that a program's process does.


def run_reader(content: bytes) -> None:
    """Reads `content` (see `reader_bytes`) and writes the packed reading to the result pipe."""
    left = memoryview(pack_reading(_reading(*reader_parts(content))))
    while left:
        left = left[os.write(RESULT_DESCRIPTOR, left) :]


def _reading(prints: bytes, answer: bytes) -> Reading:
    printed = prints.decode("utf-8", "replace")
    cleaned = plain_text(printed)
    if not answer:
        return Reading(prints=cleaned, prints_changed=cleaned != printed)
    try:
        return Reading(read_answer(answer), "", cleaned, cleaned != printed)
    except BadAnswerError as bad:
        return Reading(None, f"{bad} Nothing of it is shown.", cleaned, cleaned != printed)
