"""Specs, ledgers and citations as sentences. Nothing here is escaped: the writers do that."""

import json
from collections.abc import Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from agent.analysis.frames.ledger import made_in_words, step_in_words
from agent.analysis.words import count_of
from agent.grounding.cited import arithmetic_of
from agent.report.cells import exact_cell, is_dated, written_as
from agent.report.words import say
from agent.specs.base import CONDITION
from agent.specs.condition_words import conditions_words
from agent.specs.locales import date_words
from agent.specs.words import words_in
from agent.state import Artifact, Citation, CitedCell, Ledger, TablePayload

Spec = Mapping[str, JsonValue]
_UNSAID = ("type", "op", "kind", "dataset_id", "title")


_CHOSEN = frozenset({
    "agg", "grain", "growth", "method", "mode", "which", "how", "op", "test", "tests", "design", "stats", "ties",
    "side", "gaps", "share_of", "part", "to", "action", "stack", "metrics",
})  # fmt: skip
"""Fields whose values are choices with words of their own; all else is as the data or the person wrote it."""


def spec_words(spec: Spec) -> str:
    """A computation in one line: "Measures by group; Groups: region; Measures: sales: average"."""
    name, words = str(spec.get("op") or spec.get("kind")), words_in()
    parts = [
        words.say("label.named", field=words.field(key, name), value=_words(key, value))
        for key, value in spec.items()
        if key not in _UNSAID and value not in (None, [], {}, False)
    ]
    return "; ".join([words.step(name) if f"step.{name}" in words.texts else words.kind(name), *parts])


def _words(key: str, value: JsonValue) -> str:
    if key in ("filters", "having", "right_filters") and isinstance(value, list):
        return conditions_words([CONDITION.validate_python(condition) for condition in value])
    if isinstance(value, dict):
        if "op" in value and "col" not in value:
            return f"({spec_words(value)})"
        return ", ".join(_named(key, name, inner) for name, inner in value.items() if inner not in (None, []))
    if isinstance(value, list):
        return ", ".join(_words(key, inner) for inner in value)
    if isinstance(value, bool):
        return words_in().say("value.true" if value else "value.false")
    return words_in().choice(value, key) if key in _CHOSEN and isinstance(value, str) else str(value)


def _named(key: str, name: str, value: JsonValue) -> str:
    """A part of a part; in `metrics` columns are named, elsewhere fields."""
    if key in ("metrics", "quantities", "computed", "mapping", "ease"):
        return f"{name}: {_words(key if key == 'metrics' else name, value)}"
    return words_in().say("label.named", field=words_in().field(name), value=_words(name, value))


def spec_json(spec: Spec) -> str:
    """A spec as readable JSON."""
    return json.dumps(spec, ensure_ascii=False, indent=2)


def ledger_sentence(ledger: Ledger) -> str:
    """ "12,431 of 60,000 rows of orders.csv." """
    made = made_in_words(ledger.get("rows_made"))
    used, total = ledger["rows_used"], ledger["rows_total"]
    return say("artifact.ledger", used=used, total=total, dataset=ledger["dataset"], made=made)


def ledger_lines(ledger: Ledger) -> list[str]:
    """Each step with the rows before and after, then the notes."""
    return [*map(step_in_words, ledger["steps"]), *ledger["notes"]]


def artifact_words(artifact: Artifact) -> str:
    """What an artifact is: "Table of 5 rows and 3 columns.", "Figure.", "Text."."""
    if artifact["kind"] != "table":
        return say(f"artifact.{artifact['kind']}")
    table = cast(TablePayload, artifact["payload"])
    rows, columns = table["total_rows"], len(table["columns"])
    return say("artifact.table", rows=count_of(rows, "row"), columns=count_of(columns, "column"))


def evidence_words(artifact: Artifact) -> str:
    """What an artifact is, how many rows it is made of and how, in one paragraph."""
    said = [artifact_words(artifact)]
    if artifact["ledger"] is not None:
        said.append(ledger_sentence(artifact["ledger"]))
    if artifact["spec"] is not None:
        said.append(say("spec.made_by", spec=spec_words(artifact["spec"])))
    return " ".join(said)


def citation_words(citation: Citation, artifacts: Mapping[str, Artifact]) -> str:
    """Where a number comes from: artifact, row, column, exact value and computation."""
    if not citation["verified"] and not any(character.isdigit() for character in citation["display"]):
        return say("citation.contradicts", shown=citation["display"])
    if not citation["verified"]:
        return say("citation.nowhere", shown=citation["display"])
    if not citation["cells"]:
        return say("citation.question", shown=citation["display"])
    cells = "; ".join(_cell_words(cell, artifacts) for cell in citation["cells"])
    computed = arithmetic_of(citation, [_exact(cell, artifacts) for cell in citation["cells"]])
    arithmetic = say("citation.computed", arithmetic=computed) if computed else ""
    number = say("citation.number", shown=citation["display"], cells=cells)
    return f"{number}{arithmetic}{_computation(citation['cells'], artifacts)}"


def _cell_words(cell: CitedCell, artifacts: Mapping[str, Artifact]) -> str:
    artifact = artifacts.get(cell["artifact_id"])
    title = say("citation.title", title=artifact["title"]) if artifact else ""
    table = cast(TablePayload, artifact["payload"]) if artifact and artifact["kind"] == "table" else None
    names = [date_words(name) for name in cell["row"].split(" | ")] if table and is_dated(table) else [cell["row"]]
    row = say("citation.row", row=" | ".join(names).removeprefix("#")) if cell["row"] else ""
    column = table.get("headings", {}).get(cell["column"], cell["column"]) if table else cell["column"]
    value = _exact(cell, artifacts)
    return say("citation.cell", table=cell["artifact_id"], title=title, row=row, column=column, value=value)


def _exact(cell: CitedCell, artifacts: Mapping[str, Artifact]) -> str:
    """A cell with every digit."""
    artifact, value = artifacts.get(cell["artifact_id"]), exact_cell(cell["value"])
    table = cast(TablePayload, artifact["payload"]) if artifact and artifact["kind"] == "table" else None
    is_date = table and cell["column"] in table["columns"] and written_as(table, cell["column"]) == "date"
    return date_words(value) if is_date else value


def _computation(cells: Sequence[CitedCell], artifacts: Mapping[str, Artifact]) -> str:
    made = dict.fromkeys(cell["artifact_id"] for cell in cells)
    words = [
        spec_words(artifact["spec"])
        for artifact in (artifacts.get(one) for one in made)
        if artifact is not None and artifact["spec"] is not None
    ]
    told = say("spec.made_by", spec=" / ".join(dict.fromkeys(words)))
    return f" {told}" if words else ""
