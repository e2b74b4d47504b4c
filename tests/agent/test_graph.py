"""The conversation's graph: route_turn -> one workflow -> settle, over plain checkpoints."""

from dataclasses import dataclass
from typing import Any

import pytest
from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig

from agent.context import ArtifactStore, TurnContext
from agent.errors import ContractError
from agent.graph import build_graph, chosen_workflow, memory_checkpointer
from agent.reasoning.prompts import Decision, WriteReport
from agent.service import ReportChoice
from agent.state import AgentState
from agent.workflows.catalogue import DEFAULT, WORKFLOWS, choices_of, step_words
from registry.store import DatasetStore
from tests.agent.scripted import STAFF, Script, Step, act, by_department, reading, salary, service_of


def test_every_workflow_is_entered_from_route_turn_and_left_to_settle() -> None:
    drawn = build_graph(memory_checkpointer()).get_graph()
    edges = {(edge.source, edge.target) for edge in drawn.edges}
    assert {("__start__", "route_turn"), ("route_turn", "reason"), ("settle", "__end__")} <= edges
    leaving = {source for source, target in edges if target == "settle"}
    assert {"reason", "explain", "report", "code_explain", "code_error", "science_explain"} <= leaving
    assert ("hand_over", "code_plan") in edges
    assert {"supervisor", "data_discovery", "data_prep", "synthesizer"} <= leaving
    assert not [edge for edge in edges if edge[1] == "__end__" and edge[0] != "settle"]


def test_the_default_workflow_is_in_the_catalogue_and_all_have_words() -> None:
    assert DEFAULT in WORKFLOWS
    assert all(workflow.name == name for name, workflow in WORKFLOWS.items())
    for language in ("en", "de", "ja"):
        assert all(one.title and one.description for one in choices_of(WORKFLOWS, language))


def test_each_node_of_a_workflow_has_words() -> None:
    house_keeping = {"__start__", "__end__", "route_turn", "settle", "commands"}
    nodes = {*build_graph(memory_checkpointer()).get_graph().nodes} - house_keeping
    assert {node for node in nodes if not step_words(node, "de")} == set()


def test_an_unknown_workflow_is_no_silent_default() -> None:
    assert chosen_workflow({"next_agent": "react"}) == "react"
    with pytest.raises(ContractError, match="'guess'"):
        chosen_workflow({"next_agent": "guess"})


@dataclass
class Foreign:
    """A type that checkpoints must not revive."""

    value: int


def test_checkpoints_revive_plain_data_only() -> None:
    serde = memory_checkpointer().serde
    assert serde.loads_typed(serde.dumps_typed({"a": [1, 2.5, None, "x"]})) == {"a": [1, 2.5, None, "x"]}
    assert not isinstance(serde.loads_typed(serde.dumps_typed(Foreign(1))), Foreign)


def test_graphs_of_one_process_share_their_nodes_and_no_checkpoint() -> None:
    one, other = build_graph(memory_checkpointer()), build_graph(memory_checkpointer())
    thread: RunnableConfig = {"configurable": {"thread_id": "c1"}}
    one.update_state(thread, {"question": "Mean?"}, as_node="settle")
    assert one.get_state(thread).values["question"] == "Mean?"
    assert other.get_state(thread).values == {}
    assert one.nodes["reason"] is other.nodes["reason"]


def test_a_failure_in_the_very_first_step_is_recorded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    service, conversation, _ = service_of(act(reading("mean", salary())))

    def broken(runtime: object) -> object:
        raise RuntimeError("no profiles")

    with monkeypatch.context() as patched:
        patched.setattr("agent.nodes.route_turn.profiles", broken)
        assert service.ask(conversation, "Mean?")["status"] == "error"
    assert service.ask(conversation, "Mean?")["status"] == "answered"
    assert [turn["turn_id"] for turn in service.turns(conversation)] == ["T1", "T2"]


def test_a_turn_leaves_the_report_of_seed_002() -> None:
    store = DatasetStore()
    store.add("c1", "staff.csv", STAFF)
    script = Script(
        [act(reading("mean", salary(), assumptions=("Each row is one person.",)))], ["It is {S1.salary_mean}."]
    )
    context = TurnContext("c1", store, ArtifactStore(), script)
    given: AgentState = {"question": "Mean salary?", "workflow": "react", "messages": [HumanMessage("Mean salary?")]}
    state = build_graph(memory_checkpointer()).invoke(given, {"configurable": {"thread_id": "c1"}}, context=context)
    report = state["final_report_md"]
    assert "What was found" in report and "It is **4,240**[^1]" in report  # the conclusion
    assert "| 4,240 |" in report and "From all 5 rows" in report  # the evidence
    assert "rows['salary'].mean()" in report  # how to get it again
    assert "Each row is one person." in report
    assert state["messages"][-1].content == "It is 4,240."


def test_the_report_of_a_turn_is_of_that_turn_and_of_all_when_it_is_asked_for() -> None:
    store = DatasetStore()
    store.add("c1", "staff.csv", STAFF)
    finalize = Decision(next_action="finalize", rationale="A report.", wants_report=True)
    steps: list[Step] = [act(reading("mean", salary())), act(reading("median", salary("median"))), finalize]
    script = Script(steps, ["It is {S1.salary_mean}.", "It is {S1.salary_median}."])
    graph, context = build_graph(memory_checkpointer()), TurnContext("c1", store, ArtifactStore(), script)

    def report_after(question: str, turn_id: str) -> str:
        given: AgentState = {"question": question, "workflow": "react", "turn_id": turn_id}
        state = graph.invoke(given, {"configurable": {"thread_id": "c1"}}, context=context)
        return str(state["final_report_md"])

    first = report_after("The first question?", "T1")
    second = report_after("The second question?", "T2")
    assert "The first question" in first
    assert "The second question" in second and "The first question" not in second
    assert [len(prompt.turns) for prompt in script.asked(WriteReport)] == [1, 1]
    whole = report_after("Write a report", "T3")
    assert "The first question" in whole and "The second question" in whole


def test_the_report_of_the_state_is_the_one_that_its_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    finalize = Decision(next_action="finalize", rationale="A report.", wants_report=True)
    steps: list[Step] = [act(reading("mean", salary())), act(reading("r", by_department())), finalize]
    service, conversation, _ = service_of(*steps, narration=["It is {S1.salary_mean}.", "By department."])
    reports: list[object] = []
    graph, invoke = service._graph, service._graph.invoke

    def watched(*given: Any, **more: Any) -> object:
        reached = invoke(*given, **more)
        reports.append(reached["final_report_md"])
        return reached

    monkeypatch.setattr(graph, "invoke", watched)
    for question in ("Mean salary?", "By department?"):
        service.ask(conversation, question)
    service.choose_report(conversation, ReportChoice(title="Salaries", left_out=frozenset({"data"})))
    service.ask(conversation, "Write a report")
    shown = service.report_preview(conversation)
    assert shown is not None and shown.markdown.startswith("# Salaries\n")
    assert reports[-1] == shown.markdown
