"""The report of a guided study: summary, drivers with numbers and charts, method, caveats, who decided what."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent.report.content import ReportContent, ReportSection, dataset_facts
from agent.report.words import say
from agent.specs.references import literal
from agent.specs.study import LensName, Study, StudyDecision
from agent.state import Artifact, ResolvedText
from registry.dataset import Dataset

_METHOD = ("impact", "numbers", "together", "score", "rows")


@dataclass(frozen=True)
class StudyReport:
    """What the report of a study is made from. Artifacts are whole, by id."""

    study: Study
    artifacts: Mapping[str, Artifact]
    dataset: Dataset
    lenses: Mapping[LensName, str]  # titles
    made_at: str
    resolved: Callable[[str], ResolvedText]  # a template with its numbers, under the number lock


def study_content(report: StudyReport) -> ReportContent:
    """The content, ready to be written in any format."""
    study = report.study
    used = {one: report.artifacts[one] for one in used_artifacts(study)}
    findings = [
        ReportSection(
            title=report.lenses[one.lens],
            prose=report.resolved(one.text),
            artifact_ids=tuple(name for key, name in one.artifact_ids.items() if key in ("chart", "drivers", "groups")),
        )
        for one in study.findings
    ]
    sections = (
        ReportSection(say("study.ranked"), report.resolved(study.synthesis), _rank(study)),
        *findings,
        ReportSection(say("study.method"), report.resolved(literal(_method()))),
        ReportSection(say("study.assumed"), _list_names(assumptions(study), report)),
        ReportSection(
            say("study.decided"), _list_names([literal(line) for line in decision_lines(study.decisions)], report)
        ),
    )
    return ReportContent(
        title=say("study.title", outcome=study.agreed.outcome),
        conclusion=report.resolved(study.summary),
        turns=(),
        artifacts=used,
        datasets=(dataset_facts(report.dataset),),
        caveats=tuple(report.resolved(concern)["text"] for concern in study.concerns),
        made_at=report.made_at,
        sections=sections,
    )


def _method() -> str:
    return "\n\n".join(say(f"study.method_{part}") for part in _METHOD)


def used_artifacts(study: Study) -> list[str]:
    """The ids of the results that the report tells of."""
    return [*_rank(study), *(one for finding in study.findings for one in finding.artifact_ids.values() if one)]


def _rank(study: Study) -> tuple[str, ...]:
    return (study.ranking, study.joint) if study.joint else (study.ranking,)


def decision_lines(decisions: Sequence[StudyDecision]) -> list[str]:
    """One line a decision: at which checkpoint, by whom, and in which words."""
    lines = []
    for one in decisions:
        who = say("study.you" if one.by == "person" else "study.tally")
        said = say("study.said" if one.by == "person" else "study.said_by_tally", words=one.said)
        step, did = say(f"study.{one.step}"), say(f"study.{one.action}")
        told = say("study.decision", step=step, who=who, did=did, said=said)
        lines.append(told + "".join(f" {line}" for line in one.changed))
    return lines


def assumptions(study: Study) -> list[str]:
    """What was taken for granted, as templates."""
    scope = study.agreed
    rated = ", ".join(f"{column} {ease}" for column, ease in scope.ease.items())
    ease = say("study.ease_rated", rated=rated) if rated else say("study.ease")
    left = [say("study.left_out", column=one.column, why=one.why) for one in scope.left_out]
    dropped = [say("study.dropped", column=column) for column in scope.dropped]
    return [literal(line) for line in (*study.assumptions, ease, *left, *dropped)]


def _list_names(lines: Sequence[str], report: StudyReport) -> ResolvedText:
    return report.resolved("\n".join(f"- {line}" for line in lines) or say("study.nothing"))
