"""The conversation's state: small plain data only. Frames, full tables and figures are passed by reference.

Names are those of seeds 002 and 004. Everything here survives msgpack: JSON types and nothing else.
"""

import operator
from collections.abc import Sequence
from typing import Annotated, Any, Literal, TypeVar

from langchain_core.messages import AnyMessage
from langgraph.channels import DeltaChannel, UntrackedValue
from langgraph.graph.message import add_messages
from pydantic import JsonValue
from typing_extensions import TypedDict

from agent.artifacts import CLOCK_FORMATS as CLOCK_FORMATS  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import MISSING_KEY as MISSING_KEY  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import Artifact as Artifact  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import ArtifactKind as ArtifactKind  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import Cell as Cell  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import ClockFormat as ClockFormat  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import ColumnFormat as ColumnFormat  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import Ledger as Ledger  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import LedgerStep as LedgerStep  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import PicturePayload as PicturePayload  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import TablePayload as TablePayload  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import column_cells as column_cells  # noqa: PLC0414 - part of the state's contract
from agent.artifacts import picture_of as picture_of  # noqa: PLC0414 - part of the state's contract
from agent.records import Citation as Citation  # noqa: PLC0414 - part of the state's contract
from agent.records import CitedCell as CitedCell  # noqa: PLC0414 - part of the state's contract
from agent.records import DoubleCheck as DoubleCheck  # noqa: PLC0414 - part of the state's contract
from agent.records import FailedAttempt as FailedAttempt  # noqa: PLC0414 - part of the state's contract
from agent.records import Judged as Judged  # noqa: PLC0414 - part of the state's contract
from agent.records import OutputType as OutputType  # noqa: PLC0414 - part of the state's contract
from agent.records import PendingInput as PendingInput  # noqa: PLC0414 - part of the state's contract
from agent.records import PendingOption as PendingOption  # noqa: PLC0414 - part of the state's contract
from agent.records import PlanTask as PlanTask  # noqa: PLC0414 - part of the state's contract
from agent.records import ReasoningLine as ReasoningLine  # noqa: PLC0414 - part of the state's contract
from agent.records import ResolvedText as ResolvedText  # noqa: PLC0414 - part of the state's contract
from agent.records import SubAgent as SubAgent  # noqa: PLC0414 - part of the state's contract
from agent.records import TaskStatus as TaskStatus  # noqa: PLC0414 - part of the state's contract
from agent.records import TraceEntry as TraceEntry  # noqa: PLC0414 - part of the state's contract
from agent.records import TurnRecord as TurnRecord  # noqa: PLC0414 - part of the state's contract
from agent.records import TurnStatus as TurnStatus  # noqa: PLC0414 - part of the state's contract
from agent.review_state import CritiqueResult as CritiqueResult  # noqa: PLC0414 - part of the state's contract
from agent.review_state import HistoryEntry, ReviewKeys

# ---------------------------------------------------------------- the state

NextAction = Literal["ask", "act", "out_of_scope", "explain", "finalize", "hand_over"]


T = TypeVar("T")


SNAPSHOTS = 40
"""Writes after which a growing list is stored whole, about every twenty turns. Fewer make each turn replay more of
them, more make the store grow with the square of the turns (see the checkpointer benchmark)."""


def append_all(kept: list[T] | None, writes: Sequence[list[T]]) -> list[T]:
    """Reducer of a DeltaChannel: each write is a list of new items."""
    return [*(kept or []), *(item for write in writes for item in write)]


GROWING: DeltaChannel[Any] = DeltaChannel(append_all, snapshot_frequency=SNAPSHOTS)
"""A list that grows over turns is stored linearly, unlike with a plain reducer."""


def latest(_: T, new: T) -> T:
    """Reducer of keys that parallel steps write: the last write stands."""
    return new


class Observation(TypedDict):
    """What executing one reading gave: artifacts by the name of their spec (`S1`, `S2`, and `S1_2` for a second
    table)."""

    reading_id: str
    artifact_ids: dict[str, str]  # "S1" -> "A5", "S1_2" -> "A6"
    error: str | None


class StepTaken(TypedDict):
    """An act of this turn whose result was looked at before the next one was decided."""

    name: str  # "O1", "O2", ... within the turn
    reading: dict[str, JsonValue]
    artifact_ids: dict[str, str]  # as in an Observation


class AgentState(ReviewKeys, total=False):
    """Seed 002's state with seed 004's control keys. Per-turn keys are reset by `route_turn`."""

    # the conversation, kept over turns
    messages: Annotated[Sequence[AnyMessage], add_messages]
    conversation_id: str
    phase: Literal["analysis", "qa"]
    turns: Annotated[list[TurnRecord], GROWING]
    choices: dict[str, JsonValue]  # what the person switched for this turn, and for the answers to what it asks
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
    edited_reading: dict[str, JsonValue] | None  # made by hand: `reading`, `changes` a turn, `question` of that turn
    command: dict[str, JsonValue] | None  # an order instead of a question: its `name` and what it names
    turn_marks: dict[str, JsonValue]  # keys of this turn's record that a node decides
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
    unsure: bool  # the one reading there is was read by a weak reader alone: it is shown and asked about, not told
    evidence: dict[str, dict[str, JsonValue]]  # how probable each reading is, by its id; {} where none is weighed
    looking: bool  # what act was given is only a step: its result goes back to the reasoner
    steps_taken: list[StepTaken]  # in order; without those that became the answer once there is one

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
    conversation_history: Annotated[list[HistoryEntry], GROWING]  # kept over turns
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
