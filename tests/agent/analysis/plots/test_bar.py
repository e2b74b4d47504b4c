"""A bar is a group; its height is the number of the table."""

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from tests.agent.analysis.plots.people import people, people_tables
from tests.agent.analysis.plots.tables import column, drawn, figure_of, table_of, tables_of


def test_bars_stand_in_the_order_of_their_groups() -> None:
    artifacts = drawn({"kind": "bar", "x": "team", "y": "pay", "agg": "mean"}, people_tables())
    expected = people().groupby("team", dropna=False)["pay"].mean()
    trace = figure_of(artifacts)["data"][0]
    assert trace["x"] == ["East", "North", "South", "(no value)"]
    assert trace["y"] == pytest.approx(expected.tolist()) and trace["orientation"] == "v"
    assert column(table_of(artifacts), "team") == ["East", "North", "South", None]


def test_without_a_value_rows_are_counted() -> None:
    figure = figure_of(drawn({"kind": "bar", "x": "sex"}, people_tables()))
    assert figure["data"][0]["y"] == people()["sex"].value_counts().sort_index().tolist()
    assert figure["layout"]["yaxis"]["title"]["text"] == "Number of rows"


def test_bars_of_groups_without_an_order_are_laid_out_the_longest_first() -> None:
    layout = figure_of(drawn({"kind": "bar", "x": "team", "y": "pay"}, people_tables()))["layout"]
    expected = people().groupby("team")["pay"].sum().sort_values(ascending=False).index.tolist()
    shown = [label for label in layout["xaxis"]["categoryarray"] if label != "(no value)"]
    assert shown == expected != sorted(expected)
    assert layout["meta"]["alt"].startswith("Bar chart. ")


def test_bars_over_time_and_over_numbers_keep_their_order() -> None:
    for x in ("hired", "age"):
        layout = figure_of(drawn({"kind": "bar", "x": x, "y": "pay"}, people_tables()))["layout"]
        names = next(axis for axis in (layout["xaxis"], layout["yaxis"]) if axis["type"] == "category")
        assert names["categoryarray"] == sorted(names["categoryarray"], key=lambda label: (len(label), label))


@pytest.mark.parametrize("by", ["pay_sum", "pay"])
@pytest.mark.parametrize("ascending", [True, False])
def test_bars_are_sorted_as_asked(by: str, ascending: bool) -> None:
    spec = {"kind": "bar", "x": "team", "y": "pay", "sort": {"by": by, "ascending": ascending}}
    values = figure_of(drawn(spec, people_tables()))["data"][0]["y"]
    assert values == sorted(values, reverse=not ascending)


def test_top_k_keeps_the_largest() -> None:
    table = table_of(drawn({"kind": "bar", "x": "city", "y": "pay", "top_k": 5}, people_tables()))
    assert column(table, "city") == people().groupby("city")["pay"].sum().nlargest(5).index.tolist()


def test_a_sort_by_something_else_is_refused_with_what_exists() -> None:
    with pytest.raises(SpecError, match="age") as caught:
        drawn({"kind": "bar", "x": "team", "y": "pay", "sort": {"by": "age"}}, people_tables())
    assert "pay_sum" in caught.value.remedy


def test_more_than_sixty_bars_are_cut_to_the_largest_and_said() -> None:
    artifacts = drawn({"kind": "bar", "x": "city", "y": "pay"}, people_tables())
    said = "Shown: the 60 largest of 90 values of city; the other 30 are left out."
    assert artifacts[0]["description"].startswith(said)
    assert artifacts[0]["ledger"] is not None and said in artifacts[0]["ledger"]["notes"]
    largest = people().groupby("city")["pay"].sum().nlargest(60)
    assert set(column(table_of(artifacts), "city")) == set(largest.index)


def test_many_long_labels_lie_on_their_side_first_on_top() -> None:
    figure = figure_of(drawn({"kind": "bar", "x": "city", "top_k": 8, "y": "pay"}, people_tables()))
    trace = figure["data"][0]
    assert trace["orientation"] == "h" and trace["x"] == sorted(trace["x"], reverse=True)
    assert figure["layout"]["yaxis"]["autorange"] == "reversed"
    assert figure["layout"]["xaxis"]["title"]["text"] == "Pay (USD)"
    assert figure["layout"]["yaxis"]["title"]["text"] == "city"


def test_a_second_key_is_a_colour() -> None:
    figure = figure_of(drawn({"kind": "bar", "x": "team", "color": "sex"}, people_tables()))
    expected = people().groupby(["sex", "team"], dropna=False).size().unstack(level=0)
    assert {trace["name"]: trace["y"] for trace in figure["data"]} == {
        sex: expected[sex].tolist() for sex in ("f", "m")
    }
    assert figure["layout"]["barmode"] == "group" and figure["layout"]["showlegend"] is True


def test_a_measure_is_drawn_as_its_table_stands() -> None:
    of = {"op": "groupby_agg", "group_cols": ["team", "sex"], "metrics": {"pay": ["median"]}}
    traces = figure_of(drawn({"kind": "bar", "of": of}, people_tables()))["data"]
    expected = people().groupby(["sex", "team"], dropna=False)["pay"].median()
    assert {trace["name"]: trace["y"] for trace in traces} == {sex: expected[sex].tolist() for sex in ("f", "m")}


def test_filters_of_plot_and_measure_both_hold() -> None:
    women, young = {"col": "sex", "op": "==", "value": "f"}, {"col": "age", "op": "<", "value": 30}
    of = {"op": "value_counts", "column": "team", "filters": [young]}
    table = table_of(drawn({"kind": "bar", "of": of, "filters": [women]}, people_tables()))
    assert sum(column(table, "count")) == int(((people()["sex"] == "f") & (people()["age"] < 30)).sum())


def test_a_result_of_one_row_is_a_bar_a_number() -> None:
    of = {"op": "groupby_agg", "metrics": {"pay": ["mean", "max"]}}
    trace = figure_of(drawn({"kind": "bar", "of": of}, people_tables()))["data"][0]
    assert trace["y"] == pytest.approx([people()["pay"].mean(), people()["pay"].max()])
    assert trace["x"][0] == "Average pay (USD)"


def test_dates_are_drawn_by_period() -> None:
    trace = figure_of(drawn({"kind": "bar", "x": "hired"}, people_tables()))["data"][0]
    assert trace["x"][:2] == ["2021-02", "2021-03"] and sum(trace["y"]) == 600


def test_numbers_that_name_stay_apart_and_in_order() -> None:
    frame = pd.DataFrame({"year": [2015, 2013, 2015, 2014]})
    figure = figure_of(drawn({"kind": "bar", "x": "year"}, tables_of(frame)))
    assert figure["data"][0]["x"] == ["2013", "2014", "2015"] and figure["layout"]["xaxis"]["type"] == "category"


def test_nothing_left_is_said() -> None:
    with pytest.raises(DataError, match="nothing to draw"):
        drawn({"kind": "bar", "x": "team", "filters": [{"col": "age", "op": ">", "value": 200}]}, people_tables())


def test_an_aggregation_of_nothing_is_refused() -> None:
    with pytest.raises(SpecError, match="mean"):
        drawn({"kind": "bar", "x": "team", "agg": "mean"}, people_tables())


def test_rows_without_a_name_are_not_drawn_as_one() -> None:
    frame = pd.DataFrame(
        {"size": [7, 8, 9], "name": ["a", "b", "c"], "price": [3.5, 1.5, 2.5], "group": ["x", "x", "y"]}
    )
    of = {"op": "row_lookup", "which": "top", "order_by": "price", "k": 3}
    trace = figure_of(drawn({"kind": "bar", "of": of}, tables_of(frame)))["data"][0]
    assert (trace["x"], trace["y"]) == (["a", "c", "b"], [3.5, 2.5, 1.5])
    with pytest.raises(SpecError, match="tells them apart"):
        drawn({"kind": "bar", "of": of | {"columns": ["group", "price"]}}, tables_of(frame))


def test_a_wide_result_has_a_colour_a_column() -> None:
    of = {"op": "pivot_table", "rows": "team", "columns": "sex", "value": {"col": "pay", "agg": "median"}}
    artifacts = drawn({"kind": "bar", "of": of}, people_tables())
    expected = people().pivot_table(index="team", columns="sex", values="pay", aggfunc="median", dropna=False)
    for trace in figure_of(artifacts)["data"]:
        assert trace["y"] == pytest.approx(expected[trace["name"]].tolist())
    assert figure_of(artifacts)["layout"]["legend"]["title"]["text"] == "sex"
    assert figure_of(artifacts)["layout"]["yaxis"]["title"]["text"] == "Median pay (USD)"
    assert table_of(artifacts)["columns"] == ["team", "f", "m"]


def test_weekdays_stand_in_the_order_of_the_week() -> None:
    weekday = {"step": "date_part", "col": "hired", "part": "weekday", "name": "weekday"}
    names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    bars = figure_of(drawn({"kind": "bar", "x": "weekday", "prepare": [weekday]}, people_tables()))
    assert bars["data"][0]["x"] == names
    boxes = figure_of(drawn({"kind": "box", "x": "weekday", "y": "pay", "prepare": [weekday]}, people_tables()))
    assert boxes["data"][0]["x"] == names
    colours = figure_of(drawn({"kind": "bar", "x": "sex", "color": "weekday", "prepare": [weekday]}, people_tables()))
    assert [trace["name"] for trace in colours["data"]] == names


def test_a_ratio_is_drawn_rather_than_its_numerator() -> None:
    women = {"filters": [{"col": "sex", "op": "==", "value": "f"}]}
    of = {
        "op": "share_ratio", "mode": "ratio", "group_cols": ["team"], "numerator": women, "denominator": {},
        "as_percent": True,
    }  # fmt: skip
    artifacts = drawn({"kind": "bar", "of": of}, people_tables())
    expected = (people()["sex"] == "f").groupby(people()["team"], dropna=False).mean() * 100
    shown = dict(zip(column(table_of(artifacts), "team"), column(table_of(artifacts), "ratio_pct"), strict=True))
    assert shown["East"] == pytest.approx(expected["East"])


def test_groups_compared_are_drawn_by_their_means() -> None:
    of = {"op": "compare_groups", "value": "pay", "group": "sex"}
    artifacts = drawn({"kind": "bar", "of": of}, people_tables())
    means = people().groupby("sex")["pay"].mean()
    assert figure_of(artifacts)["data"][0]["y"] == pytest.approx(means.tolist())
    assert figure_of(artifacts)["layout"]["yaxis"]["title"]["text"] == "Average pay (USD)"


def test_stacked_bars_are_as_high_as_all_their_parts() -> None:
    artifacts = drawn({"kind": "bar", "x": "team", "color": "city", "stack": "sum"}, people_tables())
    figure = figure_of(artifacts)
    assert figure["layout"]["barmode"] == "stack"
    assert len(figure["data"]) == 8 and figure["data"][-1]["name"] == "other (83 values)"
    heights = [sum(parts) for parts in zip(*(trace["y"] for trace in figure["data"]), strict=True)]
    counted = people()["team"].value_counts(dropna=False)
    assert sorted(heights) == sorted(counted)
    assert "83 of 90 values of city are drawn together" in artifacts[0]["description"]


def test_bars_of_a_hundred_percent_hold_shares_of_their_own_bar() -> None:
    frame = pd.DataFrame({"k": ["a", "a", "b"], "c": ["p", "q", "q"], "v": [30, 10, 7]})
    artifacts = drawn({"kind": "bar", "x": "k", "y": "v", "color": "c", "stack": "percent"}, tables_of(frame))
    assert [trace["y"] for trace in figure_of(artifacts)["data"]] == [[75.0, 0.0], [25.0, 100.0]]
    table = table_of(artifacts)
    assert table["columns"] == ["k", "c", "v_sum", "share_pct"] and table["formats"]["share_pct"] == "percent"
    assert table["rows"][0] == ["a", "p", 30, 75.0]


@pytest.mark.parametrize("stack", ["sum", "percent"])
def test_means_and_negative_values_are_not_stacked(stack: str) -> None:
    spec = {"kind": "bar", "x": "team", "y": "pay", "color": "sex", "stack": stack}
    with pytest.raises(SpecError, match="add up") as caught:
        drawn({**spec, "agg": "mean"}, people_tables())
    assert "without stack" in caught.value.remedy
    with pytest.raises(DataError, match="negative"):
        drawn(spec, tables_of(people().assign(pay=-2.0)))


def test_a_stack_of_one_colour_is_a_plain_bar() -> None:
    plain, stacked = (figure_of(drawn({"kind": "bar", "x": "team", **more}, people_tables())) for more in
                      ({}, {"stack": "percent"}))  # fmt: skip
    assert plain == stacked


PAY_AND_AGE = {"op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": ["mean", "share"], "age": ["mean"]}}


def test_columns_of_a_result_stand_beside_one_another() -> None:
    spec = {"kind": "bar", "of": PAY_AND_AGE, "of_column": "pay_mean", "beside": ["age_mean"]}
    artifacts = drawn(spec, people_tables())
    expected = people().groupby("team", dropna=False)[["pay", "age"]].mean()
    assert [trace["y"] for trace in figure_of(artifacts)["data"]] == [
        pytest.approx(expected[name].tolist()) for name in ("pay", "age")
    ]
    assert column(table_of(artifacts), "age_mean") == pytest.approx(expected["age"].tolist())


@pytest.mark.parametrize("more", [
    {"beside": ["pay_share"]}, {"beside": ["nowhere"]}, {"beside": ["pay_mean"]},
    {"beside": ["age_mean"], "stack": "sum"},
    {"beside": ["age_mean"], "of": {**PAY_AND_AGE, "group_cols": ["team", "sex"]}},
    {"beside": ["age_mean"], "of_column": None},
])  # fmt: skip
def test_columns_that_have_no_axis_in_common_are_refused(more: dict[str, object]) -> None:
    with pytest.raises(SpecError):
        drawn({"kind": "bar", "of": PAY_AND_AGE, "of_column": "pay_mean", **more}, people_tables())
