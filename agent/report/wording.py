"""Specs, ledgers and citations as sentences. Nothing here is escaped: the writers do that."""

import json
from collections.abc import Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from agent.artifacts import made_in_words, step_in_words
from agent.phrase_files import ENGLISH
from agent.report.cells import exact_cell
from agent.specs.base import CONDITION
from agent.specs.condition_words import conditions_words
from agent.specs.words import words_in
from agent.state import Artifact, Citation, CitedCell, Ledger, TablePayload

Spec = Mapping[str, JsonValue]
_UNSAID = ("type", "op", "kind", "dataset_id", "title")


def spec_words(spec: Spec) -> str:
    """A computation in one line: "aggregation by group; group cols: region; metrics: sales: mean"."""
    parts = [f"{key.replace('_', ' ')}: {_words(key, value)}" for key, value in spec.items()
             if key not in _UNSAID and value not in (None, [], {}, False)]  # fmt: skip
    return "; ".join([words_in(ENGLISH).operation(str(spec.get("op") or spec.get("kind"))), *parts])


def _words(key: str, value: JsonValue) -> str:
    if key in ("filters", "having", "right_filters") and isinstance(value, list):
        return conditions_words([CONDITION.validate_python(condition) for condition in value])
    if isinstance(value, dict):
        if "op" in value and "col" not in value:
            return f"({spec_words(value)})"
        return ", ".join(f"{name}: {_words(name, inner)}" for name, inner in value.items() if inner not in (None, []))
    if isinstance(value, list):
        return ", ".join(_words("", inner) for inner in value)
    return str(value)


def spec_json(spec: Spec) -> str:
    """A spec as readable JSON."""
    return json.dumps(spec, ensure_ascii=False, indent=2)


def ledger_sentence(ledger: Ledger) -> str:
    """ "12,431 of 60,000 rows of orders.csv." """
    made = made_in_words(ledger.get("rows_made"))
    return f"{ledger['rows_used']:,} of {ledger['rows_total']:,} rows of {ledger['dataset']}{made}."


def ledger_lines(ledger: Ledger) -> list[str]:
    """Each step with the rows before and after, then the notes."""
    return [*map(step_in_words, ledger["steps"]), *ledger["notes"]]


def artifact_words(artifact: Artifact) -> str:
    """What an artifact is: "table of 5 rows and 3 columns", "figure", "text"."""
    if artifact["kind"] != "table":
        return artifact["kind"]
    table = cast(TablePayload, artifact["payload"])
    rows, columns = table["total_rows"], len(table["columns"])
    return f"table of {rows:,} row{_s(rows)} and {columns:,} column{_s(columns)}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def evidence_words(artifact: Artifact) -> str:
    """What an artifact is, how many rows it is made of and how, in one paragraph."""
    said = [artifact_words(artifact).capitalize() + "."]
    if artifact["ledger"] is not None:
        said.append(ledger_sentence(artifact["ledger"]))
    if artifact["spec"] is not None:
        said.append(f"Made by: {spec_words(artifact['spec'])}.")
    return " ".join(said)


def citation_words(citation: Citation, artifacts: Mapping[str, Artifact]) -> str:
    """Where a number comes from: artifact, row, column, exact value and computation."""
    if not citation["verified"] and not any(character.isdigit() for character in citation["display"]):
        return f"Not verified: “{citation['display']}” contradicts the cells beside it."
    if not citation["verified"]:
        return f"Not verified: {citation['display']} is in no result, nor said as in the question."
    if not citation["cells"]:
        return f"Taken from the question: {citation['display']}."
    cells = "; ".join(_cell_words(cell, artifacts) for cell in citation["cells"])
    computed = citation["expression"].strip("{} ")
    arithmetic = f" Computed as {computed[1:].strip()}." if computed.startswith("=") else ""
    return f"Number {citation['display']} from {cells}.{arithmetic}{_computation(citation['cells'], artifacts)}"


def _cell_words(cell: CitedCell, artifacts: Mapping[str, Artifact]) -> str:
    artifact = artifacts.get(cell["artifact_id"])
    title = f" “{artifact['title']}”" if artifact else ""
    row = f", row {cell['row']}" if cell["row"] else ""
    return f"table {cell['artifact_id']}{title}{row}, column {cell['column']}, value {exact_cell(cell['value'])}"


def _computation(cells: Sequence[CitedCell], artifacts: Mapping[str, Artifact]) -> str:
    made = dict.fromkeys(cell["artifact_id"] for cell in cells)
    words = [
        spec_words(artifact["spec"])
        for artifact in (artifacts.get(one) for one in made)
        if artifact is not None and artifact["spec"] is not None
    ]
    return f" Made by: {' / '.join(dict.fromkeys(words))}." if words else ""
