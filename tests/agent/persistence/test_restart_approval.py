"""A restart while a program waits for the person's yes."""

from pathlib import Path
from typing import cast

import pytest

from agent.errors import StaleAnswerError
from agent.reasoning.code_prompts import WriteCode
from agent.service import AnalystService, PickedOption
from agent.settings import Settings
from agent.state import PendingInput
from tests.agent.scripted_code import service_of

CODE = "plan_code_explain"


def waiting(place: str, folder: Path) -> tuple[Settings, AnalystService, str, PendingInput]:
    """A service with a program that waits."""
    settings = Settings(checkpointer=place, data_folder=str(folder))
    service, conversation, _, runner = service_of(settings=settings)
    assert service.ask(conversation, "Mean salary?", workflow=CODE)["status"] == "asked"
    assert not runner.ran
    return settings, service, conversation, cast(PendingInput, service.pending(conversation))


def test_a_program_that_waits_runs_after_a_restart(place: str, tmp_path: Path) -> None:
    settings, before, conversation, pending = waiting(place, tmp_path / "uploads")
    told = before.turns(conversation)
    before.close()

    after, _, script, runner = service_of(settings=settings)
    try:
        assert after.owns(conversation, "owner")
        assert after.pending(conversation) == pending
        again = after.turns(conversation)
        assert again[0]["seconds"] == pytest.approx(told[0]["seconds"], abs=1)
        assert [{**turn, "seconds": 0} for turn in again] == [{**turn, "seconds": 0} for turn in told]
        picked = PickedOption(pending["checkpoint_id"], "approve")
        done = after.answer(conversation, picked)
        assert (done["status"], done["turn_id"]) == ("answered", "T2")
        assert len(runner.ran) == 1
        assert not script.asked(WriteCode), "the program that was shown runs, not a new one"
        assert [turn["status"] for turn in after.turns(conversation)] == ["asked", "answered"]
        with pytest.raises(StaleAnswerError):
            after.answer(conversation, picked)
        turns = after.turns(conversation)
    finally:
        after.close()

    last, *_ = service_of(settings=settings)
    try:
        assert last.turns(conversation) == turns
        assert last.pending(conversation) is None
    finally:
        last.close()


def test_a_new_question_after_a_restart_drops_the_program_that_waited(place: str, tmp_path: Path) -> None:
    settings, before, conversation, pending = waiting(place, tmp_path / "uploads")
    before.close()
    after, _, _, runner = service_of(settings=settings)
    try:
        assert after.ask(conversation, "And by department?", workflow=CODE)["turn_id"] == "T2"
        assert [turn["turn_id"] for turn in after.turns(conversation)] == ["T1", "T2"]
        with pytest.raises(StaleAnswerError):
            after.answer(conversation, PickedOption(pending["checkpoint_id"], "approve"))
        assert not runner.ran
    finally:
        after.close()
