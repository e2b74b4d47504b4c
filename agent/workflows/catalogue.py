"""The workflows by name. A new workflow is one file and one entry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from langgraph.graph import StateGraph

from agent.context import TurnContext
from agent.state import AgentState
from agent.workflows import guided_study, react


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
            "guided_study", "Study", "Studies what drives an outcome, step by step, with your decisions on the way.",
            guided_study.add_to, guided_study.PROGRESS,
        ),
    )
}  # fmt: skip
PROGRESS: Mapping[str, str] = {
    name: words for workflow in WORKFLOWS.values() for name, words in workflow.progress.items()
}
"""All nodes in words: a turn may continue another workflow than the one it was said to."""
