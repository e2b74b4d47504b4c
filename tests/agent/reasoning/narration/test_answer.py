"""An answer: the first result, what other readings agree on, and honesty where nothing or not all is seen."""

from dataclasses import replace

from agent.reasoning.prompts import NarrateAnswer, ReadingResult
from agent.reasoning.rules.narration.answer import bind, narrate_answer
from agent.specs.reading import Reading
from tests.agent.reasoning.narration.worked import Spec, Told, executed, shop, told, told_results

BY_SHOP: Spec = {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"units": ["sum"]}}
MANY = "key,amount\n" + "".join(f"k{number},{number}\n" for number in range(300))


def many_groups(spec: Spec) -> Told:
    return told(spec, table=shop(MANY, "many.csv"), rows=10)


def as_reading(result: ReadingResult, label: str, headline: str = "") -> ReadingResult:
    return replace(result, reading=Reading(**{**result.reading.model_dump(), "label": label, "headline": headline}))


def test_a_second_reading_with_the_same_answer_is_named_with_its_headline() -> None:
    first = as_reading(executed([BY_SHOP]), "by units")
    by_price: Spec = {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"price": ["sum"]}}
    other = as_reading(executed([by_price], first=2), "by price", "{S1[North].price_sum}")
    text = told_results(first, other, profile=shop().profile).text
    assert text.startswith("North has the most units: 47.")
    assert text.endswith("Read another way (by price): 31.5.")


def test_a_second_reading_without_a_headline_is_named_all_the_same() -> None:
    first, other = executed([BY_SHOP]), as_reading(executed([BY_SHOP], first=2), "with repeated rows")
    text = told_results(first, other, profile=shop().profile).text
    assert text.endswith("The answer is the same read another way: with repeated rows.")


def test_each_spec_of_a_reading_is_told_in_its_order() -> None:
    text = told({"op": "dataset_overview"}, {"op": "missingness"}, BY_SHOP).text
    places = [text.index(words) for words in ("12 rows and 7 columns", "are missing in note", "North has the most")]
    assert places == sorted(places)


def test_a_chart_that_shows_what_the_table_says_is_not_told_again() -> None:
    text = told(BY_SHOP, {"kind": "bar", "x": "shop", "y": "units"}).text
    assert text.count("North has the most") == 1
    assert "chart" not in text
    assert "plot" not in told(BY_SHOP, {"kind": "box", "x": "shop", "y": "units"}).text


def test_a_measure_comes_before_its_chart_whatever_their_order() -> None:
    text = told({"kind": "bar", "x": "shop", "y": "units"}, BY_SHOP).text
    assert text.startswith("North has the most units: 47.")


def test_a_course_sorted_by_its_metric_tells_the_highest_of_more_than_the_preview() -> None:
    days = "day,heat\n" + "".join(f"2024-01-{n:02},{n}\n" for n in range(1, 31))
    spec: Spec = {
        "op": "time_trend",
        "date_col": "day",
        "grain": "day",
        "metrics": {"heat": ["max"]},
        "sort": {"by": "heat_max"},
    }
    text = told(spec, table=shop(days, "days.csv"), rows=10).text
    assert text.startswith("30 January 2024 has the highest heat: 30.")


def test_rows_without_a_key_are_listed_but_not_called_the_lowest() -> None:
    table = shop("team,pay\nA,5\nA,6\nB,9\nB,9\n,1\nC,4\n", "pay.csv")
    text = told({"op": "groupby_agg", "group_cols": ["team"], "metrics": {"pay": ["sum"]}}, table=table).text
    assert "C has the least: 4." in text and "- (no value): 1" in text


def test_no_row_left_is_said_with_the_condition() -> None:
    condition = {"col": "units", "op": ">", "value": 900}
    for spec in ({**BY_SHOP, "filters": [condition]}, {**BY_SHOP, "group_cols": [], "filters": [condition]}):
        assert told(spec).text.startswith("No row matches: units is above 900.")


def test_zero_rows_counted_is_an_answer() -> None:
    counted = {"op": "groupby_agg", "metrics": {"*": ["count"]}, "filters": [{"col": "units", "op": ">", "value": 900}]}
    assert told(counted).text == "There are 0 rows where units is above 900."


def test_a_preview_that_is_not_whole_claims_no_extreme() -> None:
    text = many_groups({"op": "groupby_agg", "group_cols": ["key"], "metrics": {"amount": ["sum"]}}).text
    assert text.startswith("There are 300 groups.")
    assert "highest" not in text and "lowest" not in text


def test_a_preview_of_growth_claims_no_biggest_rise() -> None:
    days = "day,heat\n" + "".join(f"2024-01-{n:02},{n}\n" for n in range(1, 31))
    spec: Spec = {
        "op": "time_trend",
        "date_col": "day",
        "grain": "day",
        "metrics": {"heat": ["sum"]},
        "growth": "previous",
    }
    text = told(spec, table=shop(days, "days.csv"), rows=10).text
    assert text == "There are 30 groups."


def test_a_preview_sorted_by_its_metric_still_tells_the_highest_only() -> None:
    by_amount = {"by": "amount_sum", "ascending": False}
    text = many_groups(
        {"op": "groupby_agg", "group_cols": ["key"], "metrics": {"amount": ["sum"]}, "sort": by_amount}
    ).text
    assert "k299 has the most amount: 299." in text
    assert "least" not in text


def test_a_text_sent_back_is_written_without_the_figures_of_conditions() -> None:
    result = executed([{**BY_SHOP, "filters": [{"col": "units", "op": ">", "value": 5}]}])
    prompt = NarrateAnswer(question="by shop", results=(result,), datasets=(shop().profile,), violations=("5",))
    total = executed([{"op": "groupby_agg", "metrics": {"units": ["sum"]}, "filters": result.reading.specs[0].filters}])
    again = NarrateAnswer(question="in all", results=(total,), datasets=(shop().profile,), violations=("5",))
    assert "5" not in narrate_answer(prompt).text.replace("A5", "")
    assert narrate_answer(again).text.startswith("Total units among the rows asked for: ")


def test_column_names_with_braces_do_not_become_references() -> None:
    table = shop("shop {old},a.b [x]\nNorth,1\nSouth,2\nSouth,5\n", "odd.csv")
    spec: Spec = {"op": "groupby_agg", "group_cols": ["shop {old}"], "metrics": {"a.b [x]": ["sum"]}}
    answer = told(spec, table=table)
    assert answer.text.startswith("South has the most a.b [x]: 7.")
    bars = told({"kind": "bar", "x": "shop {old}", "y": "a.b [x]"}, table=table)
    assert bars.text.startswith("South has the most a.b [x]: 7.")


def test_a_headline_is_bound_to_the_names_of_its_results() -> None:
    assert bind("{S1.x}: {S1_2[#1].y} and {S2[a].z}", {"S1": "A4", "S1_2": "A5", "S2": "A6"}) == (
        "{A4.x}: {A5[#1].y} and {A6[a].z}"
    )
