"""Axes and hovers as people of a language read them."""

from typing import Any, cast

import pytest

from agent.analysis.plots.written import written_in
from tests.agent.analysis.plots.test_picture import MONTHS, drawn

BARS = "name,units\nb,40000\na,2\nc,90000\n"


def figure_of(content: str, **spec: object) -> dict[str, Any]:
    made = drawn(content, **spec)
    assert made is not None
    return cast(dict[str, Any], made["payload"])


@pytest.mark.parametrize(("spoken", "signs"), [("en", ".,"), ("de", ",."), ("ja", ".,")])
def test_numbers_on_axes_have_the_signs_of_the_language_and_no_letters_for_thousands(spoken: str, signs: str) -> None:
    layout = written_in(figure_of(BARS, op="groupby_agg", group_cols=["name"]), spoken)["layout"]
    assert (layout["separators"], layout["yaxis"]["tickformat"]) == (signs, ",")


@pytest.mark.parametrize(("spoken", "first"), [("en", "January 2025"), ("de", "Januar 2025"), ("ja", "2025年1月")])
def test_hovers_name_periods_in_words(spoken: str, first: str) -> None:
    shown = written_in(figure_of(MONTHS, op="time_trend", date_col="day", grain="month"), spoken)
    assert shown["data"][0]["customdata"][0] == first
    assert shown["data"][0]["x"][0] == "2025-01"


def test_dates_below_an_axis_are_spelled_out_where_plotly_would_write_english_ones() -> None:
    figure = figure_of(MONTHS, op="time_trend", date_col="day", grain="month")
    assert written_in(figure, "de")["layout"]["xaxis"]["ticktext"][2] == "März 2025"
    assert "ticktext" not in written_in(figure, "en")["layout"]["xaxis"]


def test_years_on_an_axis_get_no_thousands_sign() -> None:
    years = {"data": [{"x": [1999, 2025], "y": [1, 2]}], "layout": {"xaxis": {"type": "linear"}}}
    assert "tickformat" not in written_in(years, "en")["layout"]["xaxis"]


def test_the_figure_that_is_kept_stays_as_it_is() -> None:
    figure = figure_of(MONTHS, op="time_trend", date_col="day", grain="month")
    written_in(figure, "ja")
    assert figure["data"][0]["customdata"][0] == "2025-01" and "separators" not in figure["layout"]
