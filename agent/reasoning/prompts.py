"""Typed prompts: fields in, a pydantic answer out. No prompt holds rows; tables come as previews of results.

A prompt is a frozen dataclass. `template` names the file of words for a language model, `answer` the model that its
reply must validate against. The rule reasoner dispatches on the prompt's type.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from agent.reader.trust import Evidence
from agent.specs.parse import Spec
from agent.specs.reading import Reading
from agent.state import Artifact, Ledger, NextAction, PendingInput
from registry.profile import DatasetProfile
from registry.shared_keys import SharedKey
from registry.value_index import ValueMatch

Answer = TypeVar("Answer", bound=BaseModel)
AboutAnswer = Literal["how", "rows", "sure", "judge", "why"]
"""What may be asked of the answer before as a whole."""


class Reply(BaseModel):
    """An answer to a prompt: nothing beyond the named fields."""

    model_config = ConfigDict(extra="forbid")


@dataclass(frozen=True)
class Prompt(Generic[Answer]):
    """A question to a reasoner, answered by one pydantic model."""

    template: ClassVar[str]
    answer: ClassVar[type[BaseModel]]


class Reasoner(Protocol):
    """A mind: rules, a language model, or a test's script. Nodes do not know which.

    `looks`: whether it wants to see what its specs found before it decides what comes next. `programs`: whether it can
    write a program for what no spec can say.
    """

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def looks(self) -> bool:
        """Whether results go back to it until it says that the answer is there."""
        ...

    @property
    def programs(self) -> bool:
        """Whether it writes programs beyond the language of specs."""
        ...

    def decide(self, prompt: Prompt[Answer]) -> Answer:
        """The answer to the prompt, valid by its model."""
        ...


# ---------------------------------------------------------------- reading a question


@dataclass(frozen=True)
class PastTurn:
    """What later questions may refer to. `specs` are those of the reading that was answered, none where there was none;
    `picks` says that the turn took one of the options of the turn before.
    """

    question: str
    status: str
    interpretation: str
    headline: str
    by_program: bool = False
    specs: tuple[Spec, ...] = ()
    picks: bool = False


@dataclass(frozen=True)
class Observed:
    """What an act of this turn found: a reading with its results, tables as previews. `name` is that of the act."""

    name: str  # "O1"
    reading: Reading
    names: dict[str, str]  # "S1" -> "A5"
    artifacts: tuple[Artifact, ...]


def names_on_the_way(steps: Sequence[Observed]) -> dict[str, str]:
    """What results on the way are called where they are cited: "O1" -> "A5", "O1_2" -> "A6"."""
    return {
        step.name + (f"_{place}" if place > 1 else ""): artifact["artifact_id"]
        for step in steps
        for place, artifact in enumerate(step.artifacts, 1)
    }


class Decision(Reply):
    """What to do with a question (seed 002's contract of `reason`)."""

    next_action: NextAction
    rationale: str
    readings: list[Reading] = Field(default_factory=list, max_length=3)
    evidence: dict[str, Evidence] = Field(
        default_factory=dict, description="With act: how probable each reading is, by its id, where that is known."
    )
    unsure: bool = Field(default=False, description="With act: shown with what it gives and asked about, not told.")
    look: bool = Field(default=False, description="With act: only a step; the result comes back before the next one.")
    answer_from: list[str] = Field(
        default_factory=list, description="With finalize: the acts that are the answer; by default the last one."
    )
    clarifying_questions: list[str] = Field(default_factory=list)
    choices: list[str] = Field(default_factory=list, description="With ask: answers the person can pick; plain words.")
    missing_columns: list[str] = Field(default_factory=list, description="What the question needs and the data lack.")
    assumptions: list[str] = Field(default_factory=list)
    question_if_different: str = Field(default="", description="What to ask if the readings give different results.")
    wants_report: bool = False
    remember: list[dict[str, JsonValue]] = Field(default_factory=list)


NOT_OF_PLANS = {"readings", "look", "answer_from", "unsure", "evidence"}
"""Fields of a decision that a plan of tool calls has not, or has in another form."""


@dataclass(frozen=True)
class ReadQuestion(Prompt[Decision]):
    """What does the person want? One to three readings, or why not."""

    template: ClassVar[str] = "read_question"
    answer: ClassVar[type[BaseModel]] = Decision

    question: str
    datasets: tuple[DatasetProfile, ...]
    value_matches: tuple[ValueMatch, ...] = ()
    shared_keys: tuple[SharedKey, ...] = field(default=(), kw_only=True)  # what could join the data sets; no values
    pending: PendingInput | None = None  # what was asked in the turn before
    remembered: tuple[dict[str, JsonValue], ...] = ()
    history: tuple[PastTurn, ...] = ()
    last_error: str | None = None
    failed: tuple[Reading, ...] = ()  # readings that gave `last_error`
    observed: tuple[Observed, ...] = ()  # what was found for this question so far, oldest first
    acts_left: int = 0  # how often results may come back; 0: nobody looks at them


Read = Callable[[ReadQuestion], Decision]
"""Whoever turns a question into a decision."""


# ---------------------------------------------------------------- telling the answer


@dataclass(frozen=True)
class ReadingResult:
    """A reading with what it gave. `artifacts` are in the order of its specs, tables as previews."""

    reading: Reading
    names: dict[str, str]  # "S1" -> "A5"
    artifacts: tuple[Artifact, ...]
    headline: str  # resolved
    whole: tuple[Artifact, ...] = ()  # the tables whole, for sentences made by rule; no mind is shown them


@dataclass(frozen=True)
class Beside:
    """What figures stand beside: a table of the same figure over all rows, of the period before and its own, a row
    each; or of many groups their total."""

    kind: Literal["all", "before", "total"]
    table: Artifact


class Narration(Reply):
    """Prose with references instead of numbers: `{A2[Engineering].salary_mean}`, `{= A1.a / A1.b | percent}`."""

    text: str
    caveats: list[str] = Field(default_factory=list)
    next_questions: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class NarrateAnswer(Prompt[Narration]):
    """Tell the person the result, number first. All `results` agree (see Reading.compare); the first is the answer."""

    template: ClassVar[str] = "narrate_answer"
    answer: ClassVar[type[BaseModel]] = Narration

    question: str
    results: tuple[ReadingResult, ...]
    datasets: tuple[DatasetProfile, ...]
    ledger: Ledger | None = None
    violations: tuple[str, ...] = ()  # why the text before was sent back
    steps: tuple[Observed, ...] = ()  # what was found on the way; it may be cited, and is not the answer
    beside: Beside | None = None


# ---------------------------------------------------------------- no numbers needed


class Explanation(Reply):
    """A concept in plain words. `text` holds no figure about the data."""

    text: str
    next_questions: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class ExplainConcept(Prompt[Explanation]):
    """Explain an idea (what is a p-value?) without computing anything."""

    template: ClassVar[str] = "explain_concept"
    answer: ClassVar[type[BaseModel]] = Explanation

    question: str
    datasets: tuple[DatasetProfile, ...]


class Refusal(Reply):
    """Why this is out of scope, and what can be done instead, as questions that will work."""

    text: str
    alternatives: list[str]


@dataclass(frozen=True)
class DeclineRequest(Prompt[Refusal]):
    """Say no to a prediction or an outside-world request, with what the data can answer instead."""

    template: ClassVar[str] = "decline_request"
    answer: ClassVar[type[BaseModel]] = Refusal

    question: str
    rationale: str
    datasets: tuple[DatasetProfile, ...]


# ---------------------------------------------------------------- the report and the first suggestions


class ReportDraft(Reply):
    """The words of a report; evidence and reproduction are added from the artifacts. `conclusion` holds references."""

    title: str
    conclusion: str
    caveats: list[str] = Field(default_factory=list)
    next_questions: list[str] = Field(default_factory=list)


@dataclass(frozen=True)
class ReportedTurn:
    """A turn that the report is about, with its answer as it was written (references, not numbers)."""

    question: str
    answer_template: str
    interpretation: str
    artifact_ids: tuple[str, ...]
    assumptions: tuple[str, ...]
    caveats: tuple[str, ...]
    status: Literal["answered", "explained"]


@dataclass(frozen=True)
class WriteReport(Prompt[ReportDraft]):
    """Draw the conclusion of a conversation."""

    template: ClassVar[str] = "write_report"
    answer: ClassVar[type[BaseModel]] = ReportDraft

    turns: tuple[ReportedTurn, ...]
    datasets: tuple[DatasetProfile, ...]


class Suggestions(Reply):
    """Questions that these data can answer, ready to be asked."""

    questions: list[str] = Field(max_length=6)


@dataclass(frozen=True)
class SuggestQuestions(Prompt[Suggestions]):
    """What might a newcomer ask of these data?"""

    template: ClassVar[str] = "suggest_questions"
    answer: ClassVar[type[BaseModel]] = Suggestions

    datasets: tuple[DatasetProfile, ...] = field(default=())
