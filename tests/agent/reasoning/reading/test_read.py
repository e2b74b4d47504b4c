"""Questions become the specs that a careful analyst would write; what is unclear is asked, what is lacking is named."""

from collections.abc import Callable
from typing import Any

import pytest

from agent.reasoning.prompts import Decision
from tests.agent.reasoning.reading.conftest import ChangingTalk, Talk


def specs_of(decision: Decision, reading: int = 0) -> list[dict[str, Any]]:
    assert decision.next_action == "act", decision.rationale
    found = [spec.model_dump(mode="json", exclude_defaults=True) for spec in decision.readings[reading].specs]
    for spec, model in zip(found, decision.readings[reading].specs, strict=True):
        spec.pop("dataset_id", None)
        spec["does"] = model.model_dump().get("op") or model.model_dump().get("kind")
    return found


def spec_of(decision: Decision, reading: int = 0) -> dict[str, Any]:
    return specs_of(decision, reading)[0]


SUM, ROWS = {"price (EUR)": ["sum"]}, {"*": ["count"]}

ONE_READING = [
    ("how many rows are there?", {"does": "groupby_agg", "metrics": ROWS}),
    ("total revenue", {"does": "groupby_agg", "metrics": SUM}),
    ("average price by kind", {"group_cols": ["kind"], "metrics": {"price (EUR)": ["mean"]}}),
    ("median price for each size", {"group_cols": ["size"], "metrics": {"price (EUR)": ["median"]}}),
    ("averge prise per prodct", {"group_cols": ["product"], "metrics": {"price (EUR)": ["mean"]}}),
    ("revenue by month", {"does": "time_trend", "date_col": "sold on", "metrics": SUM}),
    ("revenue per quarter", {"does": "time_trend", "grain": "quarter", "metrics": SUM}),
    ("year over year revenue growth", {"does": "time_trend", "growth": "previous"}),
    ("revenue in 2023", {"filters": [{"col": "sold on", "op": "==", "value": "2023"}], "metrics": SUM}),
    ("revenue in March 2023", {"filters": [{"col": "sold on", "op": "==", "value": "2023-03"}]}),
    ("revenue since February 2024", {"filters": [{"col": "sold on", "op": ">=", "value": "2024-02"}]}),
    ("revenue in Q1 2024", {"filters": [{"col": "sold on", "op": "==", "value": "2024-Q1"}]}),
    (
        "revenue between January and March 2023",
        {"filters": [{"col": "sold on", "op": "between", "value": ["2023-01", "2023-03"]}]},
    ),
    ("revenue in the last month of the data", {"filters": [{"col": "sold on", "op": "==", "value": "2024-12"}]}),
    ("revenue after 5 pm", {"filters": [{"col": "at", "op": ">=", "value": "17:00"}]}),
    ("revenue of bread", {"filters": [{"col": "kind", "op": "==", "value": "bread"}]}),
    ("revenue without pastry", {"filters": [{"col": "kind", "op": "!=", "value": "pastry"}]}),
    (
        "revenue from large bread and pastry, each",
        {
            "filters": [
                {"col": "size", "op": "==", "value": "L"},
                {"col": "kind", "op": "in", "value": ["bread", "pastry"]},
            ],
            "group_cols": ["kind"],
        },
    ),
    ("how many rows have a price above 4", {"filters": [{"col": "price (EUR)", "op": ">", "value": 4}]}),
    (
        "how many rows have a price between 2 and 5",
        {"filters": [{"col": "price (EUR)", "op": "between", "value": [2, 5]}]},
    ),
    ("how many rows have no note", {"filters": [{"col": "note", "op": "is_null"}], "metrics": ROWS}),
    (
        "in how many rows does the note mention party",
        {"filters": [{"col": "note", "op": "contains", "value": "party"}]},
    ),
    ("how many different receipts?", {"metrics": {"receipt": ["nunique"]}}),
    ("top 2 products by revenue", {"group_cols": ["product"], "metrics": SUM, "top_k": 2}),
    ("what percentage of revenue comes from each kind?", {"does": "share_ratio", "group_cols": ["kind"]}),
    ("average order value", {"does": "share_ratio", "mode": "ratio"}),
    ("correlation between quantity and price", {"does": "correlation", "columns": ["quantity", "price (EUR)"]}),
    ("use a correlation matrix", {"does": "correlation_matrix"}),
    ("histogram of price", {"does": "hist", "x": "price (EUR)"}),
    ("box plot of price by kind", {"does": "box", "x": "kind", "y": "price (EUR)"}),
    ("scatter plot of quantity and price coloured by kind", {"does": "scatter", "color": "kind"}),
    ("which columns have missing values?", {"does": "missingness"}),
    ("are there any duplicate rows?", {"does": "duplicate_check"}),
    ("what's in this file?", {"does": "dataset_overview"}),
    ("how many outliers does price have?", {"does": "outliers", "column": "price (EUR)"}),
    ("is price normally distributed?", {"does": "normality_test", "column": "price (EUR)"}),
    ("does the price differ significantly between kinds? run a test", {"does": "compare_groups", "group": "kind"}),
    ("95th percentile of price", {"does": "column_summary", "quantiles": [0.95]}),
    ("most expensive row", {"does": "row_lookup", "order_by": "price (EUR)"}),
    ("how many receipts have more than 1 row", {"does": "groupby_agg", "group_cols": ["receipt"]}),
    ("how many products make up 80% of revenue?", {"does": "share_ratio", "threshold_pct": 80.0}),
    ("what share of rows is with loyalty?", {"does": "share_ratio", "mode": "ratio", "as_percent": True}),
    ("revenue on Mondays", {"filters": [{"col": "sold on_weekday", "op": "==", "value": "Monday"}]}),
    ("revenue in winter", {"filters": [{"col": "sold on_month", "op": "in", "value": [12, 1, 2]}]}),
    (
        "how many rows have a price above the average",
        {"filters": [{"col": "price (EUR)", "op": ">", "value": {"stat": "mean", "col": "price (EUR)"}}]},
    ),
    ("how many rows have loyalty?", {"filters": [{"col": "loyalty", "op": "==", "value": "yes"}], "metrics": ROWS}),
    ("share of loyalty per kind", {"does": "share_ratio", "mode": "ratio", "group_cols": ["kind"]}),
    ("list the rows with a quantity of 3", {"filters": [{"col": "quantity", "op": "==", "value": 3}]}),
    ("average number of receipts per month", {"does": "share_ratio", "mode": "ratio"}),
    ("compare revenue of bread and pastry", {"group_cols": ["kind"], "metrics": SUM}),
    ("which kind brought the most revenue?", {"group_cols": ["kind"], "metrics": SUM}),
    ("highest price in each kind", {"group_cols": ["kind"], "metrics": {"price (EUR)": ["max"]}}),
    ("does size affect the price?", {"does": "compare_groups", "group": "size"}),
    ("interquartile range of price", {"does": "column_summary", "quantiles": [0.25, 0.75]}),
    ("histogram of price (EUR)", {"does": "hist", "x": "price (EUR)"}),
    ("Wie hoch war der Umsatz im Dezember 2024?", {"filters": [{"col": "sold on", "op": "==", "value": "2024-12"}]}),
    ("durchschnittlicher Preis je Größe", {"group_cols": ["size"], "metrics": {"price (EUR)": ["mean"]}}),
    ("2023年の売上の合計は？", {"filters": [{"col": "sold on", "op": "==", "value": "2023"}], "metrics": SUM}),
    ("商品別の数量の合計", {"group_cols": ["product"], "metrics": {"quantity": ["sum"]}}),
]


@pytest.mark.parametrize(("question", "expected"), ONE_READING, ids=[question for question, _ in ONE_READING])
def test_a_clear_question_has_one_reading(bakery: Talk, question: str, expected: dict[str, Any]) -> None:
    decision = bakery.ask(question)
    assert len(decision.readings) == 1, [reading.label for reading in decision.readings]
    spec = spec_of(decision)
    assert {key: spec.get(key) for key in expected} == expected


def test_a_chart_draws_the_measure_that_the_words_name(bakery: Talk) -> None:
    chart, table = specs_of(bakery.ask("bar chart of revenue by kind"))
    assert chart["does"] == "bar"
    assert chart["of"]["group_cols"] == table["group_cols"] == ["kind"]


@pytest.mark.parametrize("question", ["what is the mean weight?", "average weight by ward"])
def test_a_word_that_fits_two_columns_gives_two_readings(clinic: Talk, question: str) -> None:
    decision = clinic.ask(question)
    assert [reading.label for reading in decision.readings] == ["weight_before", "weight_after"]
    assert "weight" in decision.question_if_different


@pytest.mark.parametrize("answer", ["after", "weight after", "the second", "I mean weight_after"])
def test_a_free_answer_picks_the_reading(clinic: Talk, answer: str) -> None:
    clinic.ask("average weight by ward")
    decision = clinic.ask(answer)
    assert len(decision.readings) == 1
    assert spec_of(decision)["metrics"] == {"weight_after": ["mean"]}
    assert spec_of(decision)["group_cols"] == ["ward"]


def test_best_without_a_measure_is_read_by_money_and_by_pieces(bakery: Talk) -> None:
    labels = [reading.label for reading in bakery.ask("what is our best product?").readings]
    assert any("revenue" in label for label in labels)
    assert any("units" in label for label in labels)
    assert {reading.compare for reading in bakery.ask("what is our best product?").readings} == {"top_key"}


def test_dates_that_read_both_ways_are_asked_about_once(talk: Callable[..., Talk]) -> None:
    visitors = talk("visitors.csv")
    decision = visitors.ask("how many visitors registered in April 2025?")
    assert [reading.label for reading in decision.readings] == ["day first (dd/mm)", "month first (mm/dd)"]
    picked = visitors.ask("dates are day first")
    assert len(picked.readings) == 1
    assert picked.remember[0]["value"] is True
    assert len(visitors.ask("and in June 2025?").readings) == 1


FOLLOW_UPS = [
    ("average price by kind", "and split by size too", {"group_cols": ["kind", "size"]}),
    ("average price by kind", "by size instead", {"group_cols": ["size"], "metrics": {"price (EUR)": ["mean"]}}),
    ("average price by kind", "same but median", {"group_cols": ["kind"], "metrics": {"price (EUR)": ["median"]}}),
    (
        "average price by kind",
        "only 2024",
        {"group_cols": ["kind"], "filters": [{"col": "sold on", "op": "==", "value": "2024"}]},
    ),
    ("total revenue", "by month", {"does": "time_trend", "metrics": SUM}),
    ("revenue by month", "plot it", {"does": "line"}),
    ("revenue by kind", "as percentages", {"does": "share_ratio", "group_cols": ["kind"]}),
    ("revenue by month", "which month had the biggest jump?", {"does": "time_trend", "growth": "previous"}),
    ("box plot of price by kind", "what are the medians there?", {"metrics": {"price (EUR)": ["median"]}}),
    ("how many outliers does price have?", "what's the upper limit?", {"does": "outliers", "column": "price (EUR)"}),
    (
        "correlation between quantity and price",
        "use spearman instead",
        {"does": "correlation", "method": "spearman"},
    ),
    (
        "how many rows have a price above 4",
        "and between 1 and 3?",
        {"filters": [{"col": "price (EUR)", "op": "between", "value": [1, 3]}]},
    ),
]


@pytest.mark.parametrize(("first", "then", "expected"), FOLLOW_UPS, ids=[f"{a} > {b}" for a, b, _ in FOLLOW_UPS])
def test_a_follow_up_inherits_what_it_leaves_out(bakery: Talk, first: str, then: str, expected: dict[str, Any]) -> None:
    bakery.ask(first)
    spec = spec_of(bakery.ask(then))
    assert {key: spec.get(key) for key in expected} == expected


def test_a_period_is_compared_with_the_one_before(bakery: Talk) -> None:
    bakery.ask("revenue in February 2024")
    decision = bakery.ask("how does that compare with the month before, in %?")
    assert spec_of(decision)["filters"][0]["value"] == ["2024-01", "2024-02"]
    assert "signed_percent" in decision.readings[0].says


def test_the_same_question_about_two_periods_can_be_compared(bakery: Talk) -> None:
    bakery.ask("total revenue in 2023")
    bakery.ask("and 2024?")
    assert spec_of(bakery.ask("difference in %?"))["filters"][0]["value"] == ["2023", "2024"]


def test_the_change_of_each_group_is_compared(bakery: Talk) -> None:
    spec = spec_of(bakery.ask("which kind grew the most from 2023 to 2024?"))
    assert (spec["group_col"], spec["growth"], spec["grain"]) == ("kind", "previous", "year")


def test_the_other_end_is_asked_for_in_two_words(bakery: Talk) -> None:
    bakery.ask("which kind has the highest price?")
    assert spec_of(bakery.ask("and the lowest?"))["sort"] == {"by": "price (EUR)_min", "ascending": True}


@pytest.mark.parametrize("noise", ["?", "!!!", "qwrtz plmnb", "zxcv poiuy; lkjh"])
def test_a_follow_up_that_says_nothing_is_not_answered_again(bakery: Talk, noise: str) -> None:
    bakery.ask("revenue by kind")
    assert bakery.ask(noise).next_action == "ask"


def test_what_is_about_a_removed_data_set_is_forgotten() -> None:
    bakery = ChangingTalk("bakery_sales.csv")
    bakery.ask("revenue by kind")
    bakery.exchange("bakery_sales.csv", "clinic.csv")
    assert bakery.ask("as a bar chart").next_action == "ask"
    assert spec_of(bakery.ask("average age by ward"))["group_cols"] == ["ward"]


def test_columns_of_two_tables_are_joined_on_their_shared_key(talk: Callable[..., Talk]) -> None:
    spec = spec_of(talk("visitors.csv", "visits.csv").ask("total amount by country"))
    assert spec["group_cols"] == ["country"]
    assert spec["prepare"][0]["left_on"] == spec["prepare"][0]["right_on"] == ["visitor_id"]


def test_the_many_side_is_measured_and_never_cut_to_one_row_a_key(talk: Callable[..., Talk]) -> None:
    both = talk("visitors.csv", "visits.csv")
    decision = both.ask("total amount by country and visitor_id")
    assert spec_of(decision)["metrics"] == {"amount": ["sum"]}
    assert [step.get("how", "left") for step in spec_of(decision)["prepare"]] == ["left"]


def test_rows_without_a_partner_are_found(talk: Callable[..., Talk]) -> None:
    both = talk("visitors.csv", "visits.csv")
    assert spec_of(both.ask("how many visitors have no visits?"))["prepare"][0]["how"] == "anti"


REFUSED = [
    ("forecast the revenue for next year", "prediction"),
    ("train a random forest on this", "prediction"),
    ("look up the weather on the web", "outside_world"),
    ("来年の売上を予測してください", "prediction"),
]


@pytest.mark.parametrize(("question", "why"), REFUSED)
def test_what_is_out_of_scope_is_refused_with_its_reason(bakery: Talk, question: str, why: str) -> None:
    decision = bakery.ask(question)
    assert (decision.next_action, decision.rationale) == ("out_of_scope", why)


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("what is the profit margin per product?", "profit"),
        ("average humidity per month", "humidity"),
        ("which payment method is used most?", "payment method"),
        ("商品別の利益率", "利益率"),
    ],
)
def test_an_attribute_that_the_data_lack_is_named_with_the_nearest_columns(
    bakery: Talk, question: str, missing: str
) -> None:
    decision = bakery.ask(question)
    assert decision.next_action == "ask"
    assert missing in " ".join(decision.missing_columns)
    assert set(decision.choices) <= {
        "receipt",
        "sold on",
        "at",
        "product",
        "kind",
        "size",
        "quantity",
        "price (EUR)",
        "loyalty",
        "note",
    }


def test_an_average_by_a_number_of_many_values_is_asked_about(clinic: Talk) -> None:
    decision = clinic.ask("average weight_before by weight_after")
    assert decision.next_action == "ask"
    assert decision.choices[0].startswith("correlation between")


@pytest.mark.parametrize("question", ["what is a p-value?", "explain the median", "中央値とは何ですか"])
def test_a_concept_is_explained_not_computed(bakery: Talk, question: str) -> None:
    assert bakery.ask(question).next_action == "explain"


def test_a_number_that_no_column_takes_is_asked_about(bakery: Talk) -> None:
    decision = bakery.ask("revenue for 7 friends")
    assert decision.next_action == "ask"
    assert "7" in decision.clarifying_questions[0]


def test_a_name_that_no_cell_has_is_asked_about(bakery: Talk) -> None:
    decision = bakery.ask("average price of zebra products")
    assert decision.next_action == "ask"
    assert "zebra" in decision.missing_columns


def test_words_that_found_no_place_are_asked_about(bakery: Talk) -> None:
    decision = bakery.ask("marvellous total revenue")
    assert decision.next_action == "ask"
    assert "marvellous" in decision.clarifying_questions[0]
    assert decision.choices


def test_a_time_outside_of_the_data_is_asked_about(bakery: Talk) -> None:
    decision = bakery.ask("revenue in 2019")
    assert decision.next_action == "ask"
    assert "2023-01-02" in decision.clarifying_questions[0]


def test_the_same_question_gives_the_same_decision(bakery: Talk, talk: Callable[..., Talk]) -> None:
    other = talk("bakery_sales.csv")
    first, second = bakery.ask("revenue by kind"), other.ask("revenue by kind")
    first_spec, second_spec = spec_of(first), spec_of(second)
    assert first_spec == second_spec


def test_a_report_is_read_part_by_part(bakery: Talk) -> None:
    decision = bakery.ask(
        "write a short report: total revenue, number of receipts and revenue per quarter with a chart"
    )
    assert [spec["does"] for spec in specs_of(decision)] == ["groupby_agg", "groupby_agg", "line", "time_trend"]
    assert decision.wants_report
