"""A line shows a time trend, or an aggregate over numbers; gaps stay gaps."""

import pandas as pd
import pytest

from agent.errors import DataError, SpecError
from tests.agent.analysis.plots.people import people, people_tables
from tests.agent.analysis.plots.tables import column, drawn, figure_of, table_of, tables_of


def span(days: int) -> pd.DataFrame:
    return pd.DataFrame({"day": pd.date_range("2015-01-05", periods=days), "n": range(days)})


def test_a_month_is_the_mean_of_its_rows() -> None:
    artifacts = drawn({"kind": "line", "x": "hired", "y": "pay", "agg": "mean"}, people_tables())
    trace = figure_of(artifacts)["data"][0]
    expected = people().groupby(people()["hired"].dt.strftime("%Y-%m"))["pay"].mean()
    assert trace["x"] == expected.index.tolist() == column(table_of(artifacts), "period")
    assert trace["y"] == pytest.approx(expected.tolist())
    assert figure_of(artifacts)["layout"]["yaxis"]["title"]["text"] == "Average pay (USD)"


@pytest.mark.parametrize(("days", "first"), [(40, "2015-01-05"), (300, "2015-01"), (3_000, "2015-Q1"), (9_000, "2015")])
def test_the_grain_follows_the_span(days: int, first: str) -> None:
    table = table_of(drawn({"kind": "line", "x": "day"}, tables_of(span(days))))
    assert str(column(table, "period")[0]) == first


def test_the_asked_grain_is_kept_and_named_on_the_axis() -> None:
    figure = figure_of(drawn({"kind": "line", "x": "day", "y": "n", "grain": "quarter"}, tables_of(span(300))))
    assert figure["data"][0]["x"] == ["2015-Q1", "2015-Q2", "2015-Q3", "2015-Q4"]
    assert figure["layout"]["xaxis"] | {"type": "category"} == figure["layout"]["xaxis"]
    assert figure["layout"]["xaxis"]["title"]["text"] == "day (quarter)"


def test_a_month_without_rows_is_a_gap_for_means_and_nothing_for_counts() -> None:
    frame = pd.DataFrame(
        {"day": pd.to_datetime(["2020-01-03", "2020-02-03", "2020-04-03", "2020-05-03"]), "v": [1.0, 2.0, 4.0, 5.0]}
    )
    means = figure_of(drawn({"kind": "line", "x": "day", "y": "v", "agg": "mean", "grain": "month"}, tables_of(frame)))
    counts = figure_of(drawn({"kind": "line", "x": "day", "grain": "month"}, tables_of(frame)))
    assert means["data"][0]["y"] == [1.0, 2.0, None, 4.0, 5.0]
    assert means["data"][0]["connectgaps"] is False
    assert counts["data"][0]["y"] == [1, 1, 0, 1, 1]


def test_a_colour_is_a_line_of_its_own() -> None:
    figure = figure_of(drawn({"kind": "line", "x": "hired", "color": "sex", "grain": "year"}, people_tables()))
    expected = people().groupby([people()["sex"], people()["hired"].dt.year]).size().unstack(level=0)
    assert {trace["name"]: trace["y"] for trace in figure["data"]} == {
        sex: expected[sex].tolist() for sex in ("f", "m")
    }


def test_numbers_stand_in_their_order() -> None:
    trace = figure_of(drawn({"kind": "line", "x": "age", "y": "pay", "agg": "max"}, people_tables()))["data"][0]
    expected = people().groupby("age")["pay"].max()
    assert (trace["x"], trace["y"]) == (expected.index.tolist(), expected.tolist())


def test_another_result_column_can_be_drawn() -> None:
    of = {"op": "time_trend", "date_col": "hired", "grain": "year", "metrics": {"*": ["count"]}, "growth": "previous"}
    figure = figure_of(drawn({"kind": "line", "of": of, "of_column": "rows_growth_pct"}, people_tables()))
    counts = people()["hired"].dt.year.value_counts().sort_index()
    assert figure["data"][0]["y"][1:] == pytest.approx((counts.pct_change() * 100).tolist()[1:])
    assert figure["layout"]["yaxis"]["title"]["text"] == "Growth (%): Number of rows"


def test_a_result_column_that_is_not_there_is_named() -> None:
    of = {"op": "value_counts", "column": "team"}
    with pytest.raises(SpecError, match="share") as caught:
        drawn({"kind": "line", "of": of, "of_column": "share"}, people_tables())
    assert "share_pct" in caught.value.remedy


def test_more_than_twelve_lines_are_cut_and_said() -> None:
    spec = {"kind": "line", "x": "hired", "y": "pay", "color": "city", "grain": "year"}
    artifacts = drawn(spec, people_tables())
    assert len(figure_of(artifacts)["data"]) == 12
    assert artifacts[0]["description"].startswith("Shown: the 12 largest of 90 values of city.")


@pytest.mark.parametrize("kind", ["line", "area"])
@pytest.mark.parametrize("more", [{}, {"color": "team"}])
def test_a_column_without_a_value_has_no_course(kind: str, more: dict[str, str]) -> None:
    bands = {"step": "recode_column", "col": "age", "name": "band", "edges": [500, 600]}
    with pytest.raises(DataError, match="No row has a value in band"):
        drawn({"kind": kind, "x": "band", "prepare": [bands], **more}, people_tables())
