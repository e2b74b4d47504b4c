"""The workflows by name. A new workflow is one file and one entry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from langgraph.graph import StateGraph

from agent.context import TurnContext
from agent.nodes.hand_over import TO
from agent.state import AgentState
from agent.workflows import guided_study, plan_code_explain, react, scientist, tool_agent


@dataclass(frozen=True)
class Workflow:
    """How to answer: its title for people, how to add it to the conversation's graph, its nodes in words."""

    name: str
    title: str
    description: str
    add_to: Callable[[StateGraph[AgentState, TurnContext], str], str]
    progress: Mapping[str, str]
    hands_over: tuple[str, str] | None = None  # the node that does, and the workflow that goes on


@dataclass(frozen=True)
class WorkflowChoice:
    """A way to answer, for people: `name` goes into `ask`, `description` is one sentence."""

    name: str
    title: str
    description: str


def choices_of(workflows: Mapping[str, Workflow]) -> list[WorkflowChoice]:
    """The workflows as people choose among them."""
    return [WorkflowChoice(one.name, one.title, one.description) for one in workflows.values()]


DEFAULT = "react"
WORKFLOWS: Mapping[str, Workflow] = {
    workflow.name: workflow
    for workflow in (
        Workflow(
            DEFAULT, "Ask", "Answers questions about your data, and asks back when it matters.", react.add_to,
            react.PROGRESS, (react.HANDS_OVER, TO),
        ),
        Workflow(
            "plan_code_explain", "Code", "Writes a short program for your question, and runs it in a sandbox.",
            plan_code_explain.add_to, plan_code_explain.PROGRESS,
        ),
        Workflow(
            "scientist", "Scientist", "Works out what is needed, checks the data, writes code, and doubts the result.",
            scientist.add_to, scientist.PROGRESS,
        ),
        Workflow(
            "tool_agent", "Reviewed", "Plans tools, runs them, and has a critic judge every answer before you see it.",
            tool_agent.add_to, tool_agent.PROGRESS, (tool_agent.HANDS_OVER, TO),
        ),
        Workflow(
            "guided_study", "Study", "Studies what drives an outcome, step by step, with your decisions on the way.",
            guided_study.add_to, guided_study.PROGRESS,
        ),
    )
}  # fmt: skip
PROGRESS: Mapping[str, str] = {
    node: words for workflow in WORKFLOWS.values() for node, words in workflow.progress.items()
}
"""What every node does, in words; a turn that is handed over has nodes of two workflows."""
