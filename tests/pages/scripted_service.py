"""A service with fixed answers, to show what a page does with each kind of turn, friendly or hostile."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from typing import Literal, cast

from agent.errors import StaleAnswerError
from agent.history import answers, set_aside, undone
from agent.metrics import MetricsStore
from agent.persistence.database import StoreError
from agent.persistence.links import Earlier, NoLinks
from agent.reasoning.access import ModelAccess
from agent.reasoning.rules.narration.offers import Offer
from agent.reasoning.rules.reasoner import RuleReasoner, nobody_reads
from agent.report.elements import Offered
from agent.service import (
    AnalystService,
    Feedback,
    MissingDataset,
    PickedOption,
    ProgressEvent,
    ReportChoice,
    ReportPreview,
    StopSignal,
    TurnChoices,
    UnfinishedQuestion,
)
from agent.sessions.lifecycle import Lifecycle
from agent.sessions.people import People, Rights
from agent.settings import Settings
from agent.state import Artifact, PendingInput, TurnRecord, TurnStatus
from registry.dataset import Dataset, ReadingChoices
from registry.errors import WrongFileError
from registry.keeping import fingerprint_of
from registry.sentences import sentence
from registry.store import DatasetStore
from tests.pages.scripted_turns import ASKS, HOSTILE, PLAN, PNG, figure, made_turn, table

Listener = Callable[[ProgressEvent], None] | None


class ScriptedService(AnalystService):
    """Answers by a word of the question: "chart", "which", "hostile", "slowly", "fault"; else a table."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or Settings()
        self.datasets = DatasetStore()
        self.models = ModelAccess(known_servers=())
        self.metrics = MetricsStore()
        self.missing: list[MissingDataset] = []
        self.rights = Rights(self.settings)
        self.people = People(NoLinks(), cast(Lifecycle, self))
        self.broken_off: UnfinishedQuestion | None = None
        self.logs_runs = False
        self.thumbs: dict[str, Feedback] = {}
        self._reasoner = RuleReasoner(nobody_reads)  # the page asks whether it is a reader that can be prepared
        self.broken = ""  # what the store says when it fails
        self.ways: list[tuple[str, TurnChoices | None]] = []
        self.picked: list[PickedOption] = []
        self.prepared = 0
        self.owners: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.asked: list[str] = []
        self.chosen = ReportChoice()  # what goes into the report
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

    def is_open(self, conversation_id: str) -> bool:
        return conversation_id in self.owners

    def owns(self, conversation_id: str, owner: str) -> bool:
        self._check_store()
        return self.owners.get(conversation_id) == owner

    def listed(self, owner: str) -> tuple[Earlier, ...]:
        mine = [one for one in self.owners if self.owners[one] == owner and self._turns.get(one)]
        names = {one: self.names.get(one) or self._turns[one][0]["question"] for one in mine}
        return tuple(Earlier(one, names[one], float(one.removeprefix("c"))) for one in mine)

    def rename(self, conversation_id: str, title: str) -> None:
        self.names[conversation_id] = title

    def reread(self, conversation_id: str, dataset_id: str, choices: ReadingChoices) -> Dataset:
        was_used = bool(self._turns.get(conversation_id))
        return self.datasets.reread(conversation_id, dataset_id, choices, was_used=lambda _: was_used)

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

    def unfinished(self, conversation_id: str) -> UnfinishedQuestion | None:
        return self.broken_off

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
            raise WrongFileError(sentence("refused.none_missing", file=file_name), sentence("do.file_as_it_was"))
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

    def undone(self, conversation_id: str) -> frozenset[str]:
        return undone(self.turns(conversation_id))

    def latest_answer(self, conversation_id: str) -> str:
        given = answers(self.turns(conversation_id))
        return given[-1]["turn_id"] if given else ""

    def set_aside(self, conversation_id: str) -> PendingInput | None:
        return set_aside(self.turns(conversation_id))

    def pending(self, conversation_id: str) -> PendingInput | None:
        return self._pending.get(conversation_id)

    def artifact(self, conversation_id: str, artifact_id: str) -> Artifact:
        return self._results[conversation_id][artifact_id]

    def artifacts(self, conversation_id: str) -> Mapping[str, Artifact]:
        return dict(self._results.get(conversation_id, {}))

    def previews(self, conversation_id: str) -> Mapping[str, Artifact]:
        return dict(self._results.get(conversation_id, {}))

    def prepare_code(self) -> None:
        self.prepared += 1

    def suggestions(self, conversation_id: str) -> list[str]:
        return ["What is the mean amount by region?", "Which amount is meant?", f"hostile {HOSTILE}"]

    def offers(self, conversation_id: str, language: str = "en") -> list[Offer]:
        return []

    def reported(self, conversation_id: str) -> list[TurnRecord]:
        return [turn for turn in self.turns(conversation_id) if turn["status"] == "answered"]

    def report_choice(self, conversation_id: str) -> ReportChoice:
        return self.chosen

    def choose_report(self, conversation_id: str, choice: ReportChoice) -> None:
        self.chosen = choice

    def report_preview(self, conversation_id: str) -> ReportPreview | None:
        markdown = self.report_markdown(conversation_id)
        figures = [one for one in self.artifacts(conversation_id).values() if one["kind"] == "figure"]
        offered = Offered(("findings", "picture", "notes"), tuple(enumerate(figures, 1)))
        return None if markdown is None else ReportPreview(markdown, offered)

    def report_markdown(self, conversation_id: str, *, figures: Literal["linked", "none"] = "linked") -> str | None:
        if not self._turns.get(conversation_id):
            return None
        text = "# Report\n\n## What was found\n\nThe mean is 100.5.\n\n![Bars](figures/A2.png)\n\n"
        return f"{text}| a | b |\n|---|---|\n| 1 | 2 |\n\n{HOSTILE}"

    def report_html(self, conversation_id: str) -> bytes | None:
        return b"<!doctype html><title>Report</title>"

    def report_word(self, conversation_id: str) -> bytes | None:
        return b"PK"

    def report_zip(self, conversation_id: str) -> bytes | None:
        return b"PK"

    def workbook(self, conversation_id: str, *, turn_id: str = "") -> bytes | None:
        return b"PK"

    def notebook_zip(self, conversation_id: str, *, turn_id: str = "") -> bytes | None:
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
            record = made_turn(number, question, "asked" if pending else status, made, pending)
            turns.append(record)
            return record
