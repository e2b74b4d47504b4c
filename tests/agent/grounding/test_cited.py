"""A cited number leads to its cell again, and a sum is written as people write it."""

import pytest

from agent.analysis.evidence import CellPlace
from agent.grounding.citations import resolve
from agent.grounding.cited import arithmetic_of, place_of
from agent.state import Citation
from tests.agent.made_artifacts import staff

STAFF = staff()


def cited(template: str) -> Citation:
    return resolve(template, STAFF)["citations"][0]


@pytest.mark.parametrize(
    ("template", "place"),
    [
        ("{A2[Sales].n}", CellPlace(1, "n")),
        ("{A2[null].n}", CellPlace(2, "n")),
        ("{A1.n}", CellPlace(0, "n")),
        ("{A3[A | Senior].n}", CellPlace(1, "n")),
        ("{A3[#3].n}", CellPlace(2, "n")),
        ("{A2.#rows_used}", CellPlace(None, "rows_used")),
    ],
)
def test_a_cited_cell_is_found_again(template: str, place: CellPlace) -> None:
    citation = cited(template)
    (cell,) = citation["cells"]
    assert place_of(cell, STAFF[cell["artifact_id"]]) == place


@pytest.mark.parametrize(
    ("template", "written"),
    [
        ("{A2[Sales].n}", ""),
        ("{= A2[Engineering].n - A2[Sales].n}", "a \u2212 b"),
        ("{= (A2[Engineering].n + A2[Sales].n) / A1.n | percent}", "(a + b) \u00f7 c"),
        ("{= A2[Engineering].n - (A2[Sales].n - A1.n) * 2}", "a \u2212 (b \u2212 c) \u00d7 2"),
    ],
)
def test_arithmetic_is_written_with_the_numbers_that_it_joins(template: str, written: str) -> None:
    assert arithmetic_of(cited(template), ["a", "b", "c"]) == written
