"""The workflows by name. A new workflow is one file, one entry, and its words in `phrases`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from langgraph.graph import StateGraph

from agent.context import TurnContext
from agent.nodes.hand_over import TO
from agent.state import AgentState
from agent.workflows import guided_study, plan_code_explain, react, scientist, tool_agent
from languages.catalogue import Catalogue

PHRASES = Catalogue(Path(__file__).parent / "phrases")


@dataclass(frozen=True)
class Workflow:
    """How to answer: how to add it to the conversation's graph, and where its words for people are: its title, a
    sentence about it, and what each of its nodes does.
    """

    name: str
    add_to: Callable[[StateGraph[AgentState, TurnContext], str], str]
    hands_over: tuple[str, str] | None = None  # the node that does, and the workflow that goes on
    phrases: Catalogue = PHRASES


@dataclass(frozen=True)
class WorkflowChoice:
    """A way to answer, for people: `name` goes into `ask`, `description` is one sentence."""

    name: str
    title: str
    description: str


def choices_of(workflows: Mapping[str, Workflow], language: str | None = None) -> list[WorkflowChoice]:
    """The workflows as people choose among them. `language`: None for the one that is told."""
    return [
        WorkflowChoice(
            one.name, one.phrases.say(f"title.{one.name}", language), one.phrases.say(f"about.{one.name}", language)
        )
        for one in workflows.values()
    ]


def step_words(node: str, language: str | None = None) -> str:
    """What a node does, in words; "" for one that is none of a workflow's. A turn that is handed over has nodes of two
    workflows.
    """
    catalogues = dict.fromkeys(workflow.phrases for workflow in WORKFLOWS.values())
    told = (phrases.say_if_known(f"step.{node}", "", language) for phrases in catalogues)
    return next(filter(None, told), "")


DEFAULT = "react"
WORKFLOWS: Mapping[str, Workflow] = {
    workflow.name: workflow
    for workflow in (
        Workflow(DEFAULT, react.add_to, (react.HANDS_OVER, TO)),
        Workflow("plan_code_explain", plan_code_explain.add_to),
        Workflow("scientist", scientist.add_to),
        Workflow("tool_agent", tool_agent.add_to, (tool_agent.HANDS_OVER, TO)),
        Workflow("guided_study", guided_study.add_to),
    )
}
