"""NarrateAnswer for a model: results as quoted tables, and a reply that names cells instead of numbers."""

import re
from collections.abc import Mapping

from agent.reasoning.chat.replies import UnusableError, prose
from agent.reasoning.chat.shown.mask import Mask
from agent.reasoning.chat.shown.observing import step_lines, steps_cargo
from agent.reasoning.chat.shown.quoting import quote
from agent.reasoning.chat.shown.references import cells_named, repair_references
from agent.reasoning.chat.shown.result_lines import results_cargo, table_lines
from agent.reasoning.chat.shown.veil import FindValues, Veil
from agent.reasoning.chat.templates import Composed, render
from agent.reasoning.egress import cargo_of
from agent.reasoning.prompts import NarrateAnswer, Narration, names_on_the_way
from agent.reasoning.sharing import Sharing
from agent.state import Artifact

TABLES_TOLD = 4
LONGEST_TEXT = 1_500
ON_THE_WAY = "Found on the way; it may be cited too, after the answer:"
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
    citable = {**_on_the_way(prompt), **dict(tables)}
    also = "; ".join(quote(_hidden(other.reading.label, veil, find), 120) for other in others)
    rendered = render(
        prompt.template,
        {
            "question": quote(_hidden(prompt.question, veil, find), 1_000),
            "interpretation": quote(_hidden(first.reading.interpretation, veil, find), 300),
            "results": "\n".join(lines) or "The result is a picture; say what it shows without any number.",
            "steps": "\n".join([ON_THE_WAY, *step_lines(prompt.steps, veil)]) if prompt.steps else "",
            "also": f"Read another way ({also}) the result is the same." if also else "",
            "trouble": _sent_back(prompt.violations, sharing),
        },
    )
    cargo = cargo_of([results_cargo(tables, mask), *steps_cargo(prompt.steps, veil)])
    return Composed(rendered, lambda reply: _narration(reply, prompt, citable, mask), cargo=cargo)


def _on_the_way(prompt: NarrateAnswer) -> dict[str, Artifact]:
    """The results on the way by the names by which they are cited."""
    by_id = {artifact["artifact_id"]: artifact for step in prompt.steps for artifact in step.artifacts}
    named = {name: by_id[key] for name, key in names_on_the_way(prompt.steps).items()}
    return {name: artifact for name, artifact in named.items() if artifact["kind"] == "table"}


def _hidden(text: str, veil: Veil, find: FindValues) -> str:
    return veil.hide(text, find(text))


def _sent_back(violations: tuple[str, ...], sharing: Sharing) -> str:
    """Why the text before was sent back. The reasons may quote cells, so under restrictions they stay here."""
    if not violations:
        return ""
    reasons = "" if sharing.restricted else " ".join(violations)[:600] + " "
    return f"An earlier text was sent back. {reasons}Use right references for every figure."


# ---------------------------------------------------------------- the reply


def _narration(reply: str, prompt: NarrateAnswer, tables: dict[str, Artifact], mask: Mask) -> Narration:
    text = repair_references(mask.back(prose(reply)), tables)
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
