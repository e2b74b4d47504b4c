"""Nodes 0 to 3 of seed 000: understanding, requirements, profile, alignment."""

from collections.abc import Iterable, Sequence
from typing import cast

from pydantic import JsonValue

from agent.analysis.execute import execute_analysis
from agent.contract import NodeDelta
from agent.grounding.lines import Lock
from agent.grounding.number_lock import Evidence
from agent.nodes.asking import ask_for_data
from agent.nodes.code.code_prompting import object_in, picked_code, question_asked
from agent.nodes.code.data_summary import compact_overview, detailed_profile, is_wide
from agent.nodes.code.meaning import settle_meaning
from agent.nodes.picked import picked_reading
from agent.nodes.turn_facts import TurnRuntime, asked_question, facts, names, profiles, tables, whole_artifacts
from agent.nodes.words import say
from agent.reasoning.scientist_prompts import (
    MOST_DETAILED,
    Alignment,
    CheckAlignment,
    FormulateRequirements,
    ProfileData,
    SelectColumns,
    UnderstandQuestion,
)
from agent.specs.measures import Missingness
from agent.state import AgentState, Artifact, ReasoningLine
from registry.profile import DatasetProfile


def understand(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Node 0: `needs_data_work`."""
    if not profiles(runtime):
        return ask_for_data(state, runtime)
    understood = runtime.context.reasoner.decide(UnderstandQuestion(question_asked(state, runtime)))
    chosen = picked_code(state)
    needed = understood.needs_data_work or bool(chosen) or picked_reading(state) is not None
    return {
        **chosen,
        **(settle_meaning(state, runtime) if needed and not chosen else {}),
        "needs_data_work": needed,
        "data_summary": compact_overview(profiles(runtime)),
        "reasoning": [ReasoningLine(step_name="understand", step_text=understood.reasoning)],
    }


def formulate_requirements(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Node 1B: `requirements`, with what was wrong with the ones before."""
    gaps = cast(list[str], object_in(state, "alignment_check").get("gaps", []))
    required = runtime.context.reasoner.decide(
        FormulateRequirements(
            question_asked(state, runtime),
            tuple(gaps),
            state.get("requirements"),
            _guidance(state, "revise_requirements"),
        )
    )
    needed = ", ".join(required.variables_needed) or say("code.no_column")
    return {
        "requirements": required.model_dump(mode="json"),
        "reasoning": [
            ReasoningLine(
                step_name="requirements",
                step_text=say("code.needed", needed=needed, kind=required.analysis_type),
                verbose=required.reasoning,
            )
        ],
    }


def profile_data(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Node 2: `data_profile`, from a detailed profile of all columns, or of at most 40 chosen ones where there are
    more than 30. The missing cells of the columns needed are counted into a table that caveats can cite.
    """
    known = profiles(runtime)
    requirements = object_in(state, "requirements")
    wide = is_wide(known)
    compact = compact_overview(known) if wide else ""
    chosen = _chosen_columns(state, runtime, requirements, compact) if wide else None
    question, guidance = question_asked(state, runtime), _guidance(state, "reexamine_data")
    found = runtime.context.reasoner.decide(
        ProfileData(question, requirements, detailed_profile(known, chosen), compact, guidance)
    )
    profile: dict[str, JsonValue] = {
        **found.model_dump(mode="json"),
        "detailed_columns": cast(list[JsonValue], chosen if chosen is not None else sorted(_all_names(known))),
        "tiers": 2 if wide else 1,
    }
    kept = _counted_missing(runtime, _columns_used(requirements, found.available_columns))
    told = found.reasoning
    if chosen is not None:
        told = say("code.profiled", count=len(chosen), columns=len(_all_names(known)), told=told)
    return {
        "data_profile": {**profile, "missingness": [artifact["artifact_id"] for artifact in kept]},
        "artifacts": kept,
        "reasoning": [ReasoningLine(step_name="profile", step_text=told)],
    }


def _chosen_columns(
    state: AgentState, runtime: TurnRuntime, requirements: dict[str, JsonValue], compact: str
) -> list[str]:
    """Columns that exist, each once, those that are required always in, at most MOST_DETAILED."""
    selection = runtime.context.reasoner.decide(SelectColumns(question_asked(state, runtime), requirements, compact))
    existing = _all_names(profiles(runtime))
    required = cast(list[str], requirements.get("variables_needed", []))
    wanted = dict.fromkeys((*required, *selection.columns))
    return [name for name in wanted if name in existing][:MOST_DETAILED]


def _all_names(known: Iterable[DatasetProfile]) -> set[str]:
    return {name for profile in known for name in profile.column_names}


def _columns_used(requirements: dict[str, JsonValue], available: Sequence[str]) -> Sequence[str]:
    """The columns that the requirements name; all that are available where they name none of these. Missing cells of
    others touch no answer.
    """
    needed = cast(list[str], requirements.get("variables_needed", []))
    return [name for name in needed if name in available] or available


def _counted_missing(runtime: TurnRuntime, columns: Sequence[str]) -> list[Artifact]:
    """A table (column, missing, missing_pct, rows) for each data set that has some of the columns."""
    context = runtime.context
    kept: list[Artifact] = []
    for profile in profiles(runtime):
        own = [name for name in dict.fromkeys(columns) if profile.column(name)]
        if own and profile.rows:
            spec = Missingness(dataset_id=profile.dataset_id, columns=own)
            made = execute_analysis(spec, tables(runtime))[0]
            detail = Artifact(**{**made, "role": "detail"})
            kept.append(context.artifacts.add(context.conversation_id, detail))
    return kept


def check_alignment(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """Node 3: `alignment_check`, with caveats whose numbers lead to the profile's table; one more iteration."""
    profile = object_in(state, "data_profile")
    everything = whole_artifacts(runtime)
    counted = tuple(everything[key] for key in cast(list[str], profile.get("missingness", [])))
    iterations = state.get("alignment_iterations", 0)
    found = runtime.context.reasoner.decide(
        CheckAlignment(question_asked(state, runtime), object_in(state, "requirements"), profile, counted, iterations)
    )
    lines = _locked_caveats(state, runtime, found, counted)
    told = say(f"code.{found.recommendation}", count=len(lines))
    checked = {**found.model_dump(mode="json"), "caveats": lines}
    return {
        "alignment_check": checked,
        "alignment_iterations": iterations + 1,
        "caveats": lines,
        "reasoning": [ReasoningLine(step_name="align", step_text=told, verbose=found.reasoning)],
    }


def _locked_caveats(
    state: AgentState, runtime: TurnRuntime, found: Alignment, counted: Sequence[Artifact]
) -> list[str]:
    evidence = Evidence(
        {artifact["artifact_id"]: artifact for artifact in counted},
        asked_question(state),
        facts(state, runtime),
        names(runtime),
    )
    lock = Lock(whole_artifacts(runtime), {}, evidence)
    return [lock.line(caveat).text for caveat in found.caveats]


def _guidance(state: AgentState, action: str) -> str:
    """What the remediation plan says to this node, if it was sent here."""
    plan = object_in(state, "remediation_plan")
    return str(plan.get("guidance", "")) if plan.get("action") == action else ""
