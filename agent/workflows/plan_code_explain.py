"""plan_code_explain ("Code"): plan -> code -> evaluate? -> explain, or error. Source: seed 001.

START -> plan
plan -> code            needs_code
plan -> explain         a concept, no code needed
code -> approve -> run  the person sees the code first, if they want to; run in the sandbox
code, approve, run -> code    failed or refused, attempts < 3
code, approve, run -> error   attempts >= 3, or nothing can change
run -> double_check -> evaluate   needs_evaluation
             double_check -> explain
evaluate -> explain -> END, error -> END
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
from agent.nodes.code.plan_steps import code_error, evaluate, explain_code, plan
from agent.nodes.code.run_code import run_code
from agent.nodes.code.write_code import write_code
from agent.state import AgentState

ENTRY = "plan"
MAX_ATTEMPTS = 3
PREFIX = "code_"
"""All workflows stand in one graph, so that names that others have too carry a mark there."""
NODES: Mapping[str, NodeFunction[TurnContext]] = {
    "plan": plan,
    "code": partial(write_code, counter="attempts"),
    "approve": partial(approve_code, counter="attempts"),
    "run": partial(run_code, counter="attempts"),
    "double_check": double_check,
    "evaluate": evaluate,
    "explain": explain_code,
    "error": code_error,
    "not_run": not_run,
}
EDGES: tuple[tuple[str, str], ...] = (("evaluate", "explain"), ("explain", END), ("error", END), ("not_run", END))


def should_execute_code(state: AgentState) -> Literal["code", "explain", "leave"]:
    """After plan: code, or an explanation only."""
    if state.get("requires_user_input"):
        return "leave"
    return "code" if (state.get("plan") or {}).get("needs_code") else "explain"


def should_retry_code(state: AgentState) -> Literal["evaluate", "retry", "error"]:
    """After a run: go on, try again, or give up."""
    if state.get("execution_success"):
        return "evaluate"
    return "retry" if state.get("attempts", 0) < MAX_ATTEMPTS else "error"


def should_evaluate(state: AgentState) -> Literal["evaluate", "explain", "leave"]:
    """After a run that worked, and its double check."""
    if state.get("requires_user_input"):
        return "leave"
    return "evaluate" if (state.get("plan") or {}).get("needs_evaluation") else "explain"


def after_writing(state: AgentState) -> Literal["approve", "retry", "error"]:
    """After code: a program is shown; none is a failed attempt, and the last one where nothing can change."""
    if state.get("code") and not state.get("error"):
        return "approve"
    if nothing_can_change(state):
        return "error"
    return "retry" if state.get("attempts", 0) < MAX_ATTEMPTS else "error"


def after_approval(state: AgentState) -> Literal["run", "retry", "error", "not_run"]:
    """After the person decided: run, write another version for their reason, or end."""
    if state.get("code_accepted"):
        return "run"
    if ends_without_running(state):
        return "not_run"
    return "retry" if state.get("attempts", 0) < MAX_ATTEMPTS else "error"


ROUTES: Mapping[str, tuple[object, Mapping[str, str]]] = {
    "plan": (should_execute_code, {"code": "code", "explain": "explain", "leave": END}),
    "code": (after_writing, {"approve": "approve", "retry": "code", "error": "error"}),
    "approve": (after_approval, {"run": "run", "retry": "code", "error": "error", "not_run": "not_run"}),
    "run": (should_retry_code, {"evaluate": "double_check", "retry": "code", "error": "error"}),
    "double_check": (should_evaluate, {"evaluate": "evaluate", "explain": "explain", "leave": END}),
}
"""Where each router's answer leads."""


DIAGRAM = Diagram(ENTRY, NODES, ROUTES, EDGES)


def add_to(graph: StateGraph[AgentState, TurnContext], leave: str) -> str:
    """Adds the workflow's nodes and edges to a graph; `leave` is the node that follows. Returns the first node."""
    return DIAGRAM.add_to(graph, leave, PREFIX)


def build() -> StateGraph[AgentState, TurnContext]:
    """The workflow alone, from START to END."""
    return DIAGRAM.alone()
