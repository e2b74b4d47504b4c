"""run: executes the code in the sandbox and keeps what came of it."""

import time
from collections.abc import Callable
from typing import cast

from langchain_core.callbacks import dispatch_custom_event
from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.nodes.act import in_state
from agent.nodes.code_prompting import Counter, draft_in, failed
from agent.nodes.code_results import CODE, Ran, named_artifacts, result_text
from agent.nodes.turn_facts import TurnRuntime, profiles
from agent.sandbox.results import CodeError, CodeLimits, CodeResult
from agent.state import AgentState, Artifact, ReasoningLine


def run_code(state: AgentState, runtime: TurnRuntime, *, counter: Counter) -> NodeDelta:
    """The results as artifacts, or the error. Either way one more attempt is spent."""
    code = state.get("code") or ""
    started = time.perf_counter()
    context = runtime.context
    frames = {data.dataset_id: data.frame for data in context.datasets.datasets(context.conversation_id)}
    limits = CodeLimits(float(context.settings.code_seconds), context.settings.code_megabytes)
    result = context.run_code(
        code,
        frames,
        limits=limits,
        on_position=_tell_position(),
        stopped=context.stopped,
        max_runs=context.settings.code_runs,
    )
    spent: NodeDelta = {counter: state.get(counter, 0) + 1}
    if (error := result.error) is not None:
        told = _text_of(error)
        return {
            **spent,
            "execution_success": False,
            "execution_result": {"type": "error", "figures": [], "result_str": result.prints, "kind": error.kind},
            "error": told,
            "failed_attempts": failed(state, code, told),
            "reasoning": [ReasoningLine(step_name="run", step_text=f"The code failed: {error.message}", verbose=told)],
            "logs": [f"code failed: {told}"],
        }
    made = named_artifacts(Ran(code, result, profiles(runtime), draft_in(state).tables))
    kept = {name: context.artifacts.add(context.conversation_id, artifact) for name, artifact in made}
    seconds = time.perf_counter() - started
    return {
        **spent,
        "execution_success": True,
        "error": None,
        "execution_result": _execution_result(kept, result),
        "code_artifact_ids": {name: artifact["artifact_id"] for name, artifact in kept.items()},
        "artifacts": [in_state(artifact, context.settings.preview_rows) for artifact in kept.values()],
        "reasoning": [ReasoningLine(step_name="run", step_text=f"The code ran in {seconds:.1f} seconds.")],
        "logs": ["code ran"],
    }


def _text_of(error: CodeError) -> str:
    """The error for the next attempt and for the person: what, where, and in the program's own words."""
    line = f" (line {error.line})" if error.line is not None and f"line {error.line}" not in error.message else ""
    own = f"{error.exception}: {error.detail}" if error.exception else error.detail
    return f"{error.message}{line}" + (f" {own}" if own and own not in error.message else "")


def _execution_result(kept: dict[str, Artifact], result: CodeResult) -> dict[str, JsonValue]:
    """Seed 001's keys: type, figures, result_str. Figures and tables are ids of artifacts."""
    figures = [artifact["artifact_id"] for artifact in kept.values() if artifact["kind"] == "figure"]
    tables = [artifact["artifact_id"] for artifact in kept.values() if artifact["kind"] == "table"]
    shown = [artifact for name, artifact in kept.items() if name != CODE]
    told: dict[str, JsonValue] = {
        "type": "visualization" if figures else "analysis",
        "figures": cast(list[JsonValue], figures),
        "tables": cast(list[JsonValue], tables),
        "result_str": result_text(shown) or result.prints,
        "prints": result.prints,
        "rows_used": result.rows_used,
        "notes": [*result.notes],
    }
    return told


def _tell_position() -> Callable[[int], None]:
    """Tells the place in the waiting line as progress, 0 once it runs."""

    def tell(position: int) -> None:
        dispatch_custom_event("waiting", {"position": position})

    return tell
