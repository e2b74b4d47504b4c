"""The report of a conversation: what was found, drawn together by the reasoner under the number lock."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from agent.errors import CitationError
from agent.grounding.citations import lock_text
from agent.grounding.lines import Lock
from agent.grounding.number_lock import Evidence
from agent.history import undone
from agent.reasoning.language import detect_language
from agent.reasoning.prompts import Reasoner, ReportDraft, ReportedTurn, WriteReport
from agent.report.choice import WHOLE, ReportChoice
from agent.report.content import ReportContent, assemble
from agent.report.words import say
from agent.state import Artifact, PendingInput, ResolvedText, TurnRecord
from registry.dataset import Dataset


@dataclass(frozen=True)
class Drawn:
    """What the reasoner wrote about a conversation, under the number lock: title and lines as text, the conclusion
    with its citations; `draft.conclusion` is its template.
    """

    draft: ReportDraft
    conclusion: ResolvedText


def reported_turns(turns: Sequence[TurnRecord]) -> list[TurnRecord]:
    """The turns that a report tells: answers with results, and explanations; no commands, and none taken back. One that
    picked an option is headed by the question that it settles, then by the pick."""
    gone = undone(turns)
    return [
        turn
        for turn in _with_the_questions(turns)
        if turn["turn_id"] not in gone and not turn.get("command")
        if turn["status"] == "explained" or (turn["status"] == "answered" and turn["artifact_ids"])
    ]


def _with_the_questions(turns: Sequence[TurnRecord]) -> Iterator[TurnRecord]:
    """The turns, those that settled a question of ours with the words that it was asked about before their own.

    What was refused offers questions of their own, which need none before them.
    """
    asked: dict[str, str] = {}
    pending: PendingInput | None = None
    for turn in turns:
        options = pending["options"] if pending is not None and pending["checkpoint_id"] in asked else []
        if pending is not None and turn["question"] in {option["says"] for option in options}:
            whole = f"{asked[pending['checkpoint_id']]} {turn['question']}"
            turn = TurnRecord(**{**turn, "question": whole})
        pending = turn["pending"]
        if pending is not None and turn["status"] != "out_of_scope":
            first = asked.get(turn.get("takes_up", ""), turn["question"])  # it is open again under another id
            asked.setdefault(pending["checkpoint_id"], first)
        yield turn


def draw_together(
    reasoner: Reasoner, turns: Sequence[TurnRecord], artifacts: Mapping[str, Artifact], datasets: Sequence[Dataset]
) -> Drawn | None:
    """Title, conclusion, caveats and next questions of a conversation; None while there is nothing to report.

    A conclusion whose references lead nowhere is replaced by a sentence that claims nothing.
    """
    told = reported_turns(turns)
    if not told:
        return None
    prompt = WriteReport(turns=tuple(_report(turn) for turn in told), datasets=tuple(d.profile for d in datasets))
    draft = reasoner.decide(prompt)
    own = {one for turn in told for one in turn["artifact_ids"]}
    shown = {key: artifact for key, artifact in artifacts.items() if key in own}
    language = detect_language(told[0]["question"])
    known = Evidence(shown, _settings_text(told), _facts(told), _names(datasets), language=language)
    lock = Lock(artifacts, {}, known)
    try:
        conclusion = lock.resolved(draft.conclusion)
    except CitationError:
        alone = say("conversation.alone")
        conclusion = lock_text(alone, {})
        draft = draft.model_copy(update={"conclusion": alone})
    lines = {
        "title": lock.line(draft.title).text,
        "caveats": [lock.line(caveat).text for caveat in draft.caveats],
        "next_questions": [lock.line(question).text for question in draft.next_questions],
    }
    return Drawn(draft.model_copy(update=lines), conclusion)


def chosen_turns(turns: Sequence[TurnRecord], chosen: Sequence[str]) -> list[TurnRecord]:
    """The turns that a report tells, of these ids and in their order; all where none is chosen. Ids of other turns are
    passed over: what was taken back since it was chosen is told no more. Where that leaves none, all are told."""
    told = reported_turns(turns)
    by_id = {turn["turn_id"]: turn for turn in told}
    return [by_id[one] for one in dict.fromkeys(chosen) if one in by_id] or told


def report_content(
    reasoner: Reasoner,
    turns: Sequence[TurnRecord],
    artifacts: Mapping[str, Artifact],
    datasets: Sequence[Dataset],
    *,
    choice: ReportChoice = WHOLE,
) -> ReportContent | None:
    """The content of the report of what a person chose, as it is all answers; None where there is none. The same
    conversation gives the same content."""
    told = chosen_turns(turns, choice.answers)
    drawn = draw_together(reasoner, told, artifacts, datasets)
    if drawn is None:
        return None
    return assemble(
        title=drawn.draft.title,
        conclusion=drawn.conclusion,
        turns=told,
        artifacts=artifacts,
        datasets=datasets,
        caveats=drawn.draft.caveats,
        next_questions=drawn.draft.next_questions,
        made_at=_time_of(told),
        choice=choice,
    )


def answers_content(
    turns: Sequence[TurnRecord], artifacts: Mapping[str, Artifact], datasets: Sequence[Dataset], *, only: str = ""
) -> ReportContent | None:
    """The answers as they were given, with nothing drawn together, so that nobody reasons; `only` one turn's. None
    where there is none."""
    told = [turn for turn in reported_turns(turns) if only in ("", turn["turn_id"])]
    if not told:
        return None
    return assemble(
        title=told[0]["question"],
        conclusion=ResolvedText(text="", citations=[]),
        turns=told,
        artifacts=artifacts,
        datasets=datasets,
        made_at=_time_of(told),
    )


def _time_of(told: Sequence[TurnRecord]) -> str:
    return datetime.fromtimestamp(told[-1]["started"], UTC).isoformat(timespec="minutes")


def _report(turn: TurnRecord) -> ReportedTurn:
    return ReportedTurn(
        question=turn["question"],
        answer_template=turn["answer_template"],
        interpretation=turn["interpretation"],
        artifact_ids=tuple(turn["artifact_ids"]),
        assumptions=tuple(turn["assumptions"]),
        caveats=tuple(turn["caveats"]),
        status="explained" if turn["status"] == "explained" else "answered",
    )


def _settings_text(turns: Sequence[TurnRecord]) -> str:
    """What set the computations, by the person or by assumption: none of it is a result."""
    return "\n".join(text for turn in turns for text in (turn["question"], *turn["assumptions"]))


def _facts(turns: Sequence[TurnRecord]) -> tuple[str, ...]:
    return tuple(text for turn in turns for text in turn["caveats"])


def _names(datasets: Sequence[Dataset]) -> tuple[str, ...]:
    return tuple(name for dataset in datasets for name in (dataset.name, *dataset.profile.column_names))
