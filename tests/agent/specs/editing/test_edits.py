"""An edit gives a reading that holds, or a sentence; what specs share changes in all of them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from agent.errors import SpecError
from agent.specs.editing.edits import Edit, apply_edit, checked_reading, with_spec
from agent.specs.editing.parts import Part, difference, parts_of
from agent.specs.editing.pointers import keys_of, pointer, remove_at, replace_at, value_at
from agent.specs.plain_data import reading_json, spec_json
from agent.specs.reading import Reading
from tests.agent.specs.editing.readings import NORTH, grouped, reading, readings


def specs_of(made: Reading) -> list[dict[str, Any]]:
    return [spec_json(spec) for spec in made.specs]


@given(st.lists(st.one_of(st.text(max_size=4), st.integers(0, 9)), max_size=4))
def test_a_pointer_leads_back_to_its_keys(keys: list[str | int]) -> None:
    assert keys_of(pointer(*keys)) == tuple(str(key) for key in keys)


def test_places_are_read_changed_added_and_removed_in_a_copy() -> None:
    document: JsonValue = {"a": [1, {"b/c": 2}]}
    assert value_at(document, "/a/1/b~1c") == 2
    assert replace_at(document, "/a/-", 3) == {"a": [1, {"b/c": 2}, 3]}
    assert remove_at(document, "/a/0") == {"a": [{"b/c": 2}]}
    assert document == {"a": [1, {"b/c": 2}]}
    for nowhere in ("/a/7", "/b/0", "/a/x"):
        with pytest.raises(SpecError, match="nothing at"):
            value_at(document, nowhere)


def test_another_aggregation_takes_the_order_with_it() -> None:
    made = apply_edit(
        reading(grouped(sort={"by": "sales_mean"}, top_k=2)), Edit("set", "/specs/0/metrics/sales/0", "median")
    )
    assert specs_of(made)[0]["metrics"] == {"sales": ["median"]}
    assert specs_of(made)[0]["sort"] == {"by": "sales_median"}


def test_growth_is_ordered_by_the_new_measure_too() -> None:
    trend = {"op": "time_trend", "date_col": "day", "metrics": {"sales": ["sum"]}, "growth": "previous",
             "sort": {"by": "sales_sum_growth_pct"}}  # fmt: skip
    made = apply_edit(reading(trend), Edit("set", "/specs/0/metrics/sales/0", "mean"))
    assert specs_of(made)[0]["sort"] == {"by": "sales_mean_growth_pct"}


def test_an_order_by_a_measure_that_is_removed_goes_with_it() -> None:
    two = grouped(metrics={"sales": ["mean", "sum"]}, sort={"by": "sales_sum"},
                  having=[{"col": "sales_sum", "op": ">", "value": 1}])  # fmt: skip
    made = specs_of(apply_edit(reading(two), Edit("remove", "/specs/0/metrics/sales/1")))[0]
    assert "sort" not in made and "having" not in made


def test_a_condition_is_removed_from_the_chart_and_from_its_measure() -> None:
    both = grouped(filters=[NORTH])
    made = specs_of(apply_edit(reading({"kind": "bar", "of": both}, both), Edit("remove", "/specs/1/filters/0")))
    assert made == specs_of(reading({"kind": "bar", "of": grouped()}, grouped()))


def test_a_condition_is_removed_from_a_spec_that_has_more_of_them() -> None:
    further = {"col": "units", "op": ">", "value": 3}
    made = apply_edit(
        reading(grouped(filters=[NORTH]), grouped(filters=[NORTH, further])), Edit("remove", "/specs/0/filters/0")
    )
    assert [spec.get("filters") for spec in specs_of(made)] == [None, [{"col": "units", "op": ">", "value": 3}]]


def test_another_kind_of_chart_leaves_out_what_it_does_not_have() -> None:
    bars = {"kind": "bar", "x": "region", "stack": "percent", "color": "day"}
    assert specs_of(apply_edit(reading(bars), Edit("set", "/specs/0/kind", "pie")))[0] == {
        "type": "plot", "kind": "pie", "x": "region", "color": "day",
    }  # fmt: skip


def test_a_chart_is_added_and_removed() -> None:
    drawn = apply_edit(reading(grouped()), Edit("add", "/specs/-", {"kind": "bar", "of": grouped()}))
    assert len(drawn.specs) == 2
    assert specs_of(apply_edit(drawn, Edit("remove", "/specs/1/kind"))) == specs_of(reading(grouped()))


def test_a_whole_spec_is_exchanged_and_others_follow() -> None:
    both = reading({"kind": "bar", "of": grouped()}, grouped())
    made = specs_of(with_spec(both, 1, grouped(group_cols=["day"])))
    assert made[0]["of"]["group_cols"] == made[1]["group_cols"] == ["day"]


@pytest.mark.parametrize(
    "edit",
    [
        Edit("remove", "/specs/0/metrics/sales/0"),
        Edit("set", "/specs/0/metrics/sales/0", "average"),
        Edit("set", "/specs/0/op", "guess"),
        Edit("remove", "/specs/0"),
        Edit("set", "/label", "mine"),
        Edit("remove", "/specs/9/filters/0"),
        Edit("add", "/specs/0/filters", [{"col": "region", "op": "between", "value": 1}]),
    ],
)
def test_what_would_be_no_reading_is_refused_in_a_sentence(edit: Edit) -> None:
    with pytest.raises(SpecError) as refused:
        apply_edit(reading(grouped()), edit)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("data", [{}, {"specs": []}, {"specs": ["x"]}, {"specs": [{"op": "groupby_agg"}]}])
def test_what_is_no_reading_at_all_is_refused(data: dict[str, Any]) -> None:
    with pytest.raises(SpecError):
        checked_reading(data)


def test_what_a_reader_said_of_the_reading_does_not_outlive_an_edit() -> None:
    told = reading(grouped(filters=[NORTH]), interpretation="Mean.", headline="{S1.x}", assumptions=["A."])
    made = apply_edit(told, Edit("remove", "/specs/0/filters/0"))
    assert (made.interpretation, made.headline, made.assumptions) == ("", "", [])


def _alike(made: Reading, part: Part) -> int:
    return sum((one.kind, one.label) == (part.kind, part.label) for one in parts_of(made))


@given(readings())
def test_every_part_that_says_so_can_be_removed_and_is_gone_then(before: Reading) -> None:
    for part in parts_of(before):
        edit = Edit("remove", part.path)
        if not part.removable:
            with pytest.raises(SpecError):
                apply_edit(before, edit)
            continue
        after = apply_edit(before, edit)
        assert _alike(after, part) == _alike(before, part) - 1
        assert difference(before, after)


@given(readings())
def test_setting_a_field_to_what_it_is_changes_nothing(before: Reading) -> None:
    data = reading_json(before)
    for part in parts_of(before):
        try:
            value = value_at(data, part.field)
        except SpecError:
            continue  # it goes without saying
        after = apply_edit(before, Edit("set", part.field, value))
        assert specs_of(after) == specs_of(before)
        assert difference(before, after) == ""
