"""NarrateAnswer for a model: results as quoted tables, and a reply that names cells instead of numbers."""

import json
import re
from collections.abc import Iterable, Iterator
from typing import cast

from agent.reasoning.chat.composed import Composed
from agent.reasoning.chat.quoting import LEFT_OUT, LONGEST_CELL, block, quoted, reads_like_instruction
from agent.reasoning.chat.replies import UnusableError, prose
from agent.reasoning.chat.templates import render
from agent.reasoning.egress import Cargo
from agent.reasoning.prompts import NarrateAnswer, Narration
from agent.reasoning.sharing import Sharing
from agent.state import Artifact, Cell, TablePayload

ROWS_TOLD = 12
COLUMNS_TOLD = 12
TABLES_TOLD = 4
LONGEST_TEXT = 1_500
_BRACES = re.compile(r"\{[^{}]*\}")
_CELL = re.compile(r"(?P<name>[A-Za-z]\w*)(?:\[(?P<keys>[^\]]*)\])?\.")
_FIGURE = re.compile(r"\d[\d.,]*")


def may_be_told(prompt: NarrateAnswer, sharing: Sharing) -> bool:
    """Whether the results may go out: not when no value may, nor when they were made from a column held back."""
    if sharing.no_samples:
        return False
    known = {profile.dataset_id: profile for profile in prompt.datasets}
    held = [column for dataset_id, column in sharing.withheld if dataset_id in known]
    used = json.dumps([_written(artifact) for result in prompt.results for artifact in result.artifacts])
    everything = any(artifact["spec"] is None for result in prompt.results for artifact in result.artifacts)
    unnamed = any(not _names_columns(artifact) for result in prompt.results for artifact in result.artifacts)
    return not held or not (everything or unnamed or any(json.dumps(column)[1:-1] in used for column in held))


def compose_narration(prompt: NarrateAnswer) -> Composed[Narration]:
    """The prompt. A text that was sent back before is checked more strictly, for there is no third try."""
    first, *others = prompt.results
    tables = [
        (name, artifact)
        for name, artifact_id in first.names.items()
        for artifact in first.artifacts
        if artifact["artifact_id"] == artifact_id and artifact["kind"] == "table"
    ][:TABLES_TOLD]
    lines = [line for name, artifact in tables for line in _table(name, artifact)]
    also = "; ".join(quoted(other.reading.label, 120) for other in others)
    rendered = render(
        prompt.template,
        {
            "question": quoted(prompt.question, 1_000),
            "interpretation": quoted(first.reading.interpretation, 300),
            "results": "\n".join(lines) or "The result is a picture; say what it shows without any number.",
            "also": f"Read another way ({also}) the result is the same." if also else "",
            "trouble": _sent_back(prompt.violations),
        },
    )
    return Composed(rendered, lambda reply: _narration(reply, prompt, dict(tables)), cargo=_cargo(tables))


def _table(name: str, artifact: Artifact) -> list[str]:
    table = _payload(artifact)
    columns = table["columns"][:COLUMNS_TOLD]
    rows = table["rows"][:ROWS_TOLD]
    lines = [json.dumps([_told(cell) for cell in row[:COLUMNS_TOLD]], ensure_ascii=False) for row in rows]
    more = table["total_rows"] - len(rows)
    keys = ", ".join(quoted(key) for key in table["key_columns"]) or "none"
    shown = ", ".join(quoted(column, 80) for column in columns)
    size = "one row" if table["total_rows"] == 1 else f"{table['total_rows']} rows"
    cut = _escaped([*lines, *([f"and {more} more rows"] if more > 0 else [])])
    return [f"Result {name}, {size}, keys: {keys}, columns: {shown}", block("result", cut)]


def _told(cell: Cell) -> Cell:
    """A cell as it may stand in a prompt: short, and no text that talks to a model."""
    if isinstance(cell, str):
        return LEFT_OUT if reads_like_instruction(cell) else cell[:LONGEST_CELL]
    return float(f"{cell:.6g}") if isinstance(cell, float) else cell


def _escaped(lines: Iterable[str]) -> list[str]:
    return [line.replace("<", "\\u003c").replace(">", "\\u003e") for line in lines]


def _sent_back(violations: tuple[str, ...]) -> str:
    if not violations:
        return ""
    return f"An earlier text was sent back: {' '.join(violations)[:600]} Use references for every figure."


def _cargo(tables: list[tuple[str, Artifact]]) -> Cargo:
    counts: dict[str, int] = {}
    for _, artifact in tables:
        table = _payload(artifact)
        for place, column in enumerate(table["columns"][:COLUMNS_TOLD]):
            texts = [row[place] for row in table["rows"][:ROWS_TOLD] if isinstance(row[place], str)]
            if texts:
                counts[column] = counts.get(column, 0) + len(texts)
    named = dict.fromkeys(column for _, artifact in tables for column in _payload(artifact)["columns"][:COLUMNS_TOLD])
    return Cargo(columns=tuple(named), samples=tuple(counts.items()))


# ---------------------------------------------------------------- the reply


def _narration(reply: str, prompt: NarrateAnswer, tables: dict[str, Artifact]) -> Narration:
    text = prose(reply)
    if len(text) > LONGEST_TEXT:
        raise UnusableError("The text is too long: write two to four sentences.")
    if prompt.violations:
        _check_strictly(text, prompt, tables)
    return Narration(text=text)


def _check_strictly(text: str, prompt: NarrateAnswer, tables: dict[str, Artifact]) -> None:
    """Every figure a reference, every reference to a table that exists."""
    asked = {*_FIGURE.findall(prompt.question), *_FIGURE.findall(prompt.results[0].reading.interpretation)}
    outside = _BRACES.sub(" ", text)
    if typed := [figure for figure in _FIGURE.findall(outside) if figure.rstrip(".,") not in asked]:
        raise UnusableError(f"{typed[0]} is written by hand. Use a reference.")
    if "{" in outside or "}" in outside:
        raise UnusableError("A brace stands alone.")
    for name, keys, rest in _cells(text):
        if name not in tables:
            raise UnusableError(f"There is no result {name}. Use {', '.join(tables) or 'no reference'}.")
        table = _payload(tables[name])
        if not any(rest.startswith((column, json.dumps(column), "#")) for column in table["columns"]):
            raise UnusableError(f"{name} has no such column; it has {', '.join(table['columns'][:COLUMNS_TOLD])}.")
        if not keys and table["total_rows"] != 1 and not rest.startswith("#"):
            raise UnusableError(f"{name} has several rows: say which, as {{{name}[#1].{table['columns'][-1]}}}.")


def _cells(text: str) -> Iterator[tuple[str, str, str]]:
    """(table, keys, what follows the dot) of each reference in braces."""
    for braces in _BRACES.findall(text):
        inside = braces[1:-1].strip()
        found = list(_CELL.finditer(inside))
        if not found:
            raise UnusableError(f"{braces} is no reference.")
        for match in found:
            yield match["name"], match["keys"] or "", inside[match.end() :]


def _payload(artifact: Artifact) -> TablePayload:
    return cast(TablePayload, artifact["payload"])


def _written(artifact: Artifact) -> object:
    columns = _payload(artifact)["columns"] if artifact["kind"] == "table" else []
    return [artifact["spec"], columns]


def _names_columns(artifact: Artifact) -> bool:
    """Whether the spec says which columns it used; one without any may have used all."""
    spec = artifact["spec"] or {}
    op = spec.get("op")
    everywhere = (
        "dataset_overview",
        "missingness",
        "column_summary",
        "duplicate_check",
        "correlation_matrix",
        "row_lookup",
    )
    return not (op in everywhere and not spec.get("columns"))
