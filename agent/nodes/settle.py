"""settle: the last step of every turn. The turn is written into the conversation's record."""

from agent.contract import NodeDelta
from agent.nodes.concluding import executed_reading
from agent.nodes.known import TurnRuntime
from agent.nodes.record import record_of_results, record_of_shown
from agent.state import AgentState, ReasoningLine


def settle(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Appends the TurnRecord."""
    context = runtime.context
    shown = [context.artifacts.get(context.conversation_id, one) for one in state.get("shown_artifact_ids", [])]
    executed = executed_reading(state, runtime)
    return {
        "turns": [record_of_shown(state, shown) if shown else record_of_results(state, executed)],
        "reasoning": [ReasoningLine(step_name="settle", step_text="Recorded.")],
    }
