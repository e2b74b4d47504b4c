"""Nouns that stand for a column without being its name: kinds, works, values told one by one."""

import pytest

from tests.agent.reasoning.reading.one_table import decision_on, shape_of

STALL = """slip,sold,title,author,genre,binding,copies_sold,total_eur,channel
1,2024-01-03,Low Tide,Ann Roe,Crime,hard,2,40.00,web
2,2024-01-09,Kites,Bo Ek,Travel,soft,1,12.00,stall
3,2024-02-11,Low Tide,Ann Roe,Crime,soft,5,55.00,stall
4,2024-02-20,Moss,Cy Lund,Poems,hard,1,18.00,post
5,2024-03-02,Kites,Bo Ek,Travel,soft,3,36.00,web
"""
TREES = """tree_no,plot,state,height
1,A,healthy,12
2,A,browsing,9
3,B,storm,14
4,B,insects,8
5,B,healthy,11
6,C,dead,3
"""


@pytest.mark.parametrize("question", ["sales by type of binding", "sales by kind of binding", "sales by binding"])
def test_a_word_for_kinds_only_introduces_its_column(question: str) -> None:
    assert shape_of(question, "stall.csv", STALL)["groups"] == ["binding"]


def test_books_are_told_by_their_titles() -> None:
    assert shape_of("top 2 books by sales", "stall.csv", STALL)["groups"] == ["title"]
    assert shape_of("how many books do we carry?", "stall.csv", STALL)["metrics"] == [("title", "nunique")]
    assert len(decision_on("how many books are there?", "stall.csv", STALL).readings) == 2


@pytest.mark.parametrize(
    "question",
    [
        "how many trees are healthy, browsed, storm damaged or have insects?",
        "number of healthy, browsed and dead trees",
    ],
)
def test_values_told_one_by_one_are_counted_one_by_one(question: str) -> None:
    assert shape_of(question, "trees.csv", TREES)["groups"] == ["state"]


def test_the_share_of_every_value_named_is_one_of_each_and_of_some_is_one_of_all() -> None:
    every = shape_of("what share of sales comes from the web, the stall and the post?", "stall.csv", STALL)
    some = shape_of("what share of sales comes from the web and the post?", "stall.csv", STALL)
    assert (every["groups"], every["share"]) == (["channel"], True)
    assert (some["groups"], some["share"]) == ([], True)


DESK = """ticket,opened,urgency,area,crew
""" + "".join(
    f"{place},2024-03-{place % 9 + 1:02d},{('High', 'Medium', 'Low')[place % 3]},{('disk', 'app', 'door')[place % 3]},"
    f"{('Net', 'Desk')[place % 2]}\n"
    for place in range(40)
)


def test_a_word_that_is_a_value_beside_its_likes_is_one_whatever_else_it_means() -> None:
    found = shape_of("how many tickets are high, medium and low urgency?", "desk.csv", DESK)
    assert found["conditions"] == [("urgency", "in", ["High", "Medium", "Low"])]


def test_a_list_of_cells_of_several_columns_is_asked_about() -> None:
    assert decision_on("what share of tickets are disk, app and net?", "desk.csv", DESK).next_action == "ask"


def test_a_kind_of_something_is_no_other_column_of_kinds() -> None:
    till = "Datum,Warengruppe,Zahlart,Umsatz\n2024-01-02,Brot,bar,3\n2024-01-03,Kuchen,Karte,5\n2024-01-03,Brot,bar,2\n"
    assert shape_of("Umsatz je Art der Zahlung", "kasse.csv", till)["groups"] == ["Zahlart"]


def test_days_without_rows_are_the_missing_ones() -> None:
    days = "day,level\n" + "".join(f"2024-03-{day:02d},{day}\n" for day in range(1, 29) if day not in (7, 19))
    decision = decision_on("are there calendar days missing? which ones?", "gauge.csv", days)
    spec = decision.readings[0].specs[0].model_dump()
    assert (spec["op"], spec["grain"], spec["top_k"]) == ("time_trend", "day", 2)


def test_of_several_parts_of_an_overview_all_are_told() -> None:
    days = "day,level\n" + "".join(f"2024-03-{day:02d},{day}\n" for day in range(1, 29))
    for question in (
        "which period does this cover, how many daily rows, what was measured?",
        "何行ありますか？どんな項目？",
    ):
        assert shape_of(question, "gauge.csv", days)["intent"] == "overview"


def test_two_spans_of_months_are_set_against_each_other() -> None:
    rain = "day,rain\n" + "".join(f"{2022 + at // 12}-{at % 12 + 1:02d}-05,{at * 7 % 11}\n" for at in range(36))
    decision = decision_on("rain totals January-June 2024 vs January-June 2023", "rain.csv", rain)
    spec = decision.readings[0].specs[0].model_dump_json()
    assert "2023-H1" in spec and "2024-H1" in spec


def test_a_cell_that_two_columns_of_like_name_hold_is_asked_about() -> None:
    desk = "ticket,agent opening,agent closing\n" + "".join(
        f"{at},{('Pia', 'Ole')[at % 2]},{('Pia', 'Ole')[at % 3 > 0]}\n" for at in range(9)
    )
    assert len(decision_on("how many tickets did agent Pia have?", "desk.csv", desk).readings) == 2
    assert len(decision_on("how many tickets with closing agent Pia?", "desk.csv", desk).readings) == 1


def test_a_year_beside_the_name_of_a_column_of_years_is_of_that_column() -> None:
    homes = "ref,listed,year built,rooms\n" + "".join(
        f"{at},2024-0{at % 9 + 1}-03,{1950 + at},{at % 5 + 1}\n" for at in range(60)
    )
    found = shape_of("how many homes were built before 1980?", "homes.csv", homes)
    assert found["conditions"] == [("year built", "<", 1980)]
    assert shape_of("how many homes were listed in 2024?", "homes.csv", homes)["conditions"] == [
        ("listed", "==", "2024")
    ]
