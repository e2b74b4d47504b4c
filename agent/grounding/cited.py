"""From a cited cell back to its place in the table, and an arithmetic citation as people write a sum."""

from collections.abc import Iterator, Mapping, Sequence

from agent.analysis.evidence import CellPlace
from agent.errors import CitationError
from agent.grounding.cells import cited_cell, table_of
from agent.grounding.grammar import CellName, Constant, Expression, Hole, Operation, parse
from agent.grounding.numbers import Figure, show
from agent.state import Artifact, Citation, CitedCell

_SIGNS: Mapping[str, str] = {"+": "+", "-": "\u2212", "*": "\u00d7", "/": "\u00f7"}


def place_of(cell: CitedCell, artifact: Artifact) -> CellPlace:
    """Where the cell stands. Its row is named by its keys or its number; where neither is, and the table has several
    rows, the number is of the table as a whole (how many rows it has, or is made of).
    """
    table = table_of(artifact)
    places = range(len(table["rows"]))
    if cell["column"] not in table["columns"] or (not cell["row"] and len(places) != 1):
        return CellPlace(None, cell["column"])
    at = table["columns"].index(cell["column"])
    if not table["key_columns"]:
        return CellPlace(int(cell["row"].removeprefix("#")) - 1 if cell["row"] else 0, cell["column"])
    named = [place for place in places if cited_cell("", table, place, at)["row"] == cell["row"]]
    same = [place for place in named if table["rows"][place][at] == cell["value"]]
    return CellPlace(next(iter(same or named), None), cell["column"])


def shown_cell(cell: CitedCell, artifact: Artifact | None) -> str:
    """The cell's value as an answer would write it, with its unit where the result is known."""
    table = table_of(artifact) if artifact is not None and artifact["kind"] == "table" else None
    kept = table["formats"].get(cell["column"]) if table else None
    unit = table["units"].get(cell["column"], "") if table else ""
    value = cell["value"]
    whole = isinstance(value, int) and not isinstance(value, bool)
    return show(Figure(value, kept or ("integer" if whole else "number"), unit), "")


def arithmetic_of(citation: Citation, shown: Sequence[str]) -> str:
    """A number that was made of several as it was made: "4,726.6 \u2212 3,164.7". `shown` are its cells as people read
    them, in order; "" for a number that stands in a cell as it is.
    """
    if not citation["expression"].startswith("="):
        return ""
    try:
        (hole,) = (piece for piece in parse(f"{{{citation['expression']}}}") if isinstance(piece, Hole))
    except (CitationError, ValueError):
        return ""
    cells = iter(shown)
    return _expression_text(hole.expression, cells)


def _expression_text(expression: Expression, cells: Iterator[str]) -> str:
    match expression:
        case CellName():
            return next(cells, "")
        case Constant(value=value):
            return show(Figure(value), "")
        case Operation(operator=operator, left=left, right=right):
            one, other = _part(left, operator, cells), _part(right, operator, cells, is_right=True)
            return f"{one} {_SIGNS[operator]} {other}"


def _part(expression: Expression, around: str, cells: Iterator[str], *, is_right: bool = False) -> str:
    """A side of an operation, in brackets where it would be read otherwise without."""
    written = _expression_text(expression, cells)
    if not isinstance(expression, Operation):
        return written
    adds = expression.operator in "+-"
    binds_less = adds and (around in "*/" or (is_right and around == "-"))
    return f"({written})" if binds_less or (is_right and around == "/") else written
