"""NarrateAnswer for a model: results as quoted tables, and a reply that names cells instead of numbers."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from agent.reasoning.chat.composed import Composed
from agent.reasoning.chat.mask import Mask, payload
from agent.reasoning.chat.quoting import LEFT_OUT, block, quoted, reads_like_instruction
from agent.reasoning.chat.references import cells_named, repaired
from agent.reasoning.chat.replies import UnusableError, prose
from agent.reasoning.chat.templates import render
from agent.reasoning.chat.veil import FindValues, Veil
from agent.reasoning.egress import Cargo
from agent.reasoning.prompts import NarrateAnswer, Narration
from agent.reasoning.sharing import Sharing
from agent.state import Artifact, Cell

ROWS_TOLD = 12
COLUMNS_TOLD = 12
TABLES_TOLD = 4
LONGEST_TEXT = 1_500
_BRACES = re.compile(r"\{[^{}]*\}")
_FIGURE = re.compile(r"\d[\d.,]*")


def compose_narration(prompt: NarrateAnswer, sharing: Sharing, find: FindValues) -> Composed[Narration]:
    """The prompt. A text that was sent back before is checked more strictly, for there is no third try."""
    first, *others = prompt.results
    veil = Veil(prompt.datasets, sharing)
    mask = Mask(veil, first.artifacts)
    tables = [
        (name, artifact)
        for name, artifact_id in first.names.items()
        for artifact in first.artifacts
        if artifact["artifact_id"] == artifact_id and artifact["kind"] == "table"
    ][:TABLES_TOLD]
    lines = [line for name, artifact in tables for line in table_lines(name, artifact, mask)]
    also = "; ".join(quoted(_hidden(other.reading.label, veil, find), 120) for other in others)
    rendered = render(
        prompt.template,
        {
            "question": quoted(_hidden(prompt.question, veil, find), 1_000),
            "interpretation": quoted(_hidden(first.reading.interpretation, veil, find), 300),
            "results": "\n".join(lines) or "The result is a picture; say what it shows without any number.",
            "also": f"Read another way ({also}) the result is the same." if also else "",
            "trouble": _sent_back(prompt.violations, sharing),
        },
    )
    return Composed(
        rendered, lambda reply: _narration(reply, prompt, dict(tables), mask), cargo=results_cargo(tables, mask)
    )


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
    cut = _escaped([*lines, *([f"and {more} more rows"] if more > 0 else [])])
    return [f"Result {name}, {size}, keys: {keys}, columns: {shown}", block("result", cut)]


def _header(column: str, mask: Mask) -> str:
    """A result column's name; a pivoted table or a program may have made it of a cell that talks to a model."""
    return (
        quoted(LEFT_OUT)
        if reads_like_instruction(column) and column == mask.column(column)
        else quoted(mask.column(column), 80)
    )


def _hidden(text: str, veil: Veil, find: FindValues) -> str:
    return veil.hide(text, find(text))


def _escaped(lines: Iterable[str]) -> list[str]:
    return [line.replace("<", "\\u003c").replace(">", "\\u003e") for line in lines]


def _sent_back(violations: tuple[str, ...], sharing: Sharing) -> str:
    """Why the text before was sent back. The reasons may quote cells, so under restrictions they stay here."""
    if not violations:
        return ""
    reasons = "" if sharing.restricted else " ".join(violations)[:600] + " "
    return f"An earlier text was sent back. {reasons}Use right references for every figure."


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


# ---------------------------------------------------------------- the reply


def _narration(reply: str, prompt: NarrateAnswer, tables: dict[str, Artifact], mask: Mask) -> Narration:
    text = repaired(mask.back(prose(reply)), tables)
    if len(text) > LONGEST_TEXT:
        raise UnusableError("The text is too long: write two to four sentences.")
    if tables and not _BRACES.search(text):
        raise UnusableError("The text names no cell. Tell the answer with references in braces.")
    if prompt.violations:
        check_strictly(text, tables, said=f"{prompt.question} {prompt.results[0].reading.interpretation}")
    return Narration(text=text)


def check_strictly(text: str, tables: Mapping[str, Artifact], *, said: str) -> None:
    """Every figure a reference, every reference to a table that exists; else UnusableError. Figures that stand in
    what was `said` may be repeated.
    """
    asked = {*_FIGURE.findall(said)}
    outside = _BRACES.sub(" ", text)
    if typed := [figure for figure in _FIGURE.findall(outside) if figure.rstrip(".,") not in asked]:
        raise UnusableError(f"{typed[0]} is written by hand. Use a reference.")
    if "{" in outside or "}" in outside:
        raise UnusableError("A brace stands alone.")
    for named in cells_named(text, tables):
        if named.problem:
            raise UnusableError(named.problem)
