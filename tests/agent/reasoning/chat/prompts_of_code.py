"""A prompt of each kind of the workflows with generated code, over the staff table."""

from typing import Any

from agent.reasoning.code_prompts import EvaluateCode, ExplainResults, FixCode, PlanSteps, WriteCode
from agent.reasoning.prompts import Prompt, ReadQuestion
from agent.reasoning.scientist_prompts import (
    CheckAlignment,
    EvaluateResults,
    ExplainLimitation,
    FormulateRequirements,
    PlanRemediation,
    ProfileData,
    SelectColumns,
    UnderstandQuestion,
)
from agent.state import Artifact, FailedAttempt
from registry.profile import DatasetProfile
from tests.agent.reasoning.chat.tables import table

MEANS = table(["department", "salary_mean"], [["Engineering", 5000.0], ["Sales", 3200.0]], ["department"])
MISSING: Artifact = {
    **table(["column", "missing", "missing_pct", "rows"], [["salary", 1, 12.5, 8], ["level", 2, 25.0, 8]], ["column"]),
    "artifact_id": "A3",
}
NEEDED: dict[str, Any] = {
    "variables_needed": ["salary"], "constraints": [], "analysis_type": "descriptive", "success_criteria": "A number.",
    "reasoning": "Simple.",
}  # fmt: skip
FOUND: dict[str, Any] = {
    "available_columns": ["salary"], "missing_columns": [], "data_quality": {"salary": "number, few gaps"},
    "limitations": [], "is_suitable": True, "reasoning": "It is there.", "tiers": 1, "missingness": ["A3"],
}  # fmt: skip
ALIGNED: dict[str, Any] = {"aligned": False, "gaps": ["There is no column for mood."], "reasoning": "Mood is needed."}
FAILED = (FailedAttempt(attempt=1, code="result = df.eval('Pay').mean()", error="KeyError: 'Pay'"),)


def prompts_over(*profiles: DatasetProfile, question: str = "average salary by department") -> dict[str, Prompt[Any]]:
    """All of them, by template."""
    asked = ReadQuestion(question, profiles)
    program = "result = df.groupby('department')['salary'].mean()"
    evaluation: dict[str, Any] = {"is_valid": False, "issues_found": ["The wrong column."]}
    prompts: tuple[Prompt[Any], ...] = (
        PlanSteps(asked),
        WriteCode(asked, NEEDED, FOUND, "Group by department."),
        FixCode(asked, FAILED, "Not right: use the median", NEEDED, FOUND, ""),
        EvaluateCode(asked, program, (MEANS,), ("A mean is high.",)),
        ExplainResults(asked, (MEANS,), {"R1": "A1"}, None, "It fits.", ("Some cells are missing.",), (), None),
        UnderstandQuestion(asked),
        FormulateRequirements(asked, ("No mood.",), NEEDED, "Ask for less."),
        SelectColumns(asked, NEEDED, ""),
        ProfileData(asked, NEEDED, "", ""),
        CheckAlignment(asked, NEEDED, FOUND, (MISSING,), 1),
        EvaluateResults(asked, NEEDED, program, True, (MEANS,), None, ("A mean is high.",)),
        PlanRemediation(asked, evaluation, program, None, NEEDED, FOUND, 1),
        ExplainLimitation(asked, NEEDED, ALIGNED),
    )
    return {prompt.template: prompt for prompt in prompts}
