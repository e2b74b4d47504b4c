"""Suggested questions name only columns that can mean one thing, and are of different kinds."""

from agent.reasoning.prompts import SuggestQuestions
from agent.reasoning.rules.narration.suggestions import alternatives, askable, next_questions, suggest_questions
from agent.specs.parse import parse_spec
from agent.specs.reading import Reading
from registry.profile import DatasetProfile
from tests.agent.reasoning.narration.worked import Spec, shop

STAFF = """id,name,net pay,gross pay,pay,team,start
1,Ann,10,15,12,A,2020-01-01
2,Bob,11,16,13,B,2021-05-01
3,Cy,12,17,14,A,2022-03-04
4,Di,13,19,15,B,2023-02-01
"""


def suggested(*profiles: DatasetProfile) -> list[str]:
    return suggest_questions(SuggestQuestions(datasets=profiles)).questions


def next_after(spec: Spec, asked: str = "") -> list[str]:
    reading = Reading(reading_id="r1", label="as asked", specs=[parse_spec(spec)])
    return next_questions(reading, (shop().profile,), asked)


def test_suggestions_are_of_six_kinds() -> None:
    questions = suggested(shop().profile)
    assert questions == [
        "Give me an overview of the data",
        "average units by shop",
        "average units by month as a line chart",
        "share of rows by shop",
        "correlation between units and price",
        "Which columns have missing values?",
    ]


def test_without_data_there_is_nothing_to_suggest() -> None:
    assert suggested() == []


def test_a_column_whose_words_are_part_of_another_name_is_never_named() -> None:
    data = askable(shop(STAFF, "staff.csv").profile, (shop(STAFF, "staff.csv").profile,))
    assert data.values == ("net pay", "gross pay")
    assert not any(" pay by" in question and "net" not in question for question in suggested(data.dataset))


def test_names_of_plain_words_are_preferred() -> None:
    table = shop("shopCode,town,net 2,gross (EUR)\nx,A,1,2\ny,B,2,4\nx,B,3,9\n", "plain.csv")
    data = askable(table.profile, (table.profile,))
    assert data.groups == ("town",) and data.values == ("gross (EUR)",)
    coded = shop("shopCode,net2\nx,1\ny,2\nx,3\n", "coded.csv")
    assert askable(coded.profile, (coded.profile,)).groups == ("shopCode",)


def test_of_two_data_sets_columns_that_both_have_are_never_named() -> None:
    sales, staff = shop().profile, shop(STAFF.replace("team", "shop"), "staff.csv").profile
    questions = suggested(sales, staff)
    assert "Give me an overview of sales.csv" in questions
    assert not any("shop" in question for question in questions)


def test_next_questions_are_near_and_never_the_one_just_asked() -> None:
    by_shop: Spec = {"op": "groupby_agg", "group_cols": ["shop"], "metrics": {"price": ["mean"]}}
    questions = next_after(by_shop)
    assert questions[0] == "average price by kind"
    assert 2 <= len(questions) <= 3
    assert "average price by kind" not in next_after(by_shop, "Average price by kind?")


def test_identifiers_and_years_are_never_averaged() -> None:
    table = shop(
        "order id,year,kind,amount\n" + "".join(f"{n + 1000},{2000 + n},{'ab'[n % 2]},{n * n}\n" for n in range(9))
    )
    assert askable(table.profile, (table.profile,)).values == ("amount",)


def test_alternatives_prefer_what_the_question_names() -> None:
    offered = alternatives((shop().profile,), "forecast the price for next year")
    assert offered[0] == "average price by month as a line chart"
    assert 2 <= len(offered) <= 4


def test_questions_are_offered_in_the_language_of_the_person() -> None:
    assert alternatives((shop().profile,), language="de")[1] == "Durchschnitt von units je shop"
    assert alternatives((shop().profile,), language="ja")[1] == "shop別のunitsの平均"


def test_a_table_of_texts_still_gets_questions() -> None:
    table = shop("a,b\nx,y\nx,z\n", "texts.csv")
    assert "number of rows by b" in alternatives((table.profile,))
