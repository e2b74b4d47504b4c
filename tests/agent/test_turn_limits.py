"""A turn has an end, whoever reads, and the conversation goes on after it."""

import threading
import time
from typing import NoReturn

import pytest

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.service import AnalystService, StopSignal
from agent.settings import Settings
from tests.agent.scripted import STAFF, Script, act, reading, salary


def test_a_turn_that_takes_too_long_is_ended_with_a_sentence_and_the_next_one_is_answered() -> None:
    stop, mean = StopSignal(), act(reading("mean", salary()))

    def slow(_: ReadQuestion) -> Decision:
        over = threading.Event()
        while not stop.is_set():
            over.wait(0.01)
        return mean

    service = AnalystService(Settings(turn_seconds=1), reasoner=Script([slow, mean]))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = service.ask(conversation, "Mean?", stop=stop)
    assert turn["status"] == "error"
    assert "longer than one turn may take" in turn["answer"]["text"]
    assert turn["answer"]["citations"] == []
    assert service.ask(conversation, "Mean?")["status"] == "answered"
    assert [one["turn_id"] for one in service.turns(conversation)] == ["T1", "T2"]


def test_what_a_limit_stopped_is_told_with_its_figures_and_none_of_them_is_struck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def endless(*_: object, **__: object) -> NoReturn:
        while True:
            time.sleep(0.01)

    monkeypatch.setattr("agent.nodes.act.execute_analysis", endless)
    service = AnalystService(Settings(action_seconds=1))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    turn = service.ask(conversation, "average salary by department")
    assert turn["answer"]["text"].startswith("The computation took longer than 1 second")
    assert turn["answer"]["citations"] == []


def test_who_stopped_a_turn_is_told_that_it_was_stopped_even_when_its_time_is_over_too() -> None:
    signal = StopSignal()
    signal.stop()
    signal.run_out()
    assert signal.is_set()
    assert not signal.out_of_time


def test_time_that_is_not_used_up_stops_nothing() -> None:
    signal = StopSignal()
    with signal.within(3600):
        pass
    assert not signal.is_set()
