"""explain: a concept in plain words, or the answer before from its record; nothing is computed."""

from langchain_core.messages import AIMessage

from agent.contract import NodeDelta
from agent.grounding.citations import locked
from agent.grounding.number_lock import figures_of_idea
from agent.nodes.account import account
from agent.nodes.known import TurnRuntime, facts, names, profiles
from agent.reasoning.about_answer import about_answer_in
from agent.reasoning.prompts import ExplainConcept
from agent.specs.references import literal
from agent.state import AgentState, ReasoningLine


def explain(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The explanation as the turn's answer. Figures that no idea needs are marked unverified."""
    question = state.get("question", "")
    about = about_answer_in(question)
    if about is not None:
        return account(state, runtime, *about)
    explanation = runtime.context.reasoner.decide(ExplainConcept(question=question, datasets=profiles(runtime)))
    answer = locked(
        explanation.text,
        {},
        question=question,
        facts=facts(state, runtime),
        names=names(runtime),
        conventions=figures_of_idea(question),
    )
    return {
        "status": "explained",
        "answer": answer,
        "answer_template": literal(explanation.text),
        "next_questions": explanation.next_questions,
        "messages": [AIMessage(answer["text"])],
        "reasoning": [ReasoningLine(step_name="explain", step_text="Explained without computing.")],
    }
