"""Result tables as prompts tell them: shape and first rows as quoted data, and what of the data they carry out."""

import json
from collections.abc import Iterable, Sequence

from agent.reasoning.chat.shown.mask import Mask, payload
from agent.reasoning.chat.shown.quoting import LEFT_OUT, block, quote, reads_like_instruction
from agent.reasoning.egress import Cargo
from agent.state import Artifact, Cell

ROWS_TOLD = 12
COLUMNS_TOLD = 12


def table_lines(name: str, artifact: Artifact, mask: Mask) -> list[str]:
    """A result table as a prompt tells it: its shape, and its first rows as quoted data."""
    table = payload(artifact)
    columns = table["columns"][:COLUMNS_TOLD]
    rows = table["rows"][:ROWS_TOLD]
    lines = [
        json.dumps([mask.told(cell, column) for cell, column in zip(row, columns, strict=False)], ensure_ascii=False)
        for row in rows
    ]
    more = table["total_rows"] - len(rows)
    keys = ", ".join(_header(key, mask) for key in table["key_columns"]) or "none"
    shown = ", ".join(_header(column, mask) for column in columns)
    size = "one row" if table["total_rows"] == 1 else f"{table['total_rows']} rows"
    cut = _escape([*lines, *([f"and {more} more rows"] if more > 0 else [])])
    return [f"Result {name}, {size}, keys: {keys}, columns: {shown}", block("result", cut)]


def _header(column: str, mask: Mask) -> str:
    """A result column's name; a pivoted table or a program may have made it of a cell that talks to a model."""
    return (
        quote(LEFT_OUT)
        if reads_like_instruction(column) and column == mask.column(column)
        else quote(mask.column(column), 80)
    )


def _escape(lines: Iterable[str]) -> list[str]:
    return [line.replace("<", "\\u003c").replace(">", "\\u003e") for line in lines]


def results_cargo(tables: Sequence[tuple[str, Artifact]], mask: Mask) -> Cargo:
    """What tables told so carry out: the cells of each column, and of which columns figures."""
    counts: dict[str, int] = {}
    named: dict[str, None] = {}
    figures: dict[str, None] = {}
    for _, artifact in tables:
        table = payload(artifact)
        for place, column in enumerate(table["columns"][:COLUMNS_TOLD]):
            named[column] = None
            cells = [row[place] for row in table["rows"][:ROWS_TOLD] if mask.tells(column)]
            told = [cell for cell in cells if cell is not None and not _left_out(cell)]
            if told:
                counts[column] = counts.get(column, 0) + len(told)
            if any(isinstance(cell, int | float) and not isinstance(cell, bool) for cell in told):
                figures[column] = None
    return Cargo(
        columns=tuple(named), samples=tuple(counts.items()), figures=tuple(figures), withheld=mask.veil.withheld
    )


def _left_out(cell: Cell) -> bool:
    return isinstance(cell, str) and reads_like_instruction(cell)
