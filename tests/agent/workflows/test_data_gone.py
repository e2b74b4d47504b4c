"""Data that are removed while something waits: said plainly, and nothing runs on other data instead."""

import pytest

from agent.service import AnalystService, PickedOption, TurnChoices
from agent.state import TurnRecord
from tests.agent.scripted import STAFF

OTHER = b"department,salary\nLegal,1\nLegal,2\n"
QUESTION = "average salary by department"
WAYS = ("plan_code_explain", "scientist", "tool_agent")


def waiting(workflow: str) -> tuple[AnalystService, str]:
    """A conversation in which a program or a tool waits for a yes."""
    service = AnalystService()
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    asked = service.ask(conversation, QUESTION, workflow=workflow, choices=TurnChoices(approval_policy="always"))
    assert asked["status"] == "asked" and asked["pending"] is not None and asked["pending"]["kind"] == "approve"
    return service, conversation


def remove_all(service: AnalystService, conversation: str) -> None:
    for dataset in service.datasets.datasets(conversation):
        service.datasets.remove(conversation, dataset.dataset_id)


def answered(service: AnalystService, conversation: str, option: str, text: str = "") -> TurnRecord:
    pending = service.pending(conversation)
    assert pending is not None
    return service.answer(conversation, PickedOption(pending["checkpoint_id"], option, text))


@pytest.mark.parametrize("workflow", WAYS)
@pytest.mark.parametrize(("option", "text"), [("approve", ""), ("reject", "use the median")])
def test_without_any_data_it_says_that_there_are_none(workflow: str, option: str, text: str) -> None:
    service, conversation = waiting(workflow)
    remove_all(service, conversation)
    turn = answered(service, conversation, option, text)
    assert turn["status"] == "stopped", turn["answer"]["text"]
    assert "not here any more" in turn["answer"]["text"] and not turn["artifact_ids"]
    assert turn["question"] == QUESTION
    assert service.pending(conversation) is None
    assert "upload" in service.ask(conversation, QUESTION, workflow=workflow)["answer"]["text"].lower()


@pytest.mark.parametrize("workflow", WAYS)
def test_what_was_shown_for_one_file_does_not_run_on_another(workflow: str) -> None:
    service, conversation = waiting(workflow)
    remove_all(service, conversation)
    service.datasets.add(conversation, "other.csv", OTHER)
    turn = answered(service, conversation, "approve")
    assert turn["status"] == "stopped" and "not here any more" in turn["answer"]["text"]
    again = service.ask(conversation, QUESTION, choices=TurnChoices(approval_policy="never"))
    assert again["status"] == "answered" and "1.5" in again["answer"]["text"]


@pytest.mark.parametrize("workflow", WAYS)
def test_a_file_that_it_does_not_read_may_go(workflow: str) -> None:
    service = AnalystService()
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    trees = service.datasets.add(conversation, "trees.csv", b"tree,height\noak,3\nelm,4\n")
    service.ask(conversation, QUESTION, workflow=workflow, choices=TurnChoices(approval_policy="always"))
    service.datasets.remove(conversation, trees.dataset_id)
    turn = answered(service, conversation, "approve")
    assert turn["status"] == "answered" and "5,000" in turn["answer"]["text"], turn["answer"]["text"]
