"""A workflow with other node names: its turns carry all that a page needs, in the contract's keys alone."""

import uuid
from collections.abc import Iterator

import pytest
from langgraph.graph import StateGraph

from agent.analysis.tables import ResultColumn, TableDraft, artifact
from agent.context import TurnContext
from agent.contract import NodeDelta, as_node
from agent.nodes.known import TurnRuntime
from agent.service import AnalystService, PickedOption, ProgressEvent
from agent.state import AgentState, Ledger, PendingInput, PendingOption, PlanTask, ReasoningLine, SubAgent, TurnRecord
from agent.workflows import catalogue
from agent.workflows.catalogue import Workflow

DATA = b"kind,weight\nbrick,2\nroof,3\n"


def foundation(_: AgentState, __: TurnRuntime) -> NodeDelta:
    pending = PendingInput(
        kind="checkpoint",
        checkpoint_id=uuid.uuid4().hex,
        message="The ground is level.",
        prompt="Build the walls?",
        options=[PendingOption(option_id="accept", label="Build", number="", says="Build them")],
        context={"workflow": "house", "controls": []},
    )
    walls = PlanTask(id="b", title="Walls", status="todo", sub_agents=[SubAgent(id="w1", title="East", status="todo")])
    return {
        "pending_input": pending,
        "status": "asked",
        "plan_tasks": [PlanTask(id="a", title="Ground", status="done"), walls],
        "plan_steps_total": 2,
        "plan_steps_completed": 1,
        "reasoning": [ReasoningLine(step_name="Digger", step_text="The ground is level.")],
    }


def masonry(_: AgentState, runtime: TurnRuntime) -> NodeDelta:
    draft = TableDraft("Bricks", (ResultColumn("kind"), ResultColumn("weight", "integer")), [["brick", 2]], ("kind",))
    ledger = Ledger(dataset="house.csv", rows_total=2, steps=[], rows_used=1, notes=[])
    kept = runtime.context.artifacts.add(runtime.context.conversation_id, artifact(draft, {}, ledger, ["d1"], "main"))
    return {
        "status": "answered",
        "shown_artifact_ids": [kept["artifact_id"]],
        "plan_tasks": [
            PlanTask(id="a", title="Ground", status="done"),
            PlanTask(id="b", title="Walls", status="done"),
        ],
        "plan_steps_total": 2,
        "plan_steps_completed": 2,
        "reasoning": [ReasoningLine(step_name="Mason", step_text="Two walls stand.")],
    }


def add_house(graph: StateGraph[AgentState, TurnContext], leave: str) -> str:
    graph.add_node("site", as_node("site", lambda _, __: {}))
    graph.add_node("foundation", as_node("foundation", foundation))
    graph.add_node("masonry", as_node("masonry", masonry))
    graph.add_conditional_edges(
        "site",
        lambda state: "masonry" if state.get("previous_pending") else "foundation",
        {"masonry": "masonry", "foundation": "foundation"},
    )
    graph.add_edge("foundation", leave)
    graph.add_edge("masonry", leave)
    return "site"


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Iterator[AnalystService]:
    words = {"site": "Looking around", "foundation": "Digging", "masonry": "Laying bricks"}
    more = Workflow("house", "House", "Builds a house.", add_house, words)
    workflows = {**catalogue.WORKFLOWS, "house": more}
    for place in ("agent.graph.WORKFLOWS", "agent.service.WORKFLOWS"):
        monkeypatch.setattr(place, workflows)
    monkeypatch.setattr("agent.turns.PROGRESS", {**catalogue.PROGRESS, **words})
    yield AnalystService()


def test_plan_progress_checkpoint_and_artifacts_are_in_the_record(house: AnalystService) -> None:
    conversation = house.start_conversation("me")
    house.datasets.add(conversation, "house.csv", DATA)
    events: list[ProgressEvent] = []
    asked = house.ask(conversation, "Build me a house", workflow="house", on_event=events.append)
    assert [(task["title"], task["status"]) for task in asked["plan_tasks"]] == [("Ground", "done"), ("Walls", "todo")]
    assert asked["plan_tasks"][1]["sub_agents"][0]["title"] == "East"
    assert (asked["plan_steps_completed"], asked["plan_steps_total"]) == (1, 2)
    assert [line["step_name"] for line in asked["reasoning"]][-1] == "Digger"
    assert "Digging" in [event.text for event in events]
    pending = house.pending(conversation)
    assert pending is not None and (pending["kind"], pending["prompt"]) == ("checkpoint", "Build the walls?")
    built = house.answer(conversation, PickedOption(pending["checkpoint_id"], "accept"))
    assert [task["status"] for task in built["plan_tasks"]] == ["done", "done"]
    assert house.artifact(conversation, built["artifact_ids"][0])["title"] == "Bricks"
    assert (built["rows_used"], built["rows_total"]) == (1, 2)


def test_words_said_to_its_checkpoint_continue_it(house: AnalystService) -> None:
    conversation = house.start_conversation("me")
    house.datasets.add(conversation, "house.csv", DATA)
    house.ask(conversation, "Build me a house", workflow="house")
    turn: TurnRecord = house.ask(conversation, "yes, build")
    assert turn["workflow"] == "house" and turn["plan_tasks"][1]["status"] == "done"
