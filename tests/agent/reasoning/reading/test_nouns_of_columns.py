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
