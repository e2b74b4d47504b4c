"""Seed 003's helper deltas: they add to what accumulates, and say nothing else."""

from typing import Any

import pytest

from agent.contract import validate_delta
from agent.nodes.review.audit import add_critique, add_tool_call, add_trace, together


def test_a_trace_line_is_for_the_audit_and_for_the_person() -> None:
    delta: Any = add_trace("critic", "Critic: one", "Critic: two")
    assert [(entry["node"], entry["text"]) for entry in delta["trace"]] == [
        ("critic", "Critic: one"), ("critic", "Critic: two"),
    ]  # fmt: skip
    assert [line["step_text"] for line in delta["reasoning"]] == ["Critic: one", "Critic: two"]
    assert set(delta) == {"trace", "reasoning"}


def test_a_tool_call_holds_arguments_result_and_error() -> None:
    delta: Any = add_tool_call("count_values", {"column": "level"}, None, "It broke.")
    (call,) = delta["tool_calls"]
    assert (call["tool_name"], call["arguments"], call["result"], call["error"]) == (
        "count_values", {"column": "level"}, None, "It broke.",
    )  # fmt: skip


@pytest.mark.parametrize(("score", "passed"), [(0.8, True), (0.79, False), (1.0, True), (0.0, False)])
def test_an_answer_passes_at_eight_tenths(score: float, passed: bool) -> None:
    delta: Any = add_critique(score, "So it is.", None if passed else "query_agent")
    assert delta["critique"]["passed"] is passed
    assert delta["critique_history"] == [delta["critique"]]


def test_deltas_together_join_what_accumulates() -> None:
    one = together(add_trace("router", "a"), {"next_agent": "x"}, add_trace("router", "b"), {"next_agent": "y"})
    assert [entry["text"] for entry in one["trace"]] == ["a", "b"]  # type: ignore[attr-defined]
    assert one["next_agent"] == "y"
    assert validate_delta("router", one) == one
