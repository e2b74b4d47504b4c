"""Prompts of the Scientist workflow (seed 000, nodes 0 to 5a and the explanation of a limitation)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic import BaseModel, Field, JsonValue

from agent.reasoning.code_prompts import AboutQuestion
from agent.reasoning.prompts import Explanation, Reply
from agent.state import Artifact

Recommendation = Literal[
    "proceed", "proceed_with_caveats", "revise_requirements", "revise_data_understanding", "cannot_proceed"
]
Verdict = Literal["accept", "code_error", "wrong_approach", "data_issue"]
RemediationAction = Literal["rewrite_code", "revise_requirements", "reexamine_data"]
MOST_DETAILED = 40
"""Columns that may be profiled in detail."""


class Understanding(Reply):
    """Node 0: data work, or an explanation only?"""

    needs_data_work: bool
    reasoning: str


@dataclass(frozen=True)
class UnderstandQuestion(AboutQuestion[Understanding]):
    """Does the question need the data, or is it about an idea?"""

    template: ClassVar[str] = "understand_question"
    answer: ClassVar[type[BaseModel]] = Understanding


class Requirements(Reply):
    """Node 1B: what answering takes."""

    variables_needed: list[str]
    constraints: list[str] = Field(default_factory=list)
    analysis_type: str
    success_criteria: str
    reasoning: str


@dataclass(frozen=True)
class FormulateRequirements(AboutQuestion[Requirements]):
    """Which columns, of what quality, which analysis, and what output would answer the question?"""

    template: ClassVar[str] = "formulate_requirements"
    answer: ClassVar[type[BaseModel]] = Requirements

    gaps: tuple[str, ...] = ()  # that the alignment check found in the last requirements
    previous: dict[str, JsonValue] | None = None
    guidance: str = ""  # of the remediation plan


class ColumnSelection(Reply):
    """Node 2, step 2: columns worth a detailed profile."""

    columns: list[str] = Field(max_length=MOST_DETAILED)


@dataclass(frozen=True)
class SelectColumns(AboutQuestion[ColumnSelection]):
    """Choose columns for detailed profiling from the compact overview of all of them."""

    template: ClassVar[str] = "select_columns"
    answer: ClassVar[type[BaseModel]] = ColumnSelection

    requirements: dict[str, JsonValue]
    compact: str


class DataProfile(Reply):
    """Node 2: what there is of what is needed."""

    available_columns: list[str]
    missing_columns: list[str] = Field(default_factory=list)
    data_quality: dict[str, str] = Field(default_factory=dict)
    limitations: list[str] = Field(default_factory=list)
    is_suitable: bool
    reasoning: str


@dataclass(frozen=True)
class ProfileData(AboutQuestion[DataProfile]):
    """Judge the data by a detailed profile of the columns, with the compact overview of all where there are many."""

    template: ClassVar[str] = "profile_data"
    answer: ClassVar[type[BaseModel]] = DataProfile

    requirements: dict[str, JsonValue]
    detailed: str
    compact: str  # "" when every column is in `detailed`
    guidance: str = ""


class Alignment(Reply):
    """Node 3: can these data satisfy the requirements? Caveats may hold references to the profile's table."""

    aligned: bool
    gaps: list[str] = Field(default_factory=list)
    caveats: list[str] = Field(default_factory=list)
    recommendation: Recommendation
    reasoning: str


@dataclass(frozen=True)
class CheckAlignment(AboutQuestion[Alignment]):
    """Proceed, proceed with caveats, revise, or say that it cannot be done."""

    template: ClassVar[str] = "check_alignment"
    answer: ClassVar[type[BaseModel]] = Alignment

    requirements: dict[str, JsonValue]
    data_profile: dict[str, JsonValue]
    missingness: tuple[Artifact, ...]  # a table (column, missing, missing_pct, rows) a data set
    iterations: int


class Evaluation(Reply):
    """Node 5: is the result right and sensible?"""

    is_valid: bool
    issues_found: list[str] = Field(default_factory=list)
    confidence: float = Field(ge=0, le=1)
    recommendation: Verdict
    reasoning: str


@dataclass(frozen=True)
class EvaluateResults(AboutQuestion[Evaluation]):
    """Judge plausibility, methodology and completeness. `findings` are what deterministic checks found."""

    template: ClassVar[str] = "evaluate_results"
    answer: ClassVar[type[BaseModel]] = Evaluation

    requirements: dict[str, JsonValue]
    code: str
    execution_success: bool
    artifacts: tuple[Artifact, ...]
    error: str | None
    findings: tuple[str, ...]


class Remediation(Reply):
    """Node 5a: the root cause, and where to go back to with which instructions."""

    root_cause: str
    action: RemediationAction
    guidance: str
    reasoning: str


@dataclass(frozen=True)
class PlanRemediation(AboutQuestion[Remediation]):
    """Find the root cause and plan the remedy."""

    template: ClassVar[str] = "plan_remediation"
    answer: ClassVar[type[BaseModel]] = Remediation

    evaluation: dict[str, JsonValue]
    code: str
    error: str | None
    requirements: dict[str, JsonValue]
    data_profile: dict[str, JsonValue]
    total_remediations: int
    previous: dict[str, JsonValue] | None = None  # the remedy before, which did not do


@dataclass(frozen=True)
class ExplainLimitation(AboutQuestion[Explanation]):
    """Node 1A after the alignment check: what is missing, and what can be done instead."""

    template: ClassVar[str] = "explain_limitation"
    answer: ClassVar[type[BaseModel]] = Explanation

    requirements: dict[str, JsonValue]
    alignment: dict[str, JsonValue]
