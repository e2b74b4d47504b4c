"""scientist ("Scientist"): understand -> requirements -> profile -> align -> code -> evaluate -> remediate -> explain.
Source: seed 000; its node numbers stand in brackets.

START -> understand (0)
understand -> explain_idea (1A)     about an idea
understand -> requirements (1B) -> profile (2) -> align (3)
align -> code (4)                   aligned, or with caveats
align -> requirements | profile     revise, iterations < 2
align -> explain_idea               cannot, or iterations >= 2
code -> approve -> run              the person sees the code first, if they want to; run in the sandbox
code, approve, run -> code          failed or refused, code_attempts < 2
code, approve, run -> evaluate (5)  failed, code_attempts >= 2
run -> double_check -> evaluate
evaluate -> explain (6)             valid, or nothing can change
evaluate -> remediate (5a) -> code | requirements | profile    total_remediations < 3
                 remediate -> explain                          total_remediations >= 3
"""

from collections.abc import Mapping
from functools import partial
from typing import Literal

from langgraph.graph import END, StateGraph

from agent.context import TurnContext
from agent.contract import NodeFunction
from agent.diagram import Diagram
from agent.nodes.code.approve_code import approve_code, ends_without_running
from agent.nodes.code.code_prompting import nothing_can_change
from agent.nodes.code.declined import not_run
from agent.nodes.code.double_check import double_check
from agent.nodes.code.run_code import run_code
from agent.nodes.code.science import check_alignment, formulate_requirements, profile_data, understand
from agent.nodes.code.science_results import (
    MOST_REMEDIATIONS,
    evaluate_results,
    explain_science,
    explain_science_idea,
    plan_remediation,
)
from agent.nodes.code.write_code import write_code
from agent.state import AgentState

ENTRY = "understand"
MAX_ALIGNMENTS, MAX_CODE_ATTEMPTS, MAX_REMEDIATIONS = 2, 2, MOST_REMEDIATIONS
PREFIX = "science_"
"""All workflows stand in one graph, so that names that others have too carry a mark there."""
NODES: Mapping[str, NodeFunction[TurnContext]] = {
    "understand": understand,
    "explain_idea": explain_science_idea,
    "requirements": formulate_requirements,
    "profile": profile_data,
    "align": check_alignment,
    "code": partial(write_code, counter="code_attempts"),
    "approve": partial(approve_code, counter="code_attempts"),
    "run": partial(run_code, counter="code_attempts"),
    "double_check": double_check,
    "evaluate": evaluate_results,
    "remediate": plan_remediation,
    "explain": explain_science,
    "not_run": not_run,
}
EDGES: tuple[tuple[str, str], ...] = (
    ("requirements", "profile"), ("profile", "align"), ("explain_idea", END), ("explain", END), ("not_run", END),
)  # fmt: skip


def route_from_understanding(state: AgentState) -> Literal["explain_idea", "requirements", "leave"]:
    """Node 0."""
    if state.get("requires_user_input"):
        return "leave"
    return "requirements" if state.get("needs_data_work") else "explain_idea"


def route_from_alignment(state: AgentState) -> Literal["code", "explain_idea", "requirements", "profile"]:
    """Node 3."""
    check = state.get("alignment_check") or {}
    recommendation = check.get("recommendation")
    if check.get("aligned") or recommendation == "proceed_with_caveats":
        return "code"
    if state.get("alignment_iterations", 0) >= MAX_ALIGNMENTS or recommendation == "cannot_proceed":
        return "explain_idea"
    return "requirements" if recommendation == "revise_requirements" else "profile"


def route_from_code(state: AgentState) -> Literal["evaluate", "code"]:
    """Node 4, after a run."""
    if state.get("execution_success") or state.get("code_attempts", 0) >= MAX_CODE_ATTEMPTS:
        return "evaluate"
    return "code"


def route_from_evaluation(state: AgentState) -> Literal["explain", "remediate"]:
    """Node 5. Where nothing can change there is nothing to remedy."""
    evaluation = state.get("evaluation")
    valid = isinstance(evaluation, dict) and evaluation.get("is_valid")
    return "explain" if valid or nothing_can_change(state) else "remediate"


def route_from_remediation(state: AgentState) -> Literal["explain", "code", "requirements", "profile"]:
    """Node 5a."""
    if state.get("total_remediations", 0) >= MAX_REMEDIATIONS:
        return "explain"
    action = (state.get("remediation_plan") or {}).get("action")
    if action == "rewrite_code":
        return "code"
    return "requirements" if action == "revise_requirements" else "profile"


def route_from_writing(state: AgentState) -> Literal["approve", "code", "evaluate"]:
    """A program is shown; none is a failed attempt, and the last one where nothing can change."""
    if state.get("code") and not state.get("error"):
        return "approve"
    return "evaluate" if nothing_can_change(state) else route_from_code(state)


def route_from_approval(state: AgentState) -> Literal["run", "code", "evaluate", "not_run"]:
    """Run, write another version for the person's reason, or end."""
    if state.get("code_accepted"):
        return "run"
    return "not_run" if ends_without_running(state) else route_from_code(state)


def route_from_double_check(state: AgentState) -> Literal["evaluate", "leave"]:
    """Two ways that disagree are shown to the person."""
    return "leave" if state.get("requires_user_input") else "evaluate"


ROUTES: Mapping[str, tuple[object, Mapping[str, str]]] = {
    "understand": (
        route_from_understanding, {"explain_idea": "explain_idea", "requirements": "requirements", "leave": END},
    ),
    "align": (
        route_from_alignment,
        {"code": "code", "explain_idea": "explain_idea", "requirements": "requirements", "profile": "profile"},
    ),
    "code": (route_from_writing, {"approve": "approve", "code": "code", "evaluate": "evaluate"}),
    "approve": (route_from_approval, {"run": "run", "code": "code", "evaluate": "evaluate", "not_run": "not_run"}),
    "run": (route_from_code, {"evaluate": "double_check", "code": "code"}),
    "double_check": (route_from_double_check, {"evaluate": "evaluate", "leave": END}),
    "evaluate": (route_from_evaluation, {"explain": "explain", "remediate": "remediate"}),
    "remediate": (
        route_from_remediation,
        {"explain": "explain", "code": "code", "requirements": "requirements", "profile": "profile"},
    ),
}  # fmt: skip
"""Where each router's answer leads."""


DIAGRAM = Diagram(ENTRY, NODES, ROUTES, EDGES)


def add_to(graph: StateGraph[AgentState, TurnContext], leave: str) -> str:
    """Adds the workflow's nodes and edges to a graph; `leave` is the node that follows. Returns the first node."""
    return DIAGRAM.add_to(graph, leave, PREFIX)


def build() -> StateGraph[AgentState, TurnContext]:
    """The workflow alone, from START to END."""
    return DIAGRAM.alone()
