"""settle: the last step of every turn. The turn is written into the conversation's record."""

from agent.contract import NodeDelta
from agent.nodes.concluding import executed_reading
from agent.nodes.known import TurnRuntime
from agent.nodes.record import main_ledger, record_of
from agent.state import AgentState, ReasoningLine


def settle(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Appends the TurnRecord. Its results are those of the chosen reading, and its rows those of its main result."""
    executed = executed_reading(state, runtime)
    artifacts = list(executed[0].results.values()) if executed else []
    ids = [artifact["artifact_id"] for artifact in artifacts]
    return {
        "turns": [record_of(state, main_ledger(artifacts), ids)],
        "reasoning": [ReasoningLine(step_name="settle", step_text="Recorded.")],
    }
