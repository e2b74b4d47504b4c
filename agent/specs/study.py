"""A guided study as plain data: what it is about, what was found, who decided what. Kept over turns."""

from typing import Literal

from pydantic import Field

from agent.specs.base import Condition, Strict
from agent.specs.measures import Grain
from agent.specs.transforms import Transform

LensName = Literal["segments", "time", "relationships", "quality"]
CheckpointStep = Literal["data_discovery", "data_prep", "synthesizer"]
StudyAction = Literal["accept", "skip", "change", "stop", "unclear"]
LOWEST_EASE, USUAL_EASE, HIGHEST_EASE = 1, 3, 5


class LeftOut(Strict):
    """A column that is not looked at, and why."""

    column: str
    why: str
    by_person: bool = False


class StudyScope(Strict):
    """What a study looks at. Every part of it can be changed at a checkpoint."""

    dataset_id: str
    outcome: str = Field(description="The column to be explained: numbers, or two values.")
    outcome_value: str | None = Field(default=None, description="Of two values, the one whose share is explained.")
    columns: list[str] = Field(description="Columns that may drive it.")
    left_out: list[LeftOut] = Field(default_factory=list)
    prepare: list[Transform] = Field(default_factory=list, description="Steps that the filters need.")
    filters: list[Condition] = Field(default_factory=list)
    buckets: int = Field(default=4, ge=2, le=10, description="Buckets of a numeric column, of about equal size.")
    max_groups: int = Field(default=12, ge=2, le=50)
    grain: Grain = "month"
    ease: dict[str, int] = Field(default_factory=dict, description="By column: 1 hard to change, 5 easy.")
    dropped: list[str] = Field(default_factory=list, description="Columns that stay out of the ranking.")
    critique: bool = True


class StudyBucket(Strict):
    """A numeric column cut into buckets: `edges` as in recode_column, `name` the column of buckets."""

    column: str
    name: str
    edges: list[float]


class StudyFinding(Strict):
    """What one analyst found. `text` is a template over the ids in `artifact_ids` (by name: S1, S1_2, ...)."""

    lens: LensName
    agent_id: str
    done: bool
    text: str
    artifact_ids: dict[str, str] = Field(default_factory=dict)


class StudyDecision(Strict):
    """What was decided at a checkpoint, by whom and in which words."""

    step: CheckpointStep
    checkpoint_id: str
    by: Literal["person", "tally"]
    action: StudyAction
    said: str
    changed: list[str] = Field(default_factory=list, description="One line a change.")


class Study(Strict):
    """A study under way, or done."""

    question: str
    scope: StudyScope | None = None
    unattended: bool = Field(default=False, description="The person asked for no more questions.")
    quiet: list[CheckpointStep] = Field(default_factory=list, description="Checkpoints that are not asked again.")
    note: str = Field(default="", description="What the next checkpoint says first.")
    buckets: list[StudyBucket] = Field(default_factory=list)
    findings: list[StudyFinding] = Field(default_factory=list)
    ranking: str = Field(default="", description="Artifact id of the ranked drivers.")
    joint: str = Field(default="", description="Artifact id of what the top drivers explain together, if any.")
    synthesis: str = Field(default="", description="Template.")
    concerns: list[str] = Field(default_factory=list, description="Templates.")
    summary: str = ""
    assumptions: list[str] = Field(default_factory=list)
    decisions: list[StudyDecision] = Field(default_factory=list)

    @property
    def agreed(self) -> StudyScope:
        """The scope. Only steps after discovery may ask for it."""
        if self.scope is None:
            raise LookupError("The study has no scope before data_discovery.")
        return self.scope
