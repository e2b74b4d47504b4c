"""Deltas that add to what accumulates: the trace, the tool calls, the critiques (seed 003, section 1)."""

import time
from collections.abc import Mapping
from typing import cast

from langgraph.types import Overwrite
from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.nodes.words import say
from agent.review_state import AgentName, CritiqueResult, ToolCall
from agent.state import AgentState, ReasoningLine, TraceEntry
from languages.catalogue import in_language

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


# ----------------------------------------------------------------
# The best of the answers that the critic judged: kept while others are tried, shown when no iteration is left.


_OWN = (
    "answer", "answer_template", "interpretation", "assumptions", "caveats", "next_questions", "readings",
    "chosen_reading", "observations", "final_report_md",
)  # fmt: skip
"""The keys that make an answer what it is."""


def with_best(state: AgentState, critique: CritiqueResult) -> NodeDelta:
    """Keeps the answer that was just judged, unless one before it is better. Of equal ones the last is kept."""
    best = state.get("best_answer")
    if best is not None and score_of(best) > critique["score"]:
        return {}
    kept: dict[str, JsonValue] = {key: state[key] for key in _OWN if key in state}  # type: ignore[literal-required]
    return {"best_answer": {**kept, "critique": cast(dict[str, JsonValue], critique)}}


def score_of(best: Mapping[str, JsonValue]) -> float:
    """The critic's score of a kept answer."""
    return cast(CritiqueResult, best["critique"])["score"]


def best_instead(state: AgentState, critique: CritiqueResult | None) -> NodeDelta:
    """The best answer in place of the one that stands, with its critique; {} when that one is as good."""
    best = state.get("best_answer")
    if best is None or critique is None or score_of(best) <= critique["score"]:
        return {}
    line = say("trace.best", score=in_language(f"{score_of(best):.2f}"))
    return together(shown_again(best), add_trace("critic", line))


def shown_again(best: Mapping[str, JsonValue]) -> NodeDelta:
    """The keys that make a kept answer the one that stands."""
    own: NodeDelta = {key: Overwrite(value) if key == "observations" else value for key, value in best.items()}
    return {**own, "status": "answered", "last_error": None}
