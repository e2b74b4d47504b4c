"""A Pareto chart: the largest share first, and a line that ends at the whole."""

import pandas as pd
import pytest

from agent.errors import SpecError
from tests.agent.analysis.plots.people import people_tables
from tests.agent.analysis.plots.tables import column, drawn, figure_of, table_of, tables_of


def test_bars_fall_and_the_line_rises_to_a_hundred() -> None:
    frame = pd.DataFrame({"fault": ["dent", "leak", "dent", "hum", "dent", "leak", "dent", "dent", "leak", "leak"]})
    artifacts = drawn({"kind": "pareto", "x": "fault"}, tables_of(frame))
    bars, line = figure_of(artifacts)["data"]
    assert (bars["x"], bars["y"]) == (["dent", "leak", "hum"], [50.0, 40.0, 10.0])
    assert line["y"] == [50.0, 90.0, 100.0]
    assert column(table_of(artifacts), "cumulative_pct") == line["y"]
    assert column(table_of(artifacts), "rows") == bars["customdata"] == [5, 4, 1]


def test_small_bars_are_drawn_as_one_at_the_end() -> None:
    artifacts = drawn({"kind": "pareto", "x": "city"}, people_tables())
    bars, line = figure_of(artifacts)["data"]
    assert bars["x"][-1] == "other (61 values)" and len(bars["x"]) == 30
    assert line["y"][-1] == 100.0 and max(line["y"]) == 100.0


def test_means_have_no_cumulative_share() -> None:
    with pytest.raises(SpecError, match="add up"):
        drawn({"kind": "pareto", "x": "team", "y": "pay", "agg": "mean"}, people_tables())
