"""Where an answer comes from: the rows behind a number, and the program that computes the answer again."""

import io
import zipfile
from collections.abc import Mapping, MutableMapping, Sequence
from functools import partial
from typing import TypeVar

from agent.analysis.evidence import CellPlace, Evidence, NoEvidenceError, evidence_of
from agent.analysis.frames.source import Table, tables_of
from agent.analysis.frames.tables import preview
from agent.analysis.limits import run_limited
from agent.analysis.standalone_program import Reproduction, reproduction_of, with_reading
from agent.context import ArtifactStore
from agent.errors import DataError, SpecError
from agent.grounding.cited import arithmetic_of, place_of, shown_cell
from agent.history import answers, read_anew, set_aside, undone
from agent.persistence.run_log import Feedback, RunEntry
from agent.persistence.storage import Storage
from agent.reasoning.language import detect_language
from agent.reasoning.prompts import Reasoner, SuggestQuestions
from agent.reasoning.rules.narration.offers import Offer, first_offers, next_offers
from agent.report.bundle import table_csv
from agent.report.wording import spec_of
from agent.sandbox.level import SandboxLevel
from agent.sandbox.run import sandbox_level
from agent.sessions.lifecycle import Lifecycle
from agent.settings import Settings
from agent.specs.reading import Reading
from agent.state import Artifact, CitedCell, PendingInput, TurnRecord
from agent.workflows.catalogue import WORKFLOWS, WorkflowChoice, choices_of
from languages.phrase_files import ENGLISH
from registry.dataset import Dataset
from registry.store import DatasetStore

# ----------------------------------------------------------------
# What is shown of conversations: their turns, their results, what waits for the person, the run log.


class Views:
    """The part of the service that only looks. Errors as AnalystService tells them."""

    settings: Settings
    datasets: DatasetStore
    _storage: Storage
    _artifacts: ArtifactStore
    _conversations: Lifecycle
    _reasoner: Reasoner
    _offers: MutableMapping[str, tuple[tuple[object, ...], list[Offer]]]

    def runs(self) -> list[RunEntry]:
        """The run log, oldest first; [] when none is kept. StoreError when it cannot be read."""
        return list(self._storage.run_log.entries())

    @property
    def takes_feedback(self) -> bool:
        """Whether feedback is kept."""
        return self._storage.run_log.kept

    def feedback(self, conversation_id: str, turn_id: str, value: Feedback | None) -> None:
        """Notes in the run log what the person thinks of a turn; None takes it back.

        NoFeedbackError when there is no run log, or the turn is not in it.
        """
        self._conversations.get(conversation_id)
        self._storage.run_log.feedback(conversation_id, turn_id, value)

    def feedback_given(self, conversation_id: str) -> Mapping[str, Feedback]:
        """The feedback on the conversation's turns so far, by turn id. StoreError when the run log cannot be read."""
        return self._storage.run_log.given(conversation_id)

    # ------------------------------------------------------------ of conversations

    def turns(self, conversation_id: str) -> list[TurnRecord]:
        """The turns that are over, oldest first."""
        return list(self._conversations.get(conversation_id).turns)

    def read_anew(self, conversation_id: str, turn: TurnRecord) -> tuple[tuple[Dataset, int], ...]:
        """The data sets that were read anew since the turn, as they are now, each with the version it answered on."""
        loaded = {dataset.dataset_id: dataset for dataset in self.datasets.datasets(conversation_id)}
        earlier = read_anew(turn, {dataset_id: dataset.version for dataset_id, dataset in loaded.items()})
        return tuple((loaded[dataset_id], version) for dataset_id, version in earlier.items())

    def undone(self, conversation_id: str) -> frozenset[str]:
        """The ids of the turns that were taken back."""
        return undone(self._conversations.get(conversation_id).turns)

    def latest_answer(self, conversation_id: str) -> str:
        """The id of the last answer that stands, which follow-ups build on and `undo` takes back; "" for none."""
        given = answers(self._conversations.get(conversation_id).turns)
        return given[-1]["turn_id"] if given else ""

    def set_aside(self, conversation_id: str) -> PendingInput | None:
        """The question that can be taken up again, if any."""
        return set_aside(self._conversations.get(conversation_id).turns)

    def pending(self, conversation_id: str) -> PendingInput | None:
        """What waits for the person, if anything."""
        return self._conversations.get(conversation_id).pending

    def artifact(self, conversation_id: str, artifact_id: str) -> Artifact:
        """A result, whole. UnknownArtifactError when there is none of this id."""
        return self._artifacts.get(conversation_id, artifact_id)

    def artifacts(self, conversation_id: str) -> Mapping[str, Artifact]:
        """All results of a conversation, whole, by id."""
        return self._artifacts.all(conversation_id)

    def previews(self, conversation_id: str) -> Mapping[str, Artifact]:
        """All results by id, tables with as many rows as pages show; `total_rows` counts them all."""
        return {key: preview(one, self.settings.preview_rows) for key, one in self.artifacts(conversation_id).items()}

    def workflows(self, language: str | None = None) -> list[WorkflowChoice]:
        """The ways to answer, in this language; the first is taken where none is chosen."""
        return choices_of(WORKFLOWS, language)

    def sandbox_level(self) -> SandboxLevel:
        """What holds generated code on this machine, with a sentence."""
        return sandbox_level(self.settings.code_runs)

    def suggestions(self, conversation_id: str) -> list[str]:
        """Questions that the conversation's data can answer; [] when there are no data."""
        profiles = tuple(dataset.profile for dataset in self.datasets.datasets(conversation_id))
        return self._reasoner.decide(SuggestQuestions(profiles)).questions if profiles else []

    def offers(self, conversation_id: str, language: str = ENGLISH) -> list[Offer]:
        """Questions with their readings: before the first question, in `language`, six that the data call for; after an
        answer three that follow from it, in its own language. [] where nothing can be computed: no data, or a last turn
        without a reading. None is one that was asked.
        """
        turns = self._conversations.get(conversation_id).turns
        loaded = self.datasets.datasets(conversation_id)
        if not loaded or (turns and ("reading" not in turns[-1] or turns[-1]["status"] != "answered")):
            return []
        known = ((one.dataset_id, one.version, one.choices) for one in loaded)
        key = (*known, language, turns[-1]["turn_id"] if turns else "")
        kept = self._offers.get(conversation_id)
        if kept is None or kept[0] != key:
            tables = list(tables_of(loaded).values())
            kept = key, self._follow_ups(conversation_id, turns, tables) if turns else first_offers(tables, language)
            self._offers[conversation_id] = kept
        return kept[1]

    def _follow_ups(self, conversation_id: str, turns: Sequence[TurnRecord], tables: Sequence[Table]) -> list[Offer]:
        last, known = turns[-1], self.artifacts(conversation_id)
        made = [known[name] for name in last["artifact_ids"] if name in known]
        result = next((one for one in made if one["kind"] == "table" and one["role"] == "main"), None)
        answered = [
            spec
            for turn in turns
            if "reading" in turn and turn["status"] == "answered"
            for spec in Reading.model_validate(turn["reading"]).specs
        ]
        spec = Reading.model_validate(last["reading"]).specs[0]
        asked = frozenset(turn["question"] for turn in turns)
        language = detect_language(last["question"])
        return next_offers(spec, result, tables, language, asked=asked, answered=answered)


__all__ = ["CellPlace", "Evidence", "NoEvidenceError", "Reproduction", "Sources", "arithmetic_of", "shown_cell"]

T = TypeVar("T")
_LOOKING = "Looking up the rows"
_LATER = "Ask the question again; its rows are those of then."
_MADE = (1980, 1, 1, 0, 0, 0)  # the same content gives the same bytes


class Sources(Views):
    """The part of the service that says what stands behind a turn."""

    def evidence(
        self, conversation_id: str, turn: TurnRecord, cell: CitedCell, *, search: str = "", language: str = ENGLISH
    ) -> Evidence:
        """The rows of the data behind a cited cell, of these such that hold every word of `search`, with the condition
        told in `language`.

        NoEvidenceError, a sentence for the person, where it cannot be told: a program made the number, or the data
        are not what they were. ActionLimitError when it takes too long.
        """
        made = self.artifact(conversation_id, cell["artifact_id"])
        tables = self._as_they_were(conversation_id, turn, made)
        look = partial(evidence_of, made, place_of(cell, made), tables, search=search, language=language)
        seconds, megabytes = self.settings.action_seconds, self.settings.action_megabytes
        try:
            return run_limited(look, seconds=seconds, megabytes=megabytes, what=_LOOKING)
        except (SpecError, DataError) as changed:
            raise NoEvidenceError(str(changed), _LATER) from changed

    def evidence_csv(self, conversation_id: str, turn: TurnRecord, cell: CitedCell) -> bytes:
        """All rows behind a cell as CSV, with formulas neutralised. Errors as `evidence`."""
        return table_csv(self.evidence(conversation_id, turn, cell).rows)

    def reproduction(self, conversation_id: str, turn: TurnRecord) -> Reproduction | None:
        """The program that gives the turn's numbers again; None where it computed nothing, or what no program is
        written for. NoEvidenceError when the data are not what they were.
        """
        known = self.artifacts(conversation_id)
        names = [*turn.get("step_ids", []), *turn["artifact_ids"]]
        made = [known[name] for name in dict.fromkeys(names) if name in known]
        specs = [spec for one in made if (spec := spec_of(one)) is not None]
        code = turn.get("code", "")
        if not (specs or code):
            return None
        tables: dict[str, Table] = {}
        for one in made:
            tables |= self._as_they_were(conversation_id, turn, one)
        try:
            return with_reading(code, tables) if code and tables else reproduction_of(specs, tables) if specs else None
        except (SpecError, DataError) as changed:
            raise NoEvidenceError(str(changed), _LATER) from changed

    def reproduction_zip(self, conversation_id: str, turn: TurnRecord) -> bytes:
        """The program with the data that it reads, as Tally read them; it runs as it stands. Errors as
        `reproduction`."""
        made = self.reproduction(conversation_id, turn)
        if made is None:
            raise NoEvidenceError("No program is written for this answer.", "Its tables can be downloaded.")
        files = {"program.py": made.code.encode("utf-8"), **{one.file_name: one.content() for one in made.files}}
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, content in files.items():
                packed.writestr(zipfile.ZipInfo(name, _MADE), content, zipfile.ZIP_DEFLATED)
        return target.getvalue()

    def _as_they_were(self, conversation_id: str, turn: TurnRecord, made: Artifact) -> Mapping[str, Table]:
        """The data sets that a result comes from. NoEvidenceError when one is not loaded or was read anew since."""
        loaded = {one.dataset_id: one for one in self.datasets.datasets(conversation_id)}
        if any(dataset_id not in loaded for dataset_id in made["dataset_ids"]):
            raise NoEvidenceError(
                "The data of this answer are not loaded any more, so its rows cannot be shown.",
                "Choose the same file again, and they are.",
            )
        versions = {dataset_id: loaded[dataset_id].version for dataset_id in made["dataset_ids"]}
        for dataset_id, version in read_anew(turn, versions).items():
            raise NoEvidenceError(
                f"This answer was computed on version {version} of {loaded[dataset_id].name}, which was read anew since"
                f" (now version {versions[dataset_id]}).",
                "Ask the question again to see the rows of now.",
            )
        return tables_of(loaded[dataset_id] for dataset_id in versions)
