"""The conversation's state: small plain data only. Frames, full tables and figures are passed by reference.

Names are those of seeds 002 and 004. Everything here survives msgpack: JSON types and nothing else.
"""

import operator
from collections.abc import Sequence
from typing import (
    Annotated,
    Literal,
    NotRequired,  # pydantic asks for these before Python 3.12
    TypeVar,
)

from langchain_core.messages import AnyMessage
from langgraph.channels import DeltaChannel, UntrackedValue
from langgraph.graph.message import add_messages
from pydantic import JsonValue
from typing_extensions import TypedDict

from agent.artifacts import MISSING_KEY as MISSING_KEY  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import Artifact as Artifact  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import ArtifactKind as ArtifactKind  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import Cell as Cell  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import ColumnFormat as ColumnFormat  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import Ledger as Ledger  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import LedgerStep as LedgerStep  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import TablePayload as TablePayload  # noqa: PLC0414 - part of the state's contract
from agent.review_state import CritiqueResult, HistoryEntry, ReviewKeys, ToolCall

# ---------------------------------------------------------------- what waits for the person


class PendingOption(TypedDict):
    """One choice. `number` is what choosing it would give, shown beside the label."""

    option_id: str
    label: str
    number: str
    says: str  # the words that picking it stands for


class PendingInput(TypedDict):
    """One shape for all that waits for the person (DESIGN section 3)."""

    kind: Literal["clarify", "approve", "checkpoint"]
    checkpoint_id: str
    message: str
    prompt: str
    options: list[PendingOption]
    context: dict[str, JsonValue]


# ---------------------------------------------------------------- progress

TaskStatus = Literal["todo", "in_progress", "done", "blocked"]


class SubAgent(TypedDict):
    """A part of a task that runs beside others."""

    id: str
    title: str
    status: TaskStatus


class PlanTask(TypedDict):
    """One line of the plan."""

    id: str
    title: str
    status: TaskStatus
    sub_agents: NotRequired[list[SubAgent]]


class ReasoningLine(TypedDict):
    """One line of what a node did, for people."""

    step_name: str
    step_text: str
    verbose: NotRequired[str]


class TraceEntry(TypedDict):
    """One node run, for the activity page."""

    node: str
    started: float  # seconds since the epoch
    seconds: float
    text: str
    specs: list[dict[str, JsonValue]]
    error: str | None


# ---------------------------------------------------------------- generated code


class FailedAttempt(TypedDict):
    """Code that did not work, was refused by the person, or could not be written, and why."""

    attempt: int  # 1 is the first
    code: str  # "" when none could be written
    error: str


class DoubleCheck(TypedDict):
    """What the analysis vocabulary, computing the same question by itself, said of the code's result."""

    outcome: Literal["agrees", "not_expressible", "not_compared"]
    text: str


OutputType = Literal["visualization", "analysis", "error", "explanation"]

# ---------------------------------------------------------------- answers


class Citation(TypedDict):
    """A number in an answer and where it comes from. `start` and `end` are offsets in the answer's text."""

    start: int
    end: int
    display: str
    verified: bool  # False: written by hand and found in neither question nor artifact
    expression: str  # the reference or arithmetic as written, "" when unverified
    cells: list["CitedCell"]


class CitedCell(TypedDict):
    """One cell that a number was made from."""

    artifact_id: str
    row: str
    column: str
    value: Cell


class ResolvedText(TypedDict):
    """Prose with its references filled in. Plain text with `\\n\\n` paragraphs and `- ` lists; no other markup."""

    text: str
    citations: list[Citation]


TurnStatus = Literal["answered", "asked", "out_of_scope", "missing_column", "explained", "stopped", "error"]


class TurnRecord(TypedDict):
    """One turn as the pages show it and the report cites it."""

    turn_id: str
    workflow: str
    question: str
    status: TurnStatus
    answer: ResolvedText
    answer_template: str  # the answer with references instead of numbers
    interpretation: str  # how the question was read, in a sentence
    assumptions: list[str]
    caveats: list[str]
    next_questions: list[str]
    artifact_ids: list[str]
    pending: PendingInput | None
    rows_used: int | None
    rows_total: int | None
    reasoning: list[ReasoningLine]
    trace: list[TraceEntry]
    started: float
    seconds: float
    # of turns that ran, or wait to run, generated code
    code: NotRequired[str]
    code_edited: NotRequired[bool]  # by the person
    failed_attempts: NotRequired[list[FailedAttempt]]
    double_check: NotRequired[DoubleCheck]
    output_type: NotRequired[OutputType]
    # of turns that follow a plan, so that pages draw it from these alone
    plan_tasks: NotRequired[list[PlanTask]]
    plan_steps_total: NotRequired[int]
    plan_steps_completed: NotRequired[int]
    # of turns that a critic judged
    tool_calls: NotRequired[list[ToolCall]]
    critique: NotRequired[CritiqueResult]
    critique_history: NotRequired[list[CritiqueResult]]  # one for each time an answer was judged
    report_file_path: NotRequired[str]  # names in memory, for `AnalystService.file`
    data_file_path: NotRequired[str]
    score: NotRequired[float | None]  # 0 to 1, where the workflow scores its answers


# ---------------------------------------------------------------- the state

NextAction = Literal["ask", "act", "out_of_scope", "explain", "finalize", "hand_over"]


T = TypeVar("T")


def append_all(kept: list[T] | None, writes: Sequence[list[T]]) -> list[T]:
    """Reducer of a DeltaChannel: each write is a list of new items."""
    return [*(kept or []), *(item for write in writes for item in write)]


def latest(_: T, new: T) -> T:
    """Reducer of keys that parallel steps write: the last write stands."""
    return new


class Observation(TypedDict):
    """What executing one reading gave: artifacts by the name of their spec (`S1`, `S2`, and `S1_2` for a second
    table)."""

    reading_id: str
    artifact_ids: dict[str, str]  # "S1" -> "A5", "S1_2" -> "A6"
    error: str | None


class AgentState(ReviewKeys, total=False):
    """Seed 002's state with seed 004's control keys. Per-turn keys are reset by `route_turn`."""

    # the conversation, kept over turns
    messages: Annotated[Sequence[AnyMessage], add_messages]
    conversation_id: str
    phase: Literal["analysis", "qa"]
    turns: Annotated[list[TurnRecord], DeltaChannel(append_all)]  # grows linearly, unlike a plain reducer
    frame: dict[str, JsonValue] | None  # the last reading, for follow-ups; the reasoner's own shape
    remembered: list[dict[str, JsonValue]]  # decisions of the person that hold from now on
    pending_input: PendingInput | None
    previous_pending: PendingInput | None  # what the turn before asked; this turn may answer it
    # made anew from the turns whenever it is wanted: in checkpoints it would grow with the square of the turns
    final_report_md: Annotated[str | None, UntrackedValue]

    # the turn: what came in
    turn_id: str
    workflow: str
    question: str
    turn_started: float
    picked_option: str | None
    dataset_id: str | None
    dataset_summary: dict[str, JsonValue] | None

    # control
    next_action: NextAction | None
    next_agent: str
    # parallel steps all say that they need no input, so these take several writes
    requires_user_input: Annotated[bool, latest]
    open_checkpoint_id: Annotated[str, latest]  # seed 004's checkpoint_id; langgraph keeps that name for itself
    checkpoint_message: Annotated[str, latest]
    checkpoint_prompt: Annotated[str, latest]
    last_completed_node: Annotated[str, latest]
    status: TurnStatus

    # reason -> act
    rationale: str | None
    clarifying_questions: list[str]
    assumptions: list[str]
    readings: list[dict[str, JsonValue]]
    chosen_reading: str | None
    analysis_spec: dict[str, JsonValue] | None
    plot_spec: dict[str, JsonValue] | None

    # observations
    artifacts: Annotated[list[Artifact], operator.add]  # of this turn, tables as previews
    observations: Annotated[list[Observation], operator.add]  # reading -> artifact ids
    last_error: str | None
    act_count: int

    # generated code: seeds 001 and 000; figures and tables are artifacts, named by their ids
    data_summary: str
    plan: dict[str, JsonValue] | None
    code: str | None
    execution_result: dict[str, JsonValue] | None
    execution_success: bool
    error: str | None
    attempts: int
    failed_attempts: list[FailedAttempt]
    evaluation: dict[str, JsonValue] | str | None
    explanation: str | None
    final_output: dict[str, JsonValue] | None
    needs_data_work: bool
    requirements: dict[str, JsonValue] | None
    data_profile: dict[str, JsonValue] | None
    alignment_check: dict[str, JsonValue] | None
    alignment_iterations: int
    code_attempts: int
    remediation_plan: dict[str, JsonValue] | None
    total_remediations: int
    code_draft: dict[str, JsonValue] | None  # what the code is for, and the reading that it computes
    code_accepted: bool  # by the person, as it stands
    code_edited: bool
    person_said: str  # on a button: "run it", "do not run it: ..."
    code_artifact_ids: dict[str, str]  # "S1" -> "A5", as in an Observation
    double_check: DoubleCheck | None

    # tools and critique: seed 003; the other keys are ReviewKeys
    conversation_history: Annotated[list[HistoryEntry], DeltaChannel(append_all)]  # kept over turns
    # a guided study (seed 004), kept over turns; agent.specs.study has its shape
    study: dict[str, JsonValue] | None
    study_findings: Annotated[list[dict[str, JsonValue]], operator.add]  # of this turn's parallel analysts
    analysis_complete: bool
    critique_enabled: bool
    report_file_path: str
    data_file_path: str

    # what the person reads
    shown_artifact_ids: list[str]  # results of this turn where no reading was executed
    answer: ResolvedText | None
    answer_template: str
    interpretation: str
    caveats: list[str]
    next_questions: list[str]

    # telemetry
    logs: Annotated[list[str], operator.add]
    reasoning: Annotated[list[ReasoningLine], operator.add]
    trace: Annotated[list[TraceEntry], operator.add]
    plan_tasks: list[PlanTask]
    plan_steps_total: int
    plan_steps_completed: int
