"""Reads what came through a child's result pipe: hostile until it has passed every check here.

This runs in the reader, a locked-down process of its own (see `worker/child.py`), never in the app.
"""

import base64
import binascii
import json
from collections.abc import Sequence
from typing import Annotated, Literal, NoReturn

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from agent.sandbox.clean_figure import MAP_NOTE, UnsafeFigureError, check_figure, clean_figure, on_a_map, without_maps
from agent.sandbox.clean_png import UnsafePictureError, clean_png
from agent.sandbox.clean_text import cell_text, plain_text
from agent.sandbox.read_answer import (
    ANSWER_BYTES,
    CELL_CHARACTERS,
    ITEMS,
    MARK_CHARACTERS,
    NAME_CHARACTERS,
    NOTE_CHARACTERS,
    TABLE_CELLS,
    TABLE_COLUMNS,
    TABLE_ROWS,
    TAKEN_OUT,
    TEXT_CHARACTERS,
    VALUE_DEPTH,
    VALUE_ITEMS,
    Raised,
    ReadAnswer,
)
from agent.sandbox.results import Figure, PlotlyFigure, PngFigure, Result, ResultTable, ResultText, ResultValue

_MOST_BRACKETS = 400_000
_MOST_DIGITS = 19
_BIGGEST = 2**63
_MOST_ROWS_CLAIMED = 2**53
_KEY_COLUMNS = 50
CLAIMED = "The program says: "
"""Before each note of a program: what it tells of itself is not Tally's word."""
SMALLER = "A large picture was made smaller."


class BadAnswerError(Exception):
    """The bytes are no answer."""


_Name = Annotated[str, Field(max_length=NAME_CHARACTERS + MARK_CHARACTERS)]
_Note = Annotated[str, Field(max_length=NOTE_CHARACTERS)]
_Long = Annotated[str, Field(max_length=TEXT_CHARACTERS + MARK_CHARACTERS)]
_SentCell = None | bool | int | float | Annotated[str, Field(max_length=CELL_CHARACTERS + MARK_CHARACTERS)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _Table(_Part):
    kind: Literal["table"]
    name: _Name
    columns: list[_Name] = Field(max_length=TABLE_COLUMNS + _KEY_COLUMNS)
    rows: list[list[_SentCell]] = Field(max_length=TABLE_ROWS)
    total: int = Field(ge=0, le=_MOST_ROWS_CLAIMED)
    keys: int = Field(ge=0)
    notes: list[_Note] = Field(max_length=10)


class _Value(_Part):
    kind: Literal["value"]
    name: _Name
    value: JsonValue


class _Text(_Part):
    kind: Literal["text"]
    name: _Name
    text: _Long


class _Plotly(_Part):
    kind: Literal["plotly"]
    figure: dict[str, JsonValue]


class _Png(_Part):
    kind: Literal["png"]
    png: str
    title: _Name = ""


class _Raised(_Part):
    type: _Name
    text: _Long
    line: int | None


class _Answer(_Part):
    results: list[Annotated[_Table | _Value | _Text, Field(discriminator="kind")]] = Field(max_length=ITEMS)
    figures: list[Annotated[_Plotly | _Png, Field(discriminator="kind")]] = Field(max_length=ITEMS)
    rows_used: int | None = Field(ge=0, le=_MOST_ROWS_CLAIMED)
    notes: list[_Note] = Field(max_length=10)
    error: _Raised | None


def read_answer(content: bytes) -> ReadAnswer:
    """The answer in these bytes. BadAnswerError when they are not JSON of the expected shape within the limits."""
    try:
        answer = _Answer.model_validate(_parse(content))
        results = tuple(_result(part) for part in answer.results)
        figures = tuple(_figure(part) for part in answer.figures)
        changed = [*map(_is_changed, answer.results, results), *map(_is_changed, answer.figures, figures)]
        return ReadAnswer(
            results=results,
            figures=figures,
            rows_used=answer.rows_used,
            notes=(
                *_claim(answer.notes),
                *((MAP_NOTE,) if any(map(_has_map, answer.figures)) else ()),
                *((SMALLER,) if any(map(_is_smaller, answer.figures, figures)) else ()),
                *((TAKEN_OUT,) if any(changed) else ()),
            ),
            raised=_raised_error(answer.error) if answer.error else None,
        )
    except (UnsafeFigureError, UnsafePictureError) as error:
        raise BadAnswerError(str(error)) from error
    except ValidationError as error:
        raise BadAnswerError(
            f"What came back has not the shape of an answer ({error.error_count()} faults)."
        ) from error
    except (ValueError, RecursionError, MemoryError, binascii.Error) as error:
        raise BadAnswerError("What came back is not an answer.") from error


def _parse(content: bytes) -> object:
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
            return ResultValue(_name(part.name), _clean(part.value, VALUE_DEPTH, [VALUE_ITEMS]))
        case _Text():
            return ResultText(_name(part.name), plain_text(part.text))


def _name(text: str) -> str:
    """A name of which something is left when it is cleaned."""
    return plain_text(text).strip() or "result"


def _table(part: _Table) -> ResultTable:
    columns = tuple(plain_text(column) for column in part.columns)
    if len(part.rows) * len(columns) > max(TABLE_CELLS, len(columns)):
        raise BadAnswerError(f"A table of more than {TABLE_CELLS:,} cells came back.")
    if any(len(row) != len(columns) for row in part.rows) or len(part.rows) > part.total or part.keys > len(columns):
        raise BadAnswerError("A table came back whose rows do not fit its columns.")
    return ResultTable(
        name=_name(part.name),
        columns=_distinct(columns),
        rows=tuple(tuple(cell_text(cell) if isinstance(cell, str) else cell for cell in row) for row in part.rows),
        total_rows=part.total,
        key_columns=part.keys,
        notes=_claim(part.notes),
    )


def _distinct(columns: tuple[str, ...]) -> tuple[str, ...]:
    """Names that differ, also after cleaning."""
    if len(set(columns)) == len(columns):
        return columns
    return tuple(
        f"{column} ({at})" if columns.index(column) != at - 1 else column for at, column in enumerate(columns, 1)
    )


def _claim(notes: Sequence[str]) -> tuple[str, ...]:
    cleaned = (plain_text(note).strip() for note in notes)
    return tuple(f"{CLAIMED}{note}" for note in cleaned if note)


def _clean(value: JsonValue, depth: int, left: list[int]) -> JsonValue:
    """The value with clean texts. BadAnswerError beyond `depth`, or when `left` items are used up."""
    left[0] -= 1
    if left[0] < 0 or (depth == 0 and isinstance(value, dict | list)):
        raise BadAnswerError("A value came back that is too large or too nested.")
    if isinstance(value, dict):
        return {_short_text(key): _clean(item, depth - 1, left) for key, item in value.items()}
    if isinstance(value, list):
        return [_clean(item, depth - 1, left) for item in value]
    return _short_text(value) if isinstance(value, str) else value


def _short_text(text: str) -> str:
    if len(text) > CELL_CHARACTERS + MARK_CHARACTERS:
        raise BadAnswerError(f"A value came back with a text of more than {CELL_CHARACTERS:,} characters.")
    return plain_text(text)


def _figure(part: _Plotly | _Png) -> Figure:
    if isinstance(part, _Plotly):
        figure = clean_figure(part.figure)
        check_figure(figure)
        return PlotlyFigure(figure)
    return clean_png(base64.b64decode(part.png, validate=True), plain_text(part.title))


def _is_smaller(part: _Plotly | _Png, made: Figure) -> bool:
    return isinstance(part, _Png) and isinstance(made, PngFigure) and made.was_larger


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


def _raised_error(error: _Raised) -> Raised:
    return Raised(plain_text(error.type)[:100] or "an error", plain_text(error.text), error.line)
