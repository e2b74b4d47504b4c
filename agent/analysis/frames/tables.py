"""Results -> table artifacts of JSON cells."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Literal, cast

from agent.analysis.frames.schema import Column
from agent.analysis.headings import distinct, heading
from agent.specs.measures import Aggregation
from agent.state import CLOCK_FORMATS, Artifact, Cell, ColumnFormat, Ledger, TablePayload

_OWN_UNIT: tuple[Aggregation, ...] = (
    "sum", "mean", "median", "std", "min", "max", "range", "first", "last", "mode",
    "p5", "p10", "p25", "p75", "p90", "p95", "p99",
)  # fmt: skip
_WITH_UNIT = ("percent", *CLOCK_FORMATS)
"""Formats whose cells say the unit."""
_LOWEST_STORED, _ABOVE_STORED = -(2**63), 2**64
"""Whole numbers from the first up to the second can be stored with a conversation; others are held as a float."""
_EXACT = 2.0**53
"""Up to here floating point holds every whole number: written as whole, a larger one would show digits it has not."""
_KEEPS_WHOLE: tuple[Aggregation, ...] = ("sum", "min", "max", "range", "first", "last", "mode")


@dataclass(frozen=True)
class ResultColumn:
    """A column of a result and how its cells are shown."""

    name: str
    format: ColumnFormat = "text"
    unit: str = ""
    is_date: bool = False  # cells without a time of day
    heading: str | None = None  # words for people; None: those that its name has as a column that was made


@dataclass(frozen=True)
class TableDraft:
    """A result table before it is named and stored."""

    title: str
    columns: tuple[ResultColumn, ...]
    rows: Sequence[list[Cell]]
    keys: tuple[str, ...] = ()
    description: str = ""
    total_rows: int | None = None
    incomplete: tuple[str, ...] = ()  # cells of the first key: periods that the data cover in part


@dataclass(frozen=True)
class Outcome:
    """What an op computed: its tables, the answer first, and the ledger of the rows used."""

    tables: tuple[TableDraft, ...]
    ledger: Ledger


def key_column(column: Column) -> ResultColumn:
    """How a column is shown where it names the rows of a result."""
    formats: dict[str, ColumnFormat] = {"moment": "date"}
    shown: ColumnFormat = formats.get(column.storage, "text")
    if column.storage == "number" and not column.whole:
        shown = "number"
    return ResultColumn(column.name, shown, is_date=column.kind == "date", heading=column.words)


def value_column(column: Column, name: str | None = None) -> ResultColumn:
    """How the values of a column themselves are shown."""
    own = column.words if name is None else None
    return replace(metric_column(column, "first", name or column.name), heading=own)


def metric_column(column: Column | None, aggregation: Aggregation, name: str) -> ResultColumn:
    """How an aggregate of a column is shown; None stands for the count of rows."""
    if aggregation == "share":
        return ResultColumn(name, "percent")
    if column is None or aggregation in ("count", "nunique", "missing"):
        return ResultColumn(name, "integer")
    if column.storage == "moment":
        if aggregation == "range":
            return ResultColumn(name, "number", "days")
        return ResultColumn(name, "date", is_date=column.kind == "date")
    if column.storage == "boolean":
        return ResultColumn(name, "integer" if aggregation == "sum" else "number")
    if column.storage != "number":
        return ResultColumn(name, "text")
    return ResultColumn(name, _number_format(column, aggregation), column.unit if aggregation in _OWN_UNIT else "")


def _number_format(column: Column, aggregation: Aggregation) -> ColumnFormat:
    if column.plain and aggregation in ("min", "max", "first", "last", "mode"):
        return "text"
    if column.unit == "%" and aggregation in _OWN_UNIT:
        return "percent"
    if column.unit in CLOCK_FORMATS and aggregation in _OWN_UNIT:
        return CLOCK_FORMATS[column.unit]
    return "integer" if column.whole and aggregation in _KEEPS_WHOLE else "number"


def cell(value: Any, column: ResultColumn) -> Cell:
    """A value as JSON: None for missing, NaN and infinity; dates as ISO text; whole numbers as int where one
    can be stored (below 2^64), else as float.
    """
    if value is None or value is False or value is True:
        return cast(Cell, value)
    if isinstance(value, str):
        return value
    if isinstance(value, datetime):
        if value != value:  # NaT
            return None
        return value.date().isoformat() if column.is_date else value.isoformat(sep=" ")
    if isinstance(value, date):
        return value.isoformat()
    plain = value.item() if hasattr(value, "item") else value
    if isinstance(plain, Decimal):
        plain = int(plain) if plain == plain.to_integral_value() else float(plain)
    if isinstance(plain, float):
        return _number(plain, column)
    if isinstance(plain, int) and not _LOWEST_STORED <= plain < _ABOVE_STORED:
        return float(plain)
    return plain if isinstance(plain, bool | int | str) else None  # pandas' NA and NaT


def _number(value: float, column: ResultColumn) -> Cell:
    if not math.isfinite(value):
        return None
    is_whole = value.is_integer() and abs(value) <= _EXACT
    return int(value) if is_whole and column.format in ("integer", "text") else value


def rows_of(values: Mapping[str, Sequence[Any]], columns: Sequence[tuple[str, ResultColumn]]) -> list[list[Cell]]:
    """Rows of JSON cells from column values; `columns` pairs the name in `values` with the result column."""
    shown = [[cell(value, column) for value in values[source]] for source, column in columns]
    return [list(row) for row in zip(*shown, strict=True)]


def artifact(draft: TableDraft, spec: dict[str, Any], ledger: Ledger, dataset_ids: Sequence[str],
             role: Literal["main", "detail"]) -> Artifact:  # fmt: skip
    """The draft as an artifact without an id."""
    shown = _distinct_names(draft.columns)
    payload = TablePayload(
        columns=[column.name for column in shown],
        rows=draft.rows,
        total_rows=len(draft.rows) if draft.total_rows is None else draft.total_rows,
        key_columns=list(draft.keys),
        formats={column.name: column.format for column in shown},
        units={column.name: column.unit for column in shown if column.unit and column.format not in _WITH_UNIT},
        headings=_headings(shown),
    )
    if draft.incomplete:
        payload["incomplete"] = list(draft.incomplete)
    return Artifact(
        artifact_id="", kind="table", title=draft.title, description=draft.description, payload=payload, spec=spec,
        code=None, ledger=ledger, dataset_ids=list(dataset_ids), role=role,
    )  # fmt: skip


def _distinct_names(columns: Sequence[ResultColumn]) -> list[ResultColumn]:
    """The columns, a later one of an earlier one's name with `_2` (a data set may have a column called `count`)."""
    named: dict[str, ResultColumn] = {}
    for column in columns:
        name, number = column.name, 2
        while name in named:
            name, number = f"{column.name}_{number}", number + 1
        words = heading(column.name) if column.heading is None else column.heading
        named[name] = replace(column, name=name, heading=words)
    return list(named.values())


def _headings(columns: Sequence[ResultColumn]) -> dict[str, str]:
    """What people read, where it is not the name; words that two columns would share stay apart."""
    told = distinct([column.heading or column.name for column in columns])
    return {column.name: words for column, words in zip(columns, told, strict=True) if words != column.name}


def preview(whole: Artifact, rows: int) -> Artifact:
    """The artifact with at most `rows` rows of its table; `total_rows` still counts them all. Others as they are."""
    if whole["kind"] != "table":
        return whole
    payload = cast(TablePayload, whole["payload"])
    cut = TablePayload(**{**payload, "rows": list(payload["rows"][:rows])})
    return Artifact(**{**whole, "payload": cut})
