"""tool_agent: validates, executes and records the planned tools. There is no mind in it (seed 003, section 2)."""

import logging
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

from pydantic import JsonValue

from agent.analysis.frames.ledger import made_in_words
from agent.analysis.frames.sampling import sample_of, sample_rows, told_as_sample
from agent.analysis.frames.source import Table
from agent.analysis.limits import run_limited
from agent.contract import NodeDelta
from agent.errors import ActionLimitError, DataError, SpecError
from agent.grounding.cells import table_of
from agent.grounding.checks import impossible
from agent.logs import log_event
from agent.nodes.act import in_state
from agent.nodes.reason import question_prompt
from agent.nodes.review.audit import add_tool_call, add_trace, together
from agent.nodes.turn_facts import TurnRuntime, profiles, tables
from agent.nodes.words import say
from agent.reasoning.reviewed_prompts import ClassifyQuestion
from agent.review_state import AgentName, QueryType, ToolRequest
from agent.state import AgentState, Artifact, Observation
from agent.tools.catalogue import TOOL_EXECUTORS, Call, planned_call, run_call
from languages.catalogue import in_language

logger = logging.getLogger(__name__)
ROWS_TOLD = 20


@dataclass(frozen=True)
class Ran:
    """One tool that ran: its results by spec, or why there are none."""

    request: ToolRequest
    seconds: float
    results: tuple[tuple[Artifact, ...], ...] = ()
    error: str | None = None


def tool_agent(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Runs the pending tool and those planned with it. A reading of which one tool fails gives nothing."""
    pending = state.get("pending_tool")
    back: NodeDelta = {"next_agent": state.get("planning_agent", "query_agent")}
    if pending is None:
        nothing = say("review.nothing_pending")
        return together(
            back,
            {"tool_result": {"error": nothing}, "last_error": nothing, "review_status": "tool_failed"},
            add_trace("tool_agent", say("trace.of", agent=_me(), text=nothing)),
        )
    requests = [pending, *state.get("planned_tools", [])]
    outcomes = [_ran(request, runtime) for request in requests]
    for ran in outcomes:
        _measure(ran, state, runtime)
    readings = list(dict.fromkeys(request["reading_id"] for request in requests))
    kept = [_keep_results([ran for ran in outcomes if ran.request["reading_id"] == name], runtime) for name in readings]
    artifacts = [artifact for one in kept for artifact in one.artifacts]
    errors = [one.observation["error"] for one in kept if one.observation["error"]]
    failed = len(errors) == len(kept)
    recorded = [_record(ran, [artifact for one in kept for artifact in one.by_request(ran)]) for ran in outcomes]
    return together(
        back,
        {
            "act_count": state.get("act_count", 0) + 1,
            "observations": [one.observation for one in kept],
            "artifacts": [in_state(artifact, runtime.context.settings.preview_rows) for artifact in artifacts],
            "last_error": " ".join(dict.fromkeys(errors)) if failed else None,
            "tool_result": {"error": errors[0]} if failed else _result(kept[0].artifacts or artifacts),
            "review_status": "tool_failed" if failed else "tool_executed",
        },
        *recorded,
    )


# ---------------------------------------------------------------- running one tool


def _ran(request: ToolRequest, runtime: TurnRuntime) -> Ran:
    started = time.perf_counter()
    try:
        call = planned_call(request["tool_name"], _place(request["arguments"], runtime))
        results = _results(call, runtime)
        if odd := impossible([artifact for artifacts in results for artifact in artifacts]):
            raise DataError(say("say.impossible", why=" ".join(odd)), say("say.not_shown"))
    except (SpecError, DataError, ActionLimitError) as error:
        ran = Ran(request, time.perf_counter() - started, error=str(error))
    else:
        ran = Ran(request, time.perf_counter() - started, tuple(tuple(artifacts) for artifacts in results))
    return ran


def _place(arguments: Mapping[str, JsonValue], runtime: TurnRuntime) -> dict[str, JsonValue]:
    """The arguments with their data set, which goes without saying where there is one only."""
    known = runtime.context.datasets.datasets(runtime.context.conversation_id)
    return {**({"dataset_id": known[0].dataset_id} if len(known) == 1 else {}), **arguments}


def _measure(ran: Ran, state: AgentState, runtime: TurnRuntime) -> None:
    """Time and outcome for metrics and log. The name of a tool that does not exist may be anything: it is not kept."""
    tool = ran.request["tool_name"] if ran.request["tool_name"] in TOOL_EXECUTORS else "unknown"
    context, failed = runtime.context, ran.error is not None
    context.metrics.observe_tool(tool, ran.seconds, failed=failed)
    turn = state.get("turn_id", "")
    log_event(logger, "tool_ran", context.conversation_id, turn, tool=tool, seconds=ran.seconds, failed=failed)


def _results(call: Call, runtime: TurnRuntime) -> list[list[Artifact]]:
    """Over all rows. Where that goes beyond a limit, over a sample of the larger data sets, told in the ledger."""
    known = tables(runtime)
    try:
        return _limit(call, known, runtime)
    except ActionLimitError:
        smaller = {
            key: small
            for key, table in known.items()
            if (small := sample_rows(table, runtime.context.settings.sample_rows)) is not None
        }
        if not smaller:
            raise
    drawn = _limit(call, {**known, **smaller}, runtime)
    return [[_as_sample(artifact, smaller, runtime) for artifact in artifacts] for artifacts in drawn]


def _limit(call: Call, known: dict[str, Table], runtime: TurnRuntime) -> list[list[Artifact]]:
    settings = runtime.context.settings
    return run_limited(
        partial(run_call, call, known),
        seconds=settings.action_seconds,
        megabytes=settings.action_megabytes,
        what=call.tool.name,
    )


def _as_sample(artifact: Artifact, smaller: dict[str, Table], runtime: TurnRuntime) -> Artifact:
    drawn = next((key for key in artifact["dataset_ids"] if key in smaller), None)
    if drawn is None:
        return artifact
    whole = tables(runtime)[drawn].profile.rows
    return told_as_sample(artifact, whole, runtime.context.settings.sample_rows)


# ---------------------------------------------------------------- keeping what came of it


@dataclass(frozen=True)
class Kept:
    """The results of one reading, named and stored, by the request that they came from."""

    observation: Observation
    parts: tuple[tuple[Ran, tuple[Artifact, ...]], ...] = ()

    @property
    def artifacts(self) -> list[Artifact]:
        """All of them, in order."""
        return [artifact for _, artifacts in self.parts for artifact in artifacts]

    def by_request(self, ran: Ran) -> list[Artifact]:
        """Those of one tool."""
        return [artifact for made_by, artifacts in self.parts if made_by is ran for artifact in artifacts]


def _keep_results(outcomes: Sequence[Ran], runtime: TurnRuntime) -> Kept:
    """All results of a reading, or none and the reason: half a reading is no answer."""
    name = outcomes[0].request["reading_id"]
    error = next((ran.error for ran in outcomes if ran.error), None)
    if error:
        return Kept(Observation(reading_id=name, artifact_ids={}, error=error))
    context = runtime.context
    ids: dict[str, str] = {}
    parts = []
    number = 0
    for ran in outcomes:
        stored: list[Artifact] = []
        for artifacts in ran.results:
            number += 1
            for place, artifact in enumerate(artifacts, 1):
                one = context.artifacts.add(context.conversation_id, artifact)
                ids[f"S{number}" + (f"_{place}" if place > 1 else "")] = one["artifact_id"]
                stored.append(one)
        parts.append((ran, tuple(stored)))
    return Kept(Observation(reading_id=name, artifact_ids=ids, error=None), tuple(parts))


def _record(ran: Ran, artifacts: Sequence[Artifact]) -> NodeDelta:
    """The tool's entry in the audit: three lines, and one tool call."""
    name, arguments = ran.request["tool_name"], ran.request["arguments"]
    result = _result(artifacts) if artifacts else None
    call = add_tool_call(
        name, arguments, result, ran.error, artifact_ids=[a["artifact_id"] for a in artifacts], seconds=ran.seconds
    )
    lines = [say("trace.executing", agent=_me(), tool=name, arguments=str(arguments))]
    if ran.error:
        lines.append(say("trace.failed", agent=_me(), tool=name, error=ran.error))
    else:
        took = in_language(f"{ran.seconds * 1000:.2f}")
        lines += [_rows_line(ran), say("trace.completed", agent=_me(), tool=name, ms=took)]
    return together(call, add_trace("tool_agent", *lines), {"logs": lines[1:]})


def _me() -> str:
    return say("trace.agent.tool_agent")


def _rows_line(ran: Ran) -> str:
    ledger = next((a["ledger"] for artifacts in ran.results for a in artifacts if a["ledger"]), None)
    if ledger is None:
        return say("trace.no_rows", agent=_me())
    if sample := sample_of(ledger):
        return say("trace.sampled", agent=_me(), size=sample[0], rows=sample[1])
    made = made_in_words(ledger.get("rows_made"))
    return say("trace.used", agent=_me(), used=ledger["rows_used"], rows=ledger["rows_total"], made=made)


def _result(artifacts: Sequence[Artifact]) -> dict[str, JsonValue]:
    """The first table in short, for the state: by key where a row has one key and one figure, else row by row."""
    table = next((table_of(artifact) for artifact in artifacts if artifact["kind"] == "table"), None)
    if table is None:
        return {"titles": [artifact["title"] for artifact in artifacts]}
    rows = table["rows"][:ROWS_TOLD]
    short: JsonValue
    if len(table["columns"]) == 2 and len(table["key_columns"]) == 1:
        key = table["columns"].index(table["key_columns"][0])
        short = {"null" if row[key] is None else str(row[key]): row[1 - key] for row in rows}
    else:
        short = cast(JsonValue, [dict(zip(table["columns"], row, strict=True)) for row in rows])
    return {"result": short, "total_rows": table["total_rows"]}


# ----------------------------------------------------------------
# classifier and router: which agent plans the answer (seed 003).


AGENT_OF: Mapping[QueryType, AgentName] = {
    "query": "query_agent",
    "statistical": "statistical_agent",
    "insight": "insight_agent",
}


def classifier(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """What kind of question it is. Without data there is nothing to classify; the planner then asks for some."""
    kind: QueryType = "query"
    if profiles(runtime):
        kind = runtime.context.reasoner.decide(ClassifyQuestion(question_prompt(state, runtime))).query_type
    return together(
        {"query_type": kind, "max_iterations": runtime.context.settings.max_iterations},
        add_trace("classifier", say("trace.classified", kind=kind)),
    )


def router(state: AgentState, _: TurnRuntime) -> NodeDelta:
    """The agent that plans: the one that the critic wants, else the one for this kind of question."""
    usual = AGENT_OF[state.get("query_type") or "query"]
    critique = state.get("critique")
    correction = state.get("correction")
    wanted = critique["reroute_to"] if critique and correction and correction["source"] == "critic" else None
    agent = wanted or usual
    told = say("trace.routing", agent=agent)
    if correction:
        told = say("trace.routing_again", agent=agent, why=correction["text"])
    return together({"next_agent": agent, "planning_agent": agent}, add_trace("router", told))
