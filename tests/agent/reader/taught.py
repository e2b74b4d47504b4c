"""What the model was taught: prompts over invented tables with the lines that answer them (`taught.json`)."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from agent.reader.prompt import PastQuestion
from agent.specs.parse import Spec, parse_spec
from registry.profile import ColumnKind, ColumnProfile, DatasetProfile, NumericSummary, ValueCount
from registry.value_index import MatchKind, ValueMatch
from training.corpora import with_ids

Action = Literal["act", "ask", "missing", "out_of_scope", "explain", "command"]
SpecJson = dict[str, JsonValue]


class Column(BaseModel):
    """What a prompt tells of a column."""

    model_config = ConfigDict(extra="forbid")

    name: str
    kind: ColumnKind
    unique: int
    missing: int = 0
    low: float | None = None
    high: float | None = None
    first: str | None = None
    last: str | None = None
    unit: str | None = None
    top: list[str] = []

    def profile(self) -> ColumnProfile:
        """The column as reasoning gets it."""
        is_told = self.low is not None and self.high is not None
        numeric = NumericSummary(self.low or 0, self.high or 0, 0, 0, 0, 0, False) if is_told else None
        return ColumnProfile(
            self.name, self.kind, "", 0, self.missing, self.unique, numeric, self.first, self.last,
            tuple(ValueCount(value, 1) for value in self.top), self.unit,
        )  # fmt: skip


class Table(BaseModel):
    """What a prompt tells of a table."""

    model_config = ConfigDict(extra="forbid")

    name: str
    rows: int
    title: str = ""
    columns: list[Column]

    def profile(self, dataset_id: str) -> DatasetProfile:
        """The table as reasoning gets it."""
        columns = tuple(column.profile() for column in self.columns)
        return DatasetProfile(dataset_id, self.name, 1, self.rows, columns, 0, self.title)


class Tables(BaseModel):
    """Tables of one prompt: their block, and how many tokens it has at each level until it fits."""

    model_config = ConfigDict(extra="forbid")

    tables: list[Table]
    tokens: list[int]
    block: str

    @property
    def profiles(self) -> list[DatasetProfile]:
        return [table.profile(f"D{number}") for number, table in enumerate(self.tables, 1)]


class Past(BaseModel):
    """A question before."""

    question: str
    specs: list[SpecJson] = []


class Cell(BaseModel):
    """A cell that words of the question name."""

    table: int
    column: str
    value: str
    kind: MatchKind
    words: str


class Taught(BaseModel):
    """A question with the rest of its prompt and the line that answers it. Data sets are named by their files."""

    model_config = ConfigDict(extra="ignore")

    tables: str
    past: list[Past]
    question: str
    cells: list[Cell]
    prompt: str
    action: Action
    specs: list[SpecJson]
    output: str

    def matches(self, datasets: Sequence[DatasetProfile]) -> list[ValueMatch]:
        """The cells as the registry tells them."""
        return [
            ValueMatch(datasets[cell.table].dataset_id, cell.column, cell.value, cell.words, 0, cell.kind, 1)
            for cell in self.cells
        ]

    def turns(self, datasets: Sequence[DatasetProfile]) -> list[PastQuestion]:
        """The questions before, as the reader is told them."""
        return [PastQuestion(past.question, specs_of(past.specs, datasets)) for past in self.past]


class TaughtQuestions(BaseModel):
    """All of `taught.json`."""

    tables: dict[str, Tables]
    questions: list[Taught]


@cache
def taught() -> TaughtQuestions:
    """The questions with their tables."""
    path = Path(__file__).parent / "taught.json"
    return TaughtQuestions.model_validate_json(path.read_text(encoding="utf-8"))


def specs_of(written: Sequence[SpecJson], datasets: Sequence[DatasetProfile]) -> list[Spec]:
    """Specs that name data sets by their files, as the product has them."""
    ids = {dataset.name: dataset.dataset_id for dataset in datasets}
    named: Sequence[Mapping[str, object]] = [with_ids(spec, ids) for spec in written]
    return [parse_spec({"dataset_id": datasets[0].dataset_id, **spec}) for spec in named]
