"""What the prompts of the workflows with generated code have in common."""

from dataclasses import replace
from typing import Literal, TypeAlias, cast

from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.nodes.looking import in_short, observe_steps
from agent.nodes.turn_facts import TurnRuntime, about_question, whole_artifacts
from agent.reasoning.code_prompts import CodeDraft, EarlierProgram
from agent.reasoning.prompts import ReadQuestion
from agent.state import AgentState, Artifact, FailedAttempt

Counter: TypeAlias = Literal["attempts", "code_attempts"]
"""The counter of code attempts: seed 001's or seed 000's."""
PROGRAMS_KEPT = 2
BY_CODE = "by_code"
"""The option "the generated code" of a double check whose ways disagreed."""


def question_asked(state: AgentState, runtime: TurnRuntime) -> ReadQuestion:
    """The question with all that is known around it."""
    question = question_of(state)
    return replace(
        about_question(state, runtime, question),
        pending=state.get("previous_pending") if question == state.get("question") else None,
        observed=observe_steps(state, runtime),
    )


def earlier_programs(state: AgentState, runtime: TurnRuntime) -> tuple[EarlierProgram, ...]:
    """The last programs of the conversation that gave an answer, with the first rows of what they left."""
    everything = whole_artifacts(runtime)
    answered = [turn for turn in state.get("turns", []) if turn.get("code") and turn["status"] == "answered"]
    return tuple(
        EarlierProgram(
            question=turn["question"],
            code=turn["code"],
            artifacts=tuple(in_short(everything[key]) for key in turn["artifact_ids"] if key in everything),
        )
        for turn in answered[-PROGRAMS_KEPT:]
    )


def question_of(state: AgentState) -> str:
    """The question to answer: that of the turn before, when this turn only picks one of its results or readings."""
    pending, picked = state.get("previous_pending"), state.get("picked_option")
    if pending is None or picked is None:
        return state.get("question", "")
    offered = pending["context"].get("readings")
    ids = [one["reading_id"] for one in offered if isinstance(one, dict)] if isinstance(offered, list) else []
    before = pending["context"].get("question") if picked == BY_CODE or picked in ids else None
    return before if isinstance(before, str) else state.get("question", "")


def picked_code(state: AgentState) -> NodeDelta:
    """The code of the result that the person picked in the turn before, accepted as it stands; {} otherwise."""
    pending = state.get("previous_pending")
    if not pending or state.get("picked_option") != BY_CODE or not pending["context"].get("code"):
        return {}
    return {"code": pending["context"]["code"], "code_accepted": True}


def object_in(state: AgentState, key: str) -> dict[str, JsonValue]:
    """A structured answer that an earlier node left; {} while there is none."""
    return cast(dict[str, JsonValue], cast(dict[str, object], state).get(key) or {})


def draft_in(state: AgentState) -> CodeDraft:
    """The draft of the code that is being worked on."""
    return CodeDraft.model_validate(state.get("code_draft") or {})


def nothing_can_change(state: AgentState) -> bool:
    """Whether another attempt at the code would end as the last one did: without a program."""
    return draft_in(state).final and not state.get("code")


def code_previews(state: AgentState) -> tuple[Artifact, ...]:
    """The results of the code as the state has them: tables as previews."""
    wanted = set((state.get("code_artifact_ids") or {}).values())
    latest = {artifact["artifact_id"]: artifact for artifact in state.get("artifacts", [])}
    return tuple(artifact for key, artifact in latest.items() if key in wanted)


def code_results(state: AgentState, runtime: TurnRuntime) -> dict[str, Artifact]:
    """The results of the code, whole, by name (S1, R1, F1, code)."""
    everything = whole_artifacts(runtime)
    return {name: everything[key] for name, key in (state.get("code_artifact_ids") or {}).items()}


def failed(state: AgentState, code: str, error: str, *, refused: str = "") -> list[FailedAttempt]:
    """The failed attempts with one more; `refused` is the person's reason against it."""
    before = state.get("failed_attempts", [])
    attempt = FailedAttempt(attempt=len(before) + 1, code=code, error=error)
    return [*before, FailedAttempt(**{**attempt, "refused": refused}) if refused else attempt]
