"""hand_over: what the vocabulary cannot express goes to the Scientist workflow, and the person is told so."""

from langchain_core.messages import AIMessage

from agent.contract import NodeDelta
from agent.nodes.known import TurnRuntime
from agent.state import AgentState, ReasoningLine

TO = "scientist"
HAND_OVER = "hand_over"
"""The option of a refusal that asks for it."""
LABEL = "Let the Scientist try it with generated code"
TOLD = "The analysis vocabulary cannot express this, so the Scientist works on it with generated code."


def hand_over(state: AgentState, _: TurnRuntime) -> NodeDelta:
    """Says that the question is handed over, in the answer's assumptions too."""
    return {
        "next_agent": TO,
        "assumptions": [*state.get("assumptions", []), TOLD],
        "clarifying_questions": [],
        "messages": [AIMessage(TOLD)],
        "reasoning": [ReasoningLine(step_name="hand over", step_text=TOLD)],
        "logs": [f"handed over: {state.get('rationale') or ''}"],
    }
