"""tool_agent, the doer: validates, executes under limits, records. A sample only where a limit asks for it."""

from typing import Any

import pytest
from langgraph.runtime import Runtime

from agent.analysis import limits
from agent.context import ArtifactStore, TurnContext
from agent.errors import ActionLimitError
from agent.nodes.review.tool_agent import tool_agent
from agent.nodes.turn_facts import TurnRuntime
from agent.review_state import ToolRequest
from agent.settings import Settings
from agent.state import AgentState
from registry.store import DatasetStore
from tests.agent.scripted import STAFF, Script
from tests.agent.scripted_review import WORKFLOW, without_model

AGES = b"age,salary,level\n30,100,1\n40,120,2\n50,180,1\n60,150,3\n"


def runtime_over(content: bytes = STAFF, **settings: Any) -> TurnRuntime:
    store = DatasetStore()
    store.add("c1", "table.csv", content)
    return Runtime(context=TurnContext("c1", store, ArtifactStore(), Script([]), Settings(**settings)))


def request(tool_name: str, reading_id: str = "r1", **arguments: Any) -> ToolRequest:
    return ToolRequest(tool_name=tool_name, arguments=arguments, reading_id=reading_id)


def run(runtime: TurnRuntime, *requests: ToolRequest) -> Any:
    state: AgentState = {"pending_tool": requests[0], "planned_tools": list(requests[1:])}
    return tool_agent(state, runtime)


def test_tool_agent_correlation() -> None:
    delta = run(runtime_over(AGES), request("calculate_correlation", threshold=0.7))
    assert delta["tool_result"] is not None
    assert delta["review_status"] == "tool_executed"
    assert len(delta["trace"]) > 0
    assert delta["last_error"] is None


def test_without_a_pending_tool_nothing_runs() -> None:
    delta: Any = tool_agent({}, runtime_over())
    assert delta["review_status"] == "tool_failed"
    assert "no tool" in delta["last_error"]


def test_all_rows_are_used_and_it_is_said() -> None:
    runtime = runtime_over()
    delta = run(runtime, request("aggregate_data", column="salary", operation="mean"))
    assert delta["trace"][1]["text"] == "Tool Agent: Used 5 of 5 rows"
    (made,) = delta["tool_calls"]
    assert made["artifact_ids"] == ["A1"]
    assert runtime.context.artifacts.get("c1", "A1")["spec"]["dataset_id"]  # type: ignore[index]


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (request("aggregate_dat", column="salary"), "aggregate_data"),
        (request("aggregate_data", column="salary", operation="average"), "operation"),
        (request("aggregate_data", column="salry", operation="mean"), "salary"),
        (request("aggregate_data", column="name", operation="mean"), "name"),
    ],
)
def test_a_wrong_call_is_recorded_with_its_reason(wrong: ToolRequest, named: str) -> None:
    delta = run(runtime_over(), wrong)
    (made,) = delta["tool_calls"]
    assert made["result"] is None and named in made["error"]
    assert delta["observations"][0]["error"] == made["error"] == delta["last_error"]
    assert delta["tool_result"] == {"error": made["error"]}


def test_half_a_reading_is_no_answer_and_the_other_reading_stands() -> None:
    delta = run(
        runtime_over(),
        request("aggregate_data", "half", column="salary", operation="mean"),
        request("aggregate_data", "half", column="age", operation="mean"),
        request("count_values", "whole", column="level"),
    )
    half, whole = delta["observations"]
    assert half["artifact_ids"] == {} and half["error"]
    assert list(whole["artifact_ids"]) == ["S1"]
    assert delta["last_error"] is None
    assert delta["tool_result"]["result"] == [
        {"level": "Junior", "count": 3, "share_pct": 60.0}, {"level": "Senior", "count": 2, "share_pct": 40.0},
    ]  # fmt: skip


def test_results_are_named_by_their_spec_over_all_calls_of_a_reading() -> None:
    delta = run(
        runtime_over(), request("analyze_distribution", column="salary"), request("count_values", column="level")
    )
    (observation,) = delta["observations"]
    assert [name for name in observation["artifact_ids"] if "_" not in name] == ["S1", "S2", "S3"]


# ---------------------------------------------------------------- a sample, only beyond the limits, said first


def too_much_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def limited(action: Any, *, seconds: float, megabytes: float, what: str) -> Any:
        calls.append(what)
        if len(calls) == 1:
            raise ActionLimitError(f"{what} took longer than {seconds:g} seconds and was stopped.", "Use less.")
        return limits.run_limited(action, seconds=seconds, megabytes=megabytes, what=what)

    monkeypatch.setattr("agent.nodes.review.tool_agent.run_limited", limited)


MANY = b"department,salary\n" + b"".join(b"%s,%d\n" % (b"AB"[n % 2 : n % 2 + 1], n % 97) for n in range(3000))


def test_beyond_a_limit_a_sample_is_drawn_and_the_ledger_begins_with_all_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    too_much_at_first(monkeypatch)
    runtime = runtime_over(MANY, sample_rows=1000)
    delta = run(runtime, request("aggregate_data", column="salary", operation="mean", group_by="department"))
    assert delta["trace"][1]["text"] == "Tool Agent: Sampled 1,000 rows from 3,000 total for tool execution"
    ledger = runtime.context.artifacts.get("c1", "A1")["ledger"]
    assert ledger and (ledger["rows_total"], ledger["rows_used"]) == (3000, 1000)
    assert ledger["steps"][0] == {
        "step": "sample", "detail": "random, seed 42", "rows_before": 3000, "rows_after": 1000,
    }  # fmt: skip


def test_the_same_sample_is_drawn_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    results = []
    for _ in range(2):
        too_much_at_first(monkeypatch)
        delta = run(runtime_over(MANY, sample_rows=500), request("aggregate_data", column="salary", operation="mean"))
        results.append(delta["tool_result"])
    assert results[0] == results[1]


def test_small_data_beyond_a_limit_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    too_much_at_first(monkeypatch)
    delta = run(runtime_over(), request("aggregate_data", column="salary", operation="mean"))
    assert "took longer" in delta["last_error"]


def test_an_answer_from_a_sample_says_so_first(monkeypatch: pytest.MonkeyPatch) -> None:
    too_much_at_first(monkeypatch)
    service, conversation = without_model(Settings(sample_rows=1000), content=MANY)
    turn = service.ask(conversation, "average salary by department", workflow=WORKFLOW)
    assert turn["status"] == "answered"
    assert turn["answer"]["text"].startswith(
        "This was computed from a random sample of 1,000 of 3,000 rows (seed 42), for all of them go beyond a limit"
    )
    for citation in turn["answer"]["citations"]:
        assert turn["answer"]["text"][citation["start"] : citation["end"]] == citation["display"]
        assert citation["verified"]
    assert turn["critique"]["passed"]
