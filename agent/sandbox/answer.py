"""Reads what came through a child's result pipe: hostile until it has passed every check here."""

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NoReturn

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from agent.sandbox.caps import ANSWER_BYTES, ITEMS, TABLE_COLUMNS, TABLE_ROWS
from agent.sandbox.clean_figure import UnsafeFigureError, clean_figure
from agent.sandbox.clean_png import UnsafePictureError, clean_png
from agent.sandbox.clean_text import cell_text, plain_text
from agent.sandbox.results import Figure, PlotlyFigure, Result, ResultTable, ResultText, ResultValue
from agent.sandbox.without_maps import MAP_NOTE, on_a_map, without_maps
from agent.state import Cell

_MOST_BRACKETS = 400_000
_MOST_DIGITS = 19
_BIGGEST = 2**63
TAKEN_OUT = "Markup, links or control characters were taken out of what came back."


class BadAnswerError(Exception):
    """The bytes are no answer."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Table(_Part):
    kind: Literal["table"]
    name: str
    columns: list[str] = Field(max_length=TABLE_COLUMNS + 50)
    rows: list[list[Cell]] = Field(max_length=TABLE_ROWS)
    total: int = Field(ge=0)
    keys: int = Field(ge=0)
    notes: list[str] = Field(max_length=10)


class _Value(_Part):
    kind: Literal["value"]
    name: str
    value: JsonValue


class _Text(_Part):
    kind: Literal["text"]
    name: str
    text: str


class _Plotly(_Part):
    kind: Literal["plotly"]
    figure: dict[str, JsonValue]


class _Png(_Part):
    kind: Literal["png"]
    png: str


class _Raised(_Part):
    type: str
    text: str
    line: int | None


class _Answer(_Part):
    results: list[Annotated[_Table | _Value | _Text, Field(discriminator="kind")]] = Field(max_length=ITEMS)
    figures: list[Annotated[_Plotly | _Png, Field(discriminator="kind")]] = Field(max_length=ITEMS)
    rows_used: int | None
    notes: list[str] = Field(max_length=10)
    error: _Raised | None


@dataclass(frozen=True)
class Raised:
    """An exception of the program, as data."""

    type: str
    text: str
    line: int | None


@dataclass(frozen=True)
class ReadAnswer:
    """A checked and cleaned answer."""

    results: tuple[Result, ...]
    figures: tuple[Figure, ...]
    rows_used: int | None
    notes: tuple[str, ...]
    raised: Raised | None


def read_answer(content: bytes) -> ReadAnswer:
    """The answer in these bytes. BadAnswerError when they are not JSON of the expected shape within the limits."""
    try:
        answer = _Answer.model_validate(_parsed(content))
        results = tuple(_result(part) for part in answer.results)
        figures = tuple(_figure(part) for part in answer.figures)
        changed = [*map(_is_changed, answer.results, results), *map(_is_changed, answer.figures, figures)]
        return ReadAnswer(
            results=results,
            figures=figures,
            rows_used=answer.rows_used,
            notes=(
                *(plain_text(note) for note in answer.notes),
                *((MAP_NOTE,) if any(map(_has_map, answer.figures)) else ()),
                *((TAKEN_OUT,) if any(changed) else ()),
            ),
            raised=_raised(answer.error) if answer.error else None,
        )
    except (UnsafeFigureError, UnsafePictureError) as error:
        raise BadAnswerError(str(error)) from error
    except ValidationError as error:
        raise BadAnswerError(
            f"What came back has not the shape of an answer ({error.error_count()} faults)."
        ) from error
    except (ValueError, RecursionError, MemoryError, binascii.Error) as error:
        raise BadAnswerError("What came back is not an answer.") from error


def _parsed(content: bytes) -> object:
    if len(content) > ANSWER_BYTES or content.count(b"[") + content.count(b"{") > _MOST_BRACKETS:
        raise BadAnswerError("What came back is too large or too nested.")
    return json.loads(
        content.decode("utf-8", "strict"),
        parse_int=_whole,
        parse_float=_finite,
        parse_constant=_no_constant,
        object_pairs_hook=_unique_keys,
    )


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS + 1 or not -_BIGGEST <= int(text) < _BIGGEST:
        raise ValueError("a whole number beyond 64 bits")
    return int(text)


def _finite(text: str) -> float:
    value = float(text)
    if value in (float("inf"), float("-inf")):
        raise ValueError("a number beyond the range")
    return value


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _unique_keys(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key that occurs twice")
    return found


def _result(part: _Table | _Value | _Text) -> Result:
    match part:
        case _Table():
            return _table(part)
        case _Value():
            return ResultValue(_name(part.name), _cleaned(part.value))
        case _Text():
            return ResultText(_name(part.name), plain_text(part.text))


def _name(text: str) -> str:
    """A name of which something is left when it is cleaned."""
    return plain_text(text).strip() or "result"


def _table(part: _Table) -> ResultTable:
    columns = tuple(plain_text(column) for column in part.columns)
    if any(len(row) != len(columns) for row in part.rows) or len(part.rows) > part.total or part.keys > len(columns):
        raise BadAnswerError("A table came back whose rows do not fit its columns.")
    return ResultTable(
        name=_name(part.name),
        columns=_distinct(columns),
        rows=tuple(tuple(cell_text(cell) if isinstance(cell, str) else cell for cell in row) for row in part.rows),
        total_rows=part.total,
        key_columns=part.keys,
        notes=tuple(plain_text(note) for note in part.notes),
    )


def _distinct(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Names that differ, also after cleaning."""
    if len(set(columns)) == len(columns):
        return columns
    return tuple(
        f"{column} ({at})" if columns.index(column) != at - 1 else column for at, column in enumerate(columns, 1)
    )


def _cleaned(value: JsonValue) -> JsonValue:
    if isinstance(value, dict):
        return {plain_text(key): _cleaned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    return plain_text(value) if isinstance(value, str) else value


def _figure(part: _Plotly | _Png) -> Figure:
    if isinstance(part, _Plotly):
        return PlotlyFigure(clean_figure(part.figure))
    return clean_png(base64.b64decode(part.png, validate=True))


def _is_changed(part: _Part, made: Result | Figure) -> bool:
    """Whether cleaning took something away that a reader might miss."""
    match part, made:
        case _Table(), ResultTable():
            return part.columns != list(made.columns)
        case _Value(), ResultValue():
            return part.value != made.value
        case _Text(), ResultText():
            return part.text != made.text
        case _Plotly(), PlotlyFigure():
            return without_maps(part.figure) != made.figure
        case _:
            return False


def _has_map(part: _Plotly | _Png) -> bool:
    traces = part.figure.get("data") if isinstance(part, _Plotly) else None
    return isinstance(traces, list) and any(on_a_map(trace) for trace in traces)


def _raised(error: _Raised) -> Raised:
    return Raised(plain_text(error.type)[:100] or "an error", plain_text(error.text), error.line)
