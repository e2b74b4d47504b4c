"""A workflow that nobody knows, with node names of its own: it builds a house."""

import uuid
from pathlib import Path

import pytest
from langgraph.graph import StateGraph

from agent.analysis.frames.tables import ResultColumn, TableDraft, artifact
from agent.context import TurnContext
from agent.contract import NodeDelta, as_node
from agent.nodes.turn_facts import TurnRuntime
from agent.service import AnalystService
from agent.state import AgentState, Ledger, PendingInput, PendingOption, PlanTask, ReasoningLine, SubAgent
from agent.workflows import catalogue
from agent.workflows.catalogue import Workflow
from languages.catalogue import Catalogue

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


def with_house(monkeypatch: pytest.MonkeyPatch) -> AnalystService:
    """A service that can build houses, too."""
    more = Workflow("house", add_house, phrases=Catalogue(Path(__file__).parent / "phrases"))
    workflows = {**catalogue.WORKFLOWS, "house": more}
    for place in ("graph", "service", "sessions.sources", "workflows.catalogue"):
        monkeypatch.setattr(f"agent.{place}.WORKFLOWS", workflows)
    return AnalystService()
