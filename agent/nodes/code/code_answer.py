"""The answer of a workflow with generated code, told under the number lock, with the seeds' final output."""

from collections.abc import Mapping, Sequence
from typing import cast

from langchain_core.messages import AIMessage
from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.grounding.lines import Lock
from agent.grounding.number_lock import Evidence, figures_of_method
from agent.nodes.code.code_prompting import code_previews, code_results, draft_in, object_in, question_asked
from agent.nodes.comparing import main_table
from agent.nodes.narration import Told, rows_told, told_at_last
from agent.nodes.turn_facts import TurnRuntime, asked_question, facts, names, whole_artifacts
from agent.nodes.words import say
from agent.reasoning.code_prompts import ExplainResults
from agent.specs.references import literal
from agent.state import AgentState, Artifact, OutputType, ReasoningLine


def code_lock(state: AgentState, runtime: TurnRuntime) -> Lock:
    """What texts about the code's results may say: their cells, the data's profile, the question, the errors."""
    everything = whole_artifacts(runtime)
    own = {one["artifact_id"] for one in state.get("artifacts", [])}
    bound = dict(state.get("code_artifact_ids") or {})
    told = (*facts(state, runtime), *(attempt["error"] for attempt in state.get("failed_attempts", [])))
    evidence = Evidence(
        {key: artifact for key, artifact in everything.items() if key in own},
        asked_question(state),
        told,
        (*names(runtime), *bound.values()),
        _method_figures(state),
    )
    return Lock(everything, bound, evidence)


def _method_figures(state: AgentState) -> tuple[float, ...]:
    """Figures of the definition of what the code computes, where it is a reading of the vocabulary."""
    reading = draft_in(state).reading if state.get("execution_success") else None
    measures = [str(getattr(spec, "op", "")) for spec in reading.specs] if reading else []
    return tuple(figure for measure in measures for figure in figures_of_method(measure))


def told_results(state: AgentState, runtime: TurnRuntime, prompt: ExplainResults) -> Told:
    """The explanation. A text with unknown figures or references goes back once; what stays unknown is marked; a text
    whose references lead nowhere is replaced by the table read out.
    """
    lock = code_lock(state, runtime)
    return told_at_last(prompt, runtime, lock) or _read_out(prompt, code_results(state, runtime), lock)


def _read_out(prompt: ExplainResults, results: Mapping[str, Artifact], lock: Lock) -> Told:
    artifact = main_table(results)
    template = literal(prompt.error or say("say.in_table"))
    if artifact is not None:
        template += "\n\n" + "\n".join(rows_told(artifact))
    return Told(lock.resolved(template), template, [say("say.straight")], [])


def explain_prompt(
    state: AgentState, runtime: TurnRuntime, *, evaluation: str, caveats: Sequence[str] = (), exceeded: bool = False
) -> ExplainResults:
    """What there is to explain."""
    draft = draft_in(state)
    success = state.get("execution_success", False)
    return ExplainResults(
        question_asked(state, runtime),
        artifacts=code_previews(state) if success else (),
        names=dict(state.get("code_artifact_ids") or {}) if success else {},
        reading=draft.reading if success else None,
        evaluation=evaluation,
        caveats=tuple(caveats),
        attempts=tuple(state.get("failed_attempts", [])),
        error=None if success else state.get("error") or "There is no result.",
        remediations=state.get("total_remediations", 0),
        exceeded=exceeded,
    )


def answer_delta(
    state: AgentState, runtime: TurnRuntime, told: Told, output_type: OutputType, *, caveats: Sequence[str] = ()
) -> NodeDelta:
    """The turn's answer with the seeds' `explanation` and `final_output`. `caveats` come before the explanation's."""
    lock = code_lock(state, runtime)
    draft = draft_in(state)
    all_caveats = [*caveats, *(caveat for caveat in told.caveats if caveat not in caveats)]
    result = object_in(state, "execution_result")
    final: dict[str, JsonValue] = {
        "explanation": told.answer["text"],
        "evaluation": state.get("evaluation"),
        "code": state.get("code"),
        "plan": state.get("plan"),
        "requirements": state.get("requirements"),
        "alignment_caveats": [*caveats],
        "output_type": output_type,
        "figures": result.get("figures", []),
        "result_str": result.get("result_str", ""),
        "error": state.get("error"),
        "failed_attempts": cast(list[JsonValue], [dict(attempt) for attempt in state.get("failed_attempts", [])]),
    }
    edited = [say("code.edited")] if state.get("code_edited") and state.get("execution_success") else []
    assumptions = [*edited, *draft.assumptions, *state.get("assumptions", [])]
    notes = cast(list[str], result.get("notes", []))
    all_caveats += [note for note in notes if note not in all_caveats]
    check = state.get("double_check")
    if check and check["outcome"] == "differs":
        all_caveats.append(check["text"])
    return {
        "status": "error" if output_type == "error" else "explained" if output_type == "explanation" else "answered",
        "answer": told.answer,
        "answer_template": told.template,
        "interpretation": lock.line(draft.why).text,
        "assumptions": list(dict.fromkeys(lock.line(assumption).text for assumption in assumptions)),
        "caveats": all_caveats,
        "next_questions": told.next_questions,
        "explanation": told.answer["text"],
        "final_output": final,
        "messages": [AIMessage(told.answer["text"])],
        "reasoning": [ReasoningLine(step_name="explain", step_text=say("step.answered"))],
        "logs": ["answered"],
    }
