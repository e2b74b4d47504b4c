"""report: tells the answer of this turn, and brings the conversation's report up to date (seed 002)."""

from langchain_core.messages import AIMessage

from agent.contract import NodeDelta
from agent.grounding.citations import locked
from agent.nodes.concluding import executed_reading
from agent.nodes.known import TurnRuntime
from agent.nodes.narration import lock_of, tell
from agent.state import AgentState, ReasoningLine

NOTHING_YET = "Nothing has been worked out yet. Ask a question about your data first."


def report(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The answer with its numbers; what failed and what to do when nothing could be executed."""
    executed = executed_reading(state, runtime)
    if not executed:
        return _failure(state)
    told = tell(state, runtime, executed)
    lock = lock_of(state, runtime, executed)
    return {
        "status": "answered",
        "answer": told.answer,
        "answer_template": told.template,
        "interpretation": lock.line(state.get("interpretation", ""))[0],
        "assumptions": [lock.line(assumption)[0] for assumption in state.get("assumptions", [])],
        "caveats": told.caveats,
        "next_questions": told.next_questions,
        "messages": [AIMessage(told.answer["text"])],
        "reasoning": [ReasoningLine(step_name="report", step_text="Answer written.")],
    }


def _failure(state: AgentState) -> NodeDelta:
    answer = locked(f"I could not work this out. {state.get('last_error') or NOTHING_YET}", {})
    return {"status": "error", "answer": answer, "messages": [AIMessage(answer["text"])]}
