"""What kind of question it is, by what it takes to answer it."""

from collections.abc import Mapping

from agent.reasoning.prompts import Read
from agent.reasoning.reviewed_prompts import Classification, ClassifyQuestion
from agent.review_state import QueryType
from agent.specs.parse import Spec

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
