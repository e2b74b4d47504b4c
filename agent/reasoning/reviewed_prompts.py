"""Prompts of the reviewed workflow: what kind of question, which tools, how good is the answer (seed 003)."""

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, Field, JsonValue

from agent.reasoning.prompts import Prompt, ReadQuestion, Reply
from agent.review_state import AgentName, HistoryEntry, QueryType
from agent.specs.reading import Comparison
from agent.state import Artifact, NextAction
from registry.profile import DatasetProfile

# ---------------------------------------------------------------- classify


class Classification(Reply):
    """What kind of question it is: figures and rows, statistics, or what stands out."""

    query_type: QueryType
    rationale: str


@dataclass(frozen=True)
class ClassifyQuestion(Prompt[Classification]):
    """Who should plan the answer: the query, the statistical or the insight agent?"""

    template: ClassVar[str] = "classify_question"
    answer: ClassVar[type[BaseModel]] = Classification

    asked: ReadQuestion


# ---------------------------------------------------------------- plan


class PlannedCall(Reply):
    """A tool and its arguments."""

    tool_name: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)


class ToolReading(Reply):
    """One meaning of the question, as tool calls. The first call is the answer; further ones support it.

    `headline` names its number by the calls' specs: `{S1.salary_mean}`, S1 being the first spec of the first call.
    """

    reading_id: str = "r1"
    label: str = Field(description="Short words that tell this reading from the others.")
    interpretation: str = ""
    calls: list[PlannedCall] = Field(min_length=1)
    headline: str = ""
    compare: Comparison = "values"
    assumptions: list[str] = Field(default_factory=list)


class ToolPlan(Reply):
    """What to do with a question: tool calls for one to three readings, or why not."""

    next_action: NextAction
    rationale: str
    readings: list[ToolReading] = Field(default_factory=list, max_length=3)
    clarifying_questions: list[str] = Field(default_factory=list)
    choices: list[str] = Field(default_factory=list)
    missing_columns: list[str] = Field(default_factory=list)
    assumptions: list[str] = Field(default_factory=list)
    question_if_different: str = ""
    wants_report: bool = False
    remember: list[dict[str, JsonValue]] = Field(default_factory=list)


@dataclass(frozen=True)
class PlanTools(Prompt[ToolPlan]):
    """Which tools answer the question? Figures come from tools, never from memory.

    `guidance` is what the critic said of the answers before, `feedback` what the person said when a plan was refused.
    `followup` are the words that would mend the plan, as a follow-up to it.
    """

    template: ClassVar[str] = "plan_tools"
    answer: ClassVar[type[BaseModel]] = ToolPlan

    asked: ReadQuestion
    agent: AgentName
    tools: tuple[str, ...]
    guidance: tuple[str, ...] = ()
    feedback: tuple[str, ...] = ()
    followup: ReadQuestion | None = None
    conversation: tuple[HistoryEntry, ...] = ()


# ---------------------------------------------------------------- critique


class Opinion(Reply):
    """How good an answer is, and who should try again if it is not good enough. Not `judged`: only what can be checked
    without a mind was looked at, and the score says no more than that.
    """

    score: float = Field(ge=0, le=1)
    critique: str
    judged: bool = True
    reroute_to: AgentName | None = None
    says: str = Field(default="", description="Words that would mend it, as a follow-up: use the median instead.")


@dataclass(frozen=True)
class CritiqueAnswer(Prompt[Opinion]):
    """Does the answer answer the question? Its figures have been checked; judge what was computed and said."""

    template: ClassVar[str] = "critique_answer"
    answer: ClassVar[type[BaseModel]] = Opinion

    question: str
    answer_text: str
    interpretation: str
    assumptions: tuple[str, ...]
    artifacts: tuple[Artifact, ...]  # tables as previews, with the specs that made them
    datasets: tuple[DatasetProfile, ...]
    findings: tuple[str, ...]  # what the checks found, too little to fail it
    feedback: tuple[str, ...] = ()
