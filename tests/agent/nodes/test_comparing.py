"""Two results are one answer when they tell the same figures, whatever order and names they come in."""

from typing import Any

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


def told(*found: dict[str, Artifact], **of_each: Any) -> list[str]:
    """What stands beside each of several choices."""
    reading = Reading(reading_id="r1", label="one", specs=[Missingness()], **of_each)
    shown = headlines_of([(reading, one) for one in found])
    return [resolve(each, {"A1": one["S1"]})["text"] for each, one in zip(shown, found, strict=True)]


def test_readings_that_begin_alike_are_told_apart_by_the_rows_that_differ() -> None:
    assert told(ONE, result(["kind", "n"], [["a", 1], ["c", 3]], ["kind"])) == ["b: 2", "c: 3"]


def test_readings_that_differ_in_many_groups_show_several_of_each() -> None:
    mean = result(["kind", "x"], [["a", 1], ["b", 2], ["c", 5], ["d", 3], ["e", 4]], ["kind"])
    total = result(["kind", "x"], [["a", 7], ["b", 8], ["c", 5], ["d", 9], ["e", 6]], ["kind"])
    assert told(mean, total) == ["a: 1; b: 2; d: 3 …", "a: 7; b: 8; d: 9 …"]
    assert told(mean, total, compare="top_key") == ["a: 1", "a: 7"]  # a name was asked for


def test_readings_that_differ_in_a_later_column_show_that_column() -> None:
    other = result(["kind", "n", "x"], [["a", 1, 5], ["b", 2, 7]], ["kind"])
    assert told(result(["kind", "n", "x"], [["a", 1, 5], ["b", 2, 6]], ["kind"]), other) == ["b: 6", "b: 7"]


def test_a_headline_that_tells_more_than_a_first_group_stays() -> None:
    other = result(["kind", "n"], [["a", 4], ["b", 3]], ["kind"])
    assert told(ONE, other, headline="{S1[b].n} of b") == ["2 of b", "3 of b"]


def test_rows_that_are_listed_with_other_columns_beside_them_are_one_answer() -> None:
    few = of_spec(result(["job", "price"], [["J2", 9], ["J1", 8]], ["job"]), op="row_lookup", which="top")
    more = result(["job", "who", "price"], [["J2", "Bo", 9], ["J1", "Ana", 8]], ["job", "who"])
    assert agree(few, of_spec(more, op="row_lookup", which="top"), "values")
    assert agree(of_spec(more, op="row_lookup", which="top"), few, "values")
    assert not agree(few, of_spec(more, op="groupby_agg"), "values")
    other = result(["job", "who", "price"], [["J2", "Bo", 9], ["J3", "Ana", 8]], ["job", "who"])
    assert not agree(few, of_spec(other, op="row_lookup", which="top"), "values")
    only_who = of_spec(result(["who"], [["Bo"], ["Ana"]], ["who"]), op="row_lookup", which="top")
    assert not agree(few, only_who, "values")


def test_rows_that_are_listed_are_told_by_their_number_and_not_by_a_cell_of_the_first() -> None:
    nine = of_spec(result(["order", "who"], [[1, "Ana"], [7, "Ana"]], []), op="row_lookup", which="matching")
    one = of_spec(result(["order", "who"], [[7, "Bo"]], []), op="row_lookup")
    assert told(nine) == ["2 rows"]
    assert told(nine, one) == ["2 rows", "1 row"]
    first = of_spec(result(["order", "who"], [[7, "Bo"]], []), op="row_lookup", which="first")
    assert told(first) == ["7"]


def test_what_is_computed_of_other_figures_is_what_is_shown() -> None:
    found = of_spec(result(["west", "east", "more"], [[30, 12, 18]], []), computed={"more": "west - east"})
    assert told(found) == ["18"]


def test_choices_have_as_many_digits_as_tell_them_apart() -> None:
    assert told(result(["mean"], [[1.0832]], []), result(["median"], [[1.08]], [])) == ["1.083", "1.080"]
    assert told(result(["mean"], [[1.0832]], []), result(["median"], [[1.25]], [])) == ["1.08", "1.25"]


def test_choices_of_groups_have_as_many_digits_as_tell_them_apart() -> None:
    one = result(["kind", "mean"], [["a", 12345.6783]], ["kind"])
    other = result(["kind", "median"], [["a", 12345.6812]], ["kind"])
    assert told(one, other) == ["a: 12,345.678", "a: 12,345.681"]
