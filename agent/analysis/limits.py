"""The limits of one analysis action: seconds and memory (seed 002: 30 s, 1 GB)."""

import contextvars
import ctypes
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import psutil

from agent.errors import ActionLimitError
from registry.by_path.engine import interrupt_sessions, ran_out_of_memory

T = TypeVar("T")
_SAMPLE_SECONDS = 0.02
_GRACE_SECONDS = 2.0
_MEGABYTE = 1_048_576
_REMEDY = "Filter the rows, or use fewer groups or columns."


@dataclass
class _Result(Generic[T]):
    value: list[T] = field(default_factory=list)
    error: BaseException | None = None


def run_limited(action: Callable[[], T], *, seconds: float, megabytes: float, what: str, remedy: str = _REMEDY) -> T:
    """Runs the action in a worker thread, with this thread's context, and returns its result or raises its error.

    ActionLimitError when it takes longer than `seconds`, or when the process grows by more than `megabytes` meanwhile
    (sampled every 20 ms; of several actions at once each sees the growth of all). The worker is stopped at its next
    bytecode: a long call inside a library ends first, and its result is thrown away.
    """
    result: _Result[T] = _Result()
    context = contextvars.copy_context()
    worker = threading.Thread(target=context.run, args=(_work, action, result), name=f"limited: {what}", daemon=True)
    process = psutil.Process()
    before = process.memory_info().rss
    deadline = time.monotonic() + seconds
    worker.start()
    while True:
        worker.join(_SAMPLE_SECONDS)
        if not worker.is_alive():
            break
        if time.monotonic() > deadline:
            interrupt_sessions()
            _stop(worker)
            raise ActionLimitError(f"{what} took longer than {seconds:g} seconds and was stopped.", remedy)
        if process.memory_info().rss - before > megabytes * _MEGABYTE:
            interrupt_sessions()
            _stop(worker)
            raise ActionLimitError(f"{what} needed more than {megabytes:g} MB of memory and was stopped.", remedy)
    if isinstance(result.error, MemoryError) or ran_out_of_memory(result.error):
        raise ActionLimitError(f"{what} needed more memory than there is.", remedy) from result.error
    if result.error is not None:
        raise result.error
    return result.value[0]


def _work(action: Callable[[], T], result: _Result[T]) -> None:
    try:
        result.value.append(action())
    except BaseException as error:  # noqa: BLE001 - every error of the worker is raised again in the caller's thread
        result.error = error


def _stop(worker: threading.Thread) -> None:
    """Asks for the worker's end, again until it has ended or the grace is over; then it is left to end by itself.

    SystemExit, because no handler for errors catches it and a thread that ends with it ends in silence.
    """
    until = time.monotonic() + _GRACE_SECONDS
    while worker.is_alive() and time.monotonic() < until:
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident or 0), ctypes.py_object(SystemExit))
        worker.join(_SAMPLE_SECONDS * 5)
