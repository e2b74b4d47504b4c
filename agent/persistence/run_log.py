"""The run log: what was asked and what became of it, for whoever runs Tally. No cell values beyond what the question,
the specs and the code hold; no answers, no error texts."""

import json
import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from pydantic import JsonValue

from agent.context import ArtifactStore
from agent.errors import SpecError, TallyError
from agent.persistence.database import Database, Row, StoreError
from agent.specs.parse import parse_spec
from agent.state import TurnRecord

logger = logging.getLogger(__name__)
Feedback = Literal["up", "down"]
FEEDBACKS: tuple[Feedback, ...] = get_args(Feedback)


class NoFeedbackError(TallyError):
    """Feedback that cannot be kept."""

    actor = "person"


@dataclass(frozen=True)
class RunEntry:
    """One turn. `at` is when it began, in seconds since the epoch; `nodes` are (name, seconds, failed)."""

    conversation_id: str
    turn_id: str
    at: float
    workflow: str
    question: str
    status: str
    seconds: float
    score: float | None
    specs: tuple[dict[str, JsonValue], ...]
    code: tuple[str, ...]  # that gave results
    failed_code: tuple[str, ...]  # that did not work, was refused, or waits
    nodes: tuple[tuple[str, float, bool], ...]
    rows_used: int | None
    rows_total: int | None
    feedback: str | None = None


class RunLog(Protocol):
    """Where turns are logged."""

    @property
    def kept(self) -> bool:
        """Whether anything is logged, and feedback taken."""
        ...

    def add(self, entry: RunEntry) -> None:
        """Logs a turn. A log that fails is told to the process's log, and costs nobody an answer."""
        ...

    def feedback(self, conversation_id: str, turn_id: str, value: Feedback | None) -> None:
        """Notes what the person thinks of a turn; None takes it back. NoFeedbackError when it cannot be kept."""
        ...

    def given(self, conversation_id: str) -> Mapping[str, Feedback]:
        """The feedback on a conversation's turns, by turn id. StoreError when the log cannot be read."""
        ...

    def entries(self) -> Iterator[RunEntry]:
        """All entries, oldest first. StoreError when one cannot be read."""
        ...

    def expire(self, seconds: float) -> None:
        """Deletes the entries that are older than this. A log that fails is told to the process's log."""
        ...


class NoRunLog:
    """Nothing is logged."""

    kept = False

    def add(self, entry: RunEntry) -> None:
        """Nothing is logged."""

    def feedback(self, conversation_id: str, turn_id: str, value: Feedback | None) -> None:  # noqa: ARG002
        """There is no log to keep it in."""
        raise NoFeedbackError("Feedback is not kept here.", "Whoever runs Tally can turn on RUN_LOG.")

    def given(self, conversation_id: str) -> Mapping[str, Feedback]:  # noqa: ARG002 - the protocol's signature
        """None was kept."""
        return {}

    def entries(self) -> Iterator[RunEntry]:
        """Nothing was logged."""
        return iter(())

    def expire(self, seconds: float) -> None:
        """Nothing was logged."""


class StoredRunLog:
    """The run log in a database."""

    kept = True

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, entry: RunEntry) -> None:
        """Logs a turn."""
        content = {
            "specs": entry.specs,
            "code": entry.code,
            "failed_code": entry.failed_code,
            "nodes": entry.nodes,
            "rows_used": entry.rows_used,
            "rows_total": entry.rows_total,
        }
        values = (
            entry.conversation_id,
            entry.turn_id,
            entry.at,
            entry.workflow,
            entry.question,
            entry.status,
            entry.seconds,
            entry.score,
            json.dumps(content),
        )
        try:
            self._database.write(
                (
                    "INSERT INTO tally_run_log (conversation_id, turn_id, at, workflow, question, status, seconds,"
                    " score, content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    values,
                )
            )
        except StoreError:
            logger.exception("turn %s of conversation %s is not in the run log", entry.turn_id, entry.conversation_id)

    def feedback(self, conversation_id: str, turn_id: str, value: Feedback | None) -> None:
        """Notes what the person thinks of a turn."""
        if value is not None and value not in FEEDBACKS:
            raise NoFeedbackError(f"{value!r} is no feedback.", f"Use {' or '.join(FEEDBACKS)}.")
        concerned = self._database.write(
            (
                "UPDATE tally_run_log SET feedback = ? WHERE conversation_id = ? AND turn_id = ?",
                (value, conversation_id, turn_id),
            )
        )
        if not concerned:
            raise NoFeedbackError("This turn is not in the run log.", "Ask again and rate the new answer.")

    def given(self, conversation_id: str) -> Mapping[str, Feedback]:
        """The feedback on a conversation's turns."""
        rows = self._database.rows(
            "SELECT turn_id, feedback FROM tally_run_log WHERE conversation_id = ? AND feedback IS NOT NULL",
            (conversation_id,),
        )
        kept = {str(turn_id): value for turn_id, value in rows}
        return {turn_id: one for turn_id, value in kept.items() for one in FEEDBACKS if one == value}

    def entries(self) -> Iterator[RunEntry]:
        """All entries, oldest first."""
        for row in self._database.rows(
            "SELECT conversation_id, turn_id, at, workflow, question, status, seconds, score, feedback, content"
            " FROM tally_run_log ORDER BY at, turn_id"
        ):
            try:
                yield _entry(row)
            except (ValueError, KeyError, TypeError) as odd:
                raise StoreError(
                    f"The run log in {self._database.name} is damaged: turn {row[1]} of conversation {row[0]}.",
                    "Put a copy from a backup in its place; nothing was changed there.",
                ) from odd

    def expire(self, seconds: float) -> None:
        """Deletes the entries that are older than this."""
        try:
            self._database.write(("DELETE FROM tally_run_log WHERE at < ?", (time.time() - seconds,)))
        except StoreError:
            logger.exception("old entries are still in the run log; the next sweep tries again")


def entry_of(conversation_id: str, turn: TurnRecord, results: ArtifactStore) -> RunEntry:
    """What of a turn is logged: each spec once, in the order they were chosen; code with results, and code without."""
    specs = [spec for step in turn["trace"] for spec in step["specs"]]
    artifacts = results.all(conversation_id)
    codes = dict.fromkeys(code for key in turn["artifact_ids"] if key in artifacts and (code := artifacts[key]["code"]))
    tried = [*(attempt["code"] for attempt in turn.get("failed_attempts", [])), turn.get("code", "")]
    return RunEntry(
        conversation_id=conversation_id,
        turn_id=turn["turn_id"],
        at=turn["started"] or time.time(),
        workflow=turn["workflow"],
        question=turn["question"],
        status=turn["status"],
        seconds=turn["seconds"],
        score=_score_of(turn),
        specs=_once(specs),
        code=tuple(codes),
        failed_code=tuple(dict.fromkeys(code for code in tried if code and code not in codes)),
        nodes=tuple((step["node"], step["seconds"], step["error"] is not None) for step in turn["trace"]),
        rows_used=turn["rows_used"],
        rows_total=turn["rows_total"],
    )


def _score_of(turn: TurnRecord) -> float | None:
    """The critic's score, where one judged, or that of a workflow which scores its answers itself."""
    critique = turn.get("critique")
    if critique:
        return critique["score"] if critique.get("judged", True) else None
    return turn.get("score")


def _entry(row: Row) -> RunEntry:
    conversation_id, turn_id, at, workflow, question, status, seconds, score, feedback, text = row
    content = json.loads(text)
    return RunEntry(
        conversation_id=conversation_id,
        turn_id=turn_id,
        at=at,
        workflow=workflow,
        question=question,
        status=status,
        seconds=seconds,
        score=score,
        specs=tuple(content["specs"]),
        code=tuple(content["code"]),
        failed_code=tuple(content.get("failed_code", ())),  # entries of before it was logged have none
        nodes=tuple((node, taken, failed) for node, taken, failed in content["nodes"]),
        rows_used=content["rows_used"],
        rows_total=content["rows_total"],
        feedback=feedback,
    )


def _once(specs: Sequence[dict[str, JsonValue]]) -> tuple[dict[str, JsonValue], ...]:
    """Each computation once: a spec is chosen in one step and executed in another, with defaults written or not."""
    return tuple({_meaning(spec): spec for spec in specs}.values())


def _meaning(spec: dict[str, JsonValue]) -> str:
    """A spec with all defaults. What is none of the vocabulary means what is written."""
    try:
        return parse_spec(spec).model_dump_json()
    except SpecError:
        return json.dumps(spec, sort_keys=True)
