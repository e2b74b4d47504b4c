"""An area chart: filled to zero; several stand on one another, so that the edge on top is their sum."""

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from tests.agent.analysis.plots.people import people, people_tables
from tests.agent.analysis.plots.tables import drawn, figure_of, tables_of


def test_one_area_is_a_line_filled_down_to_zero() -> None:
    (trace,) = figure_of(drawn({"kind": "area", "x": "hired", "grain": "year"}, people_tables()))["data"]
    assert trace["fill"] == "tozeroy" and sum(trace["y"]) == 600


def test_coloured_areas_stand_on_one_another_and_hold_every_row() -> None:
    traces = figure_of(drawn({"kind": "area", "x": "hired", "color": "team"}, people_tables()))["data"]
    assert {trace["stackgroup"] for trace in traces} == {"one"}
    assert sum(value for trace in traces for value in trace["y"]) == 600
    assert len({tuple(trace["x"]) for trace in traces}) == 1


def test_many_areas_become_eight_without_losing_a_row() -> None:
    artifacts = drawn({"kind": "area", "x": "hired", "color": "city"}, people_tables())
    traces = figure_of(artifacts)["data"]
    assert len(traces) == 8 and traces[-1]["name"] == "other (83 values)"
    assert sum(value for trace in traces for value in trace["y"]) == 600
    assert "83 of 90 values of city are drawn together" in artifacts[0]["description"]


def test_means_of_groups_do_not_stand_on_one_another_but_one_mean_may_be_filled() -> None:
    spec = {"kind": "area", "x": "hired", "y": "pay", "agg": "mean"}
    with pytest.raises(SpecError, match="add up") as caught:
        drawn({**spec, "color": "team"}, people_tables())
    assert "kind line" in caught.value.remedy
    assert drawn(spec, people_tables())


def test_negative_parts_do_not_stand_on_one_another() -> None:
    frame = people().assign(pay=-1.0)
    with pytest.raises(DataError, match="negative") as caught:
        drawn({"kind": "area", "x": "hired", "y": "pay", "color": "team"}, tables_of(frame))
    assert "kind line" in caught.value.remedy


def test_a_single_area_may_lie_below_zero() -> None:
    frame = pd.DataFrame({"n": [1, 2, 3], "v": [1.0, -2.0, 3.0]})
    (trace,) = figure_of(drawn({"kind": "area", "x": "n", "y": "v"}, tables_of(frame)))["data"]
    assert trace["y"] == [1.0, -2.0, 3.0]
