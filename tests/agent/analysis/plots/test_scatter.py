"""A scatter plot shows every row up to 5,000, and says when it shows a sample."""

import numpy as np
import pandas as pd
import pytest

from agent.errors import SpecError
from tests.agent.analysis.plots.people import people, people_tables
from tests.agent.analysis.plots.tables import column, drawn, figure_of, table_of, tables_of


def test_every_whole_pair_is_a_point() -> None:
    artifacts = drawn({"kind": "scatter", "x": "age", "y": "pay"}, people_tables())
    known = people().dropna(subset=["pay"])
    trace = figure_of(artifacts)["data"][0]
    assert list(zip(trace["x"], trace["y"], strict=True)) == list(zip(known["age"], known["pay"], strict=True))
    assert artifacts[0]["description"].startswith("591 points.")
    assert column(table_of(artifacts), "pay") == known["pay"].tolist()


def test_a_sample_is_said_first_and_noted() -> None:
    random = np.random.default_rng(3)
    frame = pd.DataFrame({"a": random.normal(size=6_000), "b": random.normal(size=6_000)})
    artifacts = drawn({"kind": "scatter", "x": "a", "y": "b"}, tables_of(frame))
    said = "Shown: 5,000 of 6,000 points, drawn at random (seed 42)."
    assert artifacts[0]["description"].startswith(said)
    assert artifacts[0]["ledger"] is not None and said in artifacts[0]["ledger"]["notes"]
    assert len(figure_of(artifacts)["data"][0]["x"]) == len(table_of(artifacts)["rows"]) == 5_000


def test_the_sample_does_not_depend_on_the_order_of_rows() -> None:
    random = np.random.default_rng(3)
    frame = pd.DataFrame({"a": random.normal(size=6_000), "b": random.normal(size=6_000), "c": ["x", "y"] * 3_000})
    spec = {"kind": "scatter", "x": "a", "y": "b", "color": "c"}
    shuffled = frame.sample(frac=1, random_state=1).reset_index(drop=True)
    assert figure_of(drawn(spec, tables_of(frame))) == figure_of(drawn(spec, tables_of(shuffled)))


def test_a_colour_is_a_trace_with_its_own_marker() -> None:
    figure = figure_of(drawn({"kind": "scatter", "x": "age", "y": "pay", "color": "team"}, people_tables()))
    assert [trace["name"] for trace in figure["data"]] == ["East", "North", "South", "(no value)"]
    assert len({trace["marker"]["symbol"] for trace in figure["data"]}) == 4
    assert figure["layout"]["legend"]["title"]["text"] == "team"


def test_more_than_twelve_colours_are_drawn_together_and_said() -> None:
    artifacts = drawn({"kind": "scatter", "x": "age", "y": "pay", "color": "city"}, people_tables())
    traces = figure_of(artifacts)["data"]
    assert len(traces) == 13 and traces[-1]["name"] == "other"
    assert "78 of 90 values of city are drawn together as other." in artifacts[0]["description"]
    assert sum(len(trace["x"]) for trace in traces) == 591


def test_dates_stand_on_a_date_axis() -> None:
    figure = figure_of(drawn({"kind": "scatter", "x": "hired", "y": "age"}, people_tables()))
    assert figure["layout"]["xaxis"]["type"] == "date"
    assert figure["data"][0]["x"][0] == str(people()["hired"][0].date())


def test_text_is_refused() -> None:
    with pytest.raises(SpecError, match="team"):
        drawn({"kind": "scatter", "x": "team", "y": "pay"}, people_tables())
