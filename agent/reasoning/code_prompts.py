"""Prompts of the workflows with generated code: plan, code, evaluation, explanation (seeds 001 and 000)."""

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, Field, JsonValue

from agent.reasoning.prompts import Answer, Narration, Prompt, ReadQuestion, Reply
from agent.specs.reading import Reading
from agent.state import Artifact, FailedAttempt
from registry.profile import DatasetProfile


@dataclass(frozen=True)
class AboutQuestion(Prompt[Answer]):
    """A prompt about a question with all that is known around it: data, earlier turns, what was settled."""

    asked: ReadQuestion

    @property
    def question(self) -> str:
        """The person's words."""
        return self.asked.question

    @property
    def datasets(self) -> tuple[DatasetProfile, ...]:
        """The data as reasoning sees them."""
        return self.asked.datasets


# ---------------------------------------------------------------- plan


class StepPlan(Reply):
    """Which steps a question needs. Evaluation needs code."""

    needs_code: bool
    needs_evaluation: bool
    needs_explanation: bool = True
    reasoning: str


@dataclass(frozen=True)
class PlanSteps(AboutQuestion[StepPlan]):
    """Code, evaluation, explanation: what does it take to answer? A concept takes an explanation only."""

    template: ClassVar[str] = "plan_steps"
    answer: ClassVar[type[BaseModel]] = StepPlan


# ---------------------------------------------------------------- code


class CodeDraft(Reply):
    """A program, or why there is none. It reads `datasets[...]` (and `df` when there is one) and leaves its answer in
    `result` (value, text, frame, dict of frames), charts in `fig`, and the number of rows it used in `rows_used`.
    """

    code: str = Field(default="", description="Python only, no markdown.")
    why: str = Field(default="", description="What it computes, in one sentence without numbers.")
    trouble: str = Field(
        default="", description="Why no code could be written, or with code: what of the person's wish it leaves out."
    )
    final: bool = Field(default=False, description="With trouble: another attempt would end the same way.")
    reading: Reading | None = Field(default=None, description="The specs that the code computes, when it was made so.")
    tables: list[str] = Field(default_factory=list, description="With reading: names of the tables in `result`.")
    assumptions: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class EarlierProgram:
    """A program that answered an earlier question of the conversation, and what it left; tables as previews."""

    question: str
    code: str
    artifacts: tuple[Artifact, ...]


@dataclass(frozen=True)
class WriteCode(AboutQuestion[CodeDraft]):
    """Write the program, first attempt. Requirements and profile are there in the Scientist workflow."""

    template: ClassVar[str] = "write_code"
    answer: ClassVar[type[BaseModel]] = CodeDraft

    requirements: dict[str, JsonValue] | None = None
    data_profile: dict[str, JsonValue] | None = None
    guidance: str = ""  # of the remediation plan
    earlier: tuple[EarlierProgram, ...] = ()  # oldest first; the question may continue one of them


@dataclass(frozen=True)
class FixCode(AboutQuestion[CodeDraft]):
    """Correct a program that failed, or that the person refused. `attempts` holds all of them, the last one last."""

    template: ClassVar[str] = "fix_code"
    answer: ClassVar[type[BaseModel]] = CodeDraft

    attempts: tuple[FailedAttempt, ...]
    feedback: str = ""  # the person's words, when they refused the last one
    requirements: dict[str, JsonValue] | None = None
    data_profile: dict[str, JsonValue] | None = None
    guidance: str = ""


# ---------------------------------------------------------------- evaluation and explanation


class CodeEvaluation(Reply):
    """What the output shows, and what is odd about it: prose with references instead of numbers."""

    text: str


@dataclass(frozen=True)
class EvaluateCode(AboutQuestion[CodeEvaluation]):
    """Examine the output of code. `findings` are what deterministic checks found against it."""

    template: ClassVar[str] = "evaluate_code"
    answer: ClassVar[type[BaseModel]] = CodeEvaluation

    code: str
    artifacts: tuple[Artifact, ...]  # tables as previews
    findings: tuple[str, ...]


@dataclass(frozen=True)
class ExplainResults(AboutQuestion[Narration]):
    """Tell the person what came out, caveats first where there are any, or what went wrong and how they can help."""

    template: ClassVar[str] = "explain_results"
    answer: ClassVar[type[BaseModel]] = Narration

    artifacts: tuple[Artifact, ...]  # of the code, tables as previews
    names: dict[str, str]  # with a reading: "S1" -> "A5"
    reading: Reading | None
    evaluation: str  # prose or issues, resolved
    caveats: tuple[str, ...]  # of the data, resolved: they must be told
    attempts: tuple[FailedAttempt, ...]
    error: str | None  # why there is no result
    remediations: int = 0
    exceeded: bool = False  # all remediations are spent
    violations: tuple[str, ...] = ()
