"""References that a model writes nearly right are put right; the others are refused with a reason."""

import pytest

from agent.reasoning.chat.shown.references import cells_named, repair_references
from agent.state import Artifact
from tests.agent.reasoning.chat.tables import table

BIRDS: dict[str, Artifact] = {
    "S1": table(
        ["kind", "mass (g)_mean"], [["Duck (Anas)", 1200.5], ["Grey goose", 3300.0], ["Goose", 3000.0]], ["kind"]
    ),
    "S2": table(["rows"], [[7]], []),
    "S3": table(["kind", "sex", "n"], [["Duck", "F", 1], ["Duck", "M", 2]], ["kind", "sex"]),
}


@pytest.mark.parametrize(
    ("written", "exact"),
    [
        ("{S1[Duck].mass (g)_mean}", '{S1[#1]."mass (g)_mean"}'),
        ("{S1[grey goose].Mass (g)_mean | .1}", '{S1[#2]."mass (g)_mean" | .1}'),
        ("{S1[Goose].mass (g)_mean}", '{S1[#3]."mass (g)_mean"}'),
        ('{S1["Duck (Anas)"]."mass (g)_mean"}', '{S1[#1]."mass (g)_mean"}'),
        ("{S2.rows}", "{S2.rows}"),
        ("{S3[duck | M].n}", "{S3[#2].n}"),
        ("{= S3[Duck | M].n - S3[Duck | F].n}", "{= S3[#2].n - S3[#1].n}"),
        ("{S1.#rows}", "{S1.#rows}"),
    ],
)
def test_a_loose_reference_is_put_right(written: str, exact: str) -> None:
    assert repair_references(f"It is {written}.", BIRDS) == f"It is {exact}."
    assert not [named.problem for named in cells_named(written, BIRDS) if named.problem]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("{S9.rows}", "no result S9"),
        ("{S1[Duck].height}", "no column height"),
        ("{S1.mass (g)_mean}", "no one row"),
        ("{S1[Swan].mass (g)_mean}", "no one row"),
        ("{S1[#9].mass (g)_mean}", "no one row"),
        ("{S3[Duck].n}", "no one row"),
        ("{}", "no reference"),
    ],
)
def test_a_wrong_reference_is_left_and_explained(written: str, said: str) -> None:
    assert repair_references(written, BIRDS) == written
    assert said in " ".join(named.problem for named in cells_named(written, BIRDS))
