"""The Scientist's nodes without a model: requirements from the reading, alignment by the seed's thresholds."""

from typing import cast

from agent.reasoning.prompts import Explanation, Read, ReadQuestion
from agent.reasoning.rules.code.plan import decide, trouble_of
from agent.reasoning.rules.code.words import say
from agent.reasoning.rules.narration.suggestions import alternatives
from agent.reasoning.scientist_prompts import (
    MOST_DETAILED,
    Alignment,
    CheckAlignment,
    ColumnSelection,
    DataProfile,
    EvaluateResults,
    Evaluation,
    ExplainLimitation,
    FormulateRequirements,
    PlanRemediation,
    ProfileData,
    Remediation,
    Requirements,
    SelectColumns,
)
from agent.specs.parse import Spec
from agent.specs.plain_data import texts_in
from agent.specs.references import reference
from agent.state import Artifact, TablePayload
from registry.profile import ColumnProfile, DatasetProfile

CAVEAT_FROM, CANNOT_FROM = 0.0, 0.5
"""Shares of missing cells: any is a caveat, more than half cannot be worked with (seed 000, node 3)."""
MISSING_TOLD = 0.3
"""Up to here complete cases serve; from here to CANNOT_FROM the caveat says that much is missing."""


def formulate_requirements(prompt: FormulateRequirements, read: Read) -> Requirements:
    """The columns that the reading uses; for a question without a reading, the ones that it lacks."""
    decision = decide(prompt.asked, read)
    trouble = trouble_of(decision)
    if trouble:
        return Requirements(
            variables_needed=decision.missing_columns,
            analysis_type="unknown",
            success_criteria=say("science.readable"),
            reasoning=trouble,
        )
    reading = decision.readings[0]
    columns = [name for spec in reading.specs for name in columns_of(spec, prompt.asked)]
    first = reading.specs[0]
    kind = "visualization" if first.type == "plot" else first.PURPOSE
    return Requirements(
        variables_needed=list(dict.fromkeys(columns)),
        constraints=[],
        analysis_type=kind,
        success_criteria=say("science.table" if first.type == "analysis" else "science.chart"),
        reasoning=reading.interpretation,
    )


def columns_of(spec: Spec, asked: ReadQuestion) -> list[str]:
    """The columns of the data that a spec names anywhere, in order; none that its own steps make."""
    existing = {name for profile in asked.datasets for name in profile.column_names}
    found = texts_in(spec.model_dump(mode="json", exclude={"type", "op", "kind", "title"}))
    return [name for name in dict.fromkeys(found) if name in existing]


def select_columns(prompt: SelectColumns) -> ColumnSelection:
    """Required columns first, then those with missing cells, keys, and numbers: at most MOST_DETAILED."""
    required = cast(list[str], prompt.requirements.get("variables_needed", []))
    columns = [column for profile in prompt.datasets for column in profile.columns]
    ranked = sorted(columns, key=lambda column: _rank(column, required))
    return ColumnSelection(columns=list(dict.fromkeys(column.name for column in ranked))[:MOST_DETAILED])


def _rank(column: ColumnProfile, required: list[str]) -> int:
    if column.name in required:
        return 0
    if column.missing:
        return 1
    return {"identifier": 2, "number": 3}.get(column.kind, 4)


def profile_data(prompt: ProfileData, read: Read) -> DataProfile:
    """Which required columns there are, and what is odd about each: read off the profiles."""
    required = cast(list[str], prompt.requirements.get("variables_needed", []))
    unreadable = prompt.requirements.get("analysis_type") == "unknown"
    may_lack = _may_be_missing(prompt.asked, read)
    found = {name: column for name in required if (column := _column(prompt.datasets, name))}
    absent = [name for name in required if name not in found]
    quality = {name: _quality(column) for name, column in found.items()}
    limits = [say("science.absent", name=name) for name in absent]
    limits += [
        say("science.lacks", name=name, quality=quality[name])
        for name, column in found.items()
        if column.missing_share > CANNOT_FROM and name not in may_lack
    ]
    if unreadable:
        limits.append(str(prompt.requirements.get("reasoning", "")))
    return DataProfile(
        available_columns=list(found),
        missing_columns=absent,
        data_quality=quality,
        limitations=limits,
        is_suitable=not limits,
        reasoning=say("science.all_there") if not limits else " ".join(limits),
    )


def _may_be_missing(asked: ReadQuestion, read: Read) -> frozenset[str]:
    """Columns of which a reading needs no value in most rows: those it only has conditions on (a row without a value
    fulfils none), only shows, or whose gaps and repetitions are the question.
    """
    readings = decide(asked, read).readings[:1]
    specs = [spec for reading in readings for spec in reading.specs]
    lax = {name for spec in specs for name in columns_of(spec, asked) if name not in _measured_columns(spec, asked)}
    return frozenset(lax)


def _measured_columns(spec: Spec, asked: ReadQuestion) -> list[str]:
    """The columns whose values a spec computes with or groups by."""
    if spec.type == "analysis" and spec.op in ("dataset_overview", "missingness", "duplicate_check"):
        return []
    left: dict[str, object] = (
        {"filters": [], "columns": []} if spec.type == "analysis" and spec.op == "row_lookup" else {"filters": []}
    )
    return columns_of(spec.model_copy(update=left), asked)


def _column(datasets: tuple[DatasetProfile, ...], name: str) -> ColumnProfile | None:
    return next((column for profile in datasets if (column := profile.column(name))), None)


def _quality(column: ColumnProfile) -> str:
    if column.missing == 0:
        return say("science.complete", kind=say(f"kind.{column.kind}"))
    much = "science.half_missing" if column.missing_share > CANNOT_FROM else "science.some_missing"
    return say(much, kind=say(f"kind.{column.kind}"))


def check_alignment(prompt: CheckAlignment) -> Alignment:
    """Absent columns or more than half of the cells missing: cannot. Fewer missing: a caveat. Else: proceed."""
    limits = cast(list[str], prompt.data_profile.get("limitations", []))
    if limits:
        return Alignment(aligned=False, gaps=limits, recommendation="cannot_proceed", reasoning=say("science.lacking"))
    caveats = [caveat for artifact in prompt.missingness for caveat in _caveats(artifact)]
    if caveats:
        return Alignment(
            aligned=True, caveats=caveats, recommendation="proceed_with_caveats", reasoning=say("science.some_cells")
        )
    return Alignment(aligned=True, recommendation="proceed", reasoning=say("science.everything"))


def _caveats(artifact: Artifact) -> list[str]:
    """One sentence a column with missing cells; its numbers are references to the profile's table."""
    table = cast(TablePayload, artifact["payload"])
    at = {name: place for place, name in enumerate(table["columns"])}
    told = []
    for row in table["rows"]:
        name, share = row[at["column"]], row[at["missing_pct"]]
        if not isinstance(name, str) or not isinstance(share, int | float) or share / 100 <= CAVEAT_FROM:
            continue
        percent = reference(artifact["artifact_id"], "missing_pct", [name])
        caveat = say("science.caveat", percent=percent, column=_bare(name))
        told.append(f"{caveat} {say('science.much')}" if share / 100 >= MISSING_TOLD else caveat)
    return told


def _bare(name: str) -> str:
    return name.replace("{", "{{").replace("}", "}}")


def evaluate_results(prompt: EvaluateResults) -> Evaluation:
    """The checks are the judgement: what ran and breaks no law is accepted."""
    if not prompt.execution_success:
        error = prompt.error or say("science.not_run")
        return Evaluation(
            is_valid=False, issues_found=[error], confidence=0, recommendation="code_error", reasoning=error
        )
    return Evaluation(
        is_valid=True,
        confidence=0.5 if prompt.findings else 1,
        recommendation="accept",
        reasoning=say("science.checked"),
    )


def plan_remediation(prompt: PlanRemediation) -> Remediation:
    """The rules have one way of writing code: it is tried again, and the person is told how to help."""
    issues = cast(list[str], prompt.evaluation.get("issues_found", []))
    return Remediation(
        root_cause=" ".join(issues) or prompt.error or say("science.not_accepted"),
        action="rewrite_code",
        guidance=say("science.another_way"),
        reasoning=say("science.as_they_were"),
    )


def explain_limitation(prompt: ExplainLimitation) -> Explanation:
    """What is missing, and questions that the data can answer."""
    gaps = cast(list[str], prompt.alignment.get("gaps", []))
    lead = say("science.cannot")
    offers = alternatives(prompt.datasets, prompt.question)
    closing = say("science.instead") if offers else ""
    return Explanation(text=" ".join(part for part in (lead, *gaps, closing) if part), next_questions=offers)
