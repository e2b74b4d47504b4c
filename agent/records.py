"""What a turn leaves for people: what waits for them, its plan, its steps, its answer with citations, its record.

Names are those of seeds 002 and 004. All of it is plain data: JSON types and nothing else.
"""

from typing import Literal, NotRequired

from pydantic import JsonValue
from typing_extensions import TypedDict  # pydantic asks for it before Python 3.12

from agent.artifacts import Cell, RowsMade, RowsOf
from agent.review_state import CritiqueResult, ToolCall
from registry.receipt import JudgementKind

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
    refused: NotRequired[str]  # the person's reason, when they refused it


class DoubleCheck(TypedDict):
    """What the analysis vocabulary, computing the same question by itself, said of the code's result. "differs" stands
    beside code that the person changed or chose, which is told all the same.
    """

    outcome: Literal["agrees", "differs", "not_expressible", "not_compared"]
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


class Judged(TypedDict):
    """What reading a file decided of a column that an answer uses, or (`column` "") of the rows of its table."""

    dataset_id: str
    column: str
    kind: JudgementKind
    count: int  # of the cells, or of the rows
    values: list[str]  # some that it is about, as the file writes them


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
    step_ids: NotRequired[list[str]]  # results on the way to the answer; none of them is told as it
    pending: PendingInput | None
    rows_used: int | None
    rows_total: int | None
    rows_made: NotRequired[RowsMade]
    rows_apart: NotRequired[list[RowsOf]]
    reasoning: list[ReasoningLine]
    trace: list[TraceEntry]
    started: float
    seconds: float
    judged: NotRequired[list["Judged"]]  # what reading the files decided that its numbers depend on
    data_versions: NotRequired[dict[str, int]]  # of the data sets that its results come from, by id
    # of turns that computed a reading in the vocabulary
    reading: NotRequired[dict[str, JsonValue]]  # the one that was answered, as `agent.specs.reading` has it
    kept: NotRequired[list[str]]  # pointers into `reading`: parts taken over from the answer before
    changes: NotRequired[str]  # the turn whose reading was changed by hand; "" for one built by hand from nothing
    # of turns beside the questions
    command: NotRequired[str]  # what was ordered instead of asked: "help", "undo", ...
    undoes: NotRequired[str]  # the turn that was taken back
    set_aside: NotRequired[PendingInput]  # was open when this turn asked something else
    takes_up: NotRequired[str]  # the checkpoint id of the question that is open again
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
