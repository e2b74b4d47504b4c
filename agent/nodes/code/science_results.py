"""Nodes 5, 5a, 6 and 1A of seed 000: evaluation, remediation, explanation, and a limitation explained."""

from typing import cast

from agent.contract import NodeDelta
from agent.grounding.citations import lock_text
from agent.grounding.code_checks import Finding, findings
from agent.grounding.number_lock import CONCEPT_FIGURES, figures_of_idea
from agent.nodes.code.code_answer import answer_delta, code_lock, explain_prompt, told_results
from agent.nodes.code.code_prompting import code_previews, code_results, nothing_can_change, object_in, question_asked
from agent.nodes.code.declined import no_code
from agent.nodes.narration import Told
from agent.nodes.turn_facts import TurnRuntime, asked_question, facts, names, profiles
from agent.nodes.words import say
from agent.reasoning.prompts import ExplainConcept
from agent.reasoning.scientist_prompts import EvaluateResults, ExplainLimitation, PlanRemediation
from agent.specs.references import literal
from agent.state import AgentState, OutputType, ReasoningLine, TurnStatus

MOST_REMEDIATIONS = 3


def evaluate_results(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Node 5: `evaluation`. What the checks call impossible is never valid, whatever the reasoner thinks."""
    success = state.get("execution_success", False)
    found = _findings(state, runtime) if success else ()
    judged = runtime.context.reasoner.decide(
        EvaluateResults(
            question_asked(state, runtime),
            object_in(state, "requirements"),
            state.get("code") or "",
            success,
            code_previews(state),
            state.get("error"),
            tuple(finding.sentence for finding in found),
        )
    )
    impossible = [finding.sentence for finding in found if finding.severity == "impossible"]
    issues = list(dict.fromkeys([*(finding.sentence for finding in found), *judged.issues_found]))
    valid = judged.is_valid and success and not impossible
    recommendation = judged.recommendation if valid or judged.recommendation != "accept" else "code_error"
    kept = {**judged.model_dump(mode="json"), "is_valid": valid, "issues_found": issues}
    told = say("code.plausible")
    if not valid:
        told = say("code.not_accepted", issues=" ".join(issues) or judged.reasoning)
    return {
        "evaluation": {**kept, "recommendation": recommendation},
        "reasoning": [ReasoningLine(step_name="evaluate", step_text=told, verbose=judged.reasoning)],
    }


def _findings(state: AgentState, runtime: TurnRuntime) -> tuple[Finding, ...]:
    return findings(list(code_results(state, runtime).values()), profiles(runtime))


def plan_remediation(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Node 5a: `remediation_plan`; one more remediation, and code attempts start anew. A result that was not accepted
    joins the failed attempts, so that the next version knows why.
    """
    evaluation = object_in(state, "evaluation")
    count = state.get("total_remediations", 0) + 1
    planned = runtime.context.reasoner.decide(
        PlanRemediation(
            question_asked(state, runtime),
            evaluation,
            state.get("code") or "",
            state.get("error"),
            object_in(state, "requirements"),
            object_in(state, "data_profile"),
            count,
            state.get("remediation_plan"),
        )
    )
    delta: NodeDelta = {
        "remediation_plan": planned.model_dump(mode="json"),
        "total_remediations": count,
        "code_attempts": 0,
        "reasoning": [ReasoningLine(step_name="remediate", step_text=planned.root_cause, verbose=planned.guidance)],
    }
    if state.get("execution_success"):
        issues = " ".join(cast(list[str], evaluation.get("issues_found", []))) or say("code.result_not_accepted")
        attempts = state.get("failed_attempts", [])
        refused = {"attempt": len(attempts) + 1, "code": state.get("code") or "", "error": issues}
        delta |= {"failed_attempts": [*attempts, refused], "error": issues}
    return delta


def explain_science(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Node 6: the answer with the data's caveats first, or what went wrong and how the person can help."""
    if nothing_can_change(state) and not any(each["code"] for each in state.get("failed_attempts", [])):
        return no_code(state, runtime, state.get("error") or "")
    evaluation = object_in(state, "evaluation")
    valid = bool(evaluation.get("is_valid"))
    exceeded = not valid and state.get("total_remediations", 0) >= MOST_REMEDIATIONS
    shown = state if valid else cast(AgentState, {**state, "execution_success": False})
    caveats = state.get("caveats", [])
    issues = " ".join(cast(list[str], evaluation.get("issues_found", [])))
    prompt = explain_prompt(shown, runtime, evaluation=issues, caveats=caveats, exceeded=exceeded)
    told = told_results(shown, runtime, prompt)
    doubts = [one.sentence for one in _findings(state, runtime) if one.severity == "doubtful"] if valid else []
    shows: OutputType = "visualization" if object_in(state, "execution_result").get("figures") else "analysis"
    return answer_delta(state, runtime, told, shows if valid else "error", caveats=[*caveats, *doubts])


def explain_science_idea(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Node 1A: a concept in plain words, or, after the alignment check, why the data cannot answer."""
    if state.get("needs_data_work"):
        return _explain_limitation(state, runtime)
    question = state.get("question", "")
    explanation = runtime.context.reasoner.decide(ExplainConcept(question=question, datasets=profiles(runtime)))
    answer = lock_text(
        explanation.text, {}, question=question, facts=facts(state, runtime), names=names(runtime),
        conventions=figures_of_idea(question),
    )  # fmt: skip
    told = Told(answer, literal(explanation.text), [], explanation.next_questions)
    return answer_delta(state, runtime, told, "explanation")


def _explain_limitation(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    explanation = runtime.context.reasoner.decide(
        ExplainLimitation(
            question_asked(state, runtime), object_in(state, "requirements"), object_in(state, "alignment_check")
        )
    )
    lock = code_lock(state, runtime)
    artifacts = lock.evidence.artifacts
    answer = lock_text(
        explanation.text, artifacts, question=asked_question(state), facts=facts(state, runtime), names=names(runtime),
        conventions=CONCEPT_FIGURES,
    )  # fmt: skip
    told = Told(answer, literal(explanation.text), [], explanation.next_questions)
    lacking = object_in(state, "data_profile").get("missing_columns")
    status: TurnStatus = "missing_column" if lacking else "out_of_scope"
    return {**answer_delta(state, runtime, told, "explanation"), "status": status}
