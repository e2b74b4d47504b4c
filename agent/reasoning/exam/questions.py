"""The test questions, their tables and what is right; and the version that they and the prompt make together."""

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from agent.analysis.frames.source import Table
from agent.reasoning.chat.language.examples import catalogue
from agent.reasoning.chat.language.vocabulary import vocabulary
from agent.reasoning.prompts import PastTurn, ReadQuestion
from agent.specs.measures import AnalysisSpec
from agent.specs.plots import PlotSpec
from registry.store import DatasetStore

OWNER = PURPOSE = "exam"
_SPEC = Annotated[AnalysisSpec | PlotSpec, Field()]
Expected = Literal["result", "ask", "choice", "out_of_scope"]
"""A result that is compared; a question back; a question back or readings that differ; a refusal."""
Rows = Literal["any", "ordered", "first"]
"""Which rows a result has: the right ones in any order, in their order, or at least at its top."""


class Before(BaseModel):
    """A question that was answered before, with its specs."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    question: str
    specs: list[_SPEC]


class ExamQuestion(BaseModel):
    """A question with what is right: `specs` are one or more ways to compute it, of which `need` columns are wanted
    (none: all). `percent`: a share of 1 is as good as the percentage.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str
    table: str
    question: str
    expect: Expected
    specs: list[list[_SPEC]] = []
    need: list[str] = []
    rows: Rows = "any"
    percent: bool = False
    before: list[Before] = []


@dataclass(frozen=True, eq=False)
class Exam:
    """Questions, the tables that they are asked of, and the version that all of it makes: what is kept of an exam holds
    for its version only.
    """

    questions: tuple[ExamQuestion, ...]
    store: DatasetStore
    version: str

    def prompt(self, question: ExamQuestion) -> ReadQuestion:
        """The question as it would be put in a conversation."""
        owner = _owner(question.table)
        return ReadQuestion(
            question=question.question,
            datasets=tuple(dataset.profile for dataset in self.store.datasets(owner)),
            value_matches=self.store.find_values(owner, question.question),
            history=tuple(
                PastTurn(turn.question, "answered", turn.question, "", specs=tuple(turn.specs))
                for turn in question.before
            ),
        )

    def tables(self, question: ExamQuestion) -> dict[str, Table]:
        """The table of a question, as analysis takes it."""
        return {
            dataset.dataset_id: Table(dataset.dataset_id, dataset.name, dataset.frame, dataset.profile)
            for dataset in self.store.datasets(_owner(question.table))
        }


@cache
def exam() -> Exam:
    """The exam that models take, its tables loaded."""
    questions = TypeAdapter(tuple[ExamQuestion, ...]).validate_json(_data("questions.json"))
    store = DatasetStore()
    for table in sorted({question.table for question in questions}):
        store.add(_owner(table), table, _data(table))
    return Exam(questions, store, _version())


def _version() -> str:
    """Another one whenever the questions, their tables or the prompt change: what was shown then says nothing now."""
    template = files("agent.reasoning").joinpath("templates", "read_question.md").read_bytes()
    tables = sorted({json.dumps(question["table"]) for question in json.loads(_data("questions.json"))})
    examples = "\n".join(example.text for example in catalogue())
    parts = [_data("questions.json"), *(_data(json.loads(name)) for name in tables), template]
    return hashlib.sha256(b"\0".join([*parts, vocabulary().encode(), examples.encode()])).hexdigest()[:12]


def _owner(table: str) -> str:
    """Each table is alone in a conversation of its own."""
    return f"{OWNER} {table}"


def _data(name: str) -> bytes:
    return files("agent.reasoning.exam").joinpath("data", name).read_bytes()
