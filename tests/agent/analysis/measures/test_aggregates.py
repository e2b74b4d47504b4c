"""groupby_agg, value_counts, pivot_table, share_ratio: the numbers of plain pandas."""

from typing import Any

import numpy as np
import pandas as pd
import pytest

from agent.errors import SpecError
from tests.agent.analysis.made_tables import (
    by_key,
    column,
    notes,
    one,
    payload,
    people,
    people_table,
    rows,
    rows_used,
    run,
    table,
)  # fmt: skip


def test_metrics_by_group_are_those_of_pandas_and_missing_keys_are_a_group() -> None:
    frame = people()
    wanted: list[Any] = ["sum", "mean", "median", "std", "var", "min", "max", "count", "nunique"]
    (found,) = run({"op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": wanted}}, people_table())
    assert column(found, "team") == ["Research", "Sales", "Support", None]
    expected = frame.groupby("team", dropna=False)["pay"].agg(wanted)
    for name in wanted:
        assert column(found, f"pay_{name}") == pytest.approx(expected[name].tolist())


def test_first_and_last_are_the_first_and_last_value_of_a_group_in_file_order() -> None:
    frame = people()
    (found,) = run({"op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": ["first", "last"]}}, people_table())
    expected = frame.groupby("team", dropna=False)["pay"].agg(["first", "last"])
    assert column(found, "pay_first") == expected["first"].tolist()
    assert column(found, "pay_last") == expected["last"].tolist()


def test_the_best_groups_within_each_of_others_are_kept_with_their_ties() -> None:
    frame = pd.DataFrame({"g": list("aaabbb"), "p": list("xyzxyz"), "v": [3.0, 3.0, 1.0, 1.0, 2.0, 5.0]})
    spec: dict[str, Any] = {"op": "groupby_agg", "group_cols": ["g", "p"], "metrics": {"v": ["sum"]}, "top_per": ["g"]}
    (found,) = run(spec, table(frame))
    assert rows(found) == [["a", "x", 3.0], ["a", "y", 3.0], ["b", "z", 5.0]]
    assert "3 of 6 groups are shown: the best 1 of each g." in notes(found)
    (low,) = run({**spec, "sort": {"by": "v_sum", "ascending": True}, "top_k": 2}, table(frame))
    assert rows(low) == [["a", "z", 1.0], ["a", "x", 3.0], ["a", "y", 3.0], ["b", "x", 1.0], ["b", "y", 2.0]]


@pytest.mark.parametrize(
    ("wrong", "why"), [({"top_per": ["team", "level"]}, "not all"), ({"top_per": ["age"]}, "some of group_cols"),
                       ({"top_per": ["team"], "sort": {"by": "level"}}, "sort names a metric")],
)  # fmt: skip
def test_the_best_within_each_needs_groups_to_rank_and_a_metric(wrong: dict[str, Any], why: str) -> None:
    with pytest.raises(SpecError, match=why):
        run(
            {"op": "groupby_agg", "group_cols": ["team", "level"], "metrics": {"pay": ["sum"]}, **wrong}, people_table()
        )


def test_rows_used_counts_the_rows_that_have_the_value() -> None:
    frame = people()
    (found,) = run({"op": "groupby_agg", "metrics": {"pay": ["mean"]}}, people_table())
    assert one(found)["pay_mean"] == pytest.approx(frame["pay"].mean())
    assert rows_used(found) == frame["pay"].count()
    (both,) = run({"op": "groupby_agg", "metrics": {"pay": ["mean"], "*": ["count"]}}, people_table())
    assert rows_used(both) == len(frame)
    assert f"{frame['pay'].isna().sum()} rows without pay" in notes(both)


def test_a_sum_over_nothing_is_0_and_other_aggregates_are_null() -> None:
    frame = pd.DataFrame({"g": ["a", "a"], "x": [np.nan, np.nan], "y": [1.0, 2.0]})
    (found,) = run(
        {"op": "groupby_agg", "group_cols": ["g"], "metrics": {"x": ["sum", "mean"]}},
        table(frame, kinds={"x": "number"}),
    )
    assert rows(found) == [["a", 0, None]]


def test_sums_of_whole_numbers_are_exact_until_they_would_leave_64_bits() -> None:
    exact = pd.DataFrame({"x": [2**53, 1, 1]})
    assert one(run({"op": "groupby_agg", "metrics": {"x": ["sum"]}}, table(exact))[0])["x_sum"] == 2**53 + 2
    large = pd.DataFrame({"x": [2**62, 2**62, 2**62 + 1]})
    assert one(run({"op": "groupby_agg", "metrics": {"x": ["sum"]}}, table(large))[0])["x_sum"] == 3 * 2**62 + 1
    huge = pd.DataFrame({"x": [2**62] * 5})
    (found,) = run({"op": "groupby_agg", "metrics": {"x": ["sum"]}}, table(huge))
    assert one(found)["x_sum"] == pytest.approx(5 * 2**62)
    assert "too large for 64 bits" in notes(found)


def test_sort_top_k_and_having_work_on_result_columns() -> None:
    frame = people()
    expected = frame.groupby("age")["pay"].mean().sort_values(ascending=False).head(3)
    (top,) = run({"op": "groupby_agg", "group_cols": ["age"], "metrics": {"pay": ["mean"]}, "top_k": 3}, people_table())
    assert column(top, "age") == expected.index.tolist()
    assert "first 3 of" in notes(top)
    spec = {
        "op": "groupby_agg",
        "group_cols": ["age"],
        "metrics": {"*": ["count"]},
        "sort": {"by": "rows", "ascending": True},
    }
    sizes = column(run(spec, people_table())[0], "rows")
    assert sizes == sorted(frame.groupby("age").size().tolist())
    kept = run(spec | {"having": [{"col": "rows", "op": "between", "value": [6, 8]}]}, people_table())[0]
    assert set(column(kept, "rows")) <= {6, 7, 8}
    assert "groups fulfil: rows is from 6 to 8" in notes(kept)


def test_groups_by_weekday_go_from_monday_to_sunday() -> None:
    step = {"step": "date_part", "col": "hired", "part": "weekday"}
    spec = {"op": "groupby_agg", "prepare": [step], "group_cols": ["hired_weekday"], "metrics": {"*": ["count"]}}
    expected = people()["hired"].dt.day_name().value_counts()
    found = by_key(run(spec, people_table())[0], "rows")
    assert list(found)[:2] == ["Monday", "Tuesday"] and list(found)[-2:] == ["Sunday", None]
    assert {day: found[day] for day in expected.index} == expected.to_dict()


def test_formats_and_units_follow_the_column() -> None:
    frame = pd.DataFrame(
        {"year": [2014, 2015, 2015], "price": [1.5, 2.5, 3.0], "stock": [3, 4, 5], "rate": [1.0, 2.5, 3]}
    )
    held = table(frame, units={"price": "USD", "rate": "%"})
    metrics = {"price": ["sum", "count"], "stock": ["sum", "mean"], "rate": ["mean"]}
    shown = payload(run({"op": "groupby_agg", "group_cols": ["year"], "metrics": metrics}, held)[0])
    assert shown["formats"] == {
        "year": "text", "price_sum": "number", "price_count": "integer", "stock_sum": "integer", "stock_mean": "number",
        "rate_mean": "percent",
    }  # fmt: skip
    assert shown["units"] == {"price_sum": "USD"}  # the format percent has its sign already
    assert shown["key_columns"] == ["year"] and shown["rows"][0][0] == 2014


def test_a_title_says_what_was_computed() -> None:
    (found,) = run({"op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": ["mean"]}}, people_table())
    assert found["title"] == "Average pay by team"


def test_an_average_of_identifiers_or_text_is_refused() -> None:
    for name in ("person", "team"):
        with pytest.raises(SpecError, match=name):
            run({"op": "groupby_agg", "metrics": {name: ["mean"]}}, people_table())


def test_value_counts_has_missing_as_null_and_shares_of_all_rows() -> None:
    frame = people()
    (found,) = run({"op": "value_counts", "column": "team"}, people_table())
    expected = frame["team"].value_counts(dropna=False)
    assert column(found, "count") == expected.tolist()
    assert column(found, "share_pct") == pytest.approx((expected / len(frame) * 100).tolist())
    assert None in column(found, "team")
    (known,) = run({"op": "value_counts", "column": "team", "dropna": True}, people_table())
    assert None not in column(known, "team") and sum(column(known, "share_pct")) == pytest.approx(100)  # type: ignore[arg-type]
    assert rows_used(known) == frame["team"].count()


def test_a_column_called_like_a_result_column_stays_apart() -> None:
    (found,) = run({"op": "value_counts", "column": "count"}, table(pd.DataFrame({"count": [1, 1, 2]})))
    assert payload(found)["columns"] == ["count", "count_2", "share_pct"]
    assert rows(found)[0][:2] == [1, 2]


def test_a_pivot_has_every_combination() -> None:
    frame = people()
    spec = {"op": "pivot_table", "rows": "team", "columns": "level", "value": {"col": "pay", "agg": "median"}}
    (found,) = run(spec, people_table())
    expected = frame.pivot_table(index="team", columns="level", values="pay", aggfunc="median")
    for name in ("Junior", "Senior"):
        found_by = by_key(found, name)
        assert {team: found_by[team] for team in expected.index} == pytest.approx(expected[name].to_dict())


def test_a_combination_without_rows_is_0_for_counts_and_null_otherwise() -> None:
    held = table(pd.DataFrame({"a": ["x", "y"], "b": ["p", "q"], "v": [1.0, 2.0]}))
    assert rows(run({"op": "pivot_table", "rows": "a", "columns": "b"}, held)[0]) == [["x", 1, 0], ["y", 0, 1]]
    summed = {"op": "pivot_table", "rows": "a", "columns": "b", "value": {"col": "v", "agg": "sum"}}
    assert rows(run(summed, held)[0]) == [["x", 1, None], ["y", None, 2]]


def test_shares_are_of_the_total_of_all_groups() -> None:
    frame = people()
    spec = {"op": "share_ratio", "group_cols": ["team"], "value": {"col": "pay", "agg": "sum"}, "cumulative": True}
    (found,) = run(spec, people_table())
    sums = frame.groupby("team", dropna=False)["pay"].sum().sort_values(ascending=False)
    assert column(found, "value") == pytest.approx(sums.tolist())
    assert column(found, "share_pct") == pytest.approx((sums / sums.sum() * 100).tolist())
    assert column(found, "cumulative_pct") == pytest.approx((sums.cumsum() / sums.sum() * 100).tolist())


def test_a_threshold_tells_how_many_of_the_largest_groups_reach_it() -> None:
    held = table(pd.DataFrame({"g": list("abcd"), "v": [50.0, 30.0, 15.0, 5.0]}))
    spec = {"op": "share_ratio", "group_cols": ["g"], "value": {"col": "v", "agg": "sum"}, "threshold_pct": 80}
    first, second = run(spec, held)
    assert one(first) == {"groups_needed": 2, "groups_total": 4, "reached_pct": 80.0}
    assert column(second, "g") == list("abcd")
    assert one(run(spec | {"threshold_pct": 100}, held)[0])["groups_needed"] == 4


def test_a_ratio_has_its_own_filters_above_and_below() -> None:
    frame = people()
    spec = {
        "op": "share_ratio", "mode": "ratio", "group_cols": ["team"], "as_percent": True,
        "numerator": {"filters": [{"col": "remote", "op": "==", "value": True}]}, "denominator": {},
    }  # fmt: skip
    (found,) = run(spec, people_table())
    expected = frame.groupby("team")["remote"].mean() * 100
    assert {team: by_key(found, "ratio_pct")[team] for team in expected.index} == pytest.approx(expected.to_dict())
    assert "The numerator counts" in notes(found)


def test_a_ratio_to_a_count_keeps_the_unit() -> None:
    held = table(pd.DataFrame({"order": ["a", "a", "b"], "price": [10.0, 20.0, 6.0]}), units={"price": "USD"})
    numerator, denominator = {"col": "price", "agg": "sum"}, {"col": "order", "agg": "nunique"}
    (found,) = run({"op": "share_ratio", "mode": "ratio", "numerator": numerator, "denominator": denominator}, held)
    assert one(found) == {"numerator": 36, "denominator": 2, "ratio": 18}
    assert payload(found)["units"] == {"numerator": "USD", "ratio": "USD"}


def test_the_example_of_the_seed_is_served_as_it_stands() -> None:
    frame = pd.DataFrame({"region": ["n", "s", "n"], "sales": [1.0, 5.0, 2.0], "order_id": ["1", "2", "3"]})
    spec = {
        "type": "analysis", "op": "groupby_agg", "dataset_id": "ds_123", "group_cols": ["region"],
        "metrics": {"sales": ["sum", "mean"], "order_id": ["count"]}, "filters": [],
        "sort": {"by": "sales_sum", "ascending": False}, "top_k": 50,
    }  # fmt: skip
    (found,) = run(spec, table(frame, kinds={"order_id": "identifier"}, dataset_id="ds_123"))
    assert payload(found)["columns"] == ["region", "sales_sum", "sales_mean", "order_id_count"]
    assert rows(found) == [["s", 5, 5, 1], ["n", 3, 1.5, 2]]


def test_a_ratio_over_0_is_null() -> None:
    held = table(pd.DataFrame({"g": ["a", "b"], "x": [1.0, 2.0], "y": [0.0, 4.0]}))
    spec = {
        "op": "share_ratio", "mode": "ratio", "group_cols": ["g"],
        "numerator": {"col": "x", "agg": "sum"}, "denominator": {"col": "y", "agg": "sum"},
    }  # fmt: skip
    assert by_key(run(spec, held)[0], "ratio") == {"a": None, "b": 0.5}


def test_a_pivot_names_the_column_of_missing_keys_as_people_read_it() -> None:
    held = table(pd.DataFrame({"a": ["x", "y"], "b": ["p", None]}))
    (found,) = run({"op": "pivot_table", "rows": "a", "columns": "b"}, held)
    assert payload(found)["columns"] == ["a", "p", "(no value)"]
