"""column_summary, dataset_overview, missingness, duplicate_check, row_lookup, outliers: the numbers of plain pandas."""

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
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


def test_statistics_of_a_column_are_those_of_pandas() -> None:
    pay = people()["pay"]
    stats = [
        "count",
        "missing",
        "mean",
        "median",
        "std",
        "var",
        "min",
        "max",
        "range",
        "sum",
        "unique",
        "skew",
        "kurtosis",
    ]
    spec = {"op": "column_summary", "columns": ["pay"], "stats": stats, "quantiles": [0.1, 0.975]}
    (found,) = run(spec, people_table())
    assert one(found) == pytest.approx(
        {
            "column": "pay", "count": pay.count(), "missing": pay.isna().sum(), "mean": pay.mean(),
            "median": pay.median(), "std": pay.std(), "var": pay.var(), "min": pay.min(), "max": pay.max(),
            "range": pay.max() - pay.min(), "sum": pay.sum(), "unique": pay.nunique(), "skew": pay.skew(),
            "kurtosis": pay.kurt(), "p10": pay.quantile(0.1), "p97_5": pay.quantile(0.975),
        }
    )  # fmt: skip
    assert rows_used(found) == pay.count()


def test_population_spread_is_had_with_ddof_0() -> None:
    pay = people()["pay"]
    spec = {"op": "column_summary", "columns": ["pay"], "stats": ["std", "var"], "ddof": 0}
    found = one(run(spec, people_table())[0])
    assert found["std"] == pytest.approx(pay.std(ddof=0)) and found["var"] == pytest.approx(pay.var(ddof=0))


def test_a_summary_without_columns_is_of_the_numeric_ones() -> None:
    (found,) = run({"op": "column_summary"}, people_table())
    assert column(found, "column") == ["pay", "age", "score"]


def test_of_several_modes_the_smallest_is_shown() -> None:
    held = table(pd.DataFrame({"x": [3, 3, 1, 1, 2]}))
    assert one(run({"op": "column_summary", "columns": ["x"], "stats": ["mode"]}, held)[0])["mode"] == 1


@pytest.mark.parametrize("values", [[1.0], [1.0, 2.0], [5.0, 5.0, 5.0, 5.0]])
def test_tiny_and_constant_columns_have_the_statistics_that_pandas_gives(values: list[float]) -> None:
    series = pd.Series(values)
    spec = {"op": "column_summary", "columns": ["x"], "stats": ["std", "skew", "kurtosis"]}
    found = one(run(spec, table(pd.DataFrame({"x": values})))[0])
    for name, expected in (("std", series.std()), ("skew", series.skew()), ("kurtosis", series.kurt())):
        assert found[name] is None if pd.isna(expected) else found[name] == pytest.approx(expected)


def test_an_overview_counts_rows_columns_duplicates_and_missing_cells() -> None:
    frame = pd.concat([people(), people().head(3)])
    whole, columns = run({"op": "dataset_overview"}, table(frame, kinds={"person": "identifier", "starts": "time"}))
    found = one(whole)
    assert (found["rows"], found["columns"], found["duplicate_rows"]) == (243, 9, 3)
    assert found["missing_cells"] == int(frame.isna().sum().sum())
    assert found["first_date"] == frame["hired"].min().date().isoformat()
    assert found["last_date"] == frame["hired"].max().date().isoformat()
    assert by_key(columns, "unique") == frame.nunique().to_dict()
    assert by_key(columns, "kind")["person"] == "identifier"


def test_missing_cells_are_counted_most_first_and_by_group() -> None:
    frame = people()
    (found,) = run({"op": "missingness"}, people_table())
    expected = frame.isna().sum()
    assert by_key(found, "missing") == expected.to_dict()
    assert column(found, "missing") == sorted(expected.tolist(), reverse=True)
    grouped, whole = run({"op": "missingness", "columns": ["pay"], "by": "level"}, people_table())
    assert payload(grouped)["columns"] == ["level", "column", "missing", "missing_pct", "rows"]
    share = frame["pay"].isna().groupby(frame["level"]).mean() * 100
    assert column(grouped, "missing_pct") == pytest.approx(share.tolist())
    assert one(whole)["missing"] == expected["pay"]


def test_duplicates_are_counted_by_all_or_by_key_columns() -> None:
    frame = pd.DataFrame({"a": [1, 1, 1, 2, None], "b": ["x", "x", "y", "x", "x"]})
    counts, examples = run({"op": "duplicate_check"}, table(frame))
    assert one(counts) == {"rows": 5, "distinct": 4, "duplicate_rows": 1, "groups": 1}
    assert rows(examples) == [[1, "x", 2]]
    by_a, groups = run({"op": "duplicate_check", "columns": ["a"]}, table(frame))
    assert one(by_a) == {"rows": 5, "distinct": 3, "duplicate_rows": 2, "groups": 1}
    assert rows(groups) == [[1, 3]]


def test_all_rows_at_an_extreme_are_shown() -> None:
    frame = people()
    (found,) = run(
        {"op": "row_lookup", "which": "max", "order_by": "age", "columns": ["person", "age"]}, people_table()
    )
    expected = frame[frame["age"] == frame["age"].max()]
    assert column(found, "person") == expected["person"].tolist()
    assert payload(found)["total_rows"] == len(expected) > 1


def test_the_top_rows_are_cut_with_ties_decided_by_the_other_columns() -> None:
    held = table(pd.DataFrame({"name": ["c", "a", "b", "d"], "v": [2, 2, 2, 1]}))
    (found,) = run({"op": "row_lookup", "which": "top", "order_by": "v", "k": 2}, held)
    assert column(found, "name") == ["a", "b"] and payload(found)["total_rows"] == 4
    (low,) = run({"op": "row_lookup", "which": "bottom", "order_by": "v", "k": 2}, held)
    assert column(low, "name") == ["d", "a"]


def test_the_rows_at_the_extreme_of_each_group_are_shown_with_their_ties() -> None:
    frame = pd.DataFrame({"team": ["b", "a", "a", "b", None, "c"], "name": list("uvwxyz"), "v": [2, 5, 5, 1, 7, None]})
    spec = {"op": "row_lookup", "which": "max", "order_by": "v", "by": ["team"], "columns": ["name", "v"]}
    (found,) = run(spec, table(frame, kinds={"v": "number"}))
    assert payload(found)["columns"] == ["team", "name", "v"]
    assert rows(found) == [["a", "v", 5], ["a", "w", 5], ["b", "u", 2], [None, "y", 7]]
    assert rows_used(found) == 5 and "1 group without any v: not shown." in notes(found)
    assert found["title"] == "Row with the largest v by team"


def test_the_first_places_of_each_group_are_so_many_and_their_ties() -> None:
    frame = pd.DataFrame({"team": list("aaaabb"), "name": list("uvwxyz"), "v": [1, 2, 2, 3, 9, 8]})
    spec = {"op": "row_lookup", "which": "bottom", "order_by": "v", "k": 2, "by": ["team"]}
    (found,) = run(spec, table(frame))
    assert rows(found) == [["a", "u", 1], ["a", "v", 2], ["a", "w", 2], ["b", "z", 8], ["b", "y", 9]]


@pytest.mark.parametrize(
    "wrong", [{"which": "matching", "by": ["team"]}, {"which": "max", "order_by": "team", "by": ["team"]}]
)
def test_rows_of_each_group_need_a_column_that_ranks_them(wrong: dict[str, object]) -> None:
    with pytest.raises(SpecError, match="by needs"):
        run({"op": "row_lookup", **wrong}, people_table())


def test_matching_rows_keep_the_order_of_the_file_and_their_values() -> None:
    frame = people()
    (found,) = run({"op": "row_lookup", "filters": [{"col": "age", "op": ">", "value": 60}]}, people_table())
    expected = frame[frame["age"] > 60]
    assert column(found, "person") == expected["person"].tolist()
    assert column(found, "hired") == [None if pd.isna(day) else day.date().isoformat() for day in expected["hired"]]
    assert column(found, "remote") == expected["remote"].tolist()


def test_an_extreme_of_no_rows_is_no_row() -> None:
    spec = {"op": "row_lookup", "which": "max", "order_by": "pay", "filters": [{"col": "age", "op": ">", "value": 99}]}
    (found,) = run(spec, people_table())
    assert rows(found) == [] and rows_used(found) == 0


def test_fences_are_those_of_tukey() -> None:
    pay = people()["pay"].dropna()
    q1, q3 = pay.quantile(0.25), pay.quantile(0.75)
    low, high = q1 - 1.5 * (q3 - q1), q3 + 1.5 * (q3 - q1)
    outside = pay[(pay < low) | (pay > high)]
    summary, listed = run({"op": "outliers", "column": "pay"}, people_table())
    assert one(summary) == pytest.approx(
        {
            "count": len(outside), "n": len(pay), "lower": low, "upper": high, "q1": q1, "q3": q3,
            "mean_with": pay.mean(), "mean_without": pay.drop(outside.index).mean(),
        }
    )  # fmt: skip
    assert column(listed, "pay") == sorted(outside.tolist(), reverse=True)


def test_z_scores_and_mad_have_their_own_fences() -> None:
    pay = people()["pay"].dropna()
    z = one(run({"op": "outliers", "column": "pay", "method": "zscore"}, people_table())[0])
    assert z["count"] == int(((pay - pay.mean()).abs() / pay.std() > 3).sum())
    distances = (pay - pay.median()).abs()
    mad = one(run({"op": "outliers", "column": "pay", "method": "mad"}, people_table())[0])
    assert mad["mad"] == pytest.approx(distances.median())
    assert mad["count"] == int((0.674489750196082 * distances / distances.median() > 3.5).sum())
    high = one(run({"op": "outliers", "column": "pay", "method": "zscore", "side": "high"}, people_table())[0])
    assert high["lower"] is None and high["upper"] == z["upper"]


def test_mad_says_when_it_cannot_tell() -> None:
    with pytest.raises(DataError, match="MAD is 0"):
        run({"op": "outliers", "column": "x", "method": "mad"}, table(pd.DataFrame({"x": [1, 1, 1, 9]})))
