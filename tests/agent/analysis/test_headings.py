"""What stands at the head of a column: plain words for what Tally made, the own name for what the data hold."""

from typing import Any

import pandas as pd
import pytest

from agent.analysis.headings import heading
from agent.report.cells import header
from tests.agent.analysis.made_tables import moments, payload, people, people_table, run, table
from tests.agent.analysis.measures.test_engines import IDS, SPECS
from tests.agent.analysis.plots.people import people_tables
from tests.agent.analysis.plots.tables import drawn, table_of

OWN = {*people().columns}


def heads(spec: dict[str, Any]) -> list[str]:
    made = payload(run(spec, people_table())[0])
    return [made["headings"].get(name, name) for name in made["columns"]]


@pytest.mark.parametrize("spec", SPECS, ids=IDS)
def test_no_column_is_headed_by_a_name_that_a_program_would_use(spec: dict[str, Any]) -> None:
    for artifact in run(spec, people_table()):
        found = payload(artifact)
        shown = [found["headings"].get(name, name) for name in found["columns"]]
        assert len(set(shown)) == len(shown)
        assert not [words for words in shown if "_" in words and words not in OWN]


@pytest.mark.parametrize(
    ("spec", "shown"),
    [
        ({"op": "groupby_agg", "group_cols": ["team"],
          "metrics": {"pay": ["mean"], "person": ["nunique"], "*": ["count"]}},
         ["team", "average pay", "number of different person", "rows"]),
        ({"op": "value_counts", "column": "hired_year_month",
          "prepare": [{"step": "date_part", "col": "hired", "part": "year_month", "name": "hired_year_month"}]},
         ["hired (month)", "rows", "share (%)"]),
        ({"op": "value_counts", "column": "joined",
          "prepare": [{"step": "date_part", "col": "hired", "part": "year", "name": "joined"}]},
         ["joined", "rows", "share (%)"]),
        ({"op": "time_trend", "date_col": "hired", "grain": "year", "metrics": {"pay": ["sum"]}, "growth": "previous"},
         ["hired (year)", "pay", "change: pay", "growth (%): pay"]),
        ({"op": "share_ratio", "group_cols": ["team"], "value": {"col": "pay", "agg": "sum"}},
         ["team", "pay", "share (%)"]),
        ({"op": "column_summary", "columns": ["pay"], "stats": ["count", "std"], "quantiles": [0.975]},
         ["column", "count", "standard deviation", "97.5 % quantile"]),
    ],
)  # fmt: skip
def test_results_are_headed_in_plain_words(spec: dict[str, Any], shown: list[str]) -> None:
    assert heads(spec) == shown


def test_columns_of_the_data_keep_their_names_even_when_a_measure_has_the_same() -> None:
    frame = pd.DataFrame({"rows": ["a", "b"], "p": ["x", "x"], "n": [1.0, 2.0], "at": moments("2020-01-01", None)})
    looked = payload(run({"op": "row_lookup", "which": "max", "order_by": "n"}, table(frame))[0])
    assert looked["headings"] == {}
    crossed = payload(run({"op": "pivot_table", "rows": "p", "columns": "rows"}, table(frame))[0])
    assert crossed["headings"] == {}
    counted = payload(run({"op": "groupby_agg", "group_cols": ["rows"], "metrics": {"*": ["count"]}}, table(frame))[0])
    assert [counted["headings"].get(name, name) for name in counted["columns"]] == ["rows", "rows (2)"]


@pytest.mark.parametrize(
    ("spec", "shown"),
    [
        ({"kind": "hist", "x": "pay"}, ["bin", "from", "to", "rows"]),
        ({"kind": "bar", "x": "team", "y": "pay", "agg": "mean"}, ["team", "average pay"]),
        ({"kind": "box", "y": "pay"}, ["rows", "smallest", "lower fence", "lower quartile", "median", "mean",
                                       "upper quartile", "upper fence", "largest", "outliers"]),
    ],
)  # fmt: skip
def test_the_drawn_data_have_the_same_headings(spec: dict[str, Any], shown: list[str]) -> None:
    made = table_of(drawn(spec, people_tables()))
    assert [made["headings"].get(name, name) for name in made["columns"]] == shown


def test_a_heading_stands_with_its_unit() -> None:
    assert header("pay_mean", {"pay_mean": "USD"}, {"pay_mean": "mean of pay"}) == "mean of pay (USD)"
    assert heading("lower_fence") == "lower fence" and heading("p10") == "10 % quantile"
