"""From a reference to its cell: the value, how it is shown, and where it stands."""

import math
from collections.abc import Mapping
from typing import cast

from agent.artifacts import rows_counted
from agent.errors import CitationError
from agent.grounding.grammar import CellName, Constant, Expression, KeyWord, Operation
from agent.grounding.numbers import Figure
from agent.specs.parse import nearest
from agent.specs.references import ROW_COUNTS, key_text
from agent.state import CLOCK_FORMATS, MISSING_KEY, Artifact, Cell, CitedCell, ColumnFormat, TablePayload


def table_of(artifact: Artifact) -> TablePayload:
    """The table of a table artifact."""
    return cast(TablePayload, artifact["payload"])


def evaluate(expression: Expression, artifacts: Mapping[str, Artifact]) -> tuple[Figure, list[CitedCell]]:
    """The value of an expression and the cells it came from. CitationError when a reference leads to no cell.

    A missing cell, or a division by zero, gives no value.
    """
    match expression:
        case Constant(value=value):
            return Figure(value), []
        case CellName():
            figure, cited = read_cell(expression, artifacts)
            return figure, [cited]
        case Operation(operator=operator, left=left, right=right):
            one, cells = evaluate(left, artifacts)
            other, further = evaluate(right, artifacts)
            return _join(operator, one, other), cells + further


def read_cell(name: CellName, artifacts: Mapping[str, Artifact]) -> tuple[Figure, CitedCell]:
    """The cell of a reference. CitationError names what exists when artifact, row or column does not."""
    artifact = artifacts.get(name.artifact)
    if artifact is None:
        raise CitationError(f"There is no result {name.artifact}.", f"Use one of {', '.join(artifacts) or 'none yet'}.")
    if artifact["kind"] != "table":
        raise CitationError(f"{name.artifact} is a {artifact['kind']}, which has no cells.", "Refer to a table.")
    if name.column.text in ROW_COUNTS and not name.column.quoted:
        return _row_count(name, artifact)
    table = table_of(artifact)
    if name.column.text not in table["columns"]:
        near = ", ".join(nearest(name.column.text, table["columns"])) or ", ".join(table["columns"])
        raise CitationError(f"{name.artifact} has no column {name.column.text!r}.", f"Use one of {near}.")
    row = _row(name, table)
    place = table["columns"].index(name.column.text)
    value = table["rows"][row][place]
    column = table["columns"][place]
    figure = Figure(value, table["formats"].get(column, _format_of(value)), table["units"].get(column, ""))
    return figure, cited_cell(name.artifact, table, row, place)


def cited_cell(artifact_id: str, table: TablePayload, row: int, place: int) -> CitedCell:
    """Where a cell stands, with its row named by its keys, or by number when there are none."""
    cells = [table["rows"][row][table["columns"].index(key)] for key in table["key_columns"]]
    keys = [MISSING_KEY if cell is None else key_text(cell) for cell in cells]
    named = " | ".join(keys) if keys else ("" if len(table["rows"]) == 1 else f"#{row + 1}")
    return CitedCell(
        artifact_id=artifact_id, row=named, column=table["columns"][place], value=table["rows"][row][place]
    )


def _row_count(name: CellName, artifact: Artifact) -> tuple[Figure, CitedCell]:
    ledger = artifact["ledger"]
    count = {
        "#rows": table_of(artifact)["total_rows"],
        "#rows_used": ledger and ledger["rows_used"],
        "#rows_counted": ledger and rows_counted(ledger),
        "#rows_total": ledger and ledger["rows_total"],
    }[name.column.text]
    return Figure(count, "integer"), CitedCell(
        artifact_id=name.artifact, row="", column=name.column.text.lstrip("#"), value=count
    )


def _row(name: CellName, table: TablePayload) -> int:
    rows = table["rows"]
    if name.row is not None:
        if not 1 <= name.row <= len(rows):
            raise CitationError(f"{name.artifact} has no row {name.row}.", f"It has {len(rows)} rows.")
        return name.row - 1
    if not name.keys:
        if len(rows) != 1:
            raise CitationError(
                f"{name.artifact} has {len(rows)} rows, so a reference has to name one.",
                f"Write {name.artifact}[key].{name.column.text} or {name.artifact}[#1].{name.column.text}.",
            )
        return 0
    return _row_by_keys(name, table)


def _row_by_keys(name: CellName, table: TablePayload) -> int:
    keys = table["key_columns"]
    if len(keys) != len(name.keys):
        raise CitationError(
            f"{name.artifact} names its rows by {', '.join(keys) or 'number'}, not by {len(name.keys)} keys.",
            "Give one key for each, joined by |, or a row number such as [#1].",
        )
    places = [table["columns"].index(key) for key in keys]
    found = [
        number
        for number, row in enumerate(table["rows"])
        if all(_is_key(row[place], word) for place, word in zip(places, name.keys, strict=True))
    ]
    if len(found) != 1:
        written = " | ".join(word.text for word in name.keys)
        known = {key_text(row[places[-1]]) for row in table["rows"]}
        near = ", ".join(nearest(name.keys[-1].text, sorted(known))) or "none near"
        trouble = "no row" if not found else f"{len(found)} rows"
        raise CitationError(f"{name.artifact} has {trouble} {written!r}.", f"Nearest keys: {near}.")
    return found[0]


def _is_key(cell: Cell, word: KeyWord) -> bool:
    if cell is None:
        return word.text == "null" and not word.quoted
    return key_text(cell) == word.text


def _format_of(value: Cell) -> ColumnFormat:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return "text"
    return "integer" if isinstance(value, int) else "number"


def _join(operator: str, one: Figure, other: Figure) -> Figure:
    """Units and percent are kept where they make sense: a sum of shares is a share, a ratio of amounts has no unit."""
    left, right = _number(one), _number(other)
    if left is None or right is None or (operator == "/" and right == 0):
        return Figure(None)
    value = {
        "+": lambda: left + right,
        "-": lambda: left - right,
        "*": lambda: left * right,
        "/": lambda: left / right,
    }[operator]()
    if not math.isfinite(value):
        return Figure(None)
    same = one.is_percent == other.is_percent and one.unit == other.unit and _clock(one) == _clock(other)
    if operator in "+-":
        kept = one if same or not _is_dimensioned(other) else other if not _is_dimensioned(one) else Figure(None)
    elif operator == "/":
        kept = Figure(None) if same or _is_dimensioned(other) else one
    else:
        kept = one if not _is_dimensioned(other) else other if not _is_dimensioned(one) else Figure(None)
    counted = kept.format if kept.format in ("percent", "number") or (operator in "+-" and _clock(kept)) else "number"
    whole = operator in "+-*" and isinstance(one.value, int) and isinstance(other.value, int)
    return Figure(value, "integer" if whole and counted == "number" else counted, kept.unit)


def _is_dimensioned(figure: Figure) -> bool:
    return figure.is_percent or bool(figure.unit) or bool(_clock(figure))


def _clock(figure: Figure) -> str:
    return CLOCK_FORMATS.get(figure.format, "")


def _number(figure: Figure) -> float | None:
    if isinstance(figure.value, str | bool):
        raise CitationError(f"{figure.value!r} is no number to compute with.", "Refer to a number column.")
    if isinstance(figure.value, float) and not math.isfinite(figure.value):
        return None
    return figure.value
