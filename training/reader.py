"""What the built-in reader makes of questions with their meaning, and how sure it may be: collected, fitted, told.

    python -m training.reader collect OUT.jsonl --most 400 [--only q6,q7]     asks the reader and executes what it reads
    python -m training.reader fit OUT.jsonl [--write]                          the weights of `agent/reader/trust.json`
    python -m training.reader exam KEPT.jsonl                                  the exam of connected models
    python -m training.reader report OUT.jsonl                                 right, wrong, asked by threshold and kind

Questions are those of the project and of the folder that TALLY_CORPORA names. What is collected is split by table: the
weights are fitted on one half and told of the other. Questions whose tables the reader was taught on say nothing.
"""

import argparse
import json
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from agent.analysis.validate import check_spec
from agent.errors import TallyError
from agent.nodes.comparing import agree
from agent.reader import trust
from agent.reader.engine import ReaderEngine
from agent.reader.trust import Evidence, mass_of
from agent.reasoning.built_in import BuiltInReasoner
from agent.reasoning.exam.questions import exam
from agent.reasoning.exam.scoring import is_right
from agent.reasoning.prompts import Decision, PastTurn, ReadQuestion
from agent.reasoning.sense import check_sense
from agent.settings import Settings
from agent.specs.reading import Reading
from training.asking import Data, load_data
from training.corpora import Line, folders, lines_of
from training.fitting import WEIGHTS, Row, fit, is_fitted_on, name_hash, report
from training.recorded import RecordedReader
from training.results import Answered, execute_specs, same_answer

EACH = 8


def main() -> None:
    """One of the three."""
    parser = argparse.ArgumentParser(prog="python -m training.reader", description="Measures the built-in reader.")
    parser.add_argument("what", choices=("collect", "fit", "report", "exam"))
    parser.add_argument("rows", type=Path)
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--only", default="")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.what == "collect":
        collect(given.rows, given.most, [name for name in given.only.split(",") if name])
        return
    if given.what == "exam":
        take_exam(given.rows)
        return
    rows = [json.loads(line) for line in given.rows.read_text(encoding="utf-8").splitlines()]
    if given.what == "fit":
        fit(rows, write=given.write)
    report([row for row in rows if not is_fitted_on(row)], trust.learned_weights())


# ---------------------------------------------------------------- asking


def collect(out: Path, most: int, only: Sequence[str]) -> None:
    """Asks up to `most` questions, chosen by a hash, and appends a row for each that is not there."""
    chosen = [folder for folder in folders() if not only or folder.name in only]
    lines = _choose(lines_of(chosen), most)
    done = {json.loads(line)["key"] for line in out.read_text(encoding="utf-8").splitlines()} if out.exists() else set()
    data: dict[tuple[str, ...], Data] = {}
    settings = Settings(reader_threshold="0", reader_seconds=600)
    with (
        closing(
            BuiltInReasoner(RecordedReader(out.with_suffix(".kept"), ReaderEngine(settings)), settings)
        ) as reasoner,
        out.open("a", encoding="utf-8") as kept,
    ):
        for line in lines:
            if line.key in done:
                continue
            named = (line.corpus, *line.meaning.tables)
            data.setdefault(named, load_data(line.folder, line.meaning.tables))
            kept.write(json.dumps(_row(line, data[named], reasoner), ensure_ascii=False) + "\n")
            kept.flush()


def _choose(lines: Iterable[Line], most: int) -> list[Line]:
    """Up to `most` questions, EACH of a table, tables and questions by a hash: a table that was read stays in memory
    for its other questions.
    """
    by_table: dict[tuple[str, ...], list[Line]] = {}
    for line in sorted(lines, key=lambda one: name_hash(one.key)):
        by_table.setdefault((line.corpus, *line.meaning.tables), []).append(line)
    tables = sorted((named for named in by_table if len(by_table[named]) >= EACH), key=lambda one: name_hash(str(one)))
    return [line for named in tables for line in by_table[named][:EACH]][:most]


def _row(line: Line, data: Data, reasoner: BuiltInReasoner) -> Row:
    prompt = _prompt(line, data)
    began = time.monotonic()
    decision = reasoner.read(prompt)
    seconds = time.monotonic() - began
    groups, failed = _execute(decision, prompt, data)
    meant = _resolve(line, data)
    return {
        "key": line.key, "file": line.file, "lang": line.meaning.lang, "action": line.meaning.action,
        "past": len(line.meaning.past), "keeps": line.meaning.keeps, "question": line.meaning.question,
        "decided": "missing" if decision.missing_columns else decision.next_action, "unsure": decision.unsure,
        "label": decision.readings[0].label if decision.readings else decision.rationale, "seconds": round(seconds, 2),
        "groups": [[_evidence(decision, reading) for reading, _ in group] for group in groups], "failed": failed,
        "right": [bool(meant) and any(same_answer(one, group[0][1]) for one in meant) for group in groups],
    }  # fmt: skip


def _evidence(decision: Decision, reading: Reading) -> dict[str, Any]:
    found = decision.evidence.get(reading.reading_id)
    return (found or Evidence(probability=0.0)).model_dump()


def _prompt(line: Line, data: Data) -> ReadQuestion:
    """The question as the product asks it, after those before it."""
    history = [
        PastTurn(before.question, "answered", "", "", specs=tuple(data.specs(before.specs)))
        for before in line.meaning.past
    ]
    return data.prompt(line.meaning.question, history)


Group = list[tuple[Reading, list[Answered]]]


def _execute(decision: Decision, prompt: ReadQuestion, data: Data) -> tuple[list[Group], list[dict[str, Any]]]:
    """The readings that can be executed, those that give the same together, the most probable first; and the others."""
    groups: list[Group] = []
    failed: list[dict[str, Any]] = []
    for reading in decision.readings:
        given = _assemble(reading, prompt, data)
        if given is None:
            failed.append(_evidence(decision, reading))
            continue
        same = next((group for group in groups if agree(_name_of(group[0][1]), _name_of(given), "values")), None)
        if same is None:
            groups.append([(reading, given)])
        else:
            same.append((reading, given))
    groups.sort(key=lambda group: -mass_of([Evidence(**_evidence(decision, reading)) for reading, _ in group]))
    return groups, failed


def _assemble(reading: Reading, prompt: ReadQuestion, data: Data) -> list[Answered] | None:
    try:
        for spec in reading.specs:
            check_spec(spec, {table.dataset_id: table for table in prompt.datasets})
        check_sense(reading.specs, prompt.datasets, [*(turn.question for turn in prompt.history), prompt.question])
        return execute_specs(reading.specs, data.tables)
    except TallyError:
        return None


def _name_of(given: Sequence[Answered]) -> dict[str, Any]:
    return {f"S{place}_{n}": one for place, each in enumerate(given, 1) for n, one in enumerate(each.artifacts, 1)}


def _resolve(line: Line, data: Data) -> list[list[Answered]]:
    """What each of the right readings gives."""
    found = []
    for specs in line.meaning.readings or [line.meaning.specs]:
        try:
            found.append(execute_specs(data.specs(specs), data.tables))
        except TallyError:
            continue
    return [one for one in found if one]


def take_exam(kept: Path) -> None:
    """Puts the exam of connected models to the built-in reader, every question whatever the others gave; its figures go
    beside the weights, for the settings page.
    """
    asked = exam()
    with closing(BuiltInReasoner(RecordedReader(kept, ReaderEngine(Settings(reader_seconds=600))))) as reasoner:
        right = [is_right(asked, question, reasoner.read(asked.prompt(question))) for question in asked.questions]
    told = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    told["exam"] = {"right": sum(right), "total": len(right)}
    WEIGHTS.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
    print(told["exam"], [question.id for question, one in zip(asked.questions, right, strict=True) if not one])


if __name__ == "__main__":
    main()
