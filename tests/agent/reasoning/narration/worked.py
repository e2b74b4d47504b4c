"""A small shop's data, executed for real, and told: what the tests of narration look at."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from agent.analysis.execute import execute_analysis, execute_plot
from agent.analysis.frames.source import Table
from agent.analysis.frames.tables import preview
from agent.grounding.citations import resolve, violations
from agent.reasoning.language import detect_language
from agent.reasoning.prompts import NarrateAnswer, Narration, ReadingResult
from agent.reasoning.rules.narration.answer import narrate_answer
from agent.specs.measures import Measure
from agent.specs.parse import parse_spec
from agent.specs.plots import Plot
from agent.specs.reading import Reading
from agent.state import Artifact
from registry.profile import DatasetProfile
from registry.store import DatasetStore

Spec = Mapping[str, Any]
OWNER = "someone"
SALES = """day,shop,kind,units,price,note,order no
2024-01-03,North,bread,5,2.5,,A-1
2024-01-15,North,cake,1,12.0,rush,A-2
2024-02-02,South,bread,8,2.4,,A-3
2024-02-20,South,cake,2,11.0,,A-4
2024-03-04,West,bread,3,2.6,,A-5
2024-03-09,West,cake,4,12.5,,A-6
2024-03-30,North,tea,7,3.0,rush,A-7
2024-04-11,South,tea,6,3.1,,A-8
2024-04-12,South,tea,6,3.1,,A-9
2024-05-01,West,bread,9,2.5,,A-10
2024-05-14,North,bread,4,2.5,,A-11
2024-06-30,North,cake,30,11.5,,A-12
"""


@dataclass(frozen=True)
class Told:
    """What was written, and what the person reads of it."""

    narration: Narration
    text: str
    violations: tuple[str, ...]


@cache
def shop(content: str = SALES, name: str = "sales.csv") -> Table:
    """The data as the registry reads them."""
    store = DatasetStore()
    dataset = store.add(OWNER, name, content.encode())
    return Table(dataset.dataset_id, dataset.name, dataset.frame, dataset.profile)


def executed(specs: Sequence[Spec], table: Table | None = None, rows: int = 100, first: int = 1) -> ReadingResult:
    """The specs as one reading with its results: previews of at most `rows` rows."""
    data = table or shop()
    reading = Reading(reading_id="r1", label="as asked", specs=[parse_spec(spec) for spec in specs])
    names: dict[str, str] = {}
    artifacts: list[Artifact] = []
    for number, spec in enumerate(reading.specs, start=1):
        for place, artifact in enumerate(_results(spec, data), start=1):
            artifact_id = f"A{first + len(artifacts)}"
            names[f"S{number}" if place == 1 else f"S{number}_{place}"] = artifact_id
            artifacts.append(preview(Artifact(**{**artifact, "artifact_id": artifact_id}), rows))
    return ReadingResult(reading=reading, names=names, artifacts=tuple(artifacts), headline="")


def _results(spec: Measure | Plot, data: Table) -> list[Artifact]:
    """What a spec gives, a copy of its own for each who asks: many tests ask for the same ones."""
    return deepcopy(_computed(_Work(spec.model_dump_json(), data.dataset_id, spec, data)))


@dataclass(frozen=True)
class _Work:
    """A spec over data, told apart by what it says and by their id."""

    says: str
    dataset_id: str
    spec: Measure | Plot = field(compare=False)
    table: Table = field(compare=False)


@cache
def _computed(work: _Work) -> list[Artifact]:
    run = execute_plot if isinstance(work.spec, Plot) else execute_analysis
    return list(run(work.spec, {work.dataset_id: work.table}))  # type: ignore[arg-type]


def told(*specs: Spec, question: str = "and the result?", table: Table | None = None, rows: int = 100) -> Told:
    """The narration of these specs over the shop's data."""
    return told_results(executed(specs, table, rows), question=question, profile=(table or shop()).profile)


def told_results(*results: ReadingResult, question: str = "and the result?", profile: DatasetProfile) -> Told:
    """The narration of these results, resolved against their artifacts under the number lock."""
    narration = narrate_answer(NarrateAnswer(question=question, results=results, datasets=(profile,)))
    artifacts = {artifact["artifact_id"]: artifact for result in results for artifact in result.artifacts}
    resolved = resolve(narration.text, artifacts, question=question, language=detect_language(question))
    return Told(narration, resolved["text"], violations(resolved))
