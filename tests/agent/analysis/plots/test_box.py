"""A box is drawn from exact quartiles over all rows; only outlying points are shown."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.plots.box import box_numbers
from agent.errors import SpecError
from tests.agent.analysis.plots.people import people, people_tables
from tests.agent.analysis.plots.tables import column, drawn, figure_of, table_of, tables_of


def test_quartiles_are_those_of_pandas() -> None:
    artifacts = drawn({"kind": "box", "y": "pay", "x": "team"}, people_tables())
    expected = people().groupby("team", dropna=False)["pay"].describe()
    table, trace = table_of(artifacts), figure_of(artifacts)["data"][0]
    names = {"n": "count", "min": "min", "q1": "25%", "median": "50%", "mean": "mean", "q3": "75%", "max": "max"}
    for mine, theirs in names.items():
        assert column(table, mine) == pytest.approx(expected[theirs].tolist())
    for part in ("q1", "median", "q3", "mean"):
        assert trace[part] == column(table, part)
    assert trace["x"] == ["East", "North", "South", "(no value)"]


def test_fences_and_outliers_follow_tukey() -> None:
    tables = tables_of(pd.DataFrame({"v": [1.0, 2, 3, 4, 5, 6, 7, 8, 9, 100]}))
    artifacts = drawn({"kind": "box", "y": "v"}, tables)
    trace = figure_of(artifacts)["data"][0]
    assert (trace["lowerfence"], trace["upperfence"], trace["y"]) == ([1.0], [9.0], [[100.0]])
    assert column(table_of(artifacts), "outliers") == [1]


def test_at_most_200_outliers_are_shown_with_both_ends_and_said() -> None:
    values = np.concatenate([np.zeros(2_000), np.arange(1.0, 401.0)])
    artifacts = drawn({"kind": "box", "y": "v"}, tables_of(pd.DataFrame({"v": values})))
    shown = figure_of(artifacts)["data"][0]["y"][0]
    assert len(shown) == 200 and (shown[0], shown[-1]) == (1.0, 400.0)
    assert artifacts[0]["description"].startswith("Shown: 200 of 400 outlying points")
    assert column(table_of(artifacts), "outliers") == [400]


def test_too_many_boxes_are_cut_and_said() -> None:
    artifacts = drawn({"kind": "box", "y": "pay", "x": "city"}, people_tables())
    assert len(figure_of(artifacts)["data"][0]["median"]) == 40
    assert artifacts[0]["description"].startswith("Shown: the 40 values of city with the most rows, of 90")


def test_text_and_dates_are_refused() -> None:
    for wrong in ("team", "hired"):
        with pytest.raises(SpecError, match=wrong):
            drawn({"kind": "box", "y": wrong}, people_tables())


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=300))
def test_the_numbers_of_a_box_are_in_order(values: list[float]) -> None:
    box = box_numbers(np.array(values))
    parts = [box.minimum, box.lower_fence, box.q1, box.median, box.q3, box.upper_fence, box.maximum]
    assert parts == sorted(parts)
    assert len(box.shown) == min(box.outliers, 200)
