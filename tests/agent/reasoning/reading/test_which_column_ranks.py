"""What is said right behind a superlative ranks; a word of a column's own name outweighs a like meaning."""

from typing import Any

import pytest

from agent.reasoning.prompts import Decision, ReadQuestion
from agent.reasoning.rules.reading.read import read_question
from registry.store import DatasetStore

STAYS = "inn,town,star_rating,review_count,price,rooms\n" + "".join(
    f"Inn {place},{('Ulm', 'Graz', 'Bern')[place % 3]},{place % 5 + 1},{place * 37 % 900 + 3},{place * 7 % 90 + 40},"
    f"{place * 11 % 23 + 4}\n"
    for place in range(40)
)


def read(question: str) -> Decision:
    store = DatasetStore()
    dataset = store.add("talk", "stays.csv", STAYS.encode())
    return read_question(ReadQuestion(question, (dataset.profile,), store.find_values("talk", question)))


def specs(question: str) -> list[dict[str, Any]]:
    decision = read(question)
    assert decision.next_action == "act", decision.rationale
    return [spec.model_dump(mode="json") for spec in decision.readings[0].specs]


@pytest.mark.parametrize(
    ("question", "ranks"),
    [
        ("What is the price of the inn with the most rooms?", "rooms"),
        ("rooms of the inn with the highest price", "price"),
    ],
)
def test_the_column_behind_the_superlative_ranks(question: str, ranks: str) -> None:
    found = specs(question)[0]
    assert (found["op"], found["order_by"]) == ("row_lookup", ranks)
    assert {"price", "rooms"} <= set(found["columns"])


def test_a_word_of_its_name_says_a_column_before_one_that_means_something_alike() -> None:
    assert list(specs("What is the average number of reviews?")[0]["metrics"]) == ["review_count"]
    assert list(specs("average rating")[0]["metrics"]) == ["star_rating"]


def test_what_was_recorded_somewhere_is_no_condition() -> None:
    assert specs("What is the highest price recorded in Ulm?")[0]["filters"] == [
        {"col": "town", "op": "==", "value": "Ulm"}
    ]


def test_normality_of_several_columns_is_tested_of_each() -> None:
    assert [spec["column"] for spec in specs("Are price and rooms normally distributed?")] == ["price", "rooms"]


def test_normality_of_a_difference_is_of_the_difference() -> None:
    found = specs("Is the difference between price and rooms normally distributed?")[0]
    assert found["prepare"][0]["expression"] == ["sub", "price", "rooms"]
    assert found["column"] == found["prepare"][0]["name"]


def test_a_noun_for_any_row_is_no_condition_though_a_cell_holds_it() -> None:
    store = DatasetStore()
    content = STAYS.replace("inn,town", "name,kind").replace(",Ulm,", ",Cabin,")
    dataset = store.add("talk", "cabins.csv", content.encode())
    question = "correlation between the price of a cabin and its rooms"
    decision = read_question(ReadQuestion(question, (dataset.profile,), store.find_values("talk", question)))
    assert decision.next_action == "act", decision.rationale
    assert decision.readings[0].specs[0].filters == []


LISTINGS = "status,prop_type,beds,ask_price,sold_price\n" + "".join(
    f"{('ACTIVE', 'SOLD')[place % 2]},{('Condo', 'House', 'Townhouse')[place % 3]},{place % 4 + 1},"
    f"{place * 8117 % 600000 + 200000},{(place * 7993 % 600000 + 190000) if place % 2 else ''}\n"
    for place in range(60)
)


def test_a_word_of_two_columns_that_only_sorts_ends_no_reading() -> None:
    store = DatasetStore()
    dataset = store.add("talk", "listings.csv", LISTINGS.encode())
    question = "active 2 bed condos under 400k sorted by price"
    decision = read_question(ReadQuestion(question, (dataset.profile,), store.find_values("talk", question)))
    assert decision.next_action in ("act", "ask")
