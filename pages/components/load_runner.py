"""Files are read here, in worker threads: no rerun or reload of the page breaks one off, and each can be cancelled.

A thread, and not a process for each file: what was read stays where it is, and is as fast as without a page. Reading
ends between two of its steps when it is cancelled, and nothing of it is kept.
"""

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from agent.errors import TallyError
from agent.service import AnalystService
from registry.dataset import Dataset
from registry.errors import ReadingStoppedError, UnreadableFileError
from registry.offered import OfferedTable
from registry.preview import has_lines, tables_in
from registry.sentences import sentence
from registry.watching import Reached, watching

AT_ONCE_SECONDS = 0.5  # most files take less: the page is drawn once for them
ABANDONED_SECONDS = 900.0  # after which nobody asks any more what became of a file


@dataclass(frozen=True)
class Mendable:
    """A file that was refused and that another way of reading may mend. `offered`: its tables or sheets."""

    content: bytes = field(repr=False)
    offered: tuple[OfferedTable, ...]


@dataclass(eq=False)
class Load:
    """One file that is read. `content` is what was uploaded, b"" where another reading would not mend it; `waiting`
    names the refused file that it was until now."""

    name: str
    work: Callable[[], Dataset] = field(repr=False)
    size: int
    content: bytes = field(default=b"", repr=False)
    is_new: bool = True
    restores: bool = False  # the conversation has it, but for its file
    waiting: str = ""
    reached: Reached | None = None
    rows: int = 0  # found so far
    dataset: Dataset | None = None
    refused: TallyError | None = None
    mendable: Mendable | None = None
    broke_off: bool = False  # because of a fault of ours
    signal: threading.Event = field(default_factory=threading.Event)
    finished: threading.Event = field(default_factory=threading.Event)
    ended: float = 0.0  # seconds of a clock that never goes back

    def note(self, reached: Reached) -> None:
        """Takes how far it is. ReadingStoppedError when it was cancelled."""
        if self.signal.is_set():
            raise _stopped(self.name)
        self.reached = reached
        if reached.part == "rows":
            self.rows = max(self.rows, reached.done)

    @property
    def was_cancelled(self) -> bool:
        """Whether it ended because somebody cancelled it."""
        return self.finished.is_set() and isinstance(self.refused, ReadingStoppedError)


class LoadRunner:
    """The files of all conversations that are being read, those of one in order. Safe to use from any thread."""

    def __init__(self, service: AnalystService, workers: int) -> None:
        """`workers` conversations have files read at once; those of others wait."""
        self._service = service
        self._pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="load")
        self._lock = threading.Lock()
        self._loads: dict[str, list[Load]] = {}
        self._busy: set[str] = set()

    def start(self, conversation_id: str, loads: Sequence[Load]) -> None:
        """Reads these files after those that wait already, and gives quick ones the time to end."""
        self._drop_abandoned()
        with self._lock:
            self._loads.setdefault(conversation_id, []).extend(loads)
            if conversation_id not in self._busy:
                self._busy.add(conversation_id)
                self._go_on(conversation_id)
        loads[-1].finished.wait(AT_ONCE_SECONDS)

    def run(self, conversation_id: str, load: Load) -> None:
        """Reads one file. Raises what it is refused with, when that is known at once; a later refusal is told where it
        is told of files."""
        self.start(conversation_id, [load])
        if load.finished.is_set() and load.refused is not None:
            self._drop(conversation_id, [load])
            raise load.refused

    def under_way(self, conversation_id: str) -> tuple[Load, ...]:
        """The files that are read or wait to be."""
        with self._lock:
            return tuple(load for load in self._loads.get(conversation_id, ()) if not load.finished.is_set())

    def ended(self, conversation_id: str) -> tuple[Load, ...]:
        """The files that have come to their end. Each is found by whoever asks first, and only once."""
        with self._lock:
            every = self._loads.get(conversation_id, [])
            done = tuple(load for load in every if load.finished.is_set())
        self._drop(conversation_id, done)
        return done

    def cancel(self, conversation_id: str) -> None:
        """Ends all reading for the conversation at its next step; what is read already stays."""
        for load in self.under_way(conversation_id):
            load.signal.set()

    def _drop(self, conversation_id: str, done: Sequence[Load]) -> None:
        with self._lock:
            left = [load for load in self._loads.get(conversation_id, []) if load not in done]
            if left:
                self._loads[conversation_id] = left
            else:
                self._loads.pop(conversation_id, None)

    def _drop_abandoned(self) -> None:
        """Forgets what nobody has come back for: a refused file is as large as it was."""
        before = time.monotonic() - ABANDONED_SECONDS
        with self._lock:
            every = [(of, load) for of, loads in self._loads.items() for load in loads]
        for conversation_id, load in every:
            if load.finished.is_set() and load.ended < before:
                self._drop(conversation_id, [load])

    def _go_on(self, conversation_id: str) -> None:
        self._pool.submit(self._work, conversation_id).add_done_callback(_raise_in_log)

    def _work(self, conversation_id: str) -> None:
        """Reads the first of the conversation's files that waits, and has the next one read after it."""
        try:
            self._read(conversation_id, self.under_way(conversation_id)[0])
        finally:
            with self._lock:
                if any(not load.finished.is_set() for load in self._loads.get(conversation_id, ())):
                    self._go_on(conversation_id)
                else:
                    self._busy.discard(conversation_id)

    def _read(self, conversation_id: str, load: Load) -> None:
        load.broke_off = True
        try:
            with watching(load.note):
                load.dataset = load.work()
                if load.is_new and load.signal.is_set():  # it was cancelled when it was as good as read
                    self._service.datasets.remove(conversation_id, load.dataset.dataset_id)
                    load.dataset, load.refused = None, _stopped(load.name)
            load.broke_off = False
        except TallyError as refused:
            if refused.actor == "developer":
                raise
            load.refused, load.broke_off = refused.with_traceback(None), False
            load.mendable = _mendable(load)
        finally:
            load.content, load.work, load.ended = b"", _nothing, time.monotonic()
            load.finished.set()


def _nothing() -> Dataset:
    """In place of work that is done: it would hold the bytes of the file."""
    raise AssertionError("The file was read already.")


def _mendable(load: Load) -> Mendable | None:
    """What is kept of a file that was refused; None for one that no choice can mend."""
    if not load.content or not isinstance(load.refused, UnreadableFileError) or not has_lines(load.content, load.name):
        return None
    return Mendable(load.content, tables_in(load.content, load.name))


def _raise_in_log(future: "Future[None]") -> None:
    future.result()  # concurrent.futures logs what a callback raises, with its traceback


def _stopped(name: str) -> ReadingStoppedError:
    return ReadingStoppedError(sentence("refused.stopped", file=name), sentence("do.upload_again"))
