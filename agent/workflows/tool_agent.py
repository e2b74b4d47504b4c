"""tool_agent ("Reviewed"): agents plan tools, a doer runs them, a critic judges. Source: seed 003.

START -> classifier -> router -> query_agent | statistical_agent | insight_agent
planner -> approve_tools -> tool_agent -> the same planner    a tool is planned, or its result is interpreted
planner -> critic                                             an answer was written
critic -> router                                              below 0.8, at most 3 times
critic -> approve_insights -> finish_review                   insights wait for the person if they are asked to
planner -> explain_concept | decline_request -> finish_review -> END
approve_tools, approve_insights -> router                     rejected with feedback
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import get_args

from langgraph.graph import END, START, StateGraph

from agent.context import TurnContext
from agent.contract import NodeFunction, as_node
from agent.errors import ContractError
from agent.nodes.explain import explain
from agent.nodes.hand_over import hand_over
from agent.nodes.review.approvals import approve_insights, approve_tools
from agent.nodes.review.critic import critic
from agent.nodes.review.finish_review import decline_request, finish_review
from agent.nodes.review.tool_agent import classifier, router, tool_agent
from agent.nodes.review.tool_planner import FINISH, planner
from agent.review_state import AgentName
from agent.state import AgentState

ENTRY = "classifier"
HANDS_OVER = "hand_over_review"
"""The node after which another workflow goes on; whoever adds this workflow to a graph draws that edge."""
PLANNERS: tuple[AgentName, ...] = get_args(AgentName)
NODES: Mapping[str, NodeFunction[TurnContext]] = {
    "classifier": classifier,
    "router": router,
    **{name: planner(name) for name in PLANNERS},
    "approve_tools": approve_tools,
    "tool_agent": tool_agent,
    "critic": critic,
    "approve_insights": approve_insights,
    "explain_concept": explain,
    "decline_request": decline_request,
    HANDS_OVER: hand_over,
}
_AFTER_PLANNING = ("approve_tools", "tool_agent", "critic", "explain_concept", "decline_request", HANDS_OVER, FINISH)
ROUTES: Mapping[str, tuple[str, ...]] = {
    "router": PLANNERS,
    **dict.fromkeys(PLANNERS, _AFTER_PLANNING),
    "approve_tools": ("tool_agent", "router", FINISH),
    "tool_agent": PLANNERS,
    "critic": ("router", "approve_insights", FINISH),
    "approve_insights": ("router", FINISH),
}
"""Where `next_agent` may lead from a node."""
EDGES: tuple[tuple[str, str], ...] = (
    (ENTRY, "router"),
    ("explain_concept", FINISH),
    ("decline_request", FINISH),
)


def route_from(node: str, state: AgentState) -> str:
    """Where a node's `next_agent` leads. ContractError when it may not go there."""
    wanted = state.get("next_agent", "")
    if wanted not in ROUTES[node]:
        raise ContractError(f"Node {node} leads to {wanted!r}.", f"Use one of {', '.join(ROUTES[node])}.")
    return wanted


def add_to(graph: StateGraph[AgentState, TurnContext], leave: str) -> str:
    """Adds the workflow's nodes and edges to a graph; `leave` is the node that follows. Returns the first node."""
    for name, function in NODES.items():
        graph.add_node(name, as_node(name, function))
    graph.add_node(FINISH, as_node(FINISH, finish_review, control="carried"))  # what was asked stays asked
    for name, targets in ROUTES.items():
        graph.add_conditional_edges(name, _route(name), {target: target for target in targets})
    for source, target in EDGES:
        graph.add_edge(source, target)
    graph.add_edge(FINISH, leave)
    return ENTRY


def build() -> StateGraph[AgentState, TurnContext]:
    """The workflow alone, from START to END."""
    graph = StateGraph(AgentState, context_schema=TurnContext)
    graph.add_edge(START, add_to(graph, END))
    return graph


def _route(node: str) -> Callable[[AgentState], str]:
    return partial(route_from, node)
