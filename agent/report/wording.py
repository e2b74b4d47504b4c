"""Specs, ledgers and results as sentences. Nothing here is escaped: the writers do that."""

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

from agent.analysis.frames.ledger import made_in_words, step_in_words
from agent.errors import SpecError
from agent.report.words import say
from agent.specs.base import CONDITION
from agent.specs.condition_words import conditions_of, conditions_words, each_in_words
from agent.specs.editing.one_line import reading_label
from agent.specs.locales import date_words
from agent.specs.parse import Spec, parse_spec
from agent.specs.plots import AggregatedPlot
from agent.specs.reading import Reading
from agent.specs.words import words_in
from agent.state import Artifact, Ledger, TablePayload
from languages.phrase_files import told_language

Told = Mapping[str, JsonValue]
_UNSAID = ("type", "op", "kind", "dataset_id", "title")


_CHOSEN = frozenset({
    "agg", "grain", "growth", "method", "mode", "which", "how", "op", "test", "tests", "design", "stats", "ties",
    "side", "gaps", "share_of", "part", "to", "action", "stack", "metrics",
})  # fmt: skip
"""Fields whose values are choices with words of their own; all else is as the data or the person wrote it."""


def spec_words(spec: Told) -> str:
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


def ledger_sentence(ledger: Ledger) -> str:
    """ "12,431 of 60,000 rows of orders.csv", "all 60,000 rows of orders.csv"."""
    made = made_in_words(ledger.get("rows_made"))
    used, total = ledger["rows_used"], ledger["rows_total"]
    key = "rows.all" if used == total else "rows.some"
    return say(key, used=used, total=total, dataset=ledger["dataset"], made=made)


def ledger_lines(ledger: Ledger) -> list[str]:
    """Each step with the rows before and after, then the notes."""
    return [*map(step_in_words, ledger["steps"]), *ledger["notes"]]


def spec_of(artifact: Artifact) -> Spec | None:
    """The spec that made a result; None for a program's, and for what only studies compute."""
    if artifact["spec"] is None:
        return None
    try:
        return parse_spec(artifact["spec"])
    except SpecError:
        return None


def computed_words(artifact: Artifact) -> str:
    """What a result is, as one says it: "total price by month, where region is North"."""
    spec = spec_of(artifact)
    if spec is None and artifact["spec"] is not None:
        return spec_words(artifact["spec"])
    if spec is None:
        return say("note.by_program", title=artifact["title"])
    reading = Reading(reading_id="r", label="", specs=[spec])
    return reading_label(reading, told_language()).replace(" · ", words_in().say("value.between"))


def condition_of(artifact: Artifact) -> tuple[str, ...]:
    """The conditions that the rows of a result meet, each in words."""
    spec = spec_of(artifact)
    if spec is None:
        return ()
    given = [*conditions_of(spec, worth_telling=True)]
    if isinstance(spec, AggregatedPlot) and spec.of is not None:
        given += conditions_of(spec.of, worth_telling=True)
    return tuple(dict.fromkeys(each_in_words(given)))


def incomplete_of(artifact: Artifact) -> tuple[str, ...]:
    """The periods of a result that the data cover in part, in words."""
    if artifact["kind"] != "table":
        return ()
    return tuple(map(date_words, cast(TablePayload, artifact["payload"]).get("incomplete", ())))
