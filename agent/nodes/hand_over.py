"""hand_over: what no spec can say goes to Code in the same turn, as a program that waits for a yes."""

from langchain_core.messages import AIMessage
from langgraph.types import Overwrite

from agent.contract import NodeDelta
from agent.grounding.lines import Lock
from agent.grounding.number_lock import Evidence
from agent.nodes.asking import Choice
from agent.nodes.turn_facts import TurnRuntime, asked_question, facts, names
from agent.nodes.words import say
from agent.state import AgentState, ReasoningLine

TO = "plan_code_explain"
HAND_OVER = "hand_over"
"""The option of a refusal that asks for it."""
NOT_FOR_CODE = ("outside_world", "data_change", "action", "advice")  # refusals of the rules that no program could mend


def hand_over(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Says that the question is handed over, and why, in the answer's assumptions too."""
    told = f"{say('hand_over.told')} {_why(state, runtime)}".strip()
    return {
        "next_agent": TO,
        "assumptions": [*state.get("assumptions", []), told],
        "clarifying_questions": [],
        "readings": [],  # a step on the way is no second opinion on what the program computes
        "observations": Overwrite([]),
        "messages": [AIMessage(told)],
        "reasoning": [ReasoningLine(step_name="hand over", step_text=told)],
        "logs": [f"handed over: {state.get('rationale') or ''}"],
    }


def _why(state: AgentState, runtime: TurnRuntime) -> str:
    """The reason of whoever handed over, without figures that have no source; "" where the person chose to."""
    rationale = state.get("rationale") or ""
    evidence = Evidence({}, asked_question(state), facts(state, runtime), names(runtime))
    return "" if rationale == say("hand_over.chosen") else Lock({}, {}, evidence).line(rationale).text


def hand_over_picked() -> NodeDelta:
    """The person chose generated code for what was declined."""
    return {
        "next_action": "hand_over",
        "rationale": say("hand_over.chosen"),
        "reasoning": [ReasoningLine(step_name="reason", step_text=say("hand_over.chosen"))],
    }


def tried_by_code(state: AgentState, runtime: TurnRuntime) -> tuple[Choice, ...]:
    """The option of a refusal to have a program written; none where none could be, or where none could mend it."""
    possible = runtime.context.can_program and state.get("rationale") not in NOT_FOR_CODE
    return (Choice(HAND_OVER, say("hand_over.label"), state.get("question", "")),) if possible else ()
