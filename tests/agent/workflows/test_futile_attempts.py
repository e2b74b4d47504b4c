"""One attempt is enough where nothing can change, and the words fit whoever wrote the code."""

import pytest

from agent.reasoning.chat.connection.failures import ModelError
from agent.reasoning.code_prompts import CodeDraft, FixCode, WriteCode
from agent.reasoning.factory import reasoner_for
from agent.reasoning.roles.lead import LeadReasoner
from agent.service import AnalystService
from agent.settings import Settings
from agent.state import TurnRecord
from tests.agent.scripted import STAFF
from tests.agent.scripted_code import CodeScript, failing, nodes_of, service_of

BEYOND = "predict the salary of next year"
WAYS = ("plan_code_explain", "scientist")
QUIET = Settings(approval_policy="never")


def spent(_: object) -> CodeDraft:
    raise ModelError("budget", "It had 40 calls.")


def turn_of(reasoner: object, workflow: str) -> TurnRecord:
    service = AnalystService(QUIET, reasoner=reasoner)  # type: ignore[arg-type]
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    return service.ask(conversation, BEYOND, workflow=workflow)


def writings(turn: TurnRecord) -> int:
    return nodes_of(turn).count("code")


def test_the_rules_try_once() -> None:
    turn = turn_of(reasoner_for(), "plan_code_explain")
    text = turn["answer"]["text"]
    assert (writings(turn), turn["status"]) == (1, "out_of_scope"), nodes_of(turn)
    assert "vocabulary" in text and "attempts" not in text and turn["next_questions"]


@pytest.mark.parametrize("workflow", WAYS)
def test_a_model_whose_budget_is_spent_is_tried_once_and_not_called_absent(workflow: str) -> None:
    script = CodeScript({WriteCode: [spent], FixCode: [spent]})
    turn = turn_of(LeadReasoner(script, reasoner_for()), workflow)
    assert (writings(turn), turn["status"]) == (1, "out_of_scope") and turn["next_questions"]
    text = turn["answer"]["text"]
    assert "Without a language model" not in text and "changing the code" not in text


@pytest.mark.parametrize(("workflow", "tries"), [("plan_code_explain", 2), ("scientist", 2)])
def test_a_model_that_has_no_program_at_first_is_asked_again(workflow: str, tries: int) -> None:
    none, some = CodeDraft(trouble="I do not know how."), CodeDraft(code="result = 1", why="Computes it.")
    script = CodeScript({WriteCode: [none], FixCode: [some]})
    turn = turn_of(LeadReasoner(script, reasoner_for()), workflow)
    assert writings(turn) == tries and turn["status"] == "answered"


@pytest.mark.parametrize("workflow", WAYS)
def test_a_program_that_fails_and_cannot_be_written_otherwise_ends_the_turn(workflow: str) -> None:

    last = CodeDraft(trouble="There is no other way.", final=True)
    service, conversation, _, runner = service_of(failing("no column y"), FixCode=[last])
    turn = service.ask(conversation, "Mean salary?", workflow=workflow)
    assert (len(runner.ran), writings(turn), turn["status"]) == (1, 2, "error")
    if workflow == "plan_code_explain":
        told = "Code execution failed after 1 attempt. Final error: no column y"
        assert turn["answer"]["text"].startswith(told) and "no other way" in turn["answer"]["text"]
