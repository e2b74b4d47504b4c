"""data_prep: which rows count, and how numbers are cut into buckets. Checkpoint: buckets and filters."""

import re

from pydantic import JsonValue

from agent.contract import NodeDelta
from agent.errors import DataError, SpecError
from agent.grounding.cells import table_of
from agent.nodes.study.checkpoints import Proposal, choice_control, number_control, propose, text_control
from agent.nodes.study.facts import (
    change_study,
    in_state,
    keep_artifact,
    outcome_name,
    outcome_steps,
    plan,
    profile_of,
    run_spec,
    study_of,
)
from agent.nodes.study.telling import lock_of
from agent.nodes.turn_facts import TurnRuntime
from agent.nodes.words import say
from agent.specs.condition_words import conditions_words
from agent.specs.measures import ColumnSummary
from agent.specs.references import literal, reference
from agent.specs.study import Study, StudyBucket, StudyScope
from agent.state import AgentState, Artifact, Cell, ReasoningLine
from registry.profile import DatasetProfile

GRAINS = ("day", "week", "month", "quarter", "year")
FEWEST_EDGES = 3
_QUANTILE = re.compile(r"p\d+(?:_\d+)?")


def data_prep(state: AgentState, runtime: TurnRuntime) -> NodeDelta:
    """The rows that the filters leave and the buckets of each numeric column, for the person to agree on."""
    study = study_of(state)
    profile = profile_of(study.agreed, runtime)
    study, summary = _summarise(study, profile, runtime)
    scope = study.agreed
    study = change_study(study, buckets=_buckets(summary))
    artifact_id = summary["artifact_id"]
    proposal = Proposal(
        "data_prep",
        _message(study, profile, summary),
        say("study.rows_prompt"),
        _controls(scope, profile),
        [artifact_id],
    )
    lock = lock_of(state, runtime, study, {artifact_id: summary})
    used, every = reference(artifact_id, "#rows_used"), reference(artifact_id, "#rows_total")
    rows = say("study.rows_used", used=used, all=every)
    return {
        **propose(study, proposal, lock),
        "reasoning": [ReasoningLine(step_name="Data Preparation Agent", step_text=lock.line(rows).text)],
        "artifacts": in_state([summary], runtime),
        "plan_tasks": plan(1, current=2),
        "plan_steps_completed": 2,
        "interpretation": say("study.about", outcome=scope.outcome),
    }


def _summarise(study: Study, profile: DatasetProfile, runtime: TurnRuntime) -> tuple[Study, Artifact]:
    """The summary under the filters. Filters that cannot be applied are taken back, and the person is asked anew."""
    try:
        return study, keep_artifact(run_spec(_spec(study.agreed, profile), runtime)[0], runtime)
    except (SpecError, DataError) as error:
        if not study.agreed.filters or study.unattended:
            raise
        note = say("study.filter_taken_back", error=str(error))
        scope = study.agreed.model_copy(update={"filters": [], "prepare": []})
        asking = change_study(study, scope=scope, quiet=[], note=note)
        return asking, keep_artifact(run_spec(_spec(scope, profile), runtime)[0], runtime)


def _numbers(scope: StudyScope, profile: DatasetProfile) -> list[str]:
    return [column.name for column in profile.columns if column.kind == "number" and column.name in scope.columns]


def _spec(scope: StudyScope, profile: DatasetProfile) -> ColumnSummary:
    """Quantiles of the outcome and of every numeric column, over the rows that count."""
    return ColumnSummary(
        dataset_id=scope.dataset_id,
        prepare=outcome_steps(scope, profile),
        filters=scope.filters,
        columns=[outcome_name(scope), *_numbers(scope, profile)],
        stats=["count", "mean"],
        quantiles=[place / scope.buckets for place in range(scope.buckets + 1)],
    )


def _buckets(summary: Artifact) -> list[StudyBucket]:
    """Buckets of about equal size; values that many rows share make them fewer."""
    table = table_of(summary)
    places = [place for place, name in enumerate(table["columns"]) if _QUANTILE.fullmatch(name)]
    buckets = []
    for row in table["rows"][1:]:
        edges = sorted({float(cell) for cell in (row[place] for place in places) if isinstance(cell, int | float)})
        if len(edges) >= FEWEST_EDGES:
            buckets.append(
                StudyBucket(column=str(row[0]), name=say("study.bucket_name", column=str(row[0])), edges=edges)
            )
    return buckets


def _message(study: Study, profile: DatasetProfile, summary: Artifact) -> str:
    scope, name = study.agreed, summary["artifact_id"]
    used, every = reference(name, "#rows_used"), reference(name, "#rows_total")
    lines = [say("study.rows_unfiltered", used=used, all=every)]
    if filters := literal(conditions_words(scope.filters)):
        lines = [say("study.rows_where", used=used, all=every, conditions=filters)]
    lines += [
        say("study.buckets_at", column=literal(bucket.column), cuts=", ".join(_cuts(bucket, summary)))
        for bucket in study.buckets
    ]
    if any(column.kind in ("date", "datetime") for column in profile.columns if column.name in scope.columns):
        lines.append(say(f"study.time_by.{scope.grain}"))
    return "\n".join(lines)


def _cuts(bucket: StudyBucket, summary: Artifact) -> list[str]:
    """References to the edges between buckets, each once."""
    table = table_of(summary)
    row = next(row for row in table["rows"] if row[0] == bucket.column)
    cuts: dict[Cell, str] = {}
    for column, cell in zip(table["columns"], row, strict=True):
        if _QUANTILE.fullmatch(column) and cell in bucket.edges[1:-1]:
            cuts.setdefault(cell, reference(summary["artifact_id"], column, [bucket.column]))
    return list(cuts.values())


def _example(profile: DatasetProfile) -> str:
    """A filter that would leave some rows; "" where no column has values to tell apart."""
    texts = (column for column in profile.columns if column.kind == "text" and 1 < column.unique < profile.rows)
    known = next((column for column in texts if column.top_values), None)
    return say("study.example", column=known.name, value=known.top_values[0].value) if known else ""


def _controls(scope: StudyScope, profile: DatasetProfile) -> list[dict[str, JsonValue]]:
    filters = conditions_words(scope.filters)
    return [
        text_control("filters", filters, _example(profile)),
        number_control("buckets", scope.buckets, 2, 10),
        choice_control("grain", say(f"study.grain.{scope.grain}"), [say(f"study.grain.{grain}") for grain in GRAINS]),
        choice_control("without", "", scope.columns),
    ]
