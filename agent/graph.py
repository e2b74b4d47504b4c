"""The conversation's graph: route_turn -> one workflow, or a command -> settle.

The workflows' nodes stand in this one graph rather than in compiled subgraphs: a subgraph that shares keys with
reducers hands the parent's items back, and they would be appended twice.
"""

from collections.abc import Hashable
from functools import cache

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import MemorySaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from agent.context import TurnContext
from agent.contract import as_node
from agent.errors import ContractError
from agent.nodes.commands import commands
from agent.nodes.route_turn import route_turn
from agent.nodes.settle import settle
from agent.state import AgentState
from agent.workflows.catalogue import WORKFLOWS

ROUTE, SETTLE = "route_turn", "settle"
COMMANDS = "commands"
"""Where route_turn leads when something was ordered instead of asked."""
ConversationGraph = CompiledStateGraph[AgentState, TurnContext, AgentState, AgentState]


def build_graph(checkpointer: BaseCheckpointSaver[str]) -> ConversationGraph:
    """The compiled graph. One turn is one `invoke` with the conversation's thread_id."""
    return _compile(tuple(WORKFLOWS)).copy({"checkpointer": checkpointer})


@cache
def _compile(names: tuple[str, ...]) -> ConversationGraph:
    """The graph of these workflows, without a place for its checkpoints, which is all that services differ in.
    Compiling reads annotations and source of every node, which takes longer than a turn.
    """
    graph = StateGraph(AgentState, context_schema=TurnContext)
    graph.add_node(ROUTE, as_node(ROUTE, route_turn))
    graph.add_node(SETTLE, as_node(SETTLE, settle, control="carried"))
    graph.add_edge(START, ROUTE)
    graph.add_node(COMMANDS, as_node(COMMANDS, commands))
    graph.add_edge(COMMANDS, SETTLE)
    workflows = [WORKFLOWS[name] for name in names]
    entries: dict[Hashable, str] = {workflow.name: workflow.add_to(graph, SETTLE) for workflow in workflows}
    graph.add_conditional_edges(ROUTE, chosen_workflow, {**entries, COMMANDS: COMMANDS})
    for workflow in workflows:
        if workflow.hands_over:
            node, other = workflow.hands_over
            graph.add_edge(node, entries[other])
    graph.add_edge(SETTLE, END)
    return graph.compile()


def chosen_workflow(state: AgentState) -> str:
    """The workflow that the person chose; the node of commands where they ordered something."""
    name = state.get("next_agent", "")
    if name not in WORKFLOWS and name != COMMANDS:
        raise ContractError(f"There is no workflow {name!r}.", f"Use one of {', '.join(WORKFLOWS)}.")
    return name


def memory_checkpointer() -> MemorySaver:
    """Checkpoints in memory that restore plain data and messages, and no other type."""
    return MemorySaver(serde=plain_serializer())


def plain_serializer() -> JsonPlusSerializer:
    """Restores plain data and messages, and no other type, whatever a store may hold."""
    return JsonPlusSerializer(allowed_msgpack_modules=None)
