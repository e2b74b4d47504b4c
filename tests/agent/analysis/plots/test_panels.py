"""Two measures of far other sizes have a panel each, told by its title; no second axis lies over the first."""

from typing import Any, cast

import pytest

from agent.analysis.execute import execute_plot
from agent.analysis.plots.written import written_in
from agent.analysis.png import draw_png
from agent.specs.parse import parse_plot
from agent.state import Artifact
from tests.agent.analysis.plots.test_picture import drawn, layout, traces
from tests.agent.reasoning.narration.worked import shop

SALES = "day,kind,units,net\n" + "".join(
    f"2025-{1 + at // 4:02}-{1 + 9 * (at % 4):02},{'abcdefgh'[at % 8]},{at + 1},{(at + 1) * 450}\n" for at in range(24)
)


def asked(kind: str, **spec: object) -> Artifact:
    of = {"op": "groupby_agg", "group_cols": ["kind"], "metrics": {"net": ["sum"], "units": ["sum"]}, **spec}
    table = shop(SALES, "sales.csv")
    plot = parse_plot({"kind": kind, "of": of, "of_column": "net_sum", "beside": ["units_sum"]})
    return execute_plot(plot, {table.dataset_id: table})[0]


@pytest.mark.parametrize("kind", ["bar", "line"])
def test_measures_of_far_other_sizes_have_a_panel_each(kind: str) -> None:
    figure = asked(kind)
    assert [one.get("yaxis", "y") for one in traces(figure)] == ["y", "y2"]
    axes = layout(figure)
    assert (axes["yaxis"]["title"]["text"], axes["yaxis2"]["title"]["text"]) == ("net", "units")
    assert axes["yaxis"]["domain"][0] > axes["yaxis2"]["domain"][1]
    assert "overlaying" not in axes["yaxis2"] and not axes["showlegend"]
    assert all(": net" not in one["hovertemplate"] for one in traces(figure)[1:])


def test_measures_that_can_be_seen_on_one_axis_share_it() -> None:
    table = shop("kind,units,net\na,3,9\nb,5,40\nc,4,6\n", "near.csv")
    of = {"op": "groupby_agg", "group_cols": ["kind"], "metrics": {"net": ["sum"], "units": ["sum"]}}
    plot = parse_plot({"kind": "bar", "of": of, "of_column": "net_sum", "beside": ["units_sum"]})
    assert "yaxis2" not in layout(execute_plot(plot, {table.dataset_id: table})[0])


def test_two_measures_over_time_are_both_drawn() -> None:
    figure = drawn(SALES, op="time_trend", date_col="day", grain="month", metrics={"net": ["sum"], "units": ["sum"]})
    assert {one["name"]: one.get("yaxis", "y") for one in traces(figure)} == {"net": "y", "units": "y2"}
    assert figure is not None
    axes = written_in(cast(dict[str, Any], figure["payload"]), "de")["layout"]
    assert axes["yaxis"]["tickformat"] == axes["yaxis2"]["tickformat"] == ","
    assert axes["yaxis2"]["rangemode"] == "tozero"


def test_panels_are_drawn_as_a_picture() -> None:
    assert draw_png(cast(dict[str, Any], asked("bar")["payload"]))[:4] == b"\x89PNG"


def test_a_figure_of_two_measures_is_told_by_the_first_alone() -> None:
    assert "highest h" in layout(asked("bar"))["meta"]["alt"] and "21,600" in layout(asked("bar"))["meta"]["alt"]
