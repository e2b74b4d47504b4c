"""A turn runs once, whatever the pages do meanwhile."""

import pytest

from agent.service import PickedOption
from pages.components.turn_runner import Busy, TurnRunner
from tests.pages.scripted_service import ScriptedService


@pytest.fixture
def slow() -> ScriptedService:
    service = ScriptedService()
    service.step_seconds = 0.1
    return service


def finished(runner: TurnRunner, conversation_id: str) -> None:
    job = runner.job(conversation_id)
    assert job is not None
    assert job.finished.wait(120)


def test_a_second_click_does_not_double_a_turn(slow: ScriptedService) -> None:
    runner = TurnRunner(slow, workers=2)
    assert runner.ask("c", "slowly") is None
    assert runner.ask("c", "slowly") == Busy("slowly", "slowly")
    finished(runner, "c")
    assert slow.asked == ["slowly"]
    assert len(slow.turns("c")) == 1


def test_conversations_do_not_wait_for_each_other(slow: ScriptedService) -> None:
    runner = TurnRunner(slow, workers=2)
    assert runner.ask("c", "slowly") is None
    assert runner.ask("d", "slowly") is None
    finished(runner, "c")
    finished(runner, "d")


def test_stop_is_at_once_for_the_reader_and_the_work_ends_at_the_next_step(slow: ScriptedService) -> None:
    runner = TurnRunner(slow, workers=1)
    runner.ask("c", "slowly")
    runner.stop("c")
    job = runner.job("c")
    assert job is not None
    assert job.phase == "stopping"
    finished(runner, "c")
    assert [turn["status"] for turn in slow.turns("c")] == ["stopped"]


def test_after_a_stop_the_next_question_is_taken_and_waits_for_the_last_step(slow: ScriptedService) -> None:
    runner = TurnRunner(slow, workers=1)
    runner.ask("c", "slowly")
    runner.stop("c")
    assert runner.ask("c", "mean") is None
    finished(runner, "c")
    assert [turn["question"] for turn in slow.turns("c")] == ["slowly", "mean"]


def test_the_steps_are_seen_as_they_happen(slow: ScriptedService) -> None:
    runner = TurnRunner(slow, workers=1)
    runner.ask("c", "mean")
    finished(runner, "c")
    job = runner.job("c")
    assert job is not None
    assert [event.node for event in job.events if event.kind == "node_ended"] == ["reason", "act", "narrate"]


def test_an_answer_to_a_closed_question_is_refused_with_a_sentence(slow: ScriptedService) -> None:
    runner = TurnRunner(slow, workers=1)
    runner.answer("c", PickedOption("K9", "R1"), "the mean")
    finished(runner, "c")
    job = runner.job("c")
    assert job is not None
    assert job.refusal == "That question is no longer open. Ask again."


def test_a_fault_is_logged_whole_and_told_by_the_job(slow: ScriptedService, caplog: pytest.LogCaptureFixture) -> None:
    runner = TurnRunner(slow, workers=1)
    runner.ask("c", "fault")
    finished(runner, "c")
    job = runner.job("c")
    assert job is not None
    assert (job.broke_off, job.refusal, job.phase) == (True, "", "refused")
    assert runner.ask("c", "mean") is None
    finished(runner, "c")
    assert any("ZeroDivisionError" in str(record.exc_info) for record in caplog.records)
