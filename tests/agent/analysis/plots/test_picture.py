"""Which picture a result gets when nobody asked for one."""

from typing import Any, cast

import pytest

from agent.analysis.execute import execute_analysis
from agent.analysis.plots.figure import OTHER_COLOUR
from agent.analysis.plots.picture import draw_result
from agent.specs.measures import AnalysisSpec
from agent.specs.parse import parse_analysis
from agent.state import Artifact
from tests.agent.reasoning.narration.worked import shop

MONTHS = (
    "day,kind,units\n2025-01-02,tea,10\n2025-01-31,cake,25\n2025-02-28,tea,7\n2025-03-31,tea,9\n2025-04-09,cake,4\n"
)
MANY = "name,units\n" + "".join(f"n{number},{number}\n" for number in range(1, 31))


def drawn(content: str, **spec: object) -> Artifact | None:
    table = shop(content, "drawn.csv")
    parsed: AnalysisSpec = parse_analysis({"metrics": {"units": ["sum"]}, **spec})
    return draw_result(execute_analysis(parsed, {table.dataset_id: table})[0])


def traces(figure: Artifact | None) -> list[dict[str, Any]]:
    assert figure is not None
    return cast(dict[str, Any], figure["payload"])["data"]  # type: ignore[no-any-return]  # plotly's JSON


def layout(figure: Artifact | None) -> dict[str, Any]:
    assert figure is not None
    return cast(dict[str, Any], figure["payload"])["layout"]  # type: ignore[no-any-return]  # plotly's JSON


def test_a_course_is_a_line_whose_incomplete_end_is_dashed() -> None:
    whole, end = traces(drawn(MONTHS, op="time_trend", date_col="day", grain="month"))
    assert (whole["type"], whole["y"], whole["line"]["dash"]) == ("scatter", [35, 7, 9, None], "solid")
    assert (end["x"], end["y"], end["line"]["dash"]) == (["2025-03", "2025-04"], [9, 4], "dot")


def test_groups_are_bars_the_largest_first() -> None:
    figure = drawn(MONTHS, op="groupby_agg", group_cols=["kind"])
    (bars,) = traces(figure)
    assert (bars["type"], bars["x"], bars["y"]) == ("bar", ["cake", "tea"], [29, 26])
    assert figure is not None
    alt = cast(Any, figure["payload"])["layout"]["meta"]["alt"]
    assert alt.startswith("Bar chart. ") and alt.endswith(": highest cake (29), lowest tea (26).")


def test_an_order_that_was_asked_for_stays() -> None:
    (bars,) = traces(drawn(MONTHS, op="groupby_agg", group_cols=["kind"], sort={"by": "units_sum", "ascending": True}))
    assert bars["x"] == ["tea", "cake"]


def test_of_many_groups_twelve_are_drawn_and_the_others_are_told() -> None:
    figure = drawn(MANY, op="groupby_agg", group_cols=["name"])
    (bars,) = traces(figure)
    assert bars["x"] == [f"n{number}" for number in range(30, 18, -1)]
    assert figure is not None
    assert figure["description"] == "The 12 largest of 30; the others are left out."


def test_the_others_of_many_groups_are_one_grey_bar_at_the_end_where_they_add_up() -> None:
    long_tail = "name,units\n" + "".join(f"n{number:02},{100 if number < 3 else 5}\n" for number in range(30))
    figure = drawn(long_tail, op="groupby_agg", group_cols=["name"])
    (bars,) = traces(figure)
    assert (len(bars["y"]), bars["y"][-1], bars["x"][-1]) == (13, "18 others", 90)
    assert len(set(bars["marker"]["color"][:-1])) == 1 and bars["marker"]["color"][-1] == OTHER_COLOUR
    assert layout(figure)["yaxis"]["categoryarray"][-1] == "18 others"
    (means,) = traces(drawn(long_tail, op="groupby_agg", group_cols=["name"], metrics={"units": ["mean"]}))
    assert len(means["x"]) == 12, "means do not add up"


TWO = "team,pay,hours\nA,100,7\nB,300,9\nC,200,4\n"


def test_two_measures_of_different_kinds_are_named_points_with_both_axes_told() -> None:
    figure = drawn(TWO, op="groupby_agg", group_cols=["team"], metrics={"pay": ["sum"], "hours": ["sum"]})
    (points,) = traces(figure)
    assert (points["mode"], points["x"], points["y"], points["text"]) == (
        "markers+text", [7, 9, 4], [100, 300, 200], ["A", "B", "C"],
    )  # fmt: skip
    shown = layout(figure)
    assert (shown["xaxis"]["title"]["text"], shown["yaxis"]["title"]["text"]) == ("hours", "pay")
    assert "rangemode" not in shown["yaxis"]
    assert shown["meta"]["alt"].endswith("pay against hours; highest B, lowest A.")


def test_two_statistics_of_one_column_share_an_axis() -> None:
    shown = traces(drawn(TWO, op="groupby_agg", group_cols=["team"], metrics={"pay": ["min", "max"]}))
    assert [trace["type"] for trace in shown] == ["bar", "bar"]
    assert [trace["name"] for trace in shown] == ["lowest pay", "highest pay"]


def test_two_groupings_of_many_values_are_a_heatmap_and_of_few_are_bars_side_by_side() -> None:
    pairs = "shop,kind,units\n" + "".join(f"s{shop},k{kind},{shop + kind}\n" for shop in range(5) for kind in range(6))
    figure = drawn(pairs, op="groupby_agg", group_cols=["shop", "kind"])
    (shades,) = traces(figure)
    assert shades["type"] == "heatmap"
    assert layout(figure)["meta"]["alt"].startswith("Heatmap. ")
    assert layout(figure)["meta"]["alt"].endswith("highest s4 / k5, lowest s0 / k0.")
    few = [line for line in pairs.splitlines() if "k4" not in line and "k5" not in line and "k3" not in line]
    assert {
        trace["type"] for trace in traces(drawn("\n".join(few), op="groupby_agg", group_cols=["shop", "kind"]))
    } == {"bar"}


def test_a_grouping_within_another_is_one_row_of_bars() -> None:
    nested = "kind,name,units\ntea,oolong,5\ntea,green,3\ncake,carrot,9\ncake,lemon,1\nbread,rye,2\n"
    (bars,) = traces(drawn(nested, op="groupby_agg", group_cols=["kind", "name"]))
    assert bars["x"] == ["cake / carrot", "tea / oolong", "tea / green", "bread / rye", "cake / lemon"]


def test_lines_are_named_at_their_ends_where_these_lie_apart() -> None:
    figure = drawn(
        "day,kind,units\n2025-01-01,a,9\n2025-02-28,a,20\n2025-01-01,b,1\n2025-02-28,b,2\n",
        op="time_trend", date_col="day", grain="month", group_col="kind",
    )  # fmt: skip
    assert [(one["text"], one["y"]) for one in layout(figure)["annotations"]] == [("a", 20), ("b", 2)]
    assert layout(figure)["legend"]["visible"] is False
    assert "from January 2025 (10) to February 2025 (22)" in layout(figure)["meta"]["alt"]


def test_a_moving_average_is_drawn_beside_its_values_and_a_running_total_instead_of_them() -> None:
    moving = traces(drawn(MONTHS, op="time_trend", date_col="day", grain="month", moving=2))
    assert {trace["name"] for trace in moving} == {"units", "moving average: units"}
    (running, _) = traces(drawn(MONTHS, op="time_trend", date_col="day", grain="month", cumulative=True))
    assert running["y"][:3] == [35, 42, 51]


def test_grid_lines_go_across_from_numbers_only() -> None:
    shown = layout(drawn(MONTHS, op="groupby_agg", group_cols=["kind"]))
    assert shown["xaxis"]["showgrid"] is False and "showgrid" not in shown["yaxis"]


def test_two_groupings_are_bars_side_by_side() -> None:
    shown = traces(drawn(MONTHS, op="time_trend", date_col="day", grain="month", group_col="kind"))
    assert {trace["name"] for trace in shown} == {"cake", "tea"}


@pytest.mark.parametrize(
    "spec",
    [{"op": "groupby_agg"}, {"op": "dataset_overview"}, {"op": "row_lookup", "which": "max", "order_by": "units"}],
)
def test_one_figure_and_lists_of_rows_and_columns_have_no_picture(spec: dict[str, object]) -> None:
    table = shop(MONTHS, "drawn.csv")
    metrics = {"metrics": {"units": ["sum"]}} if spec["op"] == "groupby_agg" else {}
    parsed = parse_analysis({**spec, **metrics})
    assert draw_result(execute_analysis(parsed, {table.dataset_id: table})[0]) is None


def test_rows_without_a_key_are_a_bar_of_their_own() -> None:
    (bars,) = traces(drawn("team,units\nA,5\n,9\nB,2\n", op="groupby_agg", group_cols=["team"]))
    assert (bars["x"], bars["y"]) == (["(no value)", "A", "B"], [9, 5, 2])
