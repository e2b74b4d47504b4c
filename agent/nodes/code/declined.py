"""Turns that end without a result: nothing was run, no program could be written, or the question is not for data."""

from langchain_core.messages import AIMessage

from agent.contract import NodeDelta
from agent.grounding.citations import lock_text
from agent.nodes.code.code_answer import answer_delta
from agent.nodes.narration import Told
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.nodes.words import say
from agent.reasoning.prompts import DeclineRequest, SuggestQuestions
from agent.specs.references import literal
from agent.state import AgentState, ReasoningLine


def not_run(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The person refused the code without a reason, or its data went away: says so, with status "stopped"."""
    why = state.get("error") if state.get("status") == "stopped" else None
    known = [str(one["name"]) for one in (state.get("dataset_summary") or {}).values() if isinstance(one, dict)]
    text = why or say("code.not_run")
    told = Told(lock_text(text, {}, names=known), literal(text), [], [])
    return {**answer_delta(state, runtime, told, "error"), "status": "stopped"}


# ----------------------------------------------------------------
# Nothing failed: there was never a program to run.


def no_code(state: AgentState, runtime: TurnRuntime, error: str) -> NodeDelta:
    """Says so and why, with questions that the data can answer."""
    known = profiles(runtime)
    offers = runtime.context.reasoner.decide(SuggestQuestions(known)).questions if known else []
    text = " ".join([say("code.none_for", error=error), *([say("code.instead")] if offers else [])])
    facts = [each["error"] for each in state.get("failed_attempts", [])]
    told = Told(lock_text(text, {}, question=state.get("question", ""), facts=facts), literal(text), [], offers)
    return {**answer_delta(state, runtime, told, "error"), "status": "out_of_scope"}


# ----------------------------------------------------------------
# No to a prediction or an outside-world request, and what can be done instead.


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
