"""The exams that were taken: kept by address, model and version of the exam, in the process and beyond it."""

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from agent.errors import TallyError
from agent.model_settings import ModelSettings
from agent.reasoning.chat.client import never
from agent.reasoning.chat.exchange import ModelTurn
from agent.reasoning.exam.questions import exam_version
from agent.reasoning.exam.report import ExamReport
from agent.reasoning.exam.taking import OnProgress, Taken, exam_turn, no_progress, take_exam

logger = logging.getLogger(__name__)
WATCH_SECONDS = 0.05
NOTED_UNDER = "exams"
"""Exams belong to no conversation: this stands where notes have a conversation's id."""


class ExamNotes(Protocol):
    """Where short texts are kept, if they are kept at all. Errors are those of the place."""

    def note(self, conversation_id: str, name: str, text: str) -> None:
        """Keeps a text under a name, in place of the one before."""
        ...

    def noted(self, conversation_id: str, name: str) -> str:
        """The text; "" when there is none."""
        ...


@dataclass
class _UnderWay:
    """An exam that is being taken in the background."""

    over: threading.Event = field(default_factory=threading.Event)


class Exams:
    """All exams of a process. Safe to use from threads. No key is part of what is kept."""

    def __init__(self, notes: ExamNotes) -> None:
        self._notes = notes
        self._lock = threading.Lock()
        self._known: dict[str, ExamReport] = {}
        self._under_way: dict[str, _UnderWay] = {}

    def of(self, settings: ModelSettings) -> ExamReport | None:
        """What was shown by this model at this address in the exam as it is now; None when it was not taken."""
        key = _key(settings)
        with self._lock:
            known = self._known.get(key)
        if known is not None:
            return known
        noted = self._notes.noted(NOTED_UNDER, key)
        found = ExamReport.read(noted) if noted else None
        if found is not None:
            with self._lock:
                self._known[key] = found
        return found

    def take(self, turn: ModelTurn, on_progress: OnProgress = no_progress) -> Taken:
        """Takes the exam now, and keeps it unless it was stopped or the endpoint broke off."""
        taken = take_exam(exam_turn(turn), on_progress)
        if taken.report is not None and taken.end in ("ended", "time"):
            self._keep(turn.settings, taken.report)
        return taken

    def begin(self, turn: ModelTurn) -> None:
        """Takes the exam in the background, unless it was taken or is under way."""
        key = _key(turn.settings)
        if self.of(turn.settings) is not None:
            return
        with self._lock:
            if key in self._under_way:
                return
            under_way = self._under_way[key] = _UnderWay()
        threading.Thread(target=self._run, args=(turn, key, under_way), name="tally-exam", daemon=True).start()

    def wait(self, settings: ModelSettings, seconds: float, stopped: Callable[[], bool] = never) -> None:
        """Waits for an exam that is under way, so long at most, or until `stopped` says so."""
        with self._lock:
            under_way = self._under_way.get(_key(settings))
        until = time.monotonic() + seconds
        while under_way and not stopped() and (left := until - time.monotonic()) > 0:
            if under_way.over.wait(min(left, WATCH_SECONDS)):
                return

    def _run(self, turn: ModelTurn, key: str, under_way: _UnderWay) -> None:
        try:
            self.take(turn)
        except TallyError:
            logger.exception("an exam could not be kept")
        finally:
            with self._lock:
                self._under_way.pop(key, None)
            under_way.over.set()

    def _keep(self, settings: ModelSettings, report: ExamReport) -> None:
        key = _key(settings)
        with self._lock:
            self._known[key] = report
        self._notes.note(NOTED_UNDER, key, report.written())


def _key(settings: ModelSettings) -> str:
    return f"{exam_version()} {settings.base_url} {settings.name}"
