"""A result is called as a colleague would call it, and the same in its title, headings, axes and chips."""

from typing import Any, get_args

import pytest

from agent.analysis.plots.labels import metric_titles
from agent.analysis.words import condition_words
from agent.reasoning.rules.narration.phrases import phrases_in
from agent.reasoning.rules.narration.wording import Wording
from agent.specs.aggregations import Aggregation
from agent.specs.editing.parts import parts_of
from agent.specs.locales import column_words
from agent.specs.parse import parse_analysis
from agent.specs.result_words import measure_words, result_title
from tests.agent.analysis.made_tables import payload, people_table, run
from tests.agent.specs.editing.readings import reading

LANGUAGES = ("en", "de", "ja")


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("Net Sales", "net sales"), ("Body Mass (g)", "body mass (g)"), ("US Sales", "US sales"),
        ("net_sales", "net_sales"), ("SalesAmount", "SalesAmount"), ("Employee ID", "employee ID"),
        ("Score 10", "Score 10"), ("売上", "売上"),
    ],
)  # fmt: skip
def test_ordinary_words_of_a_header_stand_in_small_letters_in_english(header: str, told: str) -> None:
    assert column_words(header) == told
    assert column_words(header, "de") == header


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("aggregation", get_args(Aggregation))
def test_a_measure_has_one_name_on_a_chip_and_in_a_sentence(language: str, aggregation: Aggregation) -> None:
    name = measure_words("pay", aggregation, language)
    spec = {"op": "groupby_agg", "metrics": {"pay": [aggregation]}}
    assert [part.label for part in parts_of(reading(spec), language=language)] == [name]
    assert Wording(phrases_in(language)).metric("pay", aggregation) == name


@pytest.mark.parametrize("aggregation", get_args(Aggregation))
def test_what_rows_do_not_have_can_be_named_all_the_same(aggregation: Aggregation) -> None:
    assert measure_words("*", aggregation, "de")


@pytest.mark.parametrize(
    ("metrics", "title", "heading"),
    [
        ({"pay": ["sum"]}, "Pay by team", "pay"),
        ({"pay": ["mean"]}, "Average pay by team", "average pay"),
        ({"pay": ["sum", "mean"]}, "Total pay, average pay by team", "total pay"),
        ({"person": ["nunique"]}, "Number of different person by team", "number of different person"),
        ({"*": ["count"]}, "Number of rows by team", "rows"),
    ],
)
def test_a_title_its_headings_and_axes_say_the_same(metrics: Any, title: str, heading: str) -> None:
    spec = {"op": "groupby_agg", "group_cols": ["team"], "metrics": metrics}
    made = run(spec, people_table())[0]
    first = payload(made)["columns"][1]
    assert made["title"] == title
    assert payload(made).get("headings", {}).get(first, first) == heading
    axes = metric_titles(parse_analysis(spec), {})
    assert heading == "rows" or axes[first].casefold() == heading.casefold()


def test_that_a_measured_column_is_filled_in_goes_without_saying() -> None:
    filled = {"col": "pay", "op": "not_null"}
    spec = {"op": "groupby_agg", "metrics": {"pay": ["mean"]}, "filters": [filled]}
    assert condition_words(parse_analysis(spec)) == ""
    assert "pay is filled in" in [part.label for part in parts_of(reading(spec))]
    counted = {**spec, "metrics": {"pay": ["mean"], "*": ["count"]}}
    assert condition_words(parse_analysis(counted)) == ", where pay is filled in"


@pytest.mark.parametrize(
    ("language", "told"), [("en", "Net sales by product and region"), ("de", "Net Sales je Product und Region")]
)
def test_a_title_names_its_groups(language: str, told: str) -> None:
    measured = [measure_words("Net Sales", "sum", language, bare=True)]
    assert result_title(measured, ["Product", "Region"], language) == told
