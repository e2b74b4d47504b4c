"""react, the default ("Ask"): reason -> act -> reason ... -> report. Source: seed 002.

START -> reason
reason -> END           ask: the turn ends with a question, the next turn goes on
reason -> act           act
reason -> out_of_scope  out_of_scope
reason -> explain       explain: a concept, nothing to compute
reason -> report        finalize
reason -> hand_over     hand_over: the vocabulary cannot express it; on to the workflow with generated code
act -> reason, out_of_scope -> reason, explain -> END, report -> END, hand_over -> END (alone) or the other workflow
"""

from collections.abc import Hashable, Mapping

from langgraph.graph import END, START, StateGraph

from agent.context import TurnContext
from agent.contract import NodeFunction, as_node
from agent.errors import ContractError
from agent.nodes.act import act
from agent.nodes.code.declined import out_of_scope
from agent.nodes.explain import explain
from agent.nodes.hand_over import hand_over
from agent.nodes.reason import reason
from agent.nodes.report import report
from agent.state import AgentState, NextAction

ENTRY = "reason"
HANDS_OVER = "hand_over"
"""The node after which another workflow goes on; whoever adds this workflow to a graph draws that edge."""
NODES: Mapping[str, NodeFunction[TurnContext]] = {
    "reason": reason,
    "act": act,
    "out_of_scope": out_of_scope,
    "explain": explain,
    "report": report,
    HANDS_OVER: hand_over,
}
ROUTES: Mapping[NextAction, str] = {
    "ask": END,
    "act": "act",
    "out_of_scope": "out_of_scope",
    "explain": "explain",
    "finalize": "report",
    "hand_over": HANDS_OVER,
}
EDGES: tuple[tuple[str, str], ...] = (
    ("act", "reason"),
    ("out_of_scope", "reason"),
    ("explain", END),
    ("report", END),
)


def route_after_reason(state: AgentState) -> NextAction:
    """Where reason's decision leads."""
    action = state.get("next_action")
    if action is None:
        raise ContractError("Node reason decided nothing.", f"Set next_action to one of {', '.join(ROUTES)}.")
    return action


def add_to(graph: StateGraph[AgentState, TurnContext], leave: str) -> str:
    """Adds the workflow's nodes and edges to a graph; `leave` is the node that follows. Returns the first node."""
    for name, function in NODES.items():
        graph.add_node(name, as_node(name, function))
    targets: dict[Hashable, str] = {action: leave if target == END else target for action, target in ROUTES.items()}
    graph.add_conditional_edges("reason", route_after_reason, targets)
    for source, target in EDGES:
        graph.add_edge(source, leave if target == END else target)
    return ENTRY


def build() -> StateGraph[AgentState, TurnContext]:
    """The workflow alone, from START to END."""
    graph = StateGraph(AgentState, context_schema=TurnContext)
    graph.add_edge(START, add_to(graph, END))
    graph.add_edge(HANDS_OVER, END)
    return graph
