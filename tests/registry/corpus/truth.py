"""What a careful analyst says of a file: one line of a corpus's truth.jsonl."""

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

TrueKind = Literal["number", "date", "datetime", "time", "duration", "text", "boolean", "id", "empty"]


class TrueColumn(BaseModel):
    """A column as it has to be read. `sum` is over the rows of data; `first` and `last` are ISO for dates. What else
    would be right stands in the fields `..._also`; `unnamed`: the file has no name for it."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    name: str
    kind: TrueKind
    sum: float | None = None
    first: str | float | bool | None = None
    last: str | float | bool | None = None
    missing: int | None = None
    distinct: int | None = None
    kind_also: tuple[TrueKind, ...] = ()
    sum_also: tuple[float, ...] = ()
    missing_also: tuple[int, ...] = ()
    first_also: tuple[str | float | bool | None, ...] = ()
    last_also: tuple[str | float | bool | None, ...] = ()
    unnamed: bool = False


class Truth(BaseModel):
    """A file's table, what its receipt has to say (of each list one of the words), or that it has to be refused."""

    model_config = ConfigDict(extra="ignore", frozen=True)
    file: str
    origin: str = ""
    rows: int | None = None
    columns: tuple[TrueColumn, ...] = ()
    told: tuple[tuple[str, ...], ...] = ()
    undecidable: tuple[str, ...] = ()
    refused: bool = False
    rows_also: tuple[int, ...] = ()
    total_columns: tuple[str, ...] = ()


def truths(folder: Path) -> Iterator[Truth]:
    """The truths of a corpus, in file order. ValidationError for a line that is none."""
    for line in (folder / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        if line.strip():
            yield Truth.model_validate_json(line)
