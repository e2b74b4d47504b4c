"""The workflows by name. A new workflow is one file and one entry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from langgraph.graph import StateGraph

from agent.context import TurnContext
from agent.state import AgentState
from agent.workflows import react, tool_agent


@dataclass(frozen=True)
class Workflow:
    """How to answer: its title for people, how to add it to the conversation's graph, its nodes in words."""

    name: str
    title: str
    description: str
    add_to: Callable[[StateGraph[AgentState, TurnContext], str], str]
    progress: Mapping[str, str]


DEFAULT = "react"
WORKFLOWS: Mapping[str, Workflow] = {
    workflow.name: workflow
    for workflow in (
        Workflow(
            DEFAULT, "Ask", "Answers questions about your data, and asks back when it matters.", react.add_to,
            react.PROGRESS,
        ),
        Workflow(
            "tool_agent", "Reviewed", "Plans tools, runs them, and has a critic judge every answer before you see it.",
            tool_agent.add_to, tool_agent.PROGRESS,
        ),
    )
}  # fmt: skip
