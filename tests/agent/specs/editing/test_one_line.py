"""A reading is told in one line, as one says it, whatever it computes."""

import pytest
from hypothesis import given

from agent.specs.editing.one_line import reading_label
from agent.specs.reading import Reading
from tests.agent.specs.editing.readings import NORTH, grouped, reading, readings

TOP = {
    "op": "row_lookup",
    "which": "top",
    "order_by": "sales",
    "k": 5,
    "columns": ["region", "sales"],
    "filters": [NORTH],
}
COURSE = {"kind": "line", "x": "day", "y": "sales", "agg": "sum"}
TREND = {"op": "time_trend", "date_col": "day", "grain": "year", "metrics": {"sales": ["sum"]}}


@pytest.mark.parametrize(
    ("spec", "language", "line"),
    [
        (grouped(filters=[NORTH]), "en", "average sales by region where region is North"),
        (grouped(filters=[NORTH]), "de", "Durchschnitt von sales je region, wo region ist North"),
        (grouped(filters=[NORTH]), "ja", "region別の「sales」の平均（「region」が「North」）"),
        (grouped(top_k=3), "en", "average sales by region · only the first 3"),
        (grouped(top_k=1), "de", "Durchschnitt von sales je region · nur der erste Platz"),
        (TREND, "en", "total sales by year (day)"),
        (TREND, "de", "Summe von sales je Jahr (day)"),
        (TOP, "en", "5 rows with the largest sales where region is North · region, sales"),
        ({**TOP, "k": 1}, "de", "Zeile mit dem größten Wert in sales, wo region ist North · region, sales"),
        (
            {"op": "row_lookup", "which": "max", "order_by": "sales", "by": ["region"]},
            "en",
            "row with the largest sales by region",
        ),
        ({"op": "row_lookup", "filters": [NORTH]}, "ja", "行（「region」が「North」）"),
        ({**COURSE, "grain": "month"}, "en", "total sales, line chart by month (day)"),
        ({**COURSE, "color": "region"}, "en", "total sales, line chart by day, region"),
        ({"kind": "bar", "x": "region", "top_k": 3}, "en", "number of rows, bar chart by region · only the first 3"),
        (
            {"kind": "scatter", "x": "units~x", "y": "sales"},
            "en",
            "scatter plot · Vertical axis: sales · Horizontal axis: units~x",
        ),
        ({"op": "value_counts", "column": "level"}, "en", "How often each value · level"),
    ],
)
def test_a_reading_is_told_in_one_line_as_one_says_it(spec: dict[str, object], language: str, line: str) -> None:
    assert reading_label(reading(spec), language) == line


@given(readings())
def test_every_reading_is_told(made: Reading) -> None:
    assert reading_label(made)
