"""Text with references -> text with numbers, each leading to its cells; figures written by hand are found out."""

from collections.abc import Mapping

from typing_extensions import Unpack

from agent.analysis.words import missing_key
from agent.grounding.cells import evaluate, table_of
from agent.grounding.claims import Spot, contradictions_in
from agent.grounding.grammar import CellName, Hole, cells_of, parse
from agent.grounding.number_lock import Evidence, Grounds, check_figures
from agent.grounding.numbers import show
from agent.grounding.repeated_figures import Passage
from agent.specs.references import literal
from agent.state import Artifact, Citation, ResolvedText


def resolve(
    template: str,
    artifacts: Mapping[str, Artifact],
    **grounds: Unpack[Grounds],
) -> ResolvedText:
    """The text with every reference filled in and formatted, and its citations in order.

    Figures of the literal text that are neither in the question, the `facts`, the `conventions`, inside one of the
    `names`, nor in an artifact become citations with verified False; and so do those of the question that are told as
    results. CitationError when a reference is malformed or leads to no cell.
    """
    return resolve_under(template, artifacts, Evidence(artifacts, **grounds))


def resolve_under(template: str, artifacts: Mapping[str, Artifact], evidence: Evidence) -> ResolvedText:
    """The same with evidence that was gathered before; references may lead to any of `artifacts`.

    Words that the cells beside them surely contradict ("lower than") are citations with verified False too.
    """
    text = ""
    citations: list[Citation] = []
    spots: list[Spot] = []
    by_hand: list[tuple[int, str]] = []
    for piece in parse(template):
        if isinstance(piece, Hole):
            shown, citation = _fill(piece, artifacts, evidence.language)
            if shown.startswith("<") and text.endswith("= "):
                text = text[:-2]  # "p = < 0.001" is written p < 0.001
            if citation is not None:
                citations.append(_move(citation, len(text)))
            spots.append(_spot(len(text), shown, citation))
            text += shown
        else:
            by_hand.append((len(text), piece.text))
            text += piece.text
    filled = [(citation["start"], citation["end"]) for citation in citations]
    for start, written in by_hand:
        citations += [_move(one, start) for one in _by_hand(written, evidence, Passage(text, start, filled))]
    citations.sort(key=lambda citation: citation["start"])
    citations += [_claim(text, *place) for place in contradictions_in(text, spots, artifacts)]
    return ResolvedText(text=text, citations=citations)


def lock_text(
    text: str,
    artifacts: Mapping[str, Artifact],
    **grounds: Unpack[Grounds],
) -> ResolvedText:
    """Text that is no template, put under the number lock as it is."""
    return resolve(literal(text), artifacts, **grounds)


def violations(resolved: ResolvedText) -> tuple[str, ...]:
    """One sentence per figure that was written by hand, or word that the cells contradict, for whoever wrote it."""
    return tuple(_wrong(citation["display"]) for citation in resolved["citations"] if not citation["verified"])


def _wrong(written: str) -> str:
    if not any(character.isdigit() for character in written):
        return f"The word {written!r} contradicts the cells beside it: compare them again and write what they show."
    return (
        f"The figure {written!r} is in no result; one of the question may be said again, but not told as a result: "
        "write a reference to the cell, such as {A1[key].column}, or leave it out."
    )


def bind(template: str, names: Mapping[str, str]) -> str:
    """The template with the names of results exchanged (S1 -> A5) in every reference. CitationError if malformed."""
    bound = template
    cells: list[CellName] = []
    for piece in parse(template):
        if isinstance(piece, Hole):
            cells += cells_of(piece.expression)
    for cell in sorted(cells, key=lambda cell: -cell.start):
        name = names.get(cell.artifact, cell.artifact)
        bound = bound[: cell.start] + name + bound[cell.start + len(cell.artifact) :]
    return bound


def _fill(hole: Hole, artifacts: Mapping[str, Artifact], language: str) -> tuple[str, Citation | None]:
    figure, cells = evaluate(hole.expression, artifacts)
    is_key = _is_key(hole, artifacts)
    if figure.value is None and is_key:
        return missing_key(language), None
    shown = show(figure, hole.form, language, as_date=is_key)
    if isinstance(figure.value, str) and not any(character.isdigit() for character in shown):
        return shown, None  # a name, not a number
    citation = Citation(
        start=0, end=len(shown), display=shown, verified=True, expression=hole.source.strip("{}"), cells=cells
    )
    return shown, citation


def _is_key(hole: Hole, artifacts: Mapping[str, Artifact]) -> bool:
    """Does the hole name the group of a row?"""
    match hole.expression:
        case CellName(artifact=artifact, column=column):
            return column.text in table_of(artifacts[artifact])["key_columns"]
    return False


def _by_hand(text: str, evidence: Evidence, passage: Passage) -> list[Citation]:
    return [
        Citation(
            start=found.figure.start,
            end=found.figure.start + len(found.figure.text),
            display=found.figure.text,
            verified=found.verified,
            expression="",
            cells=[found.cell] if found.cell else [],
        )
        for found in check_figures(text, evidence, passage)
    ]


def _spot(start: int, shown: str, citation: Citation | None) -> Spot:
    """Where a number of one cell stands in the text."""
    cell = citation["cells"][0] if citation and len(citation["cells"]) == 1 else None
    value = cell["value"] if cell and citation and not citation["expression"].startswith("=") else None
    number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
    return Spot(start, start + len(shown), cell, number)


def _claim(text: str, start: int, end: int) -> Citation:
    return Citation(start=start, end=end, display=text[start:end], verified=False, expression="", cells=[])


def _move(citation: Citation, by: int) -> Citation:
    return Citation(**{**citation, "start": citation["start"] + by, "end": citation["end"] + by})
