"""Limits for a person as well as in all, through the service."""

import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from agent.sandbox.results import CodeResult
from agent.service import AnalystService, ProgressEvent, StopSignal
from agent.settings import Settings
from registry.errors import MemoryFullError, TooManyFilesError
from tests.agent.scripted import STAFF, Script, act, by_department, reading

ANSWER = act(reading("r", by_department()))


class Holding:
    """A mind that holds the questions with the word "hold" until it is let go."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.begun = threading.Semaphore(0)
        self.script = Script([self._step])

    def _step(self, prompt: Any) -> Any:
        if "hold" in prompt.question:
            self.begun.release()
            assert self.go.wait(120)
        return ANSWER


def with_data(service: AnalystService, owner: str) -> str:
    conversation = service.start_conversation(owner)
    service.datasets.add(conversation, "staff.csv", STAFF)
    return conversation


def test_others_are_answered_while_one_person_has_all_their_turns_under_way() -> None:
    mind = Holding()
    service = AnalystService(Settings(turn_workers=3, person_turns=2), reasoner=mind.script)
    told: list[ProgressEvent] = []
    waits, stop = threading.Event(), StopSignal()

    def note(event: ProgressEvent) -> None:
        told.append(event)
        if event.kind == "note":
            waits.set()

    with ThreadPoolExecutor(4) as pool:
        held = [pool.submit(service.ask, with_data(service, "ann"), "hold") for _ in range(2)]
        assert mind.begun.acquire(timeout=120) and mind.begun.acquire(timeout=120)
        third = pool.submit(service.ask, with_data(service, "ann"), "Mean?", on_event=note)
        assert waits.wait(120)
        assert service.ask(with_data(service, "bob"), "Mean?")["status"] == "answered"
        assert not third.done()
        assert "number 1 in line" in next(event.text for event in told if event.kind == "note")
        fourth = pool.submit(service.ask, with_data(service, "ann"), "Mean?", stop=stop)
        stop.stop()
        assert fourth.result(120)["status"] == "stopped"
        mind.go.set()
        assert [turn.result(120)["status"] for turn in (*held, third)] == ["answered"] * 3


def test_a_turn_that_waits_for_its_program_keeps_nobody_from_an_answer() -> None:
    running, go = threading.Semaphore(0), threading.Event()

    def slow(code: str, datasets: Mapping[str, Any], **_: Any) -> CodeResult:
        running.release()
        assert go.wait(120)
        return CodeResult(True, None)

    settings = Settings(turn_workers=1, code_runs=1, person_code_runs=1, approval_policy="never")
    service = AnalystService(settings, code_runner=slow)
    with ThreadPoolExecutor(2) as pool:
        turns = [
            pool.submit(service.ask, with_data(service, who), "mean salary by department", workflow="plan_code_explain")
            for who in ("ann", "bob")
        ]
        assert running.acquire(timeout=60)
        assert service.ask(with_data(service, "cid"), "mean salary by department")["status"] == "answered"
        assert not running.acquire(blocking=False), "one program at a time"
        go.set()
        assert all(turn.result(60)["turn_id"] == "T1" for turn in turns)


def test_a_persons_conversations_share_their_memory() -> None:
    rows = b"name,pay\n" + b"".join(b"somebody %d,%d\n" % (row, row) for row in range(20_000))
    service = AnalystService(Settings(person_megabytes=2))
    first, second = service.start_conversation("ann"), service.start_conversation("ann")
    service.datasets.add(first, "pay.csv", rows)
    with pytest.raises(MemoryFullError, match="your conversations use"):
        for _ in range(3):
            service.datasets.add(second, "more.csv", rows)
    service.datasets.add(service.start_conversation("bob"), "pay.csv", rows)


def test_a_person_adds_so_many_files_in_a_minute() -> None:
    service = AnalystService(Settings(person_uploads=2))
    conversations = [service.start_conversation("ann") for _ in range(3)]
    for conversation in conversations[:2]:
        service.datasets.add(conversation, "staff.csv", STAFF)
    with pytest.raises(TooManyFilesError, match="2 files were added within a minute"):
        service.datasets.add(conversations[2], "staff.csv", STAFF)
    assert service.datasets.datasets(conversations[2]) == ()
    service.datasets.add(service.start_conversation("bob"), "staff.csv", STAFF)
