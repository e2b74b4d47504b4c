"""A pie holds shares of a whole: all of it, in few slices, and only what can be a whole."""

from typing import Any

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from tests.agent.analysis.plots.people import people, people_tables
from tests.agent.analysis.plots.tables import Payload, column, drawn, figure_of, table_of, tables_of


def stalls(**sold: float) -> dict[str, Any]:
    return tables_of(pd.DataFrame({"fruit": list(sold), "sold": list(sold.values())}))


def test_slices_are_the_largest_first_and_their_shares_make_a_hundred() -> None:
    artifacts = drawn({"kind": "pie", "x": "fruit", "y": "sold"}, stalls(fig=10, plum=60, pear=30))
    trace, table = figure_of(artifacts)["data"][0], table_of(artifacts)
    assert (trace["labels"], trace["values"]) == (["plum", "pear", "fig"], [60, 30, 10])
    assert table["rows"] == [["plum", 60, 60.0], ["pear", 30, 30.0], ["fig", 10, 10.0]]
    assert table["columns"] == ["fruit", "sold_sum", "share_pct"]


def test_small_parts_are_one_slice_that_says_of_how_many_groups() -> None:
    sold = {f"f{place:02d}": float(100 - place) for place in range(20)}
    artifacts = drawn({"kind": "pie", "x": "fruit", "y": "sold"}, stalls(**sold))
    trace, table = figure_of(artifacts)["data"][0], table_of(artifacts)
    assert trace["labels"][-1] == "other (13 values)" and len(trace["labels"]) == 8
    assert sum(trace["values"]) == sum(sold.values())
    assert column(table, "fruit")[-1] == "other (13 values)"
    assert "the 7 largest of 20 values" in artifacts[0]["description"]
    ledger = artifacts[0]["ledger"]
    assert ledger is not None and any("drawn together" in note for note in ledger["notes"])


@pytest.mark.parametrize(
    "spec",
    [
        {"x": "team", "top_k": 1},
        {"of": {"op": "value_counts", "column": "team", "top_k": 1}},
        {"of": {"op": "share_ratio", "group_cols": ["team"], "top_k": 1}},
    ],
)
def test_the_top_groups_of_a_pie_stay_shares_of_all(spec: Payload) -> None:
    trace = figure_of(drawn({"kind": "pie", **spec}, people_tables()))["data"][0]
    assert trace["labels"][1:] == ["other (3 values)"] and sum(trace["values"]) == 600


def test_a_group_may_be_called_as_the_small_parts_are() -> None:
    frame = pd.DataFrame({"k": ["other (2 values)"] * 3 + ["a", "b"]})
    trace = figure_of(drawn({"kind": "pie", "x": "k", "top_k": 1}, tables_of(frame)))["data"][0]
    assert trace["labels"] == ["other (2 values)", "(other (2 values))"]


@pytest.mark.parametrize(
    "spec",
    [
        {"x": "team", "y": "pay", "agg": "mean"},
        {"x": "team", "y": "city", "agg": "nunique"},
        {"of": {"op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": ["median"]}}},
        {"of": {"op": "compare_groups", "value": "pay", "group": "sex"}},
        {"of": {"op": "column_summary", "columns": ["pay"]}},
        {"of": {"op": "time_trend", "date_col": "hired", "metrics": {"pay": ["sum"]}, "growth": "previous"},
         "of_column": "pay_sum_growth_pct"},
    ],
)  # fmt: skip
def test_what_does_not_add_up_is_no_pie_and_the_remedy_is_bars(spec: Payload) -> None:
    with pytest.raises(SpecError, match="add up") as caught:
        drawn({"kind": "pie", **spec}, people_tables())
    assert "kind bar" in caught.value.remedy


def test_two_keys_are_no_pie() -> None:
    with pytest.raises(SpecError, match="one key") as caught:
        drawn({"kind": "pie", "x": "team", "color": "sex"}, people_tables())
    assert "stack" in caught.value.remedy


def test_one_number_is_no_pie() -> None:
    with pytest.raises(SpecError, match="one number"):
        drawn({"kind": "pie", "of": {"op": "groupby_agg", "metrics": {"pay": ["sum"]}}}, people_tables())


def test_negative_parts_are_refused_with_a_remedy() -> None:
    with pytest.raises(DataError, match="1 of its values is negative") as caught:
        drawn({"kind": "pie", "x": "fruit", "y": "sold"}, stalls(fig=-1, plum=60))
    assert "kind bar" in caught.value.remedy


def test_groups_without_anything_are_left_out_and_said() -> None:
    artifacts = drawn({"kind": "pie", "x": "fruit", "y": "sold"}, stalls(fig=0, plum=60))
    assert figure_of(artifacts)["data"][0]["labels"] == ["plum"]
    assert "1 group without a value or with 0 left out." in artifacts[0]["description"]
    with pytest.raises(DataError, match="All values are 0"):
        drawn({"kind": "pie", "x": "fruit", "y": "sold"}, stalls(fig=0))


def test_rows_without_a_key_are_a_slice_of_their_own() -> None:
    labels = figure_of(drawn({"kind": "pie", "x": "team"}, people_tables()))["data"][0]["labels"]
    assert "(no value)" in labels and people()["team"].isna().any()
