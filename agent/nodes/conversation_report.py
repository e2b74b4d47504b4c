"""The report of a conversation: what was found, drawn together by the reasoner under the number lock."""

import time
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import cast

from agent.errors import CitationError
from agent.grounding.citations import is_template, locked, resolve, violations
from agent.reasoning.prompts import Reasoner, ReportDraft, ReportedTurn, WriteReport
from agent.report.content import ReportContent, assemble
from agent.state import Artifact, ResolvedText, TurnRecord
from registry.dataset import Dataset

REPORTED = ("answered", "explained")
NO_CONCLUSION = "The answers below stand for themselves."


def report_content(
    reasoner: Reasoner,
    turns: Sequence[TurnRecord],
    artifacts: Mapping[str, Artifact],
    datasets: Sequence[Dataset],
) -> ReportContent | None:
    """The content of the report, or None while no turn was answered. The same conversation gives the same content."""
    told = [turn for turn in turns if turn["status"] in REPORTED]
    if not told:
        return None
    prompt = WriteReport(turns=tuple(_reported(turn) for turn in told), datasets=tuple(d.profile for d in datasets))
    draft, conclusion = _written(reasoner, prompt, artifacts, _facts(told, datasets))
    return assemble(
        title=draft.title,
        conclusion=conclusion,
        turns=told,
        artifacts=artifacts,
        datasets=datasets,
        caveats=draft.caveats,
        next_questions=draft.next_questions,
        made_at=datetime.fromtimestamp(told[-1]["started"] or time.time(), UTC).isoformat(timespec="minutes"),
    )


def _reported(turn: TurnRecord) -> ReportedTurn:
    return ReportedTurn(
        question=turn["question"],
        answer_template=turn["answer_template"],
        interpretation=turn["interpretation"],
        artifact_ids=tuple(turn["artifact_ids"]),
        assumptions=tuple(turn["assumptions"]),
        caveats=tuple(turn["caveats"]),
        status="explained" if turn["status"] == "explained" else "answered",
    )


def _written(
    reasoner: Reasoner, prompt: WriteReport, artifacts: Mapping[str, Artifact], facts: tuple[str, ...]
) -> tuple[ReportDraft, ResolvedText]:
    """The draft, with its conclusion resolved and its lines locked. A conclusion whose references lead nowhere is
    replaced by a sentence that says nothing, for the answers stand below it.
    """
    draft = reasoner.decide(prompt)
    try:
        conclusion = resolve(draft.conclusion, artifacts, facts=facts)
    except CitationError:
        conclusion = locked(NO_CONCLUSION, {})
    lines = {
        "title": _line(draft.title, artifacts, facts),
        "caveats": [_line(caveat, artifacts, facts) for caveat in draft.caveats],
        "next_questions": [_line(question, artifacts, facts) for question in draft.next_questions],
    }
    return draft.model_copy(update=cast(dict[str, object], lines)), conclusion


def _line(text: str, artifacts: Mapping[str, Artifact], facts: tuple[str, ...]) -> str:
    read = resolve if is_template(text) else locked
    resolved = read(text, artifacts, facts=facts)
    unknown = [citation["display"] for citation in resolved["citations"] if not citation["verified"]]
    return resolved["text"] + (f" (unverified: {', '.join(unknown)})" if violations(resolved) else "")


def _facts(turns: Sequence[TurnRecord], datasets: Sequence[Dataset]) -> tuple[str, ...]:
    said = [text for turn in turns for text in (turn["question"], *turn["assumptions"], *turn["caveats"])]
    return (*said, *(dataset.name for dataset in datasets))
