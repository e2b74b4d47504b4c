"""explain: a concept in plain words, or the answer before from its record; nothing is computed."""

from langchain_core.messages import AIMessage

from agent.contract import NodeDelta
from agent.grounding.citations import lock_text, resolve
from agent.grounding.number_lock import figures_of_idea
from agent.history import answers
from agent.nodes.turn_facts import TurnRuntime, facts, names, profiles, whole_artifacts
from agent.nodes.words import say
from agent.reasoning.commands import about_answer_in
from agent.reasoning.prompts import AboutAnswer, ExplainConcept
from agent.reasoning.rules.narration.account import Answered, account_of, figures_of
from agent.specs.references import literal
from agent.state import AgentState, ReasoningLine


def explain(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The explanation as the turn's answer. Figures that no idea needs are marked unverified."""
    question = state.get("question", "")
    about = about_answer_in(question)
    if about is not None:
        return account(state, runtime, *about)
    explanation = runtime.context.reasoner.decide(ExplainConcept(question=question, datasets=profiles(runtime)))
    answer = lock_text(
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
        "reasoning": [ReasoningLine(step_name="explain", step_text=say("step.explained"))],
    }


# ----------------------------------------------------------------
# account: how the answer before came about, from its record and its results alone.


def account(state: AgentState, runtime: TurnRuntime, kind: AboutAnswer, language: str) -> NodeDelta:
    """The account as the turn's answer: references to the results, and figures of the record."""
    answered = last_answered(state, runtime)
    told = account_of(kind, language, answered, profiles(runtime))
    answer = resolve(
        told.text,
        {one["artifact_id"]: one for one in answered.artifacts} if answered else {},
        question=state.get("question", ""),
        facts=(*facts(state, runtime), *(figures_of(answered) if answered else ())),
        names=names(runtime),
    )
    return {
        "status": "explained",
        "answer": answer,
        "answer_template": told.text,
        "next_questions": told.next_questions,
        "messages": [AIMessage(answer["text"])],
        "reasoning": [ReasoningLine(step_name="explain", step_text=say("step.from_record"))],
    }


def last_answered(state: AgentState, runtime: TurnRuntime) -> Answered | None:
    """The last answer that stands, with its results; None when there is none, or they are gone."""
    kept = whole_artifacts(runtime)
    for turn in reversed(answers(state.get("turns", []))):
        artifacts = tuple(kept[name] for name in turn["artifact_ids"] if name in kept)
        if artifacts:
            return Answered(turn["question"], turn["interpretation"], tuple(turn["assumptions"]), artifacts)
    return None
