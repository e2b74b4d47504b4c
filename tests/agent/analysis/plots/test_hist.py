"""A histogram counts every row in bins with round edges."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.plots.hist import date_bins, number_bins
from agent.errors import DataError, SpecError
from tests.agent.analysis.plots.people import people, people_tables
from tests.agent.analysis.plots.tables import column, drawn, figure_of, table_of, tables_of

finite = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e12, max_value=1e12)


def test_the_counts_are_those_of_plain_numpy() -> None:
    artifacts = drawn({"kind": "hist", "x": "pay"}, people_tables())
    table = table_of(artifacts)
    edges = [*column(table, "from"), column(table, "to")[-1]]
    assert column(table, "rows") == np.histogram(people()["pay"].dropna(), bins=edges)[0].tolist()
    assert figure_of(artifacts)["data"][0]["y"] == column(table, "rows")


def test_missing_values_are_counted_out() -> None:
    artifacts = drawn({"kind": "hist", "x": "pay"}, people_tables())
    ledger = artifacts[0]["ledger"]
    assert ledger is not None and ledger["rows_used"] == 591 and ledger["steps"][-1]["step"] == "missing dropped"
    assert "9 rows without a value" in artifacts[0]["description"]
    assert sum(column(table_of(artifacts), "rows")) == 591


def test_the_wanted_number_of_bins_is_kept() -> None:
    table = table_of(drawn({"kind": "hist", "x": "pay", "bins": 13}, people_tables()))
    counts, edges = np.histogram(people()["pay"].dropna(), bins=13)
    assert column(table, "rows") == counts.tolist()
    assert column(table, "from") == pytest.approx(edges[:-1].tolist())


def test_a_few_whole_numbers_get_a_bar_each() -> None:
    tables = tables_of(pd.DataFrame({"stars": [1, 2, 2, 3, 5, 5, 5]}))
    artifacts = drawn({"kind": "hist", "x": "stars"}, tables)
    assert column(table_of(artifacts), "bin") == ["1", "2", "3", "4", "5"]
    assert column(table_of(artifacts), "rows") == [1, 2, 1, 0, 3]
    assert figure_of(artifacts)["data"][0]["x"] == [1, 2, 3, 4, 5]


def test_bins_of_whole_numbers_hold_equally_many_of_them() -> None:
    bins = number_bins(np.arange(18.0, 70.0).repeat(20))
    assert set(np.diff(bins.edges)) == {bins.edges[1] - bins.edges[0]}
    assert all(edge % 1 == 0.5 for edge in bins.edges)


def test_dates_get_calendar_periods() -> None:
    table = table_of(drawn({"kind": "hist", "x": "hired"}, people_tables()))
    expected = people()["hired"].dt.strftime("%Y-%m").value_counts().sort_index()
    assert dict(zip(column(table, "bin"), column(table, "rows"), strict=True)) == expected.to_dict()


def test_groups_lie_over_each_other_with_the_same_edges() -> None:
    artifacts = drawn({"kind": "hist", "x": "age", "color": "sex"}, people_tables())
    figure = figure_of(artifacts)
    assert [trace["name"] for trace in figure["data"]] == ["f", "m"]
    assert figure["data"][0]["x"] == figure["data"][1]["x"] and figure["layout"]["barmode"] == "overlay"
    assert [sum(trace["y"]) for trace in figure["data"]] == people()["sex"].value_counts().sort_index().tolist()


def test_bars_touch_so_that_they_read_as_a_histogram() -> None:
    assert figure_of(drawn({"kind": "hist", "x": "pay"}, people_tables()))["layout"]["bargap"] == 0


def test_text_is_sent_to_a_bar_chart() -> None:
    with pytest.raises(SpecError, match="team") as caught:
        drawn({"kind": "hist", "x": "team"}, people_tables())
    assert "bar" in caught.value.remedy


def test_no_value_at_all_is_said() -> None:
    nothing = {"kind": "hist", "x": "pay", "filters": [{"col": "pay", "op": ">", "value": 1e9}]}
    with pytest.raises(DataError, match="pay"):
        drawn(nothing, people_tables())


@given(st.lists(finite, min_size=1, max_size=200))
def test_every_number_falls_in_one_bin(values: list[float]) -> None:
    numbers = np.array(values)
    bins = number_bins(numbers)
    assert sum(bins.count(numbers)) == len(numbers)
    assert 1 <= len(bins.labels) <= 61 and bool(np.all(np.diff(bins.edges) > 0))


@given(st.lists(st.integers(-(10**9), 10**9), min_size=1, max_size=200))
def test_every_whole_number_falls_in_one_bin(values: list[int]) -> None:
    numbers = np.array(values, dtype=np.float64)
    bins = number_bins(numbers)
    assert sum(bins.count(numbers)) == len(numbers) and len(bins.labels) <= 61


@given(st.lists(st.datetimes(pd.Timestamp("1700-01-01"), pd.Timestamp("2200-01-01")), min_size=1, max_size=50))
def test_every_date_falls_in_one_bin(moments: list[pd.Timestamp]) -> None:
    numbers = np.array(moments, dtype="datetime64[us]").astype(np.int64).astype(np.float64)
    bins = date_bins(numbers)
    assert sum(bins.count(numbers)) == len(numbers) and 1 <= len(bins.labels) <= 60
