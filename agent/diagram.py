"""The diagram of a workflow whose routers answer in words of their own, placed in a graph."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

from langgraph.graph import END, START, StateGraph

from agent.context import TurnContext
from agent.contract import NodeFunction, as_node
from agent.state import AgentState


@dataclass(frozen=True)
class Diagram:
    """Nodes; routes from a node, as its router and where each answer of it leads; edges. END is the way out."""

    entry: str
    nodes: Mapping[str, NodeFunction[TurnContext]]
    routes: Mapping[str, tuple[object, Mapping[str, str]]]
    edges: tuple[tuple[str, str], ...]

    def add_to(self, graph: StateGraph[AgentState, TurnContext], leave: str, prefix: str) -> str:
        """Adds nodes and edges to a graph, with a mark before the names, since others may have the same. `leave` is
        the node that follows. Returns the first node.
        """

        def place(name: str) -> str:
            return leave if name == END else prefix + name

        for name, function in self.nodes.items():
            graph.add_node(place(name), as_node(place(name), function))
        for source, (router, targets) in self.routes.items():
            paths: dict[Hashable, str] = {answer: place(target) for answer, target in targets.items()}
            graph.add_conditional_edges(place(source), router, paths)  # type: ignore[arg-type]
        for source, target in self.edges:
            graph.add_edge(place(source), place(target))
        return place(self.entry)

    def alone(self) -> StateGraph[AgentState, TurnContext]:
        """The workflow alone, from START to END."""
        graph = StateGraph(AgentState, context_schema=TurnContext)
        graph.add_edge(START, self.add_to(graph, END, prefix=""))
        return graph
