"""approve: shows the code and waits for the person, before it runs."""

from typing import Literal, cast

from langgraph.types import interrupt
from pydantic import BaseModel, ConfigDict, JsonValue

from agent.contract import NodeDelta
from agent.nodes.asking import removed_datasets, told_gone
from agent.nodes.code.code_prompting import Counter, draft_in, failed
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.nodes.words import say
from agent.state import AgentState, PendingInput, PendingOption, ReasoningLine

APPROVE, REJECT = "approve", "reject"


class Verdict(BaseModel):
    """What the person decided. `text`: their version of the code with "approve", their reason with "reject"."""

    model_config = ConfigDict(extra="forbid")

    option_id: Literal["approve", "reject"]
    text: str = ""


def approve_code(state: AgentState, runtime: TurnRuntime, *, counter: Counter) -> NodeDelta:
    """Waits for the person unless they asked for none. The node runs again from its start when they answer, so
    nothing before `interrupt` changes anything.
    """
    if state.get("code_accepted") or not runtime.context.settings.approve_code:
        return _accept(say("approve.not_needed"))
    code = state.get("code") or ""
    verdict = Verdict.model_validate(interrupt(pending_approval(state, runtime), response_schema=Verdict))
    if removed := removed_datasets(state, runtime, code):
        return _without_data(told_gone(removed)["text"])
    if verdict.option_id == APPROVE:
        mine = verdict.text.strip("\n")
        if not mine.strip() or mine.strip() == code.strip():
            return {**_accept(say("approve.let_run")), "person_said": say("approve.says_run")}
        # the reading that the draft was made from is not what the changed code computes
        draft = draft_in(state).model_copy(update={"code": mine, "reading": None, "tables": []})
        changed: NodeDelta = {"code": mine, "code_edited": True, "code_draft": draft.model_dump(mode="json")}
        return {**_accept(say("approve.changed")), **changed, "person_said": say("approve.says_run_mine")}
    return _reject(state, code, verdict.text.strip(), counter)


def pending_approval(state: AgentState, runtime: TurnRuntime) -> PendingInput:
    """The question to the person, the same for the same state."""
    draft = draft_in(state)
    code = state.get("code") or ""
    reads: list[JsonValue] = [
        {"dataset_id": profile.dataset_id, "name": profile.name, "rows": profile.rows}
        for profile in profiles(runtime)
        if profile.dataset_id in code or len(profiles(runtime)) == 1
    ] or [profile.name for profile in profiles(runtime)]
    attempts = state.get("failed_attempts", [])
    asked_for = attempts[-1].get("refused", "") if attempts else ""
    attempt = state.get("attempts", 0) + state.get("code_attempts", 0) + len(state.get("failed_attempts", []))
    return PendingInput(
        kind="approve",
        checkpoint_id=f"{state.get('turn_id', '')}-code-{attempt}-{state.get('total_remediations', 0)}",
        message=say("approve.again" if asked_for and code != attempts[-1]["code"] else "approve.message"),
        prompt=say("approve.prompt"),
        options=[
            PendingOption(option_id=APPROVE, label=say("approve.run"), number="", says=say("approve.says_run")),
            PendingOption(option_id=REJECT, label=say("approve.not_run"), number="", says=say("approve.says_not")),
        ],
        context={
            "question": state.get("question", ""),
            "code": code,
            "reads": reads,
            "why": draft.why,
            "asked_for": asked_for,
            "note": draft.trouble,
            "assumptions": [*draft.assumptions],
            "failed_attempts": cast(list[JsonValue], [dict(each) for each in state.get("failed_attempts", [])]),
        },
    )


def _accept(sentence: str) -> NodeDelta:
    return {"code_accepted": True, "reasoning": [ReasoningLine(step_name="approve", step_text=sentence)]}


def _without_data(sentence: str) -> NodeDelta:
    return {
        "person_said": "",
        "status": "stopped",
        "error": sentence,
        "reasoning": [ReasoningLine(step_name="approve", step_text=sentence)],
    }


def _reject(state: AgentState, code: str, reason: str, counter: Counter) -> NodeDelta:
    refusal = say("approve.says_not")
    said = f"{refusal}: {reason}" if reason else refusal
    error = say("approve.refused_for", reason=reason) if reason else say("approve.refused")
    return {
        "person_said": said,
        "code": code,
        counter: state.get(counter, 0) + 1,
        "error": error,
        "failed_attempts": failed(state, code, error, refused=reason),
        "reasoning": [ReasoningLine(step_name="approve", step_text=error)],
        "logs": [error],
    }


def ends_without_running(state: AgentState) -> bool:
    """Whether the person refused without a reason, or the data went away: then there is nothing to try again."""
    return state.get("person_said") == say("approve.says_not") or state.get("status") == "stopped"
