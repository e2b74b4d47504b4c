"""What a picky reader would strike: units said twice, weeks as codes, names said again, too many digits."""

import json

import pytest

from agent.grounding.citations import resolve
from agent.reasoning.prompts import NarrateAnswer
from agent.reasoning.rules.narration.answer import narrate_answer
from tests.agent.reasoning.narration.worked import executed, shop, told

SPEND = "day,channel,Spend (EUR),Kosten_kWh\n" + "".join(
    f"2024-0{1 + at // 8}-{1 + at * 3 % 28:02},{'abc'[at % 3]},{1000 + 317.5 * at},{5 + at}.25\n" for at in range(24)
)
DATA = shop(SPEND, "spend.csv")
ASKED = {"en": "and the result?", "de": "Wie ist das Ergebnis für die Daten?", "ja": "結果はどうですか？"}


@pytest.mark.parametrize("language", ASKED)
@pytest.mark.parametrize("column", ["Spend (EUR)", "Kosten_kWh"])
@pytest.mark.parametrize(
    "spec",
    [
        {"op": "groupby_agg", "metrics": {"X": ["sum"]}},
        {"op": "groupby_agg", "group_cols": ["channel"], "metrics": {"X": ["mean"]}},
        {"op": "time_trend", "date_col": "day", "grain": "month", "metrics": {"X": ["sum"]}, "growth": "previous"},
        {"op": "row_lookup", "which": "max", "order_by": "X", "columns": ["channel", "X"]},
        {"op": "share_ratio", "group_cols": ["channel"], "value": {"col": "X", "agg": "sum"}},
        {"op": "column_summary", "columns": ["X"]},
    ],
)
def test_a_sentence_says_a_unit_once(spec: dict[str, object], column: str, language: str) -> None:
    asked = json.loads(json.dumps(spec).replace('"X"', json.dumps(column)))
    sentence = told(asked, table=DATA, question=ASKED[language]).text.partition("\n")[0]
    assert "(EUR)" not in sentence
    assert "_kWh" not in sentence
    assert "€" in sentence or "kWh" in sentence


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "The week of 12 February 2024 was the strongest for spend: "),
        ("de", "KW 7 2024 war die stärkste Woche bei Spend: "),
        ("ja", "Spendが最も多かったのは2024年2月12日の週で、"),
    ],
)
def test_weeks_are_said_as_people_write_them(language: str, sentence: str) -> None:
    weekly = {"op": "time_trend", "date_col": "day", "grain": "week", "metrics": {"Spend (EUR)": ["sum"]}}
    text = told(weekly, table=DATA, question=ASKED[language]).text
    assert text.startswith(sentence)
    assert "-W" not in text


def test_a_group_that_leads_again_also_leads() -> None:
    both = {"op": "groupby_agg", "group_cols": ["channel"], "metrics": {"Spend (EUR)": ["sum"], "Kosten_kWh": ["sum"]}}
    assert told(both, table=DATA).text.startswith("c has the most spend: €39,750. c also has the most kosten: 142 kWh.")


def test_of_more_groups_than_a_preview_shows_the_largest_is_named() -> None:
    many = shop("sku,units\n" + "".join(f"item {at},{at * 37 % 101}\n" for at in range(101)), "many.csv")
    spec = {"op": "groupby_agg", "group_cols": ["sku"], "metrics": {"units": ["sum"]}}
    seen, whole = executed([spec], many, rows=20), executed([spec], many, rows=200)
    result = type(seen)(**{**seen.__dict__, "whole": whole.artifacts})
    assert told(spec, table=many, rows=20).text.startswith("There are 101 groups.")
    told_whole = narrate_answer(NarrateAnswer(question="and?", results=(result,), datasets=(many.profile,)))
    text = resolve(told_whole.text, {"A1": whole.artifacts[0]})["text"]
    assert text.startswith("item 30 has the most units: 100. item 0 has the least: 0.")


def test_a_group_in_a_period_is_said_in_its_period() -> None:
    spec = {"op": "time_trend", "date_col": "day", "grain": "month", "group_col": "channel",
            "metrics": {"Spend (EUR)": ["sum"]}}  # fmt: skip
    assert told(spec, table=DATA).text.startswith("a in February 2024 has the most spend: ")


def test_that_many_groups_share_the_other_end_is_not_said() -> None:
    data = shop("kind,units\n" + "".join(f"k{at},{9 if at == 3 else 1}\n" for at in range(9)), "tied.csv")
    text = told({"op": "groupby_agg", "group_cols": ["kind"], "metrics": {"units": ["sum"]}}, table=data).text
    assert text.startswith("k3 has the most units: 9.\n")


def test_numbers_that_are_compared_have_no_more_decimals_than_tell_them_apart() -> None:
    data = shop("kind,price\na,1900.25\nb,250.75\nc,0.7103\n", "prices.csv")
    text = told({"op": "groupby_agg", "group_cols": ["kind"], "metrics": {"price": ["mean"]}}, table=data).text
    assert text.startswith("a has the highest average price: 1,900. c has the lowest: 0.71.")


def test_ids_of_digits_say_of_what_they_are() -> None:
    data = shop("SKU,units\n" + "".join(f"00{at}71,{at}\n" for at in range(1, 6)), "skus.csv")
    text = told({"op": "groupby_agg", "group_cols": ["SKU"], "metrics": {"units": ["sum"]}}, table=data).text
    assert text.startswith("SKU 00571 has the most units: 5. SKU 00171 has the least: 1.")


def test_rows_without_a_name_are_told_by_what_they_are_ordered_by() -> None:
    data = shop("births,deaths\n" + "".join(f"{at},{at * 7 % 11}\n" for at in range(1, 10)), "bare.csv")
    text = told({"op": "row_lookup", "which": "top", "k": 3, "order_by": "deaths"}, table=data).text
    assert text.startswith("Rows with the highest deaths:")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Total spend in March 2024 where channel is a: "),
        ("de", "Summe von Spend im März 2024 (nur wo gilt: channel ist a): "),
        ("ja", "「Spend」の合計（2024年3月）（条件：「channel」が「a」）："),
    ],
)
def test_the_period_of_the_only_date_is_said_as_one(language: str, sentence: str) -> None:
    filters = [{"col": "day", "op": "==", "value": "2024-03"}, {"col": "channel", "op": "==", "value": "a"}]
    spec = {"op": "groupby_agg", "metrics": {"Spend (EUR)": ["sum"]}, "filters": filters}
    assert told(spec, table=DATA, question=ASKED[language]).text.startswith(sentence)


def test_an_effect_has_its_name_in_the_language_of_the_question() -> None:
    spec = {"op": "compare_groups", "value": "Spend (EUR)", "group": "channel"}
    assert "Effektstärke (Omega-Quadrat)" in told(spec, table=DATA, question=ASKED["de"]).text


def test_a_change_into_half_a_period_says_so_where_it_is_ranked() -> None:
    spec = {"op": "time_trend", "date_col": "day", "grain": "month", "metrics": {"units": ["sum"]}, "top_k": 1,
            "growth": "previous", "sort": {"by": "units_sum_growth_pct", "ascending": True}}  # fmt: skip
    data = shop("day,units\n2025-01-01,9\n2025-01-31,9\n2025-02-01,9\n2025-02-28,8\n2025-03-01,2\n", "half.csv")
    assert told(spec, table=data).text.startswith("The units fell most in March 2025: by ")
    assert "; March 2025 is not complete." in told(spec, table=data).text


def test_the_one_whole_period_names_those_that_are_not() -> None:
    data = shop("day,units\n2025-01-01,9\n2025-06-30,9\n2025-07-01,9\n", "halves.csv")
    spec = {"op": "time_trend", "date_col": "day", "grain": "half", "metrics": {"units": ["sum"]}}
    assert told(spec, table=data).text.startswith("Total units of H1 2025: 18; H2 2025 is not complete.")
