"""The programs of a conversation's answers with the numbers that they have to give, for a notebook."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from agent.analysis.evidence import NoEvidenceError
from agent.analysis.frames.source import Table, tables_of
from agent.analysis.standalone_program import ReadFile, recomputation_of
from agent.errors import DataError, SpecError
from agent.grounding.cited import place_of
from agent.report.content import ReportContent
from agent.report.notebook import (
    CheckedCell,
    NotebookAnswer,
    NotebookData,
    write_notebook,
    write_notebook_zip,
)
from agent.report.wording import spec_of
from agent.sessions.sources import Sources
from agent.specs.parse import Spec
from agent.specs.plots import AggregatedPlot
from agent.state import CLOCK_FORMATS, Artifact, CitedCell, TablePayload, TurnRecord

_FIRST_ROWS = 1  # of the main table are checked where an answer names no cell


class Recomputing(Sources):
    """The part of the service that writes the notebook."""

    def _notebook_of(self, conversation_id: str, content: ReportContent) -> bytes:
        """The notebook with its data, zipped. An answer that cannot be computed again says why."""
        loaded = list(tables_of(self.datasets.datasets(conversation_id)).values())
        answers: list[NotebookAnswer] = []
        files: dict[str, ReadFile] = {}
        for turn in content.turns:
            answer, read = self._recomputed(conversation_id, turn, content, loaded)
            answers.append(answer)
            files |= {file.file_name: file for file in read}
        data = [
            NotebookData(file.table.name, name, file.table.profile.rows, file.content()) for name, file in files.items()
        ]
        return write_notebook_zip(write_notebook(content.title, answers, data), data)

    def _recomputed(
        self, conversation_id: str, turn: TurnRecord, content: ReportContent, loaded: Sequence[Table]
    ) -> tuple[NotebookAnswer, Sequence[ReadFile]]:
        names = dict.fromkeys((*turn.get("step_ids", []), *turn["artifact_ids"]))
        made = [content.artifacts[name] for name in names if name in content.artifacts]
        given = [(one, spec) for one in made if (spec := spec_of(one)) is not None]
        try:
            if turn.get("code") or not given:
                found = self.reproduction(conversation_id, turn)
                if found is None:
                    return NotebookAnswer(turn), ()
                return NotebookAnswer(turn, found.code), found.files
            tables: dict[str, Table] = {}
            for one in made:
                tables |= self._as_they_were(conversation_id, turn, one)
            told = recomputation_of([spec for _, spec in given], tables, loaded)
        except (SpecError, DataError, NoEvidenceError) as changed:
            return NotebookAnswer(turn, reason=str(changed)), ()
        titles = _title_of_each(given, told.titles)
        times = {title: _times(content.artifacts[artifact_id]) for artifact_id, title in titles.items()}
        checks = tuple(_checks(turn, content.artifacts, titles))
        return NotebookAnswer(turn, told.code, checks, times=times), told.files


def _title_of_each(given: Sequence[tuple[Artifact, Spec]], titles: Sequence[Sequence[str]]) -> Mapping[str, str]:
    """The key in `result` of each table, by its id. The tables of a spec come in one order here and there. A picture of
    single rows has none: its program bins them anew, in its own steps."""
    found: dict[str, str] = {}
    met: list[Spec] = []
    for (artifact, spec), keys in zip(given, titles, strict=True):
        if artifact["kind"] == "table" and (spec.type == "analysis" or isinstance(spec, AggregatedPlot)):
            nth = met.count(spec)
            met.append(spec)
            if nth < len(keys):
                found[artifact["artifact_id"]] = keys[nth]
    return found


def _times(made: Artifact) -> list[str]:
    """The columns of a table that hold seconds and are shown as clocks and durations."""
    formats = cast(TablePayload, made["payload"])["formats"]
    return [name for name, form in formats.items() if form in CLOCK_FORMATS]


def _checks(turn: TurnRecord, artifacts: Mapping[str, Artifact], titles: Mapping[str, str]) -> Iterator[CheckedCell]:
    """The numbers that the answer shows, each once; where it names none, those of the first row of its tables."""
    cited = [cell for one in turn["answer"]["citations"] if one["verified"] for cell in one["cells"]]
    found = [check for cell in cited if (check := _cited_check(cell, artifacts, titles)) is not None]
    yield from dict.fromkeys(found)
    if found:
        return
    for artifact_id, title in titles.items():
        table = cast(TablePayload, artifacts[artifact_id]["payload"])
        for row, cells in enumerate(table["rows"][:_FIRST_ROWS]):
            for column, value in enumerate(cells):
                if isinstance(value, (int, float)) and not isinstance(value, bool):
                    yield CheckedCell(title, row, column, value)


def _cited_check(cell: CitedCell, artifacts: Mapping[str, Artifact], titles: Mapping[str, str]) -> CheckedCell | None:
    """None for what is no number of a table that the program leaves."""
    made = artifacts.get(cell["artifact_id"])
    if made is None or cell["artifact_id"] not in titles:
        return None
    place = place_of(cell, made)
    value = cell["value"]
    columns = cast(TablePayload, made["payload"])["columns"]
    if place.row is None or place.column not in columns or isinstance(value, bool):
        return None
    if not isinstance(value, (int, float)):
        return None
    return CheckedCell(titles[cell["artifact_id"]], place.row, columns.index(place.column), value)
