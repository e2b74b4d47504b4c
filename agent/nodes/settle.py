"""settle: the last step of every turn. The turn is written into the conversation's record."""

from typing import cast

from agent.contract import NodeDelta
from agent.nodes.code_prompting import code_results
from agent.nodes.concluding import executed_reading
from agent.nodes.known import TurnRuntime
from agent.nodes.record import record_of_results, record_of_shown
from agent.state import AgentState, ReasoningLine


def settle(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Appends the TurnRecord, with what the person should know of how it was reasoned among its caveats."""
    context = runtime.context
    told = cast(AgentState, {**state, "caveats": [*state.get("caveats", []), *context.reasoning_notes()]})
    of_code = list(code_results(state, runtime).values()) if state.get("status") == "answered" else []
    shown = [context.artifacts.get(context.conversation_id, one) for one in state.get("shown_artifact_ids", [])]
    executed = executed_reading(state, runtime)
    return {
        "turns": [record_of_shown(told, shown) if shown else record_of_results(told, executed, of_code)],
        "reasoning": [ReasoningLine(step_name="settle", step_text="Recorded.")],
    }
