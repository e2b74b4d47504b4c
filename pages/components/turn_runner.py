"""Turns run here, in worker threads: no rerun, reload, second tab or dropped connection can kill or double one.

A job belongs to a conversation, not to a page. Pages start, watch and stop jobs; workers never touch a page.
"""

import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Literal

from pydantic import JsonValue

from agent.errors import TallyError
from agent.service import DEFAULT, AnalystService, Offer, PickedOption, ProgressEvent, StopSignal, TurnChoices
from agent.state import TurnRecord

Phase = Literal["running", "stopping", "refused", "done"]
""""stopping": stopped for the reader, while the step under way comes to its end."""


@dataclass
class Job:
    """One turn on its way. `events` are in order and reading a copy needs no lock; of a text that is being written
    only the latest state is kept."""

    question: str
    started: float
    signal: StopSignal = field(default_factory=StopSignal)
    events: list[ProgressEvent] = field(default_factory=list)
    refusal: str = ""  # why the turn was not taken, when it was not
    broke_off: bool = False  # because of a fault of ours
    finished: threading.Event = field(default_factory=threading.Event)

    def note(self, event: ProgressEvent) -> None:
        """Takes an event; each "token" holds the whole text so far."""
        if event.kind == "token" and self.events and self.events[-1].kind == "token":
            self.events[-1] = event
        else:
            self.events.append(event)

    @property
    def phase(self) -> Phase:
        """What the job is doing now. It changes at any time: a page reads it once and stays with it."""
        if self.finished.is_set():
            return "refused" if self.refusal or self.broke_off else "done"
        return "stopping" if self.signal.is_set() else "running"


@dataclass(frozen=True)
class Busy:
    """The question was not taken because another one is being worked on."""

    question: str
    running: str


class TurnRunner:
    """The jobs of all conversations. Safe to use from any thread."""

    def __init__(self, service: AnalystService, workers: int) -> None:
        """`workers` turns run or wait in the service's line at once; it is the line that is fair."""
        self._service = service
        self._pool = ThreadPoolExecutor(max_workers=workers, thread_name_prefix="turn")
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}

    def ask(
        self, conversation_id: str, question: str, workflow: str = DEFAULT, choices: TurnChoices | None = None
    ) -> Busy | None:
        """Starts a turn with a question; Busy when one is running."""

        def work(job: Job) -> TurnRecord:
            return self._service.ask(
                conversation_id, question, workflow=workflow, choices=choices, on_event=job.note, stop=job.signal
            )

        return self._start(conversation_id, question, work)

    def ask_offered(self, conversation_id: str, offer: Offer) -> Busy | None:
        """Starts a turn with a question on offer, answered by the reading that it carries."""
        return self._start(
            conversation_id,
            offer.question,
            lambda job: self._service.ask_offered(
                conversation_id, offer.question, offer.reading, on_event=job.note, stop=job.signal
            ),
        )

    def answer(self, conversation_id: str, picked: PickedOption, shown: str) -> Busy | None:
        """Starts a turn with the answer to what was asked; `shown` is how the choice reads on the page."""
        return self._start(
            conversation_id,
            shown,
            lambda job: self._service.answer(conversation_id, picked, on_event=job.note, stop=job.signal),
        )

    def edit(
        self, conversation_id: str, turn_id: str, reading: Mapping[str, JsonValue], shown: str, language: str
    ) -> Busy | None:
        """Starts a turn with a reading made by hand; `shown` is what the turn is called, in the page's language where
        no question was typed before."""
        return self._start(
            conversation_id,
            shown,
            lambda job: self._service.edit(
                conversation_id, turn_id, reading, language=language, on_event=job.note, stop=job.signal
            ),
        )

    def again(self, conversation_id: str, turn_id: str, shown: str) -> Busy | None:
        """Starts a turn that computes an earlier answer on the data as they are read now; `shown` is its question."""
        return self._start(
            conversation_id,
            shown,
            lambda job: self._service.again(conversation_id, turn_id, on_event=job.note, stop=job.signal),
        )

    def undo(self, conversation_id: str, shown: str) -> Busy | None:
        """Starts the turn that takes the last answer back; `shown` is how the press reads on the page."""
        return self._start(conversation_id, shown, lambda job: self._service.undo(conversation_id, on_event=job.note))

    def take_up(self, conversation_id: str, shown: str) -> Busy | None:
        """Starts the turn that opens the question again that was set aside; `shown` as in `undo`."""
        return self._start(
            conversation_id, shown, lambda job: self._service.take_up(conversation_id, on_event=job.note)
        )

    def job(self, conversation_id: str) -> Job | None:
        """The last job of the conversation, running or done."""
        with self._lock:
            return self._jobs.get(conversation_id)

    def stop(self, conversation_id: str) -> None:
        """Stops the running turn: for the reader now, for the work at the next safe point."""
        job = self.job(conversation_id)
        if job is not None:
            job.signal.stop()

    def forget(self, conversation_id: str) -> None:
        """Drops what is known of a conversation that has ended."""
        self.stop(conversation_id)
        with self._lock:
            self._jobs.pop(conversation_id, None)

    def _start(self, conversation_id: str, question: str, work: Callable[[Job], TurnRecord]) -> Busy | None:
        job = Job(question, time.time())
        with self._lock:
            before = self._jobs.get(conversation_id)
            if before is not None and before.phase == "running":
                return Busy(question, before.question)
            self._jobs[conversation_id] = job
            future = self._pool.submit(_run, job, before, work)
        future.add_done_callback(_raise_in_log)
        return None


def _run(job: Job, before: Job | None, work: Callable[[Job], TurnRecord]) -> None:
    refusal, broke_off = "", True
    try:
        if before is not None:
            before.finished.wait()  # a stopped turn that is finishing its last step
        work(job)  # also when stopped meanwhile: the service notes the question as stopped
        broke_off = False
    except TallyError as refused:
        if refused.actor == "developer":
            raise
        refusal, broke_off = str(refused), False
    finally:
        job.refusal, job.broke_off = refusal, broke_off
        job.finished.set()


def _raise_in_log(future: "Future[None]") -> None:
    future.result()  # concurrent.futures logs what a callback raises, with its traceback
