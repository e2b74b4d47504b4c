"""The prompts of a guided study: what to look at, what the person changed, what was found, what a question asks."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pydantic import BaseModel, Field

from agent.reasoning.prompts import Prompt, Reply
from agent.specs.study import CheckpointStep, LensName, StudyAction, StudyScope
from agent.state import Artifact
from registry.profile import DatasetProfile
from registry.shared_keys import SharedKey
from registry.value_index import ValueMatch

# ---------------------------------------------------------------- what to look at


class StudyPlan(Reply):
    """The scope of a study; None when the data have nothing that could be explained, and `rationale` says why."""

    scope: StudyScope | None
    rationale: str
    assumptions: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class PlanStudy(Prompt[StudyPlan]):
    """Which outcome shall be explained, by which columns, over which rows?"""

    template: ClassVar[str] = "plan_study"
    answer: ClassVar[type[BaseModel]] = StudyPlan

    question: str
    datasets: tuple[DatasetProfile, ...]
    value_matches: tuple[ValueMatch, ...] = ()
    shared_keys: tuple[SharedKey, ...] = ()


# ---------------------------------------------------------------- what the person said at a checkpoint


class StudyChange(Reply):
    """What the person's words mean. `scope` is the whole scope with the change made, with action "change" only."""

    action: StudyAction
    scope: StudyScope | None = None
    go_on: bool = Field(default=False, description="With change: the person also said to go on.")
    changed: list[str] = Field(default_factory=list, description="One line a change, for the person.")
    unclear: str = Field(default="", description="With unclear: what was not understood, and what can be said.")


@dataclass(frozen=True)
class ReadStudyChange(Prompt[StudyChange]):
    """Accept, skip, stop, or change the scope?"""

    template: ClassVar[str] = "read_study_change"
    answer: ClassVar[type[BaseModel]] = StudyChange

    words: str
    step: CheckpointStep
    scope: StudyScope
    datasets: tuple[DatasetProfile, ...]
    value_matches: tuple[ValueMatch, ...] = ()


# ---------------------------------------------------------------- telling what was found

StudyPart = Literal["segments", "time", "relationships", "quality", "synthesis", "critique", "summary"]


class StudyText(Reply):
    """Prose with references instead of numbers; `lines` are single sentences, such as concerns, in the same way."""

    text: str
    lines: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class TellStudy(Prompt[StudyText]):
    """Tell one part of a study. `artifacts` by the name that references use."""

    template: ClassVar[str] = "tell_study"
    answer: ClassVar[type[BaseModel]] = StudyText

    part: StudyPart
    scope: StudyScope
    artifacts: Mapping[str, Artifact]
    findings: Mapping[LensName, str] = field(default_factory=dict)  # what the analysts said
    violations: tuple[str, ...] = ()


# ---------------------------------------------------------------- after the study


class StudyAnswer(Reply):
    """An answer from the study's results. Not `found`: they do not tell, and `text` says what can be done."""

    text: str
    found: bool
    artifact_ids: list[str] = Field(default_factory=list, description="Results that the answer shows.")
    new_study: bool = Field(default=False, description="The person wants another study, not an answer.")


@dataclass(frozen=True)
class AnswerFromStudy(Prompt[StudyAnswer]):
    """Answer a question about a study that is done, from its results alone."""

    template: ClassVar[str] = "answer_from_study"
    answer: ClassVar[type[BaseModel]] = StudyAnswer

    question: str
    scope: StudyScope
    artifacts: Mapping[str, Artifact]  # by id
    ranking: str  # artifact id
    findings: Mapping[LensName, str]  # templates over artifact ids
    concerns: tuple[str, ...]
    decisions: tuple[str, ...]
    datasets: tuple[DatasetProfile, ...] = ()
    violations: tuple[str, ...] = ()
