"""When are two readings the same answer?"""

import pytest

from agent.nodes.comparing import agree, headline_of
from agent.specs.reading import Comparison
from agent.state import Artifact, Cell
from tests.agent.made_artifacts import table
from tests.agent.scripted import by_department, reading


def results(rows: list[list[Cell]], columns: str = "kv", artifact_id: str = "A1") -> dict[str, Artifact]:
    return {"S1": table(list(columns), rows, [columns[0]], artifact_id=artifact_id)}


FIGURE = Artifact(
    artifact_id="A9", kind="figure", title="", description="", payload={}, spec=None, code=None, ledger=None,
    dataset_ids=[], role="main",
)  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "by", "same"),
    [
        ([["a", 0.1 + 0.2]], [["a", 0.3]], "values", True),
        ([["a", 1]], [["a", 1.0]], "values", True),
        ([["a", 1]], [["a", 1.000001]], "values", False),
        ([["a", 1]], [["a", 1], ["b", 2]], "values", False),
        ([["a", True]], [["a", 1]], "values", True),
        ([["a", None]], [["a", 0]], "values", False),
        ([["a", 1], ["b", 0]], [["a", 9]], "top_key", True),
        ([["a", 1]], [["b", 1]], "top_key", False),
        ([], [], "top_key", True),
        ([], [["a", 1]], "top_key", False),
    ],
)
def test_results_agree(one: list[list[Cell]], other: list[list[Cell]], by: Comparison, same: bool) -> None:
    assert agree(results(one), results(other, "xy"), by) is same


def test_figures_agree_by_what_is_drawn() -> None:
    one = {"S1": FIGURE, "S1_2": results([["a", 1]])["S1"]}
    assert agree(one, {"S1": FIGURE, "S1_2": results([["a", 1]])["S1"]}, "values")
    assert not agree(one, {"S1": FIGURE, "S1_2": results([["a", 2]])["S1"]}, "values")
    assert not agree({"S1": FIGURE}, {"S1": FIGURE}, "values"), "nothing to compare is no agreement"


def test_a_headline_is_bound_to_the_reading_s_own_results() -> None:
    made = results([["Sales", 3.5], ["Legal", 2.0]], artifact_id="A7")
    assert headline_of(reading("r", by_department(), headline="{S1[Sales].v}"), made) == "{A7[Sales].v}"


def test_without_a_usable_headline_the_first_row_speaks() -> None:
    made = results([["Sales", 3.5], ["Legal", 2.0]], artifact_id="A7")
    for headline in ("", "{S1[Nobody].v}", "{broken"):
        assert headline_of(reading("r", by_department(), headline=headline), made) == "{A7[#1].k}: {A7[#1].v}"
    assert headline_of(reading("r", by_department()), results([])) == "no rows"
