"""The steps of seed 001 that are not the code itself: plan, evaluate, explain, error."""

from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.errors import CitationError
from agent.grounding.citations import lock_text
from agent.grounding.code_checks import findings
from agent.nodes.asking import ask_for_data
from agent.nodes.code.code_answer import answer_delta, code_lock, explain_prompt, told_results
from agent.nodes.code.code_prompting import code_previews, code_results, nothing_can_change, picked_code, question_asked
from agent.nodes.code.data_summary import compact_overview
from agent.nodes.code.declined import no_code
from agent.nodes.code.meaning import settle_meaning
from agent.nodes.explain import explain as explain_idea
from agent.nodes.narration import Told
from agent.nodes.picked import picked_reading
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.nodes.words import say
from agent.reasoning.code_prompts import EvaluateCode, PlanSteps, StepPlan
from agent.specs.references import literal
from agent.state import AgentState, OutputType, ReasoningLine


def plan(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """`plan`: needs_code, needs_evaluation, needs_explanation. Evaluation is never planned without code."""
    if not profiles(runtime):
        return ask_for_data(state, runtime)
    decided = _handed_over(state) or runtime.context.reasoner.decide(PlanSteps(question_asked(state, runtime)))
    chosen = picked_code(state)
    picked = bool(chosen) or picked_reading(state) is not None
    needs_code = decided.needs_code or picked
    kept: dict[str, JsonValue] = {
        "needs_code": needs_code,
        "needs_evaluation": decided.needs_evaluation and needs_code,
        "needs_explanation": decided.needs_explanation or not needs_code,
        "reasoning": decided.reasoning,
    }
    return {
        **chosen,
        **(settle_meaning(state, runtime, ask_for_columns=True) if needs_code and not chosen else {}),
        "plan": kept,
        "data_summary": compact_overview(profiles(runtime)),
        "reasoning": [ReasoningLine(step_name="plan", step_text=decided.reasoning)],
    }


def _handed_over(state: AgentState) -> StepPlan | None:
    """The plan of a question that no spec can answer: whoever handed it over has said that it takes a program."""
    if state.get("next_action") != "hand_over":
        return None
    why = state.get("rationale") or say("code.takes_program")
    return StepPlan(needs_code=True, needs_evaluation=False, reasoning=why)


def evaluate(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """`evaluation`: the checks' findings first, then what the reasoner sees, under the number lock."""
    found = findings(list(code_results(state, runtime).values()), profiles(runtime))
    sentences = tuple(finding.sentence for finding in found)
    prompt = EvaluateCode(question_asked(state, runtime), state.get("code") or "", code_previews(state), sentences)
    said = runtime.context.reasoner.decide(prompt).text
    lock = code_lock(state, runtime)
    try:
        judged = lock.resolved(said)["text"]
    except CitationError:
        judged = ""  # an evaluation is told only where its references lead somewhere
    text = " ".join(part for part in (*sentences, judged) if part)
    return {
        "evaluation": text,
        "reasoning": [ReasoningLine(step_name="evaluate", step_text=text or say("code.nothing_odd"))],
    }


def explain_code(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """`explanation` and `final_output` of a result, or of a concept when no code was needed."""
    if not (state.get("plan") or {}).get("needs_code"):
        delta = explain_idea(state, runtime)
        answer = delta["answer"]
        told = Told(answer, str(delta["answer_template"]), [], list(delta["next_questions"]))  # type: ignore[arg-type, call-overload]
        return answer_delta(state, runtime, told, "explanation")
    evaluation = state.get("evaluation")
    found = findings(list(code_results(state, runtime).values()), profiles(runtime))
    told = told_results(
        state, runtime, explain_prompt(state, runtime, evaluation=evaluation if isinstance(evaluation, str) else "")
    )
    shows: OutputType = "visualization" if (state.get("execution_result") or {}).get("figures") else "analysis"
    return answer_delta(state, runtime, told, shows, caveats=[finding.sentence for finding in found])


def code_error(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The attempts are spent: says so with the last error (seed 001's words), and keeps all attempts."""
    kept, error = state.get("failed_attempts", []), state.get("error") or "unknown"
    programs = [each["error"] for each in kept if each["code"]]
    if not programs:
        return no_code(state, runtime, error)
    attempts = len(programs) if nothing_can_change(state) else state.get("attempts", 0)
    times = say("code.attempts", count=attempts)
    last = f"{programs[-1]} {error}" if nothing_can_change(state) else error
    text = say("code.spent", times=times, error=last)
    if state.get("person_said") and attempts < 2:
        text = error
    facts = [times, *(each["error"] for each in kept)]
    answer = lock_text(text, {}, question=state.get("question", ""), facts=facts)
    return answer_delta(state, runtime, Told(answer, literal(text), [], []), "error")
