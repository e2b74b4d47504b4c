"""The rules' part in the reviewed workflow: classify a question, plan tools, judge an answer."""

import re

from agent.reasoning.prompts import NOT_OF_PLANS, Decision, Read
from agent.reasoning.reviewed_prompts import (
    Classification,
    ClassifyQuestion,
    CritiqueAnswer,
    Opinion,
    PlannedCall,
    PlanTools,
    ToolPlan,
    ToolReading,
)
from agent.reasoning.rules.code.words import say
from agent.review_state import QueryType
from agent.specs.measures import DatasetOverview
from agent.specs.parse import Spec
from agent.specs.reading import Reading
from agent.tools.catalogue import call_for

# ----------------------------------------------------------------
# What the rules make of an answer whose figures have been checked: is anything said?


_NOTHING_TOLD = 0.6


def critique_answer(prompt: CritiqueAnswer) -> Opinion:
    """What can be found without judging: an answer that tells nothing of its result."""
    if prompt.artifacts and not re.search(r"\w", prompt.answer_text):
        return Opinion(score=1.0 - _NOTHING_TOLD, critique=say("review.nothing_told"), judged=False)
    return Opinion(score=1.0, critique=say("review.nothing_found"), judged=False)


# ----------------------------------------------------------------
# What kind of question it is, by what it takes to answer it.


def classify_question(prompt: ClassifyQuestion, read: Read) -> Classification:
    """The kind of the first thing that would be computed; a report, and an overview, are insight."""
    decision = read(prompt.asked)
    kind: QueryType = "query"
    if decision.wants_report:
        kind = "insight"
    elif decision.readings:
        kind = _kind_of(decision.readings[0].specs[0])
    return Classification(query_type=kind, rationale=say(f"review.kind.{kind}"))


def _kind_of(spec: Spec) -> QueryType:
    if isinstance(spec, DatasetOverview):
        return "insight"
    return "statistical" if spec.IS_STATISTICAL else "query"


# ----------------------------------------------------------------
# Which tools answer a question: the question is read into specs, and each spec is called by its tool's name.


def plan_tools(prompt: PlanTools, read: Read) -> ToolPlan:
    """The plan. What the critic or the person said about the plan before is read as a follow-up to it."""
    return _as_calls(read(prompt.followup or prompt.asked))


def _as_calls(decision: Decision) -> ToolPlan:
    told = decision.model_dump(exclude=NOT_OF_PLANS)
    planned = decision.readings if decision.next_action == "act" else []
    return ToolPlan(**told, readings=[_reading(reading) for reading in planned])


def _reading(reading: Reading) -> ToolReading:
    calls = [call_for(spec) for spec in reading.specs]
    return ToolReading(
        reading_id=reading.reading_id,
        label=reading.label,
        interpretation=reading.interpretation,
        calls=[PlannedCall(tool_name=call.tool.name, arguments=call.arguments) for call in calls],
        headline=reading.headline,
        compare=reading.compare,
        assumptions=reading.assumptions,
    )
