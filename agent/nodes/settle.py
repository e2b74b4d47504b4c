"""settle: the last step of every turn. The turn is written into the conversation's record."""

from collections.abc import Sequence
from typing import cast

from agent.contract import NodeDelta
from agent.nodes.code_prompting import code_results
from agent.nodes.concluding import Executed, executed_reading
from agent.nodes.kept import kept_of
from agent.nodes.known import TurnRuntime, profiles
from agent.nodes.questions_aside import aside_now
from agent.nodes.record import record_of_results, record_of_shown
from agent.state import AgentState, Artifact, ReasoningLine, TurnRecord


def settle(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Appends the TurnRecord, with what the person should know of how it was reasoned among its caveats."""
    context = runtime.context
    told = cast(AgentState, {**state, "caveats": [*state.get("caveats", []), *context.reasoning_notes()]})
    of_code = list(code_results(state, runtime).values()) if state.get("status") == "answered" else []
    shown = [context.artifacts.get(context.conversation_id, one) for one in state.get("shown_artifact_ids", [])]
    executed = executed_reading(state, runtime)
    record = record_of_shown(told, shown) if shown else record_of_results(told, executed, of_code)
    results = [*shown, *of_code, *(one for each in executed for one in each.results.values())]
    turn = TurnRecord(**{**record, **_beside(state, runtime, executed), **_versions(results, runtime)})
    return {
        "turns": [turn],
        "reasoning": [ReasoningLine(step_name="settle", step_text="Recorded.")],
    }


def _versions(results: Sequence[Artifact], runtime: TurnRuntime) -> TurnRecord:
    """Which version of each data set the results come from; no key for a turn without results."""
    used = {dataset_id for result in results for dataset_id in result["dataset_ids"]}
    versions = {profile.dataset_id: profile.version for profile in profiles(runtime) if profile.dataset_id in used}
    return cast(TurnRecord, {"data_versions": versions} if versions else {})


def _beside(state: AgentState, runtime: TurnRuntime, executed: Sequence[Executed]) -> TurnRecord:
    """What was taken over from the answer before, and the question that was open and is set aside now."""
    found: dict[str, object] = {}
    if executed and (kept := kept_of(state, runtime, executed[0].reading)):
        found["kept"] = kept
    if aside := aside_now(state, runtime):
        found["set_aside"] = aside
    return cast(TurnRecord, found)
