"""A workflow with other node names: its turns carry all that a page needs, in the contract's keys alone."""

import pytest

from agent.service import AnalystService, PickedOption, ProgressEvent
from agent.state import TurnRecord
from tests.agent.workflows.house import DATA, with_house


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> AnalystService:
    return with_house(monkeypatch)


def test_plan_progress_checkpoint_and_artifacts_are_in_the_record(house: AnalystService) -> None:
    conversation = house.start_conversation("me")
    house.datasets.add(conversation, "house.csv", DATA)
    events: list[ProgressEvent] = []
    asked = house.ask(conversation, "Build me a house", workflow="house", on_event=events.append)
    assert [(task["title"], task["status"]) for task in asked["plan_tasks"]] == [("Ground", "done"), ("Walls", "todo")]
    assert asked["plan_tasks"][1]["sub_agents"][0]["title"] == "East"
    assert (asked["plan_steps_completed"], asked["plan_steps_total"]) == (1, 2)
    assert [line["step_name"] for line in asked["reasoning"]][-1] == "Digger"
    assert "Digging" in [event.text for event in events]
    pending = house.pending(conversation)
    assert pending is not None and (pending["kind"], pending["prompt"]) == ("checkpoint", "Build the walls?")
    built = house.answer(conversation, PickedOption(pending["checkpoint_id"], "accept"))
    assert [task["status"] for task in built["plan_tasks"]] == ["done", "done"]
    assert house.artifact(conversation, built["artifact_ids"][0])["title"] == "Bricks"
    assert (built["rows_used"], built["rows_total"]) == (1, 2)


def test_words_said_to_its_checkpoint_continue_it(house: AnalystService) -> None:
    conversation = house.start_conversation("me")
    house.datasets.add(conversation, "house.csv", DATA)
    house.ask(conversation, "Build me a house", workflow="house")
    turn: TurnRecord = house.ask(conversation, "yes, build")
    assert turn["workflow"] == "house" and turn["plan_tasks"][1]["status"] == "done"
