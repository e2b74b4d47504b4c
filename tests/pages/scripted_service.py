"""A service with fixed answers, to show what a page does with each kind of turn, friendly or hostile."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Literal

from agent.errors import StaleAnswerError
from agent.metrics import MetricsStore
from agent.persistence.errors import StoreError
from agent.reasoning.access import ModelAccess
from agent.review_state import CritiqueResult
from agent.service import (
    AnalystService,
    Feedback,
    MissingDataset,
    PickedOption,
    ProgressEvent,
    StopSignal,
    TurnChoices,
)
from agent.settings import Settings
from agent.state import (
    Artifact,
    Citation,
    CitedCell,
    PendingInput,
    PendingOption,
    PlanTask,
    ResolvedText,
    TurnRecord,
    TurnStatus,
)
from registry.dataset import Dataset
from registry.errors import WrongFileError
from registry.store import DatasetStore, fingerprint_of

Listener = Callable[[ProgressEvent], None] | None
HOSTILE = "![x](http://evil.example/a.png) [click](http://evil.example) <img src=http://evil.example/b.png> :red[no]"


def cited(text: str, *shown: str, unverified: tuple[str, ...] = ()) -> ResolvedText:
    """A text whose `shown` numbers are cited from A1, and whose `unverified` ones are not."""
    citations = []
    for display in (*shown, *unverified):
        start = text.index(display)
        cells = [CitedCell(artifact_id="A1", row="North", column="amount_mean", value=100.5)]
        verified = display in shown
        citations.append(
            Citation(
                start=start,
                end=start + len(display),
                display=display,
                verified=verified,
                expression="A1[North].amount_mean" if verified else "",
                cells=cells if verified else [],
            )
        )
    return ResolvedText(text=text, citations=citations)


def table(artifact_id: str, title: str = "Mean amount by region") -> Artifact:
    return Artifact(
        artifact_id=artifact_id,
        kind="table",
        title=title,
        description="",
        payload={
            "columns": ["region", "amount_mean", "n", "share"],
            "rows": [["North", 100.5, 12431, 48.8], ["South", 99.25, 301, 51.2], [HOSTILE, None, 2**60, 0.0]],
            "total_rows": 3,
            "key_columns": ["region"],
            "formats": {"region": "text", "amount_mean": "number", "n": "integer", "share": "percent"},
            "units": {"amount_mean": "USD", "share": "%"},
        },
        spec={"type": "analysis", "op": "groupby_agg", "group_cols": ["region"], "metrics": {"amount": ["mean"]}},
        code=None,
        ledger={
            "dataset": "shop.csv",
            "rows_total": 60000,
            "steps": [{"step": "filter", "detail": "year = 2024", "rows_before": 60000, "rows_after": 12431}],
            "rows_used": 12431,
            "notes": [],
        },
        dataset_ids=["D1"],
        role="main",
    )


def figure(artifact_id: str) -> Artifact:
    names = ["North", "South", "<a href='http://evil.example'>West</a>"]
    return Artifact(
        artifact_id=artifact_id,
        kind="figure",
        title="Mean amount by region",
        description="Bars of the mean amount.",
        payload={
            "data": [{"type": "bar", "x": names, "y": [100.5, 99.25, 80.0]}],
            "layout": {"xaxis": {"title": {"text": "region"}}, "yaxis": {"title": {"text": "mean amount"}}},
        },
        spec={"type": "plot", "kind": "bar", "x": "region", "y": "amount"},
        code=None,
        ledger=None,
        dataset_ids=["D1"],
        role="main",
    )


class ScriptedService(AnalystService):
    """Answers by a word of the question: "chart", "which", "hostile", "slowly", "fault"; else a table."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.datasets = DatasetStore()
        self.models = ModelAccess()
        self.metrics = MetricsStore()
        self.missing: list[MissingDataset] = []
        self.logs_runs = False
        self.thumbs: dict[str, Feedback] = {}
        self.broken = ""  # what the store says when it fails
        self.ways: list[tuple[str, TurnChoices | None]] = []
        self.picked: list[PickedOption] = []
        self.prepared = 0
        self.owners: dict[str, str] = {}
        self.asked: list[str] = []
        self.step_seconds = 0.5
        self._turns: dict[str, list[TurnRecord]] = {}
        self._results: dict[str, dict[str, Artifact]] = {}
        self._pending: dict[str, PendingInput | None] = {}
        self._lock = threading.Lock()

    def start_conversation(self, owner: str) -> str:
        self._check_store()
        conversation_id = f"c{len(self.owners) + 1}"
        self.owners[conversation_id] = owner
        return conversation_id

    def owns(self, conversation_id: str, owner: str) -> bool:
        self._check_store()
        return self.owners.get(conversation_id) == owner

    def ask(
        self,
        conversation_id: str,
        text: str,
        *,
        workflow: str = "react",
        choices: TurnChoices | None = None,
        on_event: Listener = None,
        stop: StopSignal | None = None,
    ) -> TurnRecord:
        self.asked.append(text)
        self.ways.append((workflow, choices))
        if "fault" in text:
            raise ZeroDivisionError("scripted")
        status: TurnStatus = "answered"
        for node in ("reason", "act", "narrate"):
            if on_event:
                on_event(ProgressEvent("node_started", node, "", time.time()))
            if on_event and "slowly" in text:
                on_event(ProgressEvent("plan", node, json.dumps(PLAN), time.time()))
                on_event(ProgressEvent("token", node, f"The mean {HOSTILE}", time.time()))
            if "slowly" in text:
                time.sleep(self.step_seconds)
            if on_event:
                on_event(ProgressEvent("node_ended", node, "", time.time()))
            if stop is not None and stop.is_set():
                status = "stopped"
                break
        return self._record(conversation_id, text, status)

    def answer(
        self,
        conversation_id: str,
        picked: PickedOption,
        *,
        on_event: Listener = None,
        stop: StopSignal | None = None,
    ) -> TurnRecord:
        pending = self._pending.get(conversation_id)
        if pending is None or pending["checkpoint_id"] != picked.checkpoint_id:
            raise StaleAnswerError("That question is no longer open.", "Ask again.")
        self.picked.append(picked)
        option = next(option for option in pending["options"] if option["option_id"] == picked.option_id)
        return self._record(conversation_id, option["label"], "answered")

    @property
    def takes_feedback(self) -> bool:
        return self.logs_runs

    def feedback(self, conversation_id: str, turn_id: str, value: Feedback | None) -> None:
        self._check_store()
        self.thumbs = {key: kept for key, kept in self.thumbs.items() if key != turn_id}
        if value:
            self.thumbs[turn_id] = value

    def feedback_given(self, conversation_id: str) -> Mapping[str, Feedback]:
        return self.thumbs

    def missing_datasets(self, conversation_id: str) -> tuple[MissingDataset, ...]:
        return tuple(self.missing)

    def restore_dataset(self, conversation_id: str, file_name: str, content: bytes) -> Dataset:
        found = [one for one in self.missing if one.fingerprint == fingerprint_of(content)]
        if not found:
            raise WrongFileError(f"{file_name} is not the file that is missing.", "Choose the same file.")
        self.missing.remove(found[0])
        return self.datasets.add(conversation_id, file_name, content)

    def give_up_dataset(self, conversation_id: str, fingerprint: str) -> None:
        self._check_store()
        self.missing = [one for one in self.missing if one.fingerprint != fingerprint]

    def file(self, conversation_id: str, path: str) -> bytes:
        return path.encode()

    def _check_store(self) -> None:
        if self.broken:
            raise StoreError(self.broken)

    def turns(self, conversation_id: str) -> list[TurnRecord]:
        return list(self._turns.get(conversation_id, []))

    def pending(self, conversation_id: str) -> PendingInput | None:
        return self._pending.get(conversation_id)

    def artifact(self, conversation_id: str, artifact_id: str) -> Artifact:
        return self._results[conversation_id][artifact_id]

    def artifacts(self, conversation_id: str) -> Mapping[str, Artifact]:
        return dict(self._results.get(conversation_id, {}))

    def prepare_code(self) -> None:
        self.prepared += 1

    def suggestions(self, conversation_id: str) -> list[str]:
        return ["What is the mean amount by region?", "Which amount is meant?", f"hostile {HOSTILE}"]

    def report_markdown(self, conversation_id: str, *, figures: Literal["linked", "none"] = "linked") -> str | None:
        if not self._turns.get(conversation_id):
            return None
        text = "# Report\n\n## Conclusion\n\nThe mean is 100.5.\n\n![Bars](figures/A2.png)\n\n"
        return f"{text}| a | b |\n|---|---|\n| 1 | 2 |\n\n{HOSTILE}"

    def report_html(self, conversation_id: str) -> bytes | None:
        return b"<!doctype html><title>Report</title>"

    def report_zip(self, conversation_id: str) -> bytes | None:
        return b"PK"

    def table_csv(self, conversation_id: str, artifact_id: str) -> bytes:
        return b"region,amount_mean\nNorth,100.5\n"

    def figure_png(self, conversation_id: str, artifact_id: str) -> bytes:
        return PNG

    def end(self, conversation_id: str) -> None:
        self.owners.pop(conversation_id, None)

    def sweep(self) -> None:
        """Nothing ends by itself here."""

    def _record(self, conversation_id: str, question: str, status: TurnStatus) -> TurnRecord:
        with self._lock:
            turns = self._turns.setdefault(conversation_id, [])
            kept = self._results.setdefault(conversation_id, {})
            number = len(turns) + 1
            made: list[Artifact] = []
            if status == "answered":
                made.append(table(f"A{len(kept) + 1}"))
                if "chart" in question:
                    made.insert(0, figure(f"A{len(kept) + 2}"))
            kept.update({artifact["artifact_id"]: artifact for artifact in made})
            asks = next((make for word, make in ASKS.items() if word in question.lower()), None)
            pending = asks(number) if asks and status == "answered" else None
            self._pending[conversation_id] = pending
            record = _turn(number, question, "asked" if pending else status, made, pending)
            turns.append(record)
            return record


def which_amount(number: int) -> PendingInput:
    options = [
        PendingOption(option_id="R1", label="the mean amount", number="100.5 USD", says="the mean"),
        PendingOption(option_id="R2", label="the total amount", number="1,249,315.5 USD", says="the total"),
    ]
    return PendingInput(
        kind="clarify",
        checkpoint_id=f"K{number}",
        message="Which amount do you mean? The answers differ.",
        prompt="",
        options=options,
        context={},
    )


CODE = "result = df['amount'].mean()"


def program(number: int) -> PendingInput:
    options = [
        PendingOption(option_id="approve", label="Run it", number="", says="run the code"),
        PendingOption(option_id="reject", label="Do not run it", number="", says="do not run it"),
    ]
    return PendingInput(
        kind="approve",
        checkpoint_id=f"K{number}",
        message="This code would answer your question.",
        prompt="Run it, or say why not.",
        options=options,
        context={
            "code": CODE,
            "why": f"The mean of the amount. {HOSTILE}",
            "reads": [{"dataset_id": "D1", "name": "shop.csv", "rows": 60000}],
            "assumptions": ["Gaps are left out."],
            "failed_attempts": [{"attempt": 1, "code": "result = 1 / 0", "error": "ZeroDivisionError"}],
        },
    )


def stage(number: int) -> PendingInput:
    """A checkpoint of a workflow that the pages know nothing of."""
    options = [
        PendingOption(option_id="accept", label="Go on", number="", says="Go on as proposed"),
        PendingOption(option_id="skip", label="Skip", number="", says="Decide the rest"),
    ]
    return PendingInput(
        kind="checkpoint",
        checkpoint_id=f"K{number}",
        message="Four groups are proposed.",
        prompt="Is that right?",
        options=options,
        context={
            "workflow": "made_up",
            "controls": [
                {"id": "by", "label": "Group by", "kind": "choice", "value": "region", "choices": ["region", "channel"],
                 "says": "group by {value}"},
                {"id": "n", "label": "Groups", "kind": "number", "value": 4, "low": 2, "high": 9,
                 "says": "use {value} groups"},
                {"id": "gaps", "label": "Keep gaps", "kind": "toggle", "value": True, "says": "keep gaps",
                 "says_not": "leave gaps out"},
                {"id": "odd", "label": "Unheard of", "kind": "wheel", "value": 1},
            ],
        },
    )  # fmt: skip


ASKS: Mapping[str, Callable[[int], PendingInput]] = {"which": which_amount, "code": program, "study": stage}
"""What is asked back, by a word of the question."""
PLAN: list[PlanTask] = [
    {"id": "t1", "title": "Look at the data", "status": "done"},
    {"id": "t2", "title": "Compare", "status": "in_progress", "sub_agents": [
        {"id": "s1", "title": "Segments", "status": "blocked"}, {"id": "s2", "title": "Time", "status": "todo"}]},
]  # fmt: skip


def _turn(
    number: int, question: str, status: TurnStatus, made: list[Artifact], pending: PendingInput | None
) -> TurnRecord:
    answer = cited(
        "The mean amount is 100.5 USD in North, against 99.25 USD elsewhere.\n\n- Guess: 42.",
        "100.5 USD",
        "99.25 USD",
        unverified=("42",),
    )
    if "hostile" in question:
        answer = cited(f"100.5 USD {HOSTILE} http://evil.example/c www.evil.example :smile: # no", "100.5 USD")
    if pending is not None or status == "stopped":
        answer = ResolvedText(text=pending["message"] if pending else "", citations=[])
    record = TurnRecord(
        turn_id=f"T{number}",
        workflow="react",
        question=question,
        status=status,
        answer=answer,
        answer_template="",
        interpretation="mean of amount by region",
        assumptions=["Rows without an amount are left out."] if status == "answered" else [],
        caveats=["South has few rows."] if status == "answered" else [],
        next_questions=["And by month?", f"hostile {HOSTILE}"] if status == "answered" and not pending else [],
        artifact_ids=[] if pending else [artifact["artifact_id"] for artifact in made],
        pending=pending,
        rows_used=12431 if status == "answered" else None,
        rows_total=60000 if status == "answered" else None,
        reasoning=[{"step_name": "Reading", "step_text": "mean of amount"}],
        trace=[
            {"node": "reason", "started": 1.0, "seconds": 0.02, "text": "One reading.", "specs": [], "error": None},
            {
                "node": "act",
                "started": 1.1,
                "seconds": 0.3,
                "text": "Ran 1 spec.",
                "specs": [{"op": "x"}],
                "error": None,
            },
        ],
        started=1.0,
        seconds=0.32,
    )
    if "ran" in question:
        record["code"], record["code_edited"] = CODE, True
        record["failed_attempts"] = [{"attempt": 1, "code": "result = 1 / 0", "error": "ZeroDivisionError"}]
        record["double_check"] = {"outcome": "agrees", "text": "Computed twice, with the same result."}
    if "judged" in question:
        weak = judgement(0.3, "It names no region.")
        record["critique"] = judgement(0.55, f"The filter is missing. {HOSTILE}")
        record["critique_history"] = [weak, record["critique"]]
        record["tool_calls"] = [
            {"tool_name": "count_values", "arguments": {"column": HOSTILE}, "result": None, "error": f"No. {HOSTILE}",
             "artifact_ids": [], "seconds": 0.004},
        ]  # fmt: skip
    if "study" in question:
        record["plan_tasks"] = PLAN
    return record


def judgement(score: float, critique: str) -> CritiqueResult:
    return CritiqueResult(score=score, critique=critique, reroute_to=None, passed=False, findings=[], says="")


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
)
"""One grey pixel."""
