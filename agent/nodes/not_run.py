"""not_run: the person refused the code without a reason, or its data went away; the turn ends there."""

from agent.contract import NodeDelta
from agent.grounding.citations import lock_text
from agent.nodes.code_answer import answer_delta
from agent.nodes.narration import Told
from agent.nodes.turn_facts import TurnRuntime
from agent.specs.references import literal
from agent.state import AgentState

NOT_RUN = "The code was not run, as you decided. Ask again, or say what should be different."


def not_run(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """An answer that says so, with status "stopped"."""
    why = state.get("error") if state.get("status") == "stopped" else None
    known = [str(one["name"]) for one in (state.get("dataset_summary") or {}).values() if isinstance(one, dict)]
    text = why or NOT_RUN
    told = Told(lock_text(text, {}, names=known), literal(text), [], [])
    return {**answer_delta(state, runtime, told, "error"), "status": "stopped"}
