"""Reviewed by the server's own tool calling: calls are read and checked as the plan that they mean, or JSON is."""

import json
from typing import Any

import pytest

from agent.model_settings import ModelSettings
from agent.reasoning.chat.connection.exchange import ModelTurn
from agent.reasoning.chat.language.tool_offers import as_plan_text, tool_offers
from agent.reasoning.chat.reasoner import ChatReasoner
from agent.reasoning.chat.replies import UnusableError
from agent.reasoning.chat.tokens import estimated_tokens
from agent.service import AnalystService
from agent.state import TurnRecord
from agent.tools.catalogue import TOOL_EXECUTORS
from tests.agent.scripted import STAFF
from tests.protocol_server import ProtocolServer, scripted

QUESTION = "average salary by department"
ARGUMENTS = {"label": "mean salary", "column": "salary", "operation": "mean", "group_by": "department"}


def calls(*made: tuple[str, Any]) -> str:
    return json.dumps({"tool_calls": [{"name": name, "arguments": arguments} for name, arguments in made]})


GOOD = calls(("aggregate_data", ARGUMENTS))
AS_JSON = json.dumps(
    {
        "next_action": "act",
        "readings": [{"label": "highest", "calls": [{"tool_name": "aggregate_data", "arguments": {
            "column": "salary", "operation": "max",
        }}]}],
    }
)  # fmt: skip
REPLIES: dict[str, str | list[str]] = {
    "classify_question": '{"query_type": "query", "rationale": "A figure."}',
    "plan_tools": GOOD,
    "narrate_answer": "It is {S1[#1].salary_mean} in {S1[#1].department}.",
    "critique_answer": '{"faults": [], "score": 0.95}',
    "write_report": '{"title": "Pay", "conclusion": "See below."}',
}


def reviewed(server: ProtocolServer, settings: ModelSettings, *, uses_tools: bool = True, **replies: Any) -> TurnRecord:
    server.brain = scripted({**REPLIES, **replies})
    service = AnalystService(reasoner=ChatReasoner(ModelTurn(settings, uses_tools=uses_tools)))
    conversation = service.start_conversation("owner")
    service.datasets.add(conversation, "staff.csv", STAFF)
    return service.ask(conversation, QUESTION, workflow="tool_agent")


def offered(server: ProtocolServer) -> list[bool]:
    return ["tools" in request.body for request in server.asked("plan_tools")]


# ---------------------------------------------------------------- over the protocol


def test_a_call_of_the_server_is_the_plan(server: ProtocolServer, settings: ModelSettings) -> None:
    turn = reviewed(server, settings)
    assert turn["status"] == "answered" and turn["interpretation"] == "Mean salary."
    (call,) = turn["tool_calls"]
    assert (call["tool_name"], call["arguments"]["group_by"]) == ("aggregate_data", "department")
    (request,) = server.asked("plan_tools")
    assert next(tool["function"]["name"] for tool in request.body["tools"]) == "calculate_correlation"
    assert "response_format" not in request.body
    assert all("tools" not in one.body for one in server.received if one.purpose != "plan_tools")


def test_without_it_nothing_is_offered_and_json_is_read(server: ProtocolServer, settings: ModelSettings) -> None:
    told = "{S1.salary_max}."
    turn = reviewed(server, settings, uses_tools=False, plan_tools=AS_JSON, narrate_answer=told)
    assert turn["answer"]["text"] == "6,000." and not any(offered(server))


def test_json_is_read_where_tools_are_offered_too(server: ProtocolServer, settings: ModelSettings) -> None:
    turn = reviewed(server, settings, plan_tools=AS_JSON, narrate_answer="{S1.salary_max}.")
    assert turn["answer"]["text"] == "6,000." and all(offered(server))


def test_a_server_that_rejects_tools_is_asked_for_json(server: ProtocolServer, settings: ModelSettings) -> None:
    server.misbehave(always="rejects_tools")
    turn = reviewed(server, settings, plan_tools=AS_JSON, narrate_answer="{S1.salary_max}.")
    assert turn["answer"]["text"] == "6,000."
    first, *others = offered(server)
    assert first and others and not any(others)
    assert "response_format" in server.asked("plan_tools")[1].body


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (("aggregate_data", '{"column": "sal'), "no JSON object"),
        (("run_shell", {"command": "ls"}), "no tool"),
        (("aggregate_data", {**ARGUMENTS, "column": "galaxy"}), "galaxy"),
        (("aggregate_data", {**ARGUMENTS, "operation": "average"}), "operation"),
    ],
)
def test_a_call_that_does_not_fit_is_sent_back_with_the_reason(
    server: ProtocolServer, settings: ModelSettings, bad: tuple[str, Any], why: str
) -> None:
    turn = reviewed(server, settings, plan_tools=[calls(bad), GOOD])
    assert turn["status"] == "answered"
    assert why in server.asked("plan_tools")[1].body["messages"][-1]["content"]


# ---------------------------------------------------------------- what is offered and read


def test_every_function_is_a_tool_and_all_together_stay_short() -> None:
    functions: list[Any] = [tool["function"] for tool in tool_offers(False)]
    assert {function["name"] for function in functions} <= set(TOOL_EXECUTORS)
    assert all("label" in function["parameters"]["properties"] for function in functions)
    assert estimated_tokens(json.dumps(functions)) < 8_000
    assert "dataset_id" not in json.dumps(functions) and "dataset_id" in json.dumps(tool_offers(True))


def test_several_calls_are_one_reading_with_the_first_label() -> None:
    plan = json.loads(
        as_plan_text(calls(("aggregate_data", ARGUMENTS), ("draw_bar", {"label": "", "x": "department"})))
    )
    assert plan["readings"][0]["label"] == "mean salary"
    assert [call["tool_name"] for call in plan["readings"][0]["calls"]] == ["aggregate_data", "draw_bar"]


def test_other_replies_stay_as_they_are() -> None:
    assert as_plan_text(AS_JSON) == AS_JSON
    with pytest.raises(UnusableError):
        as_plan_text('{"tool_calls": []}')
