"""Rows that were looked up get a picture where one says more than their cells."""

from typing import Any

from agent.analysis.execute import execute_analysis
from agent.analysis.plots.picture import draw_result
from agent.specs.parse import parse_analysis
from agent.state import Artifact
from tests.agent.analysis.plots.test_picture import layout, traces
from tests.agent.reasoning.narration.worked import shop

STATES = "state,day,murder,poverty\n" + "".join(
    f"state {at},2025-01-{20 - at:02},{at * 7 % 13},{at * 1.5}\n" for at in range(1, 11)
)


def drawn(**spec: Any) -> Artifact | None:
    table = shop(STATES, "states.csv")
    return draw_result(execute_analysis(parse_analysis({"op": "row_lookup", **spec}), {table.dataset_id: table})[0])


def test_two_numbers_of_rows_are_points() -> None:
    figure = drawn(columns=["state", "murder", "poverty"])
    (points,) = traces(figure)
    assert (points["mode"], points["x"][0], points["y"][0]) == ("markers+text", 7, 1.5)
    assert layout(figure)["xaxis"]["title"]["text"] == "murder"


def test_a_date_and_a_number_of_rows_are_a_course_in_time() -> None:
    (line,) = traces(drawn(columns=["day", "murder"]))
    assert line["mode"] == "lines+markers" and line["x"] == sorted(line["x"]) and len(line["x"]) == 10


def test_a_ranking_is_bars_in_its_order_by_what_it_is_ranked_by() -> None:
    (bars,) = traces(drawn(which="bottom", order_by="poverty", k=4, columns=["state", "murder", "poverty"]))
    assert (bars["type"], bars["y"]) == ("bar", [1.5, 3, 4.5, 6])


def test_few_rows_one_row_and_rows_without_numbers_have_no_picture() -> None:
    assert drawn(which="max", order_by="murder") is None
    assert drawn(columns=["state", "day"]) is None
    assert drawn(which="top", order_by="murder", k=2) is None
