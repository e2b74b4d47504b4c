"""Nothing failed: there was never a program to run."""

from agent.contract import NodeDelta
from agent.grounding.citations import lock_text
from agent.nodes.code_answer import answer_delta
from agent.nodes.narration import Told
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.reasoning.prompts import SuggestQuestions
from agent.specs.references import literal
from agent.state import AgentState

NO_CODE = "No code could be written for this question. {error}"
INSTEAD = "What can be asked instead stands below."


def no_code(state: AgentState, runtime: TurnRuntime, error: str) -> NodeDelta:
    """Says so and why, with questions that the data can answer."""
    known = profiles(runtime)
    offers = runtime.context.reasoner.decide(SuggestQuestions(known)).questions if known else []
    text = " ".join([NO_CODE.format(error=error), *([INSTEAD] if offers else [])])
    facts = [each["error"] for each in state.get("failed_attempts", [])]
    told = Told(lock_text(text, {}, question=state.get("question", ""), facts=facts), literal(text), [], offers)
    return {**answer_delta(state, runtime, told, "error"), "status": "out_of_scope"}
