"""The report of a guided study: summary, drivers with numbers and charts, method, caveats, who decided what."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from agent.report.content import ReportContent, ReportSection, dataset_facts
from agent.specs.references import literal
from agent.specs.study import LensName, Study, StudyDecision
from agent.state import Artifact, ResolvedText
from registry.dataset import Dataset

CHECKPOINT_WORDS: Mapping[str, str] = {
    "data_discovery": "Scope and columns", "data_prep": "Rows and buckets", "synthesizer": "Direction",
}  # fmt: skip
ACTION_WORDS: Mapping[str, str] = {"accept": "accepted", "skip": "skipped", "change": "changed"}
METHOD = (
    "Impact is the share of the outcome's variation that a column explains by itself. Groups, periods and buckets: "
    "eta squared, shown corrected for the number of groups (epsilon squared, Kelley); its 95 % interval comes from the "
    "noncentral F distribution (Steiger), which takes the spread within groups as normal and equal.",
    "Numbers: R squared of a straight line, corrected in the same way; its 95 % interval is that of the correlation by "
    "Fisher's z. Of a column's several measures the one of largest impact counts, which favours columns looked at in "
    "several ways.",
    "Together: R squared of one least squares fit on the first driver of each view, with a mean for each group and a "
    "straight line for each number, corrected for their number (adjusted R squared, Ezekiel). What drivers explain in "
    "common counts once there, and as often as they are in the sum of their shares.",
    "Score: impact in percent times ease. Ease, from hard to easy to change, is an assumption and not computed.",
    "All rows that the filters leave are used; nothing is sampled, so the same study gives the same numbers.",
)


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
        ReportSection("Drivers, ranked by impact and ease", report.resolved(study.synthesis), _rank(study)),
        *findings,
        ReportSection("Method", report.resolved(literal("\n\n".join(METHOD)))),
        ReportSection("What was assumed", _list_names(assumptions(study), report)),
        ReportSection(
            "Who decided what", _list_names([literal(line) for line in decision_lines(study.decisions)], report)
        ),
    )
    return ReportContent(
        title=f"What drives {study.agreed.outcome}",
        conclusion=report.resolved(study.summary),
        turns=(),
        artifacts=used,
        datasets=(dataset_facts(report.dataset),),
        caveats=tuple(report.resolved(concern)["text"] for concern in study.concerns),
        made_at=report.made_at,
        sections=sections,
    )


def used_artifacts(study: Study) -> list[str]:
    """The ids of the results that the report tells of."""
    return [*_rank(study), *(one for finding in study.findings for one in finding.artifact_ids.values() if one)]


def _rank(study: Study) -> tuple[str, ...]:
    return (study.ranking, study.joint) if study.joint else (study.ranking,)


def decision_lines(decisions: Sequence[StudyDecision]) -> list[str]:
    """One line a decision: at which checkpoint, by whom, and in which words."""
    lines = []
    for one in decisions:
        who = "you" if one.by == "person" else "Tally"
        what = f"{who} {ACTION_WORDS.get(one.action, one.action)}"
        said = f" (“{one.said}”)" if one.by == "person" else f". {one.said}"
        lines.append(f"{CHECKPOINT_WORDS[one.step]}: {what}{said}" + "".join(f" {line}" for line in one.changed))
    return lines


def assumptions(study: Study) -> list[str]:
    """What was taken for granted, as templates."""
    scope = study.agreed
    rated = ", ".join(f"{column} {ease}" for column, ease in scope.ease.items())
    ease = f"Ease of change as you rated it: {rated}; all others 3." if rated else "Ease of change: 3 for every driver."
    left = [f"{one.column} was left out: {one.why}." for one in scope.left_out]
    dropped = [f"{column} was taken out of the ranking." for column in scope.dropped]
    return [literal(line) for line in (*study.assumptions, ease, *left, *dropped)]


def _list_names(lines: Sequence[str], report: StudyReport) -> ResolvedText:
    return report.resolved("\n".join(f"- {line}" for line in lines) or "Nothing.")
