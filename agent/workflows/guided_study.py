"""guided_study ("Study"): a supervised study of what drives an outcome, with checkpoints. Source: seed 004.

START -> supervisor
supervisor -> data_discovery | data_prep | analysts (side by side) | synthesizer | critique | reporting | qa_agent | END
data_discovery, data_prep, synthesizer -> END at a checkpoint (the next turn goes on), else supervisor
analysts -> friction -> synthesizer; critique -> reporting; reporting -> supervisor, qa_agent -> supervisor
"""

from collections.abc import Hashable, Mapping

from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

from agent.context import TurnContext
from agent.contract import NodeFunction, as_node
from agent.errors import ContractError
from agent.nodes.study.discovery import data_discovery
from agent.nodes.study.facts import LENSES
from agent.nodes.study.friction import analyst, friction
from agent.nodes.study.prep import data_prep
from agent.nodes.study.reporting import qa_agent, reporting
from agent.nodes.study.supervisor import END as DONE
from agent.nodes.study.supervisor import supervisor
from agent.nodes.study.synthesis import critique, synthesizer
from agent.state import AgentState

ENTRY = "supervisor"
ANALYSTS: Mapping[str, NodeFunction[TurnContext]] = {f"analyst_{lens}": analyst(lens) for lens in LENSES}
NODES: Mapping[str, NodeFunction[TurnContext]] = {
    ENTRY: supervisor,
    "data_discovery": data_discovery,
    "data_prep": data_prep,
    **ANALYSTS,
    "friction": friction,
    "synthesizer": synthesizer,
    "critique": critique,
    "reporting": reporting,
    "qa_agent": qa_agent,
}
STEPS = ("data_discovery", "data_prep", "synthesizer", "critique", "reporting", "qa_agent")
"""Where the supervisor leads, besides the analysts of `friction` and the end."""
DECISIONS = ("data_discovery", "data_prep", "synthesizer")
"""The nodes that may ask the person; no other does."""
EDGES: tuple[tuple[str, str], ...] = (
    *((name, "friction") for name in ANALYSTS),
    ("friction", "synthesizer"),
    ("critique", "reporting"),
    ("reporting", ENTRY),
    ("qa_agent", ENTRY),
)
SENT = ("study", "question", "conversation_id", "turn_id")
"""What an analyst is given of the state."""


def route_after_supervisor(state: AgentState) -> str | list[Send]:
    """The step that the supervisor chose; for `friction` all analysts at once."""
    step = state.get("next_agent", "")
    if step == "friction":
        given = {key: value for key, value in state.items() if key in SENT}
        return [Send(name, given) for name in ANALYSTS]
    if step != DONE and step not in STEPS:
        raise ContractError(f"The supervisor chose {step!r}.", f"Use friction, {DONE} or one of {', '.join(STEPS)}.")
    return step


def route_after_decision(state: AgentState) -> str:
    """A checkpoint ends the turn; without one the supervisor goes on."""
    return DONE if state.get("requires_user_input") else ENTRY


def add_to(graph: StateGraph[AgentState, TurnContext], leave: str) -> str:
    """Adds the workflow's nodes and edges to a graph; `leave` is the node that follows. Returns the first node."""
    for name, function in NODES.items():
        graph.add_node(name, as_node(name, function))
    onward: dict[Hashable, str] = {**{name: name for name in (*STEPS, *ANALYSTS)}, DONE: leave}
    graph.add_conditional_edges(ENTRY, route_after_supervisor, onward)
    for name in DECISIONS:
        graph.add_conditional_edges(name, route_after_decision, {DONE: leave, ENTRY: ENTRY})
    for source, target in EDGES:
        graph.add_edge(source, target)
    return ENTRY


def build() -> StateGraph[AgentState, TurnContext]:
    """The workflow alone, from START to END."""
    graph = StateGraph(AgentState, context_schema=TurnContext)
    graph.add_edge(START, add_to(graph, END))
    return graph
