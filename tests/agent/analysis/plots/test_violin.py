"""A violin: an outline of how densely values lie, between the smallest and the largest, and exact quartiles."""

import numpy as np
import pandas as pd
import pytest

from agent.analysis.plots.violin import kernel_width, outline
from agent.errors import DataError, SpecError
from tests.agent.analysis.plots.people import people, people_tables
from tests.agent.analysis.plots.tables import column, drawn, figure_of, table_of, tables_of


def test_quartiles_are_those_of_all_rows() -> None:
    artifacts = drawn({"kind": "violin", "y": "pay", "x": "team"}, people_tables())
    expected = people().groupby("team", dropna=False)["pay"]
    assert column(table_of(artifacts), "median") == pytest.approx(list(expected.median()))
    assert column(table_of(artifacts), "q3") == pytest.approx(list(expected.quantile(0.75)))
    medians = figure_of(artifacts)["data"][-1]
    assert medians["y"] == column(table_of(artifacts), "median")
    assert "591 rows" in artifacts[0]["description"] and "density" in artifacts[0]["description"]


def test_an_outline_ends_at_the_smallest_and_the_largest_value() -> None:
    values = people()["pay"].dropna().to_numpy()
    found = outline(values)
    assert found is not None
    assert (found.at[0], found.at[-1]) == (values.min(), values.max())
    assert max(found.width) == 1.0 and min(found.width) >= 0


def test_the_outline_follows_the_density_that_all_values_give() -> None:
    values = np.random.default_rng(3).normal(50, 9, 4_000)
    found, reach = outline(values), kernel_width(values)
    assert found is not None
    exact = np.exp(-0.5 * ((np.array(found.at)[:, None] - values[None, :]) / reach) ** 2).sum(axis=1)
    assert np.allclose(found.width, exact / exact.max(), atol=0.01)


def test_two_heaps_are_two_bulges() -> None:
    values = np.concatenate([np.full(50, 1.0), np.full(50, 9.0), np.linspace(0, 10, 11)])
    found = outline(values)
    assert found is not None
    low, middle, high = (found.width[round(place * 59 / 10)] for place in (1, 5, 9))
    assert low > 2 * middle and high > 2 * middle


def test_equal_values_have_no_outline_but_a_median() -> None:
    frame = pd.DataFrame({"k": ["a", "a", "b", "b", "b"], "v": [4.0, 4.0, 1.0, 2.0, 5.0]})
    traces = figure_of(drawn({"kind": "violin", "y": "v", "x": "k"}, tables_of(frame)))["data"]
    assert sum(trace.get("fill") == "toself" for trace in traces) == 1
    assert traces[-1]["y"] == [4.0, 2.0] and traces[-1]["x"] == [0, 1]


def test_many_groups_leave_the_largest_twenty_and_say_so() -> None:
    artifacts = drawn({"kind": "violin", "y": "pay", "x": "city"}, people_tables())
    assert len(table_of(artifacts)["rows"]) == 20
    assert "the 20 values of city with the most rows, of 90" in artifacts[0]["description"]


def test_dates_words_and_nothing_are_refused() -> None:
    for wrong in ("hired", "city"):
        with pytest.raises(SpecError):
            drawn({"kind": "violin", "y": wrong}, people_tables())
    with pytest.raises(DataError):
        drawn({"kind": "violin", "y": "v"}, tables_of(pd.DataFrame({"v": [None, None]}, dtype=float)))
