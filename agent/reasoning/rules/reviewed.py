"""The rules' part in the reviewed workflow: classify a question, plan tools, judge an answer."""

import re
from collections.abc import Mapping

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
from agent.review_state import QueryType
from agent.specs.parse import Spec
from agent.specs.reading import Reading
from agent.tools.catalogue import call_for

# ----------------------------------------------------------------
# What the rules make of an answer whose figures have been checked: is anything said, was everything read?


_UNREAD = "These words of the question were not used:"  # as the reading says it
_EACH_WORD, _MOST_WORDS = 0.05, 0.2
_NOTHING_TOLD = 0.6
NOTHING_FOUND = "The checks found nothing wrong. Whether it answers the question was judged by nobody."


def critique_answer(prompt: CritiqueAnswer) -> Opinion:
    """What can be found without judging: words that were left out, an answer that tells nothing of its result."""
    unread = [word for line in prompt.assumptions if line.startswith(_UNREAD) for word in line.split(",")]
    faults = []
    score = 1.0 - min(_EACH_WORD * len(unread), _MOST_WORDS)
    if unread:
        faults.append("Some words of the question were left out.")
    if prompt.artifacts and not re.search(r"\w", prompt.answer_text):
        score -= _NOTHING_TOLD
        faults.append("The answer tells nothing of its result.")
    found = " ".join(faults) or NOTHING_FOUND
    return Opinion(score=max(0.0, score), critique=found, judged=False)


# ----------------------------------------------------------------
# What kind of question it is, by what it takes to answer it.


_KINDS: Mapping[str, QueryType] = {
    "correlation": "statistical",
    "correlation_matrix": "statistical",
    "normality_test": "statistical",
    "compare_groups": "statistical",
    "compare_columns": "statistical",
    "contingency_test": "statistical",
    "ols_regression": "statistical",
    "distribution": "statistical",
    "outliers": "statistical",
    "column_summary": "statistical",
    "hist": "statistical",
    "box": "statistical",
    "scatter": "statistical",
    "dataset_overview": "insight",
}
"""Ops and kinds that are no plain query."""
_RATIONALES: Mapping[QueryType, str] = {
    "query": "It asks for figures or rows.",
    "statistical": "It asks how values are spread or go together.",
    "insight": "It asks what the data hold.",
}


def classify_question(prompt: ClassifyQuestion, read: Read) -> Classification:
    """The kind of the first thing that would be computed; a report, and an overview, are insight."""
    decision = read(prompt.asked)
    kind: QueryType = "query"
    if decision.wants_report:
        kind = "insight"
    elif decision.readings:
        kind = _KINDS.get(_tag(decision.readings[0].specs[0]), "query")
    return Classification(query_type=kind, rationale=_RATIONALES[kind])


def _tag(spec: Spec) -> str:
    return spec.kind if spec.type == "plot" else spec.op


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
