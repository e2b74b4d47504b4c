"""out_of_scope: says no to a prediction or an outside-world request, and what can be done instead (seed 002)."""

from langchain_core.messages import AIMessage

from agent.contract import NodeDelta
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.reasoning.prompts import DeclineRequest
from agent.state import AgentState, ReasoningLine


def out_of_scope(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The refusal as a message; reason then offers the alternatives as options."""
    refusal = runtime.context.reasoner.decide(
        DeclineRequest(
            question=state.get("question", ""), rationale=state.get("rationale") or "", datasets=profiles(runtime)
        )
    )
    instead = "".join(f"\n- {alternative}" for alternative in refusal.alternatives)
    return {
        "answer_template": refusal.text,
        "clarifying_questions": refusal.alternatives,
        "messages": [AIMessage(refusal.text + (f"\n{instead}" if instead else ""))],
        "reasoning": [ReasoningLine(step_name="out_of_scope", step_text=refusal.text)],
        "logs": [f"declined: {state.get('rationale') or state.get('question', '')}"],
    }
