"""Everything that becomes of a spec: label, line, tables on both engines, program, words, the rows behind a cell."""

import json
import math
import warnings
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from agent.analysis.as_code import as_code
from agent.analysis.evidence import CellPlace, NoEvidenceError, evidence_of
from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import Table
from agent.analysis.frames.tables import preview
from agent.analysis.limits import run_limited
from agent.errors import ActionLimitError, DataError, SpecError
from agent.grounding.citations import resolve
from agent.reader.form import read_line, stated_only, write_line
from agent.reader.form_writer import UnwritableError, tidy
from agent.reasoning.prompts import NarrateAnswer, ReadingResult
from agent.reasoning.rules.narration.answer import narrate_answer
from agent.report.cells import shown_rows
from agent.sandbox.worker.answers import table_of
from agent.sandbox.worker.scope import scope
from agent.specs.editing.one_line import reading_label
from agent.specs.parse import Spec, parse_spec
from agent.specs.reading import Reading
from agent.state import Artifact
from languages.phrase_files import telling
from tests.agent.analysis.made_tables import payload
from tests.agent.analysis.program_runs import same
from tests.agent.specs.made_sales import Sales

QUESTIONS = {"en": "and the result of it?", "de": "Was ist das Ergebnis?", "ja": "結果は何ですか"}
SECONDS, MEGABYTES = 20.0, 1_500.0
TODAY = date(2026, 11, 28)
REFUSALS = (SpecError, DataError, ActionLimitError)
Rows = list[list[Any]]


def runs_or_is_refused(data: Mapping[str, Any], tables: Mapping[str, Table]) -> list[Artifact] | None:
    """What a spec gives; None where it is refused. An error of another kind is a bug of ours; so is a result that is no
    plain JSON."""
    try:
        spec = parse_spec({**data})
        assert all(reading_label(_reading(spec), each) for each in QUESTIONS)
        made = executed(spec, tables)
    except REFUSALS:
        return None
    json.dumps([{**artifact, "payload": None} for artifact in made], allow_nan=False)
    return made


def goes_the_whole_way(data: Mapping[str, Any], held: Sales, *, on_disk: bool) -> bool:
    """Whether it runs. What does not hold of the spec's line, its program, its words, or the rows behind its last cell
    is an AssertionError, or the error of a library; `on_disk` also of its tables there."""
    asked = held.asked(data)
    made = runs_or_is_refused(asked, held.memory)
    try:
        spec = parse_spec(asked)
    except SpecError:
        return False
    _check_line(spec, held)
    if on_disk:
        _check_disk(spec, made, held.disk)
    if made is None:
        return False
    _check_program(spec, made, held.memory)
    _check_words(spec, made, held)
    _check_rows_behind(made, held.memory)
    return True


def executed(spec: Spec, tables: Mapping[str, Table]) -> list[Artifact]:
    """What a spec gives, within limits; whatever the size of numbers says to a library."""
    execute: Any = execute_plot if spec.type == "plot" else execute_analysis
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "overflow|invalid value|divide by zero", RuntimeWarning)
        found: list[Artifact] = run_limited(
            lambda: execute(spec, tables, today=TODAY), seconds=SECONDS, megabytes=MEGABYTES, what="it"
        )
    return found


def _reading(spec: Spec) -> Reading:
    return Reading(reading_id="r", label="r", specs=[spec])


def _check_line(spec: Spec, held: Sales) -> None:
    profiles = [table.profile for table in held.memory.values()]
    try:
        line = write_line([spec], profiles)
    except UnwritableError:
        return
    [back] = read_line(line, profiles)
    assert [tidy(stated_only(each)) for each in back] == [tidy(stated_only(spec))], line


def _check_disk(spec: Spec, made: list[Artifact] | None, disk: Mapping[str, Table]) -> None:
    """The same rows there, in whatever order."""
    try:
        found = executed(spec, disk)
    except REFUSALS as error:
        assert made is None, f"refused on disk alone: {error}"
        return
    assert made is not None, "refused in memory alone"
    assert len(found) == len(made)
    for one, other in zip(_tables(made), _tables(found), strict=True):
        assert payload(one)["columns"] == payload(other)["columns"]
        assert not difference(sorted(_rows(one), key=_place), sorted(_rows(other), key=_place))


def _check_program(spec: Spec, made: Sequence[Artifact], tables: Mapping[str, Table]) -> None:
    """The program as it is shown runs among plain names, and leaves the same tables and rows used."""
    code = as_code([spec], {key: table.profile for key, table in tables.items()}, today=TODAY).code
    names = {**scope(), "datasets": {key: table.frame.copy() for key, table in tables.items()}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(code, "program", "exec"), names)
    if spec.type == "plot":
        assert "fig" in names, code
        return
    written = [table_of(title, frame) for title, frame in names["result"].items()]  # type: ignore[attr-defined]
    for one, other in zip(written, _tables(made), strict=True):
        columns = payload(other)["columns"]
        assert one["columns"] == columns, code
        rows: Any = one["rows"]
        told = difference(_without_size(columns, rows), _rows(other)[: len(rows)])
        assert not told, f"{told}\n{code}"


def _check_words(spec: Spec, made: Sequence[Artifact], held: Sales) -> None:
    """It is told in every language, and its tables are written for people."""
    known = {f"A{place}": preview(Artifact(**{**one, "artifact_id": f"A{place}"}), 100) for place, one in
             enumerate(made, 1)}  # fmt: skip
    names = {"S1" if place == 1 else f"S1_{place}": key for place, key in enumerate(known, 1)}
    profiles = tuple(table.profile for table in held.memory.values())
    for language, question in QUESTIONS.items():
        with telling(language):
            result = ReadingResult(_reading(spec), names, tuple(known.values()), "")
            told = narrate_answer(NarrateAnswer(question=question, results=(result,), datasets=profiles))
            text = resolve(told.text, known, question=question, language=language)["text"]
            assert text.strip() or spec.type == "plot"
            for table in _tables(made):
                shown_rows(payload(table), 50)


def _check_rows_behind(made: Sequence[Artifact], tables: Mapping[str, Table]) -> None:
    table = next((each for each in _tables(made) if payload(each)["rows"]), None)
    if table is None:
        return
    place = CellPlace(len(payload(table)["rows"]) // 2, payload(table)["columns"][-1])
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "overflow|invalid value|divide by zero", RuntimeWarning)
            evidence_of(table, place, tables)
    except (NoEvidenceError, SpecError, DataError):
        return


def _tables(made: Sequence[Artifact]) -> list[Artifact]:
    return [each for each in made if each["kind"] == "table"]


def _rows(table: Artifact) -> Rows:
    shown = payload(table)
    return _without_size(shown["columns"], shown["rows"])


def _without_size(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> Rows:
    """The rows without what depends on the engine: the memory that the data take."""
    return [[cell for name, cell in zip(columns, row, strict=True) if name != "memory_mb"] for row in rows]


def _place(row: Sequence[Any]) -> list[tuple[str, str]]:
    return [("n", f"{cell:.6g}") if isinstance(cell, int | float) else ("t", str(cell)) for cell in row]


def difference(ours: Rows, theirs: Rows) -> str:
    """What differs first; "" where all cells say the same. A number without end has no cell."""
    if len(ours) != len(theirs):
        return f"{len(ours)} rows, {len(theirs)} rows: {ours[:3]} {theirs[:3]}"
    for one, other in zip(ours, theirs, strict=True):
        for a, b in zip(map(_cell, one), map(_cell, other), strict=True):
            near = isinstance(a, int | float) and isinstance(b, int | float) and math.isclose(a, b, rel_tol=1e-7)
            if not near and not same(a, b):
                return f"{a!r} {b!r} in {one} {other}"
    return ""


def _cell(cell: Any) -> Any:
    endless = cell in ("infinity", "-infinity") or (isinstance(cell, float) and not math.isfinite(cell))
    return None if endless else cell
