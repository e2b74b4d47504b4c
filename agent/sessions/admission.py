"""Who may work now: turns and generated programs have so many places in all, and so many for one person."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from agent.context import CodeRunner
from agent.fair_line import FairLine, StoppedWaiting
from agent.nodes.words import say
from agent.sandbox.results import CodeLimits, CodeResult
from agent.sandbox.sentences import stopped_error
from agent.sessions.progress import Listener, ProgressEvent
from agent.settings import Settings

WAITING = "waiting_for_a_turn"


class TurnPlace:
    """The place of one turn. A turn that waits for a program lends it to others."""

    def __init__(self, line: FairLine, person: str) -> None:
        self._line = line
        self.person = person
        self._has = False

    def take(self, on_position: Callable[[int], None], stopped: Callable[[], bool]) -> None:
        """Waits for the place. One that was stopped meanwhile goes on without: it ends at once."""
        try:
            self._line.take(self.person, on_position, stopped)
            self._has = True
        except StoppedWaiting:
            self._has = False

    def give_back(self) -> None:
        """The place is free for others."""
        if self._has:
            self._has = False
            self._line.give_back(self.person)

    @contextmanager
    def lent(self, stopped: Callable[[], bool]) -> Iterator[None]:
        """Others may have the place during the block."""
        self.give_back()
        try:
            yield
        finally:
            self.take(_untold, stopped)


@dataclass(frozen=True)
class Admission:
    """The lines of a process. Safe to use from threads."""

    turns: FairLine
    programs: FairLine

    @classmethod
    def of(cls, settings: Settings) -> "Admission":
        """Lines with the places that the settings give."""
        return cls(
            FairLine(settings.turn_workers, settings.person_turns),
            FairLine(settings.code_runs, settings.person_code_runs),
        )

    @contextmanager
    def turn(self, person: str, stopped: Callable[[], bool], on_event: Listener | None) -> Iterator[TurnPlace]:
        """A place for a turn, for the block; while it waits, its place in the line is told."""
        place = TurnPlace(self.turns, person)
        place.take(_telling(on_event), stopped)
        try:
            yield place
        finally:
            place.give_back()

    def program_runner(self, run: CodeRunner, place: TurnPlace) -> CodeRunner:
        """Runs programs as `run` does, when the person's turn has come; others are answered meanwhile."""

        def run_in_line(
            code: str,
            datasets: Mapping[str, Any],
            *,
            limits: CodeLimits = CodeLimits(),  # noqa: B008 - frozen
            on_position: Callable[[int], None] | None = None,
            stopped: Callable[[], bool] = lambda: False,
            max_runs: int = 1,
        ) -> CodeResult:
            asked = time.monotonic()
            try:
                with place.lent(stopped), self.programs.place(place.person, on_position, stopped):
                    waited = time.monotonic() - asked
                    result = run(code, datasets, limits=limits, stopped=stopped, max_runs=max_runs)
                return replace(result, usage=replace(result.usage, waited_seconds=waited))
            except StoppedWaiting:
                return CodeResult(False, stopped_error())

        return run_in_line


def _telling(on_event: Listener | None) -> Callable[[int], None]:
    def tell(position: int) -> None:
        if on_event is not None:
            text = say("progress.waits_to_be_answered", place=position) if position else say("progress.starts")
            on_event(ProgressEvent("note", WAITING, text, time.time()))

    return tell


def _untold(position: int) -> None:
    """Nobody is told of a place that is only taken again."""
