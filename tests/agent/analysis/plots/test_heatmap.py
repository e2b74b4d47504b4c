"""A heatmap: each pair of two keys in its place, the numbers of the table, and shades that mean what they say."""

import pandas as pd
import pytest

from agent.errors import SpecError
from tests.agent.analysis.plots.people import people, people_tables
from tests.agent.analysis.plots.tables import Payload, drawn, figure_of, table_of, tables_of


def test_the_first_key_stands_down_and_the_second_across() -> None:
    frame = pd.DataFrame({"stop": ["A", "A", "B"], "line": ["1", "2", "2"], "riders": [5, 7, 9]})
    spec = {"kind": "heatmap", "x": "stop", "color": "line", "y": "riders"}
    artifacts = drawn(spec, tables_of(frame))
    (trace,) = figure_of(artifacts)["data"]
    assert (trace["y"], trace["x"], trace["z"]) == (["A", "B"], ["1", "2"], [[5, 7], [None, 9]])
    assert trace["text"] == [["5", "7"], ["", "9"]]
    assert "1 of them without a value" in artifacts[0]["description"]
    assert table_of(artifacts)["rows"] == [["A", "1", 5], ["A", "2", 7], ["B", "2", 9]]
    assert figure_of(artifacts)["layout"]["yaxis"]["autorange"] == "reversed"


def test_weekdays_stand_in_their_own_order() -> None:
    prepare = [
        {"step": "date_part", "col": "hired", "part": "weekday", "name": "weekday"},
        {"step": "date_part", "col": "hired", "part": "month", "name": "month"},
    ]
    pivot = {"op": "pivot_table", "rows": "weekday", "columns": "month"}
    for spec in ({"of": pivot}, {"x": "weekday", "color": "month"}):
        (trace,) = figure_of(drawn({"kind": "heatmap", "prepare": prepare, **spec}, people_tables()))["data"]
        assert trace["y"][0] == "Monday" and trace["y"][-1] == "Sunday"
        assert trace["x"] == [str(month) for month in range(1, 13)]
        assert sum(value for row in trace["z"] for value in row if value) == len(people())


def test_correlations_are_shaded_from_minus_one_to_one_with_zero_palest() -> None:
    (trace,) = figure_of(drawn({"kind": "heatmap", "of": {"op": "correlation_matrix"}}, people_tables()))["data"]
    assert (trace["zmin"], trace["zmax"]) == (-1, 1)
    assert trace["colorscale"][2] == [0.5, "#F4F4F4"]
    assert trace["z"][0][0] == 1


def test_values_on_both_sides_of_zero_have_it_in_the_middle() -> None:
    frame = pd.DataFrame({"a": ["x", "y"], "b": ["p", "q"], "v": [-3.0, 9.0]})
    (trace,) = figure_of(drawn({"kind": "heatmap", "x": "a", "color": "b", "y": "v"}, tables_of(frame)))["data"]
    assert (trace["zmin"], trace["zmax"]) == (-9.0, 9.0)


def test_equal_values_can_be_shaded_too() -> None:
    frame = pd.DataFrame({"a": ["x", "y"], "b": ["p", "p"]})
    (trace,) = figure_of(drawn({"kind": "heatmap", "x": "a", "color": "b"}, tables_of(frame)))["data"]
    assert trace["zmin"] < trace["zmax"]


def test_a_wide_heatmap_holds_no_numbers_and_a_very_wide_one_says_what_is_shown() -> None:
    artifacts = drawn({"kind": "heatmap", "x": "team", "color": "city"}, people_tables())
    (trace,) = figure_of(artifacts)["data"]
    assert "text" not in trace and len(trace["x"]) == 60
    assert "the 60 largest of 90 values of city" in artifacts[0]["description"]


@pytest.mark.parametrize("spec", [{"x": "team"}, {"of": {"op": "value_counts", "column": "team"}}])
def test_one_key_is_no_heatmap(spec: Payload) -> None:
    with pytest.raises(SpecError, match="two keys") as caught:
        drawn({"kind": "heatmap", **spec}, people_tables())
    assert "kind bar" in caught.value.remedy
