"""Seed 004's contract of nodes: deltas only, control apart from payload, no stale prompts, fixed status words."""

from typing import Literal, cast, get_args

import numpy as np
import pytest
from langchain_core.messages import AIMessage, RemoveMessage
from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from agent.contract import CONTROL, PAYLOAD, NodeDelta, as_node, validate_delta
from agent.errors import ContractError
from agent.state import AgentState, PendingInput, TaskStatus

STATE = cast(AgentState, {"checkpoint_message": "old", "checkpoint_prompt": "old?", "requires_user_input": True})


def run(delta: NodeDelta, name: str = "worker", control: Literal["own", "carried"] = "own") -> NodeDelta:
    def function(state: AgentState, runtime: Runtime[None]) -> NodeDelta:
        return delta

    return as_node(name, function, control=control)(STATE, Runtime(context=None))


def pending() -> PendingInput:
    return PendingInput(
        kind="clarify", checkpoint_id="c1", message="Two readings.", prompt="Which?", options=[], context={}
    )


@pytest.mark.parametrize(
    ("delta", "names"),
    [
        ({"answr": "x"}, "'answr'"),
        ({"act_count": "3"}, "'act_count'"),
        ({"act_count": np.int64(3)}, "'act_count'"),
        ({"next_action": "dance"}, "'next_action'"),
        ({"status": "done"}, "'status'"),
        ({"artifacts": [{"artifact_id": "A1"}]}, "'artifacts'"),
        ({"reasoning": [{"step_name": "a", "step_text": "b", "more": 1}]}, "'reasoning'"),
        ({"reasoning": Overwrite([{"step_name": "a"}])}, "'reasoning'"),
        ({"messages": [12]}, "'messages'"),
        ({"choices": {"value": np.float64(1.5)}}, "'choices'"),
        ({"plan_tasks": [{"id": "1", "title": "t", "status": "finished"}]}, "'plan_tasks'"),
        (
            {"plan_tasks": [{"id": "1", "title": "t", "status": "done",
                             "sub_agents": [{"id": "f1", "title": "", "status": "ok"}]}]},
            "'plan_tasks'",
        ),
        ({"requires_user_input": True}, "pending_input"),
    ],
)  # fmt: skip
def test_a_wrong_delta_is_an_error_that_names_node_and_key(delta: NodeDelta, names: str) -> None:
    with pytest.raises(ContractError, match=names) as caught:
        run(delta)
    assert "worker" in caught.value.message


def test_a_node_has_to_return_a_dict() -> None:
    with pytest.raises(ContractError, match="NoneType"):
        validate_delta("worker", cast(NodeDelta, None))


def test_values_pass_through_unchanged() -> None:
    message = AIMessage("hello")
    delta = validate_delta("worker", {"messages": [message], "act_count": 2, "logs": Overwrite([])})
    assert delta["messages"] == [message]
    assert isinstance(delta["logs"], Overwrite)


def test_a_node_may_take_messages_out() -> None:
    message = RemoveMessage(id="m1")
    assert validate_delta("route_turn", {"messages": [message]})["messages"] == [message]


def test_a_node_that_needs_no_input_clears_every_stale_prompt() -> None:
    delta = run({"act_count": 1})
    assert delta["requires_user_input"] is False
    assert (delta["open_checkpoint_id"], delta["checkpoint_message"], delta["checkpoint_prompt"]) == ("", "", "")


def test_a_node_that_asks_says_so_with_prompt_and_id() -> None:
    delta = run({"pending_input": pending()})
    assert delta["requires_user_input"] is True
    assert delta["open_checkpoint_id"] == "c1"
    assert (delta["checkpoint_message"], delta["checkpoint_prompt"]) == ("Two readings.", "Which?")


def test_a_bookkeeping_node_leaves_control_alone() -> None:
    delta = run({"logs": ["x"]}, "settle", control="carried")
    assert "requires_user_input" not in delta
    assert "checkpoint_prompt" not in delta


def test_every_node_leaves_a_trace_a_reasoning_line_and_its_name() -> None:
    spec: dict[str, object] = {"op": "missingness"}
    delta = run({"last_error": "no such column", "readings": [{"specs": [spec, spec]}]}, "act")
    assert delta["last_completed_node"] == "act"
    assert delta["reasoning"] == [{"step_name": "act", "step_text": "act done"}]
    (entry,) = cast(AgentState, delta)["trace"]
    assert entry["node"] == "act" and entry["error"] == "no such column"
    assert entry["specs"] == [spec]
    assert entry["seconds"] >= 0


def test_a_reset_of_the_trace_starts_it_with_this_node() -> None:
    trace = run({"trace": Overwrite([])}, "route_turn")["trace"]
    assert isinstance(trace, Overwrite)
    assert [entry["node"] for entry in trace.value] == ["route_turn"]


def test_control_and_payload_share_no_key_and_cover_the_state() -> None:
    assert not CONTROL & PAYLOAD
    assert set(AgentState.__annotations__) == CONTROL | PAYLOAD
    assert {"requires_user_input", "next_agent", "next_action", "open_checkpoint_id"} <= CONTROL
    assert {"reasoning", "plan_tasks", "artifacts", "messages"} <= PAYLOAD


def test_task_status_is_one_of_four_words() -> None:
    assert get_args(TaskStatus) == ("todo", "in_progress", "done", "blocked")
