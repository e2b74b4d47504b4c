"""Which picture a result gets when nobody asked for one."""

from typing import Any, cast

import pytest

from agent.analysis.execute import execute_analysis
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


def test_two_groupings_are_bars_side_by_side() -> None:
    shown = traces(drawn(MONTHS, op="time_trend", date_col="day", grain="month", group_col="kind"))
    assert {trace["name"] for trace in shown} == {"cake", "tea"}


@pytest.mark.parametrize("spec", [{"op": "groupby_agg"}, {"op": "dataset_overview"}, {"op": "row_lookup", "k": 3}])
def test_one_figure_and_lists_of_rows_and_columns_have_no_picture(spec: dict[str, object]) -> None:
    table = shop(MONTHS, "drawn.csv")
    metrics = {"metrics": {"units": ["sum"]}} if spec["op"] == "groupby_agg" else {}
    parsed = parse_analysis({**spec, **metrics})
    assert draw_result(execute_analysis(parsed, {table.dataset_id: table})[0]) is None
