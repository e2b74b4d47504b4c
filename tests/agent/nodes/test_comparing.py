"""Two results are one answer when they tell the same figures, whatever order and names they come in."""

from pydantic import JsonValue

from agent.grounding.citations import resolve
from agent.nodes.comparing import agree, headlines_of
from agent.specs.measures import Missingness
from agent.specs.reading import Reading
from agent.state import Artifact, Cell
from tests.agent.reasoning.chat.tables import table


def result(columns: list[str], rows: list[list[Cell]], keys: list[str]) -> dict[str, Artifact]:
    return {"S1": table(columns, rows, keys)}


ONE = result(["kind", "n"], [["a", 1], ["b", 2]], ["kind"])


def test_order_names_and_further_columns_do_not_matter() -> None:
    other = result(["kind", "price_mean", "rows"], [["b", 9.5, 2], ["a", 8.5, 1]], ["kind"])
    assert agree(ONE, other, "values")
    assert agree(other, ONE, "values")


def test_other_figures_keys_or_rows_are_another_answer() -> None:
    assert not agree(ONE, result(["kind", "n"], [["a", 1], ["b", 3]], ["kind"]), "values")
    assert not agree(ONE, result(["kind", "n"], [["a", 1], ["b", 2], ["c", 1]], ["kind"]), "values")
    assert not agree(result(["n"], [[1]], []), result(["n"], [[2]], []), "values")


def of_spec(found: dict[str, Artifact], **spec: JsonValue) -> dict[str, Artifact]:
    return {name: Artifact(**{**one, "spec": spec}) for name, one in found.items()}


def test_rows_that_are_listed_and_their_number_are_one_answer() -> None:
    listed = of_spec(result(["day", "high"], [["2015-06-01", 31], ["2015-06-02", 33]], []), op="row_lookup")
    for number in (2, 3):
        counted = of_spec(result(["rows"], [[number]], []), op="groupby_agg", metrics={"*": ["count"]})
        assert agree(listed, counted, "values") == agree(counted, listed, "values") == (number == 2)
    other = of_spec(result(["nights_sum"], [[2]], []), op="groupby_agg", metrics={"nights": ["sum"]})
    assert not agree(listed, other, "values")
    top = of_spec(listed, op="row_lookup", which="top")
    assert not agree(top, of_spec(other, op="groupby_agg", metrics={"*": ["count"]}), "values")


def test_only_the_first_key_counts_where_a_name_was_asked_for() -> None:
    assert agree(ONE, result(["kind", "n"], [["a", 7]], ["kind"]), "top_key")
    assert not agree(ONE, result(["kind", "n"], [["b", 2], ["a", 1]], ["kind"]), "top_key")


def test_readings_that_begin_alike_are_told_apart_by_the_first_row_that_differs() -> None:
    other = result(["kind", "n"], [["a", 1], ["c", 3]], ["kind"])
    reading = Reading(reading_id="r1", label="one", specs=[Missingness()])
    shown = headlines_of([(reading, ONE), (reading, other)])
    said = [resolve(told, {"A1": done["S1"]})["text"] for told, done in zip(shown, (ONE, other), strict=True)]
    assert said == ["b: 2", "c: 3"]
