"""Approvals by interrupt: the person sees what will run, lets it, or says what should be different."""

from typing import Any, cast

import pytest

from agent.errors import StaleAnswerError
from agent.reasoning.reviewed_prompts import PlanTools
from agent.review_state import ToolRequest
from agent.service import AnalystService, PickedOption, TurnChoices
from agent.settings import Settings
from agent.state import TurnRecord
from tests.agent.scripted_review import WORKFLOW, mean_salary, reviewed, without_model

ALWAYS = Settings(approval_policy="always")
QUESTION = "What's the average salary by department?"


def said(service: AnalystService, conversation: str, turn: TurnRecord, option: str, text: str = "") -> TurnRecord:
    assert turn["pending"]
    return service.answer(conversation, PickedOption(turn["pending"]["checkpoint_id"], option, text))


@pytest.mark.parametrize("policy", ["code", "never"])
def test_tools_are_no_code_and_wait_for_nobody(policy: Any) -> None:
    service, conversation = without_model(Settings(approval_policy=policy))
    assert service.ask(conversation, QUESTION, workflow=WORKFLOW)["status"] == "answered"
    overview = service.ask(conversation, "Give me an overview of the data", workflow=WORKFLOW)
    assert overview["status"] == "answered"


def test_what_will_run_is_shown_before_it_runs() -> None:
    service, conversation = without_model(ALWAYS)
    turn = service.ask(conversation, QUESTION, workflow=WORKFLOW)
    assert turn["status"] == "asked" and turn["pending"]
    pending = turn["pending"]
    assert (pending["kind"], pending["context"]["approval_type"]) == ("approve", "tool_execution")
    preview = 'aggregate_data(column="salary", operation="mean", group_by="department")\n# groupby_agg'
    assert pending["context"]["code_preview"] == preview
    assert [option["option_id"] for option in pending["options"]] == ["approve", "reject"]
    assert not service.artifacts(conversation)


def test_approved_tools_run_and_are_answered() -> None:
    service, conversation = without_model(ALWAYS)
    turn = service.ask(conversation, QUESTION, workflow=WORKFLOW)
    answered = said(service, conversation, turn, "approve")
    assert answered["status"] == "answered"
    assert "Engineering: 5,000" in answered["answer"]["text"]
    assert len(answered["tool_calls"]) == 1
    assert service.pending(conversation) is None
    assert [one["status"] for one in service.turns(conversation)] == ["asked", "answered"]


def test_feedback_changes_the_next_plan_with_no_model() -> None:
    service, conversation = without_model(ALWAYS)
    turn = service.ask(conversation, QUESTION, workflow=WORKFLOW)
    again = said(service, conversation, turn, "reject", "use median instead of mean")
    assert again["status"] == "asked" and again["pending"] and turn["pending"]
    assert again["pending"]["checkpoint_id"] != turn["pending"]["checkpoint_id"]
    (tool,) = cast(list[ToolRequest], again["pending"]["context"]["tools"])
    assert tool["arguments"] == {"column": "salary", "operation": "median", "group_by": "department"}
    answered = said(service, conversation, again, "approve")
    assert answered["status"] == "answered"
    assert answered["critique"]["passed"], answered["critique"]
    assert "median" in answered["answer"]["text"]


def test_feedback_reaches_a_reasoner_as_it_was_said() -> None:
    service, conversation, script = reviewed(mean_salary(), mean_salary(group_by="level"), settings=ALWAYS)
    turn = service.ask(conversation, QUESTION, workflow=WORKFLOW)
    said(service, conversation, turn, "reject", "by level, please")
    prompt = script.asked(PlanTools)[-1]
    assert prompt.feedback == ("by level, please",)
    assert prompt.followup and prompt.followup.question == "by level, please"


def test_a_refusal_without_a_reason_runs_nothing() -> None:
    service, conversation = without_model(ALWAYS)
    turn = service.ask(conversation, QUESTION, workflow=WORKFLOW)
    refused = said(service, conversation, turn, "reject")
    assert refused["status"] == "stopped"
    assert refused["answer"]["text"].startswith("Nothing was computed, as you asked.")
    assert not refused["artifact_ids"] and not service.artifacts(conversation)
    assert service.ask(conversation, "how many rows?", workflow="react")["status"] == "answered"


def test_an_answer_to_an_approval_that_is_over_is_refused() -> None:
    service, conversation = without_model(ALWAYS)
    turn = service.ask(conversation, QUESTION, workflow=WORKFLOW)
    said(service, conversation, turn, "approve")
    with pytest.raises(StaleAnswerError):
        said(service, conversation, turn, "approve")


def test_insights_wait_after_they_were_found() -> None:
    service, conversation = without_model(ALWAYS)
    tools = service.ask(conversation, "Give me an overview of the data", workflow=WORKFLOW)
    insights = said(service, conversation, tools, "approve")
    assert insights["status"] == "asked" and insights["pending"]
    assert insights["pending"]["context"]["approval_type"] == "insight_recommendation"
    assert "5 rows" in str(insights["pending"]["context"]["insights"])
    taken = said(service, conversation, insights, "approve")
    assert taken["status"] == "answered" and taken["artifact_ids"]


def test_insights_that_are_refused_are_planned_anew_or_shown_as_refused() -> None:
    service, conversation = without_model(ALWAYS)
    insights = said(
        service,
        conversation,
        service.ask(conversation, "Give me an overview of the data", workflow=WORKFLOW),
        "approve",
    )
    refused = said(service, conversation, insights, "reject")
    assert refused["status"] == "answered"
    assert refused["caveats"][0] == "You did not approve of this answer."

    tools = service.ask(conversation, "Give me an overview of the data", workflow=WORKFLOW)
    again = said(
        service, conversation, said(service, conversation, tools, "approve"), "reject", "average salary by level"
    )
    assert again["pending"] and "aggregate_data" in str(again["pending"]["context"]["code_preview"])


@pytest.mark.parametrize(
    ("question", "feedback"),
    [
        ("Durchschnittlicher salary nach department", "nimm den Median statt Durchschnitt"),
        ("Durchschnittlicher salary nach department", "nicht den Durchschnitt, sondern den Median"),
        ("department別の平均salary", "平均ではなく中央値で"),
        ("department別の平均salary", "平均の代わりに中央値を使って"),
    ],
)
def test_feedback_changes_the_plan_in_german_and_japanese_too(question: str, feedback: str) -> None:
    service, conversation = without_model(ALWAYS)
    turn = service.ask(conversation, question, workflow=WORKFLOW)
    again = said(service, conversation, turn, "reject", feedback)
    assert again["pending"]
    (tool,) = cast(list[ToolRequest], again["pending"]["context"]["tools"])
    assert tool["arguments"] == {"column": "salary", "operation": "median", "group_by": "department"}


def test_the_policy_may_be_chosen_with_the_question_and_holds_for_what_it_asks() -> None:
    service, conversation = without_model(Settings(approval_policy="never"))
    always = TurnChoices(approval_policy="always")
    turn = service.ask(conversation, QUESTION, workflow=WORKFLOW, choices=always)
    assert turn["status"] == "asked"
    again = said(service, conversation, turn, "reject", "use median instead of mean")
    assert again["status"] == "asked", "the other plan waits too"
    assert said(service, conversation, again, "approve")["status"] == "answered"
    assert service.ask(conversation, QUESTION, workflow=WORKFLOW)["status"] == "answered", "the next one as set"
