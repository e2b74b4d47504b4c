"""Seed 003: tools that fail, questions that are asked back, and turns that need no tool."""

from typing import Any

import pytest

from agent.reasoning.prompts import NarrateAnswer
from agent.reasoning.reviewed_prompts import PlanTools, ToolPlan, ToolReading
from agent.service import PickedOption
from agent.state import TurnRecord
from tests.agent.scripted_review import WORKFLOW, call, mean_salary, plan, reviewed, without_model
from tests.agent.workflows.test_tool_agent import QUESTION, lines_of, nodes_of

# ---------------------------------------------------------------- tools that fail


def test_a_call_of_no_tool_goes_back_once_with_the_nearest_names() -> None:
    service, conversation, script = reviewed(plan(call("aggregate", column="salary")), mean_salary())
    turn = service.ask(conversation, "Mean salary?", workflow=WORKFLOW)
    assert turn["status"] == "answered"
    assert "aggregate_data" in script.asked(PlanTools)[1].asked.last_error


def test_a_plan_that_never_names_a_tool_is_asked_about() -> None:
    service, conversation, script = reviewed(plan(call("aggregate", column="salary")))
    turn = service.ask(conversation, "Mean salary?", workflow=WORKFLOW)
    assert turn["status"] == "asked" and "aggregate_data" in turn["answer"]["text"]
    assert len(script.asked(PlanTools)) == 2


def test_a_tool_that_fails_is_recorded_and_planned_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    text = plan(call("aggregate_data", column="name", operation="min"), call("normality_test", column="salary"))
    service, conversation, script = reviewed(text, mean_salary())
    monkeypatch.setattr(
        "agent.nodes.review.tool_agent.impossible", lambda artifacts: ("no.",) if _tests(artifacts) else ()
    )
    turn = service.ask(conversation, "How is it?", workflow=WORKFLOW)
    assert [made["error"] is None for made in turn["tool_calls"]] == [True, False, True]
    assert turn["status"] == "answered"
    assert "cannot be right" in script.asked(PlanTools)[1].asked.last_error


def _tests(artifacts: Any) -> bool:
    return any((artifact["spec"] or {}).get("op") == "normality_test" for artifact in artifacts)


def test_several_calls_of_one_reading_are_one_result() -> None:
    both = plan(
        call("aggregate_data", column="salary", operation="mean"),
        call("aggregate_data", column="salary", operation="median"),
    )
    service, conversation, _ = reviewed(both, narration=["{S1.salary_mean} and {S2.salary_median}."])
    turn = service.ask(conversation, "Middle?", workflow=WORKFLOW)
    assert turn["answer"]["text"] == "4,240 and 4,000."
    assert len(turn["artifact_ids"]) == 2


# ---------------------------------------------------------------- the other ends


def test_readings_that_differ_are_asked_about_and_a_pick_is_run_by_its_tools() -> None:
    readings = [
        ToolReading(reading_id=name, label=name, calls=[call("aggregate_data", column="salary", operation=name)])
        for name in ("mean", "median")
    ]
    asking = ToolPlan(next_action="act", rationale="Two.", readings=readings)
    service, conversation, script = reviewed(asking, narration=["Here."])
    turn = service.ask(conversation, "Typical salary?", workflow=WORKFLOW)
    assert turn["status"] == "asked" and turn["pending"]
    assert [option["number"] for option in turn["pending"]["options"]] == ["4,240", "4,000"]
    assert "critic" not in nodes_of(turn)
    from_option = service.answer(conversation, picked(turn, 1))
    assert from_option["workflow"] == WORKFLOW
    assert [made["arguments"]["operation"] for made in from_option["tool_calls"]] == ["median"]
    assert len(script.asked(PlanTools)) == 1
    assert len(script.asked(NarrateAnswer)) == 1


def picked(turn: TurnRecord, number: int) -> PickedOption:
    assert turn["pending"]
    return PickedOption(turn["pending"]["checkpoint_id"], turn["pending"]["options"][number]["option_id"])


def test_without_data_an_upload_is_asked_for() -> None:
    service, conversation, script = reviewed(content=None)
    turn = service.ask(conversation, QUESTION, workflow=WORKFLOW)
    assert turn["status"] == "asked" and "upload" in turn["answer"]["text"]
    assert not script.prompts


@pytest.mark.parametrize(
    ("question", "status"),
    [
        ("What is a median?", "explained"),
        ("Predict the salary for next year", "out_of_scope"),
        ("Mean height?", "missing_column"),
    ],
)
def test_what_needs_no_tool_ends_as_it_does_elsewhere(question: str, status: str) -> None:
    service, conversation = without_model()
    turn = service.ask(conversation, question, workflow=WORKFLOW)
    assert turn["status"] == status
    assert "tool_calls" not in turn and "critique" not in turn
    assert lines_of(turn)[-1] == "Workflow completed"


def test_without_a_model_a_refusal_offers_no_program() -> None:
    service, conversation = without_model()
    turn = service.ask(conversation, "Predict the salary for next year", workflow=WORKFLOW)
    assert turn["pending"]
    assert "hand_over" not in [option["option_id"] for option in turn["pending"]["options"]]


def test_a_followup_and_a_report_work_as_in_ask() -> None:
    service, conversation = without_model()
    service.ask(conversation, QUESTION, workflow=WORKFLOW)
    turn = service.ask(conversation, "same but median", workflow=WORKFLOW)
    assert turn["tool_calls"][0]["arguments"]["operation"] == "median"
    markdown = service.report_markdown(conversation)
    assert markdown and "5,000" in markdown


def test_the_order_of_the_tool_calls_of_two_data_sets_names_them() -> None:
    service, conversation = without_model()
    service.datasets.add(conversation, "towns.csv", b"town,people\nOslo,700\nRome,2800\n")
    turn = service.ask(conversation, "total people", workflow=WORKFLOW)
    assert turn["status"] == "answered"
    assert "dataset_id" in turn["tool_calls"][0]["arguments"]
