"""Specs lead back to a frame only if that frame builds the very same specs again."""

import pytest

from agent.reasoning.rules.reading.from_specs import frame_of_specs
from agent.specs.parse import parse_spec
from tests.agent.reasoning.reading.conftest import Talk

CONTINUED = [
    "average delay by line", "total delay by month in 2024", "how many trams by dose", "top 3 lines by delay",
    "which line has the most delay?", "share of delay by line", "bar chart of average delay by line",
    "line chart of delay by month", "histogram of delay", "the row with the highest delay", "average delay in 2024",
    "how many rows are there?", "growth of delay by month", "top 5 rows by delay", "pie chart of delay by line",
]  # fmt: skip


@pytest.mark.parametrize("question", CONTINUED)
def test_common_readings_come_back_as_frames(trams: Talk, question: str) -> None:
    decision = trams.ask(question)
    assert decision.readings
    assert frame_of_specs(decision.readings[0].specs, trams.prompt("").datasets) is not None


@pytest.mark.parametrize(
    "spec",
    [
        {"op": "ols_regression", "y": "delay", "x": ["line"]},
        {"op": "groupby_agg", "group_cols": ["line"], "metrics": {"delay": ["mean"]},
         "having": [{"col": "delay_mean", "op": ">", "value": 1}]},
        {"op": "groupby_agg", "group_cols": ["made"], "metrics": {"delay": ["mean"]}},
        {"op": "groupby_agg", "dataset_id": "another", "metrics": {"delay": ["mean"]}},
    ],
)  # fmt: skip
def test_what_words_cannot_continue_has_no_frame(trams: Talk, spec: dict[str, object]) -> None:
    trams.ask("average delay by line")
    assert frame_of_specs([parse_spec(spec)], trams.prompt("").datasets) is None
