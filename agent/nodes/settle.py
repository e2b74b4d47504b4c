"""settle: the last step of every turn. The turn is written into the conversation's record."""

from agent.contract import NodeDelta
from agent.nodes.code_prompting import code_results
from agent.nodes.concluding import executed_reading
from agent.nodes.known import TurnRuntime
from agent.nodes.record import record_of_results
from agent.state import AgentState, ReasoningLine


def settle(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Appends the TurnRecord."""
    of_code = list(code_results(state, runtime).values()) if state.get("status") == "answered" else []
    return {
        "turns": [record_of_results(state, executed_reading(state, runtime), of_code)],
        "reasoning": [ReasoningLine(step_name="settle", step_text="Recorded.")],
    }
