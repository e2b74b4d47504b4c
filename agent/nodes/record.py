"""The record of a turn: what the pages show and the report cites, made from the state."""

import time
from collections.abc import Sequence
from typing import cast

from agent.artifacts import RowsOf
from agent.grounding.citations import lock_text
from agent.nodes.concluding import Executed, steps_of
from agent.specs.plain_data import reading_json
from agent.state import AgentState, Artifact, Ledger, PendingInput, ResolvedText, TurnRecord, TurnStatus

NOTHING_SAID = ResolvedText(text="", citations=[])


def record_of(state: AgentState, ledger: Ledger | None = None, artifact_ids: Sequence[str] = ()) -> TurnRecord:
    """The turn as it stands in the state; `ledger` is that of its main result."""
    started = state.get("turn_started", 0.0)
    return TurnRecord(
        **_plan_of(state),
        turn_id=state.get("turn_id", ""),
        workflow=state.get("workflow", ""),
        question=said_question(state),
        status=state.get("status", "error"),
        answer=state.get("answer") or NOTHING_SAID,
        answer_template=state.get("answer_template", ""),
        interpretation=state.get("interpretation", ""),
        assumptions=state.get("assumptions", []),
        caveats=state.get("caveats", []),
        next_questions=state.get("next_questions", []),
        artifact_ids=list(artifact_ids),
        pending=state.get("pending_input"),
        rows_used=ledger["rows_used"] if ledger else None,
        rows_total=ledger["rows_total"] if ledger else None,
        reasoning=state.get("reasoning", []),
        trace=state.get("trace", []),
        started=started,
        seconds=max(0.0, time.time() - started),
        **_of_rows(ledger),
        **_of_steps(state),
        **_of_code(state),
        **_of_review(state),
        **cast(TurnRecord, state.get("turn_marks", {})),
    )


def said_question(state: AgentState) -> str:
    """The question as the turn shows it: with what the person said to a program that waited, if they did."""
    question, said = state.get("question", ""), state.get("person_said", "")
    return f"{question} ({said})" if said else question


def _rows_apart(artifacts: Sequence[Artifact]) -> TurnRecord:
    """The rows of the main results that come from others than the first; no key where all come from the same."""
    counted = [(one["title"], one["ledger"]) for one in artifacts if one["ledger"] and one["role"] == "main"]
    rows = [RowsOf(title=title, rows_used=of["rows_used"], rows_total=of["rows_total"]) for title, of in counted]
    apart = [one for one in rows if one["rows_used"] != rows[0]["rows_used"]]
    return cast(TurnRecord, {"rows_apart": apart} if apart else {})


def _of_rows(ledger: Ledger | None) -> TurnRecord:
    """The rows that a step made of those of the data; no key where none did."""
    made = ledger.get("rows_made") if ledger else None
    return cast(TurnRecord, {"rows_made": made} if made else {})


def _of_steps(state: AgentState) -> TurnRecord:
    """The results on the way to the answer, in order; no key for a turn without any."""
    found = [artifact_id for step in steps_of(state) for artifact_id in step["artifact_ids"].values()]
    return cast(TurnRecord, {"step_ids": list(dict.fromkeys(found))} if found else {})


def _of_code(state: AgentState) -> TurnRecord:
    """The keys of a turn that ran, or waits to run, generated code; none otherwise."""
    told: dict[str, object] = {}
    if code := state.get("code"):
        told |= {"code": code, "code_edited": state.get("code_edited", False)}
    if attempts := state.get("failed_attempts"):
        told["failed_attempts"] = attempts
    if mark := state.get("double_check"):
        told["double_check"] = mark
    if output_type := (state.get("final_output") or {}).get("output_type"):
        told["output_type"] = output_type
    return cast(TurnRecord, told)


def _of_review(state: AgentState) -> TurnRecord:
    """The keys of a turn whose answer a critic judged; none otherwise."""
    told: dict[str, object] = {}
    if calls := state.get("tool_calls"):
        told["tool_calls"] = calls
    if critique := state.get("critique"):
        told["critique"] = critique
    if judged := state.get("critique_history"):
        told["critique_history"] = judged
    return cast(TurnRecord, told)


def record_of_shown(state: AgentState, artifacts: Sequence[Artifact]) -> TurnRecord:
    """The turn with results that stand for themselves, and the rows of the first that counts them."""
    record = record_of(state, _main_ledger(artifacts), [artifact["artifact_id"] for artifact in artifacts])
    return TurnRecord(**{**record, **_rows_apart(artifacts)})


def _main_ledger(artifacts: Sequence[Artifact]) -> Ledger | None:
    return next((artifact["ledger"] for artifact in artifacts if artifact["ledger"]), None)


def _plan_of(state: AgentState) -> TurnRecord:
    """The plan and the files of a turn that has them, as keys of its record."""
    found: dict[str, object] = {}
    if state.get("plan_tasks"):
        found = {key: state.get(key) for key in ("plan_tasks", "plan_steps_total", "plan_steps_completed")}
    found |= {key: state.get(key) for key in ("report_file_path", "data_file_path") if state.get(key)}
    return cast(TurnRecord, found)


def interrupted_record(state: AgentState, status: TurnStatus, sentence: str) -> TurnRecord:
    """A turn that was stopped or broke off: what was done stays visible, nothing of it is told as an answer."""
    cut = cast(AgentState, {**state, "status": status, "answer": lock_text(sentence, {}), "answer_template": ""})
    return record_of(cast(AgentState, {**cut, "assumptions": [], "pending_input": None}))


def waiting_record(state: AgentState, pending: PendingInput) -> TurnRecord:
    """A turn that waits for the person before its code runs."""
    answer = lock_text(pending["message"], {})
    waiting = {**state, "status": "asked", "answer": answer, "answer_template": "", "pending_input": pending}
    return record_of(cast(AgentState, waiting))


def record_of_results(state: AgentState, executed: Sequence[Executed], of_code: Sequence[Artifact] = ()) -> TurnRecord:
    """The turn with the results of its first reading, or of its code, and the rows of its main result."""
    artifacts = list(executed[0].results.values()) if executed else list(of_code)
    record = record_of_shown(state, artifacts)
    return TurnRecord(**{**record, "reading": reading_json(executed[0].reading)}) if executed else record
