"""A turn as plain JSON, for the command line: status, answer, questions, artifacts, rows, seconds; logged turns."""

import json
import time
from dataclasses import asdict
from typing import cast

from pydantic import JsonValue

from agent.analysis.frames.tables import preview
from agent.service import AnalystService, RunEntry
from agent.state import Artifact, PendingInput, TurnRecord, TurnStatus

TABLE_ROWS = 100
APPROVING = "It was not run: nobody was there to say yes. Call again with --approve-code to let generated code run."
STATUS_WORDS: dict[TurnStatus, str] = {"stopped": "error"}
"""Statuses that have another name outside."""


def turn_result(service: AnalystService, conversation_id: str, turn: TurnRecord) -> dict[str, JsonValue]:
    """The turn with its artifacts; tables are cut to their first 100 rows. Figures: plotly JSON, or PNG in base64."""
    artifacts = [service.artifact(conversation_id, artifact_id) for artifact_id in turn["artifact_ids"]]
    return {
        "status": STATUS_WORDS.get(turn["status"], turn["status"]),
        "answer": turn["answer"]["text"],
        "questions": [asked_text(turn["pending"])] if turn["pending"] else [],
        "artifacts": [_artifact(artifact) for artifact in artifacts],
        "interpretation": turn["interpretation"],
        "assumptions": [*turn["assumptions"]],
        "caveats": [*turn["caveats"]],
        "rows_used": turn["rows_used"],
        "rows_total": turn["rows_total"],
        "seconds": round(turn["seconds"], 3),
        **_steps(service, conversation_id, turn),
        **({"code": turn["code"]} if "code" in turn else {}),
    }


def _steps(service: AnalystService, conversation_id: str, turn: TurnRecord) -> dict[str, JsonValue]:
    """What was found on the way to the answer; no key where nothing was."""
    found = [_artifact(service.artifact(conversation_id, one)) for one in turn.get("step_ids", [])]
    return {"steps": cast(JsonValue, found)} if found else {}


def failed_result(sentence: str, seconds: float = 0.0) -> dict[str, JsonValue]:
    """A turn that could not be run at all."""
    return {
        "status": "error",
        "answer": sentence,
        "questions": [],
        "artifacts": [],
        "rows_used": None,
        "seconds": round(seconds, 3),
    }


def asked_text(pending: PendingInput) -> str:
    """What was asked, with each option and the number that it would give."""
    if pending["kind"] == "approve":
        return f"{pending['message']} {APPROVING}"
    options = [
        f"- {option['label']}" + (f": {option['number']}" if option["number"] else "") for option in pending["options"]
    ]
    return "\n".join(part for part in (pending["message"], *options, pending["prompt"]) if part)


def _artifact(artifact: Artifact) -> dict[str, JsonValue]:
    shown = preview(artifact, TABLE_ROWS) if artifact["kind"] == "table" else artifact
    payload: JsonValue = shown["payload"]  # type: ignore[assignment]  # typed as object in the state
    return {
        "artifact_id": artifact["artifact_id"],
        "kind": artifact["kind"],
        "title": artifact["title"],
        "description": artifact["description"],
        "spec": artifact["spec"],
        "payload": payload,
    }


def run_line(entry: RunEntry) -> str:
    """A logged turn for a terminal: when, how, what came of it, seconds, score, feedback, the question in one line."""
    at = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(entry.at))
    score = "-" if entry.score is None else f"{entry.score:.2f}"
    question = " ".join("".join(letter if letter.isprintable() else " " for letter in entry.question).split())
    told = f"{entry.seconds:8.2f} s  {score:>4}  {entry.feedback or '-':>4}"
    return f"{at}  {entry.workflow:<17}  {entry.status:<14} {told}  {question}"


def run_json(entry: RunEntry) -> str:
    """A logged turn, whole, as one line of JSON."""
    return json.dumps(asdict(entry), ensure_ascii=False)
