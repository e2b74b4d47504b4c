"""What the state of the reviewed workflow is made of: tools that run, judgements, corrections (seed 003)."""

import operator
from typing import Annotated, Literal, NotRequired

from pydantic import JsonValue
from typing_extensions import TypedDict

AgentName = Literal["query_agent", "statistical_agent", "insight_agent"]
QueryType = Literal["query", "statistical", "insight"]
ReviewStatus = Literal["planning", "awaiting_approval", "tool_executed", "tool_failed", "interpreted", "completed"]


class ToolRequest(TypedDict):
    """A tool that is to run. `reading_id` is the reading that it belongs to."""

    tool_name: str
    arguments: dict[str, JsonValue]
    reading_id: str


class ToolCall(TypedDict):
    """A tool that ran: what came of it, or why nothing did."""

    tool_name: str
    arguments: dict[str, JsonValue]
    result: dict[str, JsonValue] | None
    error: str | None
    artifact_ids: list[str]
    seconds: float


class CritiqueResult(TypedDict):
    """What the critic made of an answer. `says` are words that would mend it, read like a follow-up."""

    score: float  # 0 to 1
    critique: str
    reroute_to: AgentName | None
    passed: bool  # at 0.8 or more
    judged: NotRequired[bool]  # False: no mind judged the answer, and the score is that of the checks alone
    findings: list[str]
    says: str


class Correction(TypedDict):
    """Why the next plan has to be another one."""

    source: Literal["critic", "person"]
    text: str
    says: str


class HistoryEntry(TypedDict):
    """One thing said in the conversation. Keys other than role and content: langgraph makes messages of those."""

    speaker: Literal["user", "assistant"]
    text: str


class ReviewKeys(TypedDict, total=False):
    """The keys of the reviewed workflow in the state; all are of one turn."""

    query_type: QueryType | None
    planning_agent: AgentName
    tool_calls: Annotated[list[ToolCall], operator.add]
    critique_history: Annotated[list[CritiqueResult], operator.add]
    critique: CritiqueResult | None
    best_answer: dict[str, JsonValue] | None  # of those that did not pass: the keys of the answer, with its critique
    pending_tool: ToolRequest | None
    planned_tools: list[ToolRequest]  # what runs after the pending one
    tool_result: dict[str, JsonValue] | None
    correction: Correction | None
    iteration_count: int
    max_iterations: int
    review_status: ReviewStatus
