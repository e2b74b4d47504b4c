"""Results as plain data: tables, figures and texts, with the rows that went into them."""

import base64
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired

from pydantic import JsonValue
from typing_extensions import TypedDict

Cell = None | bool | int | float | str  # dates are ISO text
MISSING_KEY = "(no value)"
"""How a group whose key is missing is called wherever people read it: tables, charts, citations, reports."""

# ---------------------------------------------------------------- artifacts

ArtifactKind = Literal["table", "figure", "text"]
ClockFormat = Literal["h:mm", "h:mm:ss", "m:ss"]
"""How seconds are shown: 31,320 as the clock time 8:42 or 8:42:00, 83.4 as the duration 1:23.4; of an hour or more as
2:05:10."""
ColumnFormat = Literal["text", "integer", "number", "percent", "p_value", "date"] | ClockFormat
"""How a column is shown. A `percent` cell is already in percent: 48.8 is shown as 48.8 %; those of clocks and durations
are seconds."""
CLOCK_FORMATS: Mapping[str, ClockFormat] = {"h:mm": "h:mm", "h:mm:ss": "h:mm:ss", "m:ss": "m:ss"}


class LedgerStep(TypedDict):
    """What one step did to the rows: "filter", "missing dropped", "join", "duplicates dropped", ..."""

    step: str
    detail: str
    rows_before: int
    rows_after: int
    sources: NotRequired[int]  # of the rows before: those that several rows after may come from


class RowsMade(TypedDict):
    """Rows that are no rows of the data any more, because a step made several of one: how many were used."""

    step: str
    rows: int


class Ledger(TypedDict):
    """Rows in, rows out with the reason after each step, so that an answer can say "12,431 of 60,000 rows"."""

    dataset: str
    rows_total: int
    steps: list[LedgerStep]
    rows_used: int  # of the data
    notes: list[str]  # how text was matched, sums computed in floating point, ...
    rows_made: NotRequired[RowsMade]


def rows_counted(ledger: Ledger) -> int:
    """How many rows figures were made from: rows of the data, or those that a step made of them."""
    made = ledger.get("rows_made")
    return made["rows"] if made else ledger["rows_used"]


class RowsOf(TypedDict):
    """The rows of a further result of an answer, where they are others than those of its main result."""

    title: str
    rows_used: int
    rows_total: int


class LargeRows(Sequence[list[Cell]]):
    """The rows of a large table that are made when they are read. They never change."""

    @abstractmethod
    def cells(self, place: int) -> list[Cell]:
        """All cells of the column at this place."""


def column_cells(table: "TablePayload", place: int) -> list[Cell]:
    """All cells of the column at this place, without making the other cells of a large table."""
    rows = table["rows"]
    return rows.cells(place) if isinstance(rows, LargeRows) else [row[place] for row in rows]


class TablePayload(TypedDict):
    """A result table. In state and on pages `rows` is a preview; `total_rows` says how many there are in all."""

    columns: list[str]
    rows: Sequence[list[Cell]]  # a list, or LargeRows where a result is whole and large
    total_rows: int
    key_columns: list[str]  # name a row: `A2[Engineering].salary_mean`
    formats: dict[str, ColumnFormat]
    units: dict[str, str]  # column -> unit, such as "USD" or "%"
    headings: NotRequired[dict[str, str]]  # column -> words for people, where they differ from the name
    incomplete: NotRequired[list[str]]  # cells of the first key: periods that the data cover in part


class PicturePayload(TypedDict):
    """A figure that a program drew itself: a PNG file in base64, with its size in pixels."""

    png: str
    width: int
    height: int


_PNG_ADDRESS = "data:image/png;base64,"
MADE_BY_CODE: dict[str, JsonValue] = {"made_by": "code"}
"""The `meta` in the layout of a figure whose traces generated code made."""


def picture_of(payload: object) -> bytes | None:
    """The PNG file of a figure that is a picture; None for a chart that is drawn from its data.

    Figures kept by earlier versions hold their picture as the only image of a plotly figure without data.
    """
    if not isinstance(payload, Mapping):
        return None
    png = payload.get("png")
    if isinstance(png, str):
        return base64.b64decode(png)
    layout = payload.get("layout")
    images = layout.get("images") if isinstance(layout, Mapping) and not payload.get("data") else None
    image = images[0] if isinstance(images, list) and len(images) == 1 else None
    source = image.get("source") if isinstance(image, Mapping) else None
    if not (isinstance(source, str) and source.startswith(_PNG_ADDRESS)):
        return None
    return base64.b64decode(source.removeprefix(_PNG_ADDRESS))


class Artifact(TypedDict):
    """A result: a table (TablePayload), a figure (plotly JSON as a dict, or PicturePayload) or a text (str)."""

    artifact_id: str  # "A1", "A2", ... within the conversation
    kind: ArtifactKind
    title: str
    description: str
    payload: object
    spec: dict[str, JsonValue] | None  # the spec that made it
    code: str | None  # or the code
    ledger: Ledger | None
    dataset_ids: list[str]
    role: Literal["main", "detail"]  # detail: shown folded, never the answer itself
