"""Deltas that add to what accumulates: the trace, the tool calls, the critiques (seed 003, section 1)."""

import time
from collections.abc import Mapping

from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.review_state import AgentName, CritiqueResult, ToolCall
from agent.state import ReasoningLine, TraceEntry

PASSING_SCORE = 0.8


def add_trace(node: str, *messages: str) -> NodeDelta:
    """Lines for the audit trail, in order; they are what the person reads of the step, too."""
    entries = [
        TraceEntry(node=node, started=time.time(), seconds=0.0, text=message, specs=[], error=None)
        for message in messages
    ]
    return {"trace": entries, "reasoning": [ReasoningLine(step_name=node, step_text=text) for text in messages]}


def add_tool_call(
    tool_name: str,
    arguments: Mapping[str, JsonValue],
    result: dict[str, JsonValue] | None = None,
    error: str | None = None,
    *,
    artifact_ids: list[str] | None = None,
    seconds: float = 0.0,
) -> NodeDelta:
    """A tool that ran, with its result or its error."""
    call = ToolCall(
        tool_name=tool_name,
        arguments=dict(arguments),
        result=result,
        error=error,
        artifact_ids=artifact_ids or [],
        seconds=seconds,
    )
    return {"tool_calls": [call]}


def add_critique(
    score: float,
    critique: str,
    reroute_to: AgentName | None = None,
    *,
    findings: list[str] | None = None,
    says: str = "",
    judged: bool = True,
) -> NodeDelta:
    """A judgement: the latest one, and one more in the history."""
    result = CritiqueResult(
        score=score,
        critique=critique,
        reroute_to=reroute_to,
        passed=score >= PASSING_SCORE,
        findings=findings or [],
        says=says,
    )
    if not judged:
        result["judged"] = False
    return {"critique": result, "critique_history": [result]}


def was_judged(critique: CritiqueResult) -> bool:
    """Whether a mind judged the answer, and the score is its."""
    return critique.get("judged", True)


def together(*deltas: Mapping[str, object]) -> NodeDelta:
    """The deltas as one: plain lists of what accumulates are joined, of anything else the last one holds."""
    joined: NodeDelta = {}
    for delta in deltas:
        for key, value in delta.items():
            before = joined.get(key)
            both = key in _JOINED and isinstance(before, list) and isinstance(value, list)
            joined[key] = [*before, *value] if both else value  # type: ignore[misc]  # both are lists
    return joined


_JOINED = frozenset({"trace", "reasoning", "logs", "tool_calls", "critique_history", "messages"})
