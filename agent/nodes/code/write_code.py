"""code: writes the next version of the program (seed 001, code node; seed 000, node 4). It runs nothing."""

from agent.analysis.as_code import as_code
from agent.contract import NodeDelta
from agent.nodes.code.code_prompting import Counter, earlier_programs, failed, object_in, question_asked
from agent.nodes.turn_facts import TurnRuntime, profiles, readings_of
from agent.nodes.words import say
from agent.reasoning.code_prompts import CodeDraft, FixCode, WriteCode
from agent.state import AgentState, ReasoningLine


def write_code(state: AgentState, runtime: TurnRuntime, *, counter: Counter) -> NodeDelta:
    """The draft, from scratch or with what was wrong with the ones before.

    A draft without code is a failed attempt. Code that the person has accepted as it stands is taken as it is.
    """
    if state.get("code_accepted") and state.get("code") and not state.get("failed_attempts"):
        return {
            "execution_success": False,
            "reasoning": [ReasoningLine(step_name="code", step_text=say("code.chosen"))],
        }
    draft = _of_picked(state, runtime) or _draft(state, runtime)
    fresh: NodeDelta = {
        "code": draft.code or None,
        "code_draft": draft.model_dump(mode="json"),
        "code_accepted": False,
        "code_edited": False,
        "execution_success": False,
        "execution_result": None,
        "code_artifact_ids": {},
        "double_check": None,
        "person_said": "",
    }
    if draft.code.strip():
        why = draft.why or say("code.wrote")
        return {
            **fresh,
            "error": None,
            "reasoning": [ReasoningLine(step_name="code", step_text=why, verbose=draft.code)],
            "logs": [f"code written: {draft.why}"],
        }
    trouble = draft.trouble or say("code.none")
    return {
        **fresh,
        counter: state.get(counter, 0) + 1,
        "error": trouble,
        "failed_attempts": failed(state, "", trouble),
        "reasoning": [ReasoningLine(step_name="code", step_text=say("code.no_code", trouble=trouble))],
        "logs": [f"no code: {trouble}"],
    }


def _of_picked(state: AgentState, runtime: TurnRuntime) -> CodeDraft | None:
    """The reading that the person picked, as code; None when they picked none, or the first version did not do."""
    reading = next((one for one in readings_of(state) if one.reading_id == state.get("chosen_reading")), None)
    if reading is None or state.get("failed_attempts"):
        return None
    known = {profile.dataset_id: profile for profile in profiles(runtime)}
    written = as_code(reading.specs, known, today=runtime.context.today)
    return CodeDraft(
        code=written.code,
        why=reading.interpretation,
        reading=reading,
        tables=list(written.tables),
        assumptions=reading.assumptions,
    )


def _draft(state: AgentState, runtime: TurnRuntime) -> CodeDraft:
    reasoner = runtime.context.reasoner
    requirements, profile = state.get("requirements"), state.get("data_profile")
    guidance = str(object_in(state, "remediation_plan").get("guidance", ""))
    attempts = tuple(state.get("failed_attempts", []))
    if not attempts:
        earlier = earlier_programs(state, runtime)
        return reasoner.decide(WriteCode(question_asked(state, runtime), requirements, profile, guidance, earlier))
    feedback = state.get("person_said", "")
    return reasoner.decide(FixCode(question_asked(state, runtime), attempts, feedback, requirements, profile, guidance))
