"""No model in the reviewed workflow: the same readings as elsewhere, called by tools; feedback is a follow-up."""

from dataclasses import replace

import pytest

from agent.reasoning.prompts import ReadQuestion
from agent.reasoning.reviewed_prompts import ClassifyQuestion, CritiqueAnswer, PlanTools
from registry.store import DatasetStore
from tests.agent.reader.scripted import built_in
from tests.agent.scripted import STAFF

MIND = built_in()
STORE = DatasetStore()
STORE.add("me", "staff.csv", STAFF)


def asked(question: str) -> ReadQuestion:
    profiles = tuple(dataset.profile for dataset in STORE.datasets("me"))
    return ReadQuestion(question, profiles, STORE.find_values("me", question))


def planned(question: str, *feedback: str) -> list[dict[str, object]]:
    """The arguments of the last plan: of the question, or of what was said against the plan before."""
    prompt = PlanTools(asked(question), "query_agent", ())
    plan = MIND.decide(prompt)
    for words in feedback:
        plan = MIND.decide(replace(prompt, followup=asked(words)))
    return [
        {key: value for key, value in call.arguments.items() if key != "dataset_id"}
        for reading in plan.readings
        for call in reading.calls
    ]


def test_a_question_is_planned_as_a_tool_call() -> None:
    assert planned("average salary by department") == [
        {"column": "salary", "operation": "mean", "group_by": "department"}
    ]


def test_feedback_is_read_as_it_was_said() -> None:
    assert planned("average salary by department", "use median instead of mean") == [
        {"column": "salary", "operation": "median", "group_by": "department"}
    ]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("average salary by department", "query"),
        ("how many people are Junior?", "query"),
        ("is salary normally distributed?", "statistical"),
        ("histogram of salary", "statistical"),
        ("what is in this file?", "insight"),
        ("what is a median?", "query"),
    ],
)
def test_questions_are_classified_by_what_answers_them(question: str, kind: str) -> None:
    assert MIND.decide(ClassifyQuestion(asked(question))).query_type == kind


def test_an_answer_that_is_told_is_not_judged() -> None:
    prompt = CritiqueAnswer("Mean salary?", "4,240.", "", (), (), (), ())
    told = MIND.decide(prompt)
    assert (told.score, told.judged) == (1.0, False)
