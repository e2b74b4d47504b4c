"""Words against a plan, read by the reading rules: a follow-up without what is not wanted any more."""

from dataclasses import replace

import pytest

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.reviewed_prompts import PlanTools, ToolPlan
from agent.reasoning.rules.reasoner import RuleReasoner
from agent.reasoning.rules.reviewed.feedback import as_followup
from registry.store import DatasetStore
from tests.agent.scripted import STAFF

MIND = RuleReasoner()
STORE = DatasetStore()
STORE.add("me", "staff.csv", STAFF)


def asked(question: str, plan: ToolPlan | None = None) -> ReadQuestion:
    profiles = tuple(dataset.profile for dataset in STORE.datasets("me"))
    return ReadQuestion(question, profiles, STORE.find_values("me", question), plan.frame if plan else None)


def planned(question: str, *feedback: str) -> list[dict[str, object]]:
    """The arguments of the last plan: of the question, or of what was said against the plan before."""
    prompt = PlanTools(asked(question), "query_agent", ())
    plan = MIND.decide(prompt)
    for words in feedback:
        plan = MIND.decide(replace(prompt, followup=asked(words, plan)))
    return [
        {key: value for key, value in call.arguments.items() if key != "dataset_id"}
        for reading in plan.readings
        for call in reading.calls
    ]


@pytest.mark.parametrize(
    "feedback",
    [
        "use median instead of mean",
        "Use the median rather than the mean",
        "not the mean but the median",
        "instead of the mean use the median",
        "median please",
    ],
)
def test_another_statistic_takes_the_place_of_the_one_before(feedback: str) -> None:
    assert planned("average salary by department", feedback) == [
        {"column": "salary", "operation": "median", "group_by": "department"}
    ]


def test_feedback_may_change_groups_and_rows() -> None:
    assert planned("average salary by department", "by level instead of department") == [
        {"column": "salary", "operation": "mean", "group_by": "level"}
    ]
    (only,) = planned("average salary by department", "only Junior")
    assert only["filters"] == [{"col": "level", "op": "==", "value": "Junior"}]


def test_feedback_upon_feedback_builds_on_the_last_plan() -> None:
    assert planned("average salary by department", "use median instead of mean", "by level instead of department") == [
        {"column": "salary", "operation": "median", "group_by": "level"}
    ]


def test_what_is_not_wanted_is_blanked_out_in_place() -> None:
    given = asked("only Sales instead of Legal")
    followup = as_followup(given)
    assert len(followup.question) == len(given.question)
    assert followup.question.split() == ["only", "Sales", "instead"]
    assert [match.words for match in followup.value_matches] == ["Sales"]
