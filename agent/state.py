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

Cell = None | bool | int | float | str  # dates are ISO text

# ---------------------------------------------------------------- artifacts

ArtifactKind = Literal["table", "figure", "text"]
ColumnFormat = Literal["text", "integer", "number", "percent", "p_value", "date"]
"""How a column is shown. A `percent` cell is already in percent: 48.8 is shown as 48.8 %."""


class LedgerStep(TypedDict):
    """What one step did to the rows: "filter", "missing dropped", "join", "duplicates dropped", ..."""

    step: str
    detail: str
    rows_before: int
    rows_after: int


class Ledger(TypedDict):
    """Rows in, rows out with the reason after each step, so that an answer can say "12,431 of 60,000 rows"."""

    dataset: str
    rows_total: int
    steps: list[LedgerStep]
    rows_used: int
    notes: list[str]  # how text was matched, sums computed in floating point, ...


class TablePayload(TypedDict):
    """A result table. In state and on pages `rows` is a preview; `total_rows` says how many there are in all."""

    columns: list[str]
    rows: list[list[Cell]]
    total_rows: int
    key_columns: list[str]  # name a row: `A2[Engineering].salary_mean`
    formats: dict[str, ColumnFormat]
    units: dict[str, str]  # column -> unit, such as "USD" or "%"


class Artifact(TypedDict):
    """A result: a table (TablePayload), a figure (plotly JSON as a dict) or a text (str)."""

    artifact_id: str  # "A1", "A2", ... within the conversation
    kind: ArtifactKind
    title: str
    description: str
    payload: object
    spec: dict[str, JsonValue] | None  # the spec that made it
    code: str | None  # or the code
    ledger: Ledger | None
    dataset_ids: list[str]
    role: Literal["main", "detail"]  # detail: shown folded, never the answer itself


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
    score: NotRequired[float | None]  # 0 to 1, where the workflow scores its answers


# ---------------------------------------------------------------- the state

NextAction = Literal["ask", "act", "out_of_scope", "explain", "finalize"]


T = TypeVar("T")


def append_all(kept: list[T] | None, writes: Sequence[list[T]]) -> list[T]:
    """Reducer of a DeltaChannel: each write is a list of new items."""
    return [*(kept or []), *(item for write in writes for item in write)]


class Observation(TypedDict):
    """What executing one reading gave: artifacts by the name of their spec (`S1`, `S2`, and `S1_2` for a second
    table)."""

    reading_id: str
    artifact_ids: dict[str, str]  # "S1" -> "A5", "S1_2" -> "A6"
    error: str | None


class AgentState(TypedDict, total=False):
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
    requires_user_input: bool
    open_checkpoint_id: str  # seed 004's checkpoint_id; langgraph keeps that name for itself
    checkpoint_message: str
    checkpoint_prompt: str
    last_completed_node: str
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

    # what the person reads
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
