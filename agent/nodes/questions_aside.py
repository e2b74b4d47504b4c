"""The question that was open when another one was asked: it is kept, and can be taken up again."""

from dataclasses import replace

from agent.nodes.known import TurnRuntime, about_question
from agent.reasoning.roles.offers import chosen_offer
from agent.state import AgentState, PendingInput


def aside_now(state: AgentState, runtime: TurnRuntime) -> PendingInput | None:
    """The question that this turn passed over, with what was known when it was asked; None when there was none, or
    this turn answers it or leaves it open."""
    pending = state.get("previous_pending")
    passed = pending is not None and pending["kind"] == "clarify" and pending["options"]
    if not passed or pending is None or state.get("picked_option") or state.get("turn_marks", {}).get("command"):
        return None
    if state.get("edited_reading") is None:
        words = about_question(state, runtime, state.get("question", ""))
        if chosen_offer(replace(words, pending=pending)) is not None:
            return None
    return pending
