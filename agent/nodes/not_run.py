"""not_run: the person refused the code without a reason, so the turn ends there."""

from agent.contract import NodeDelta
from agent.grounding.citations import locked
from agent.nodes.code_answer import answer_delta
from agent.nodes.known import TurnRuntime
from agent.nodes.narration import Told
from agent.state import AgentState

NOT_RUN = "The code was not run, as you decided. Ask again, or say what should be different."


def not_run(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """An answer that says so, with status "stopped"."""
    return {**answer_delta(state, runtime, Told(locked(NOT_RUN, {}), NOT_RUN, [], []), "error"), "status": "stopped"}
