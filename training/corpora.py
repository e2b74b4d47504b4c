"""Questions with their meaning: one JSON line each, in folders of `questions.jsonl` and `data/`."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

OWN = Path(__file__).parent / "questions"
"""The questions that belong to the project."""
FOREIGN = "TALLY_CORPORA"
"""The environment variable that names a folder of further corpora; none are read where it is not set."""
Action = Literal["act", "ask", "missing", "out_of_scope", "explain", "command"]
SpecJson = dict[str, JsonValue]


class Before(BaseModel):
    """A question that was asked and answered before, with the specs of its answer."""

    model_config = ConfigDict(extra="ignore")

    question: str
    specs: list[SpecJson] = Field(default_factory=list)


class Meaning(BaseModel):
    """A line of a questions file."""

    model_config = ConfigDict(extra="ignore")

    tables: list[str] = Field(min_length=1)
    question: str
    lang: str = "en"
    past: list[Before] = Field(default_factory=list)
    action: Action
    specs: list[SpecJson] = Field(default_factory=list)
    readings: list[list[SpecJson]] = Field(default_factory=list)
    keeps: bool | None = None


@dataclass(frozen=True)
class Line:
    """A question with its meaning and where it stands. `key` names it across runs."""

    corpus: str
    number: int
    folder: Path
    meaning: Meaning

    @property
    def key(self) -> str:
        return f"{self.corpus}:{self.number}"

    @property
    def file(self) -> str:
        """The first table: what splits go by."""
        return f"{self.corpus}/{self.meaning.tables[0]}"


def folders() -> list[Path]:
    """The folders of all corpora that are there, the project's own first."""
    own = sorted(path.parent for path in OWN.glob("*/questions.jsonl"))
    named = os.environ.get(FOREIGN)
    foreign = sorted(path.parent for path in Path(named).glob("*/questions.jsonl")) if named else []
    return [*own, *foreign]


def lines_of(some: Sequence[Path]) -> Iterator[Line]:
    """Every question of these corpora. A line that is not of the form raises pydantic's ValidationError."""
    for folder in some:
        written = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
        for number, text in enumerate(written, 1):
            if text.strip():
                yield Line(folder.name, number, folder, Meaning.model_validate_json(text))


def with_ids(value: Any, ids: dict[str, str]) -> Any:
    """Specs with the ids of data sets where lines write the names of files."""
    if isinstance(value, dict):
        return {
            key: ids[item] if key == "dataset_id" and item in ids else with_ids(item, ids)
            for key, item in value.items()
        }
    return [with_ids(item, ids) for item in value] if isinstance(value, list) else value
