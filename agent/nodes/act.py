"""act: executes what reason chose, under limits, and keeps what came of it (seed 002)."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import cast

from pydantic import JsonValue

from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.filtering.relative_dates import resolve_dates, told_from
from agent.analysis.frames.source import Table
from agent.analysis.frames.tables import preview
from agent.analysis.limits import run_limited
from agent.contract import NodeDelta
from agent.errors import ActionLimitError, DataError, SpecError
from agent.grounding.cells import table_of
from agent.grounding.checks import impossible
from agent.nodes.turn_facts import TurnRuntime, as_data, asked_question, clock, readings_of, tables
from agent.nodes.words import say
from agent.reasoning.language import detect_language
from agent.reasoning.rules.narration.phrases import phrases_in
from agent.specs.parse import Spec, parse_analysis, parse_plot
from agent.specs.reading import Reading
from agent.specs.references import literal
from agent.state import AgentState, Artifact, Observation, ReasoningLine

BARE = "spec"  # the reading made of specs that stand alone in the state
_COMPUTATION = "The computation"  # that was stopped at a limit, in the sentence that says so


@dataclass(frozen=True)
class Outcome:
    """What executing one reading gave."""

    observation: Observation
    artifacts: tuple[Artifact, ...]
    logs: tuple[str, ...]


def act(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Executes every spec of every reading, or the bare specs. `last_error` is set when nothing worked."""
    count = state.get("act_count", 0) + 1
    try:
        readings = readings_of(state) or (_bare_reading(state),)
    except SpecError as error:
        return {
            "act_count": count,
            "last_error": str(error),
            "observations": [Observation(reading_id=BARE, artifact_ids={}, error=str(error))],
            "logs": [f"refused: {error}"],
            "reasoning": [ReasoningLine(step_name="act", step_text=say("step.refused", error=str(error)))],
        }
    readings = tuple(with_dates(reading, state, runtime) for reading in readings)
    outcomes = [execute_reading(reading, runtime) for reading in readings]
    errors = [outcome.observation["error"] for outcome in outcomes if outcome.observation["error"]]
    artifacts = [artifact for outcome in outcomes for artifact in outcome.artifacts]
    rows = runtime.context.settings.preview_rows
    return {
        "act_count": count,
        "readings": [as_data(reading) for reading in readings],
        "observations": [outcome.observation for outcome in outcomes],
        "artifacts": [in_state(artifact, rows) for artifact in artifacts],
        "last_error": " ".join(dict.fromkeys(errors)) if len(errors) == len(outcomes) else None,
        "logs": [line for outcome in outcomes for line in outcome.logs],
        "reasoning": [ReasoningLine(step_name=_name_of(count), step_text=_summary(artifacts, errors))],
    }


def with_dates(reading: Reading, state: AgentState, runtime: TurnRuntime) -> Reading:
    """The reading with its relative dates written out, and what they are told from among its assumptions."""
    given = clock(runtime)
    told = list(dict.fromkeys(told for spec in reading.specs for told in told_from(spec, given)))
    if not told:
        return reading
    phrases = phrases_in(detect_language(asked_question(state)))
    said = [
        phrases.say("dates.today_is", day=each.day.isoformat())
        if each.column is None
        else phrases.say("dates.latest_is", column=literal(each.column), day=each.day.isoformat())
        for each in told
    ]
    specs = [resolve_dates(spec, given) for spec in reading.specs]
    return reading.model_copy(update={"specs": specs, "assumptions": [*reading.assumptions, *said]})


def _name_of(count: int) -> str:
    return "act" if count == 1 else f"act ({count})"


def execute_reading(reading: Reading, runtime: TurnRuntime, data: Mapping[str, Table] | None = None) -> Outcome:
    """All results of a reading, or none and the reason: half a reading is no answer. `data`: other tables than those
    of the conversation, by data set id."""
    made: list[tuple[str, Artifact]] = []
    logs: list[str] = []
    try:
        for number, spec in enumerate(reading.specs, 1):
            artifacts = execute(spec, runtime, tables(runtime) if data is None else data)
            made += [(f"S{number}" + (f"_{n}" if n > 1 else ""), artifact) for n, artifact in enumerate(artifacts, 1)]
            logs.append(f"{_name(spec)}: {artifacts[0]['title']}")
        if odd := impossible([artifact for _, artifact in made]):
            raise DataError(say("say.impossible", why=" ".join(odd)), say("say.not_shown"))
    except (SpecError, DataError, ActionLimitError) as error:
        failed = Observation(reading_id=reading.reading_id, artifact_ids={}, error=str(error))
        return Outcome(failed, (), (*logs, f"failed: {error}"))
    context = runtime.context
    kept = {name: context.artifacts.add(context.conversation_id, artifact) for name, artifact in made}
    ids = {name: artifact["artifact_id"] for name, artifact in kept.items()}
    return Outcome(
        Observation(reading_id=reading.reading_id, artifact_ids=ids, error=None), tuple(kept.values()), tuple(logs)
    )


def execute(spec: Spec, runtime: TurnRuntime, known: Mapping[str, Table]) -> list[Artifact]:
    """What a spec comes to, under the limits of one action. SpecError, DataError, or ActionLimitError at a limit."""
    settings = runtime.context.settings
    today = runtime.context.today
    action = (
        partial(execute_plot, spec, known, today=today)
        if spec.type == "plot"
        else partial(execute_analysis, spec, known, today=today)
    )
    return run_limited(action, seconds=settings.action_seconds, megabytes=settings.action_megabytes, what=_COMPUTATION)


def _name(spec: Spec) -> str:
    return spec.kind if spec.type == "plot" else spec.op


def _bare_reading(state: AgentState) -> Reading:
    """The specs that stand alone in the state, as seed 002 hands them over: either, or both."""
    specs: list[Spec] = []
    if analysis := state.get("analysis_spec"):
        specs.append(parse_analysis(cast(dict[str, object], analysis)))
    if plot := state.get("plot_spec"):
        specs.append(parse_plot(cast(dict[str, object], plot)))
    if not specs:
        raise SpecError("There is no spec to execute.", "Set analysis_spec, plot_spec or readings.")
    return Reading(reading_id=BARE, label=say("say.as_asked"), specs=specs)


def in_state(artifact: Artifact, rows: int) -> Artifact:
    """A table as a preview; of a figure only its layout, for its data stay in the artifact store."""
    if artifact["kind"] == "table":
        return preview(artifact, rows)
    if artifact["kind"] == "figure":
        layout = cast(dict[str, dict[str, JsonValue]], artifact["payload"]).get("layout") or {}
        kept = {key: value for key, value in layout.items() if key != "images"}
        return Artifact(**{**artifact, "payload": {"data": [], "layout": kept}})
    return artifact


def _summary(artifacts: list[Artifact], errors: list[str]) -> str:
    shown = [
        say("step.made_rows", title=artifact["title"], count=table_of(artifact)["total_rows"])
        if artifact["kind"] == "table"
        else artifact["title"]
        for artifact in artifacts
        if artifact["role"] == "main"
    ]
    return "; ".join([*shown, *(say("step.failed", error=error) for error in errors)]) or say("step.nothing_made")
