"""Claims in words: what the cells surely contradict is found, and nothing else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from agent.grounding.citations import resolve, violations
from agent.state import Artifact, Cell
from tests.agent.reasoning.chat.tables import table

PRICES = table(
    ["region", "price_mean", "rows"], [["North", 12.5, 10], ["South", 9.0, 40], ["West", 7.0, 20]], ["region"]
)
MONTHS = table(["month", "total"], [["2024-01", 100.0], ["2024-02", 140.0], ["2024-03", 90.0]], ["month"])
TABLES: dict[str, Artifact] = {
    "A1": PRICES,
    "A2": Artifact(**{**MONTHS, "artifact_id": "A2"}),
}
RANGES = table(
    ["region", "price_min", "price_max"], [["North", 2.0, 9.0], ["South", 4.0, 7.0], ["West", 5.0, 6.0]], ["region"]
)
N, S, W = "{A1[North].price_mean}", "{A1[South].price_mean}", "{A1[West].price_mean}"
JAN, FEB, MAR = "{A2[2024-01].total}", "{A2[2024-02].total}", "{A2[2024-03].total}"


def struck(text: str, tables: dict[str, Artifact] | None = None) -> list[str]:
    resolved = resolve(text, tables or TABLES)
    return [one["display"] for one in resolved["citations"] if not one["verified"]]


@pytest.mark.parametrize(
    "text",
    [
        "- South: lowest price {A1[South].price_min}, highest price {A1[South].price_max}",
        "- South: niedrigster Preis {A1[South].price_min}, höchste price {A1[South].price_max}",
        "South：最小のprice {A1[South].price_min}、最大のprice {A1[South].price_max}",
    ],
)
def test_a_word_that_names_the_statistic_of_its_column_claims_no_place(text: str) -> None:
    assert struck(text, {"A1": RANGES}) == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (f"{N} in North is lower than {S} in South.", "lower"),
        (f"North ({N}) is lower than South ({S}).", "lower"),
        (f"The average price is higher in West with {W} than in South with {S}.", "higher"),
        (f"The price in West of {W} is higher than the {S} in South.", "higher"),
        (f"It is higher in South ({S}) compared to North ({N}).", "higher"),
        (f"The average price is highest in South with {S}.", None),
        (f"The average price is highest in West with {W}.", "highest"),
        (f"The lowest is North: {N}.", None),
        (f"The price is lowest in South with {S} and highest in North with {N}.", "lowest"),
        (f"The total rose from {FEB} in 2024-02 to {MAR} in 2024-03.", "rose"),
        (f"The total fell from {JAN} to {FEB}.", "fell"),
        (f"{N} in North ist niedriger als {S} in South.", "niedriger"),
        (f"Der Preis ist am höchsten in West mit {W}.", "höchsten"),
        (f"Die Summe stieg von {FEB} auf {MAR}.", "stieg"),
        (f"Die Summe ist von {JAN} auf {FEB} gesunken.", "gesunken"),
        (f"Northの{N}はSouthの{S}より低いです。", "低い"),
        (f"平均が最も高いのはWestの{W}です。", "最も高い"),
        (f"合計は{FEB}から{MAR}に増加した。", "増加"),
    ],
)
def test_a_contradicted_word_is_found(text: str, word: str | None) -> None:
    assert struck(text) == ([word] if word else [])


@pytest.mark.parametrize(
    "text",
    [
        f"{S} in South is lower than {N} in North.",
        f"North is higher with {N} than South with {S}.",
        f"The average price is highest in North with {N} and lowest in West with {W}.",
        f"{N} in North is not lower than {S} in South.",
        f"South is the second highest with {S}.",
        f"Apart from North, the highest is South with {S}.",
        f"South has the most rows and a price of {S}.",
        f"Most in South with {S}.",  # it has the most rows
        f"West has more orders than North: {W} against {N}.",
        f"{W} in West on more days than {N} in North.",
        f"{W} in West is more than half of {N} in North.",
        f"{W} is higher than expected; North has {N}.",
        f"If {W} in West were higher than {N} in North, we would know.",
        f"The total rose from {JAN} to {FEB}.",
        f"The total rose in spring. It went from {FEB} to {MAR}.",
        f"It rose at first and fell from {FEB} to {MAR}.",
        f"It fell from {JAN} in the shop to the {FEB} of the other one.",
        "Highest in West: {= A1[South].price_mean - A1[West].price_mean}.",
        f"The lower {N}, the better than {S}.",
        f"South is at most {S}.",
        f"Northの{N}はSouthの{S}より高いです。",
        f"Northの{N}はSouthの{S}より低くない。",
        f"合計は{JAN}から{FEB}に増加した。",
        f"{S} in South ist nicht höher als {N} in North.",
    ],
)
def test_what_is_right_or_not_sure_is_let_pass(text: str) -> None:
    assert struck(text) == []


def test_rows_of_missing_keys_totals_and_tables_of_two_keys_prove_nothing() -> None:
    rows: list[list[Cell]] = [["North", 5.0], [None, 9.0], ["Total", 14.0]]
    assert struck("Highest in North with {A1[North].x}.", {"A1": table(["region", "x"], rows, ["region"])}) == []
    two = table(["region", "year", "x"], [["North", 2023, 5.0], ["South", 2023, 9.0]], ["region", "year"])
    assert struck("Highest in North with {A1[North | 2023].x}.", {"A1": two}) == []


def test_the_writer_is_told_which_word_is_wrong() -> None:
    (reason,) = violations(resolve(f"{N} in North is lower than {S} in South.", TABLES))
    assert "'lower'" in reason and "contradicts" in reason


WORDS: dict[str, Any] = {"lower": lambda a, b: a < b, "higher": lambda a, b: a > b}


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.sampled_from(sorted(WORDS)))
def test_a_comparison_is_struck_exactly_when_it_is_false(one: float, other: float, word: str) -> None:
    made = {"A1": table(["k", "x"], [["a", one], ["b", other]], ["k"])}
    found = struck(f"{{A1[a].x}} in a is {word} than {{A1[b].x}} in b.", made)
    assert found == ([] if WORDS[word](one, other) else [word])


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=6), st.integers(0, 5))
def test_a_superlative_is_struck_exactly_when_another_row_is_higher(values: list[int], place: int) -> None:
    place %= len(values)
    made = {"A1": table(["k", "x"], [[f"k{n}", value] for n, value in enumerate(values)], ["k"])}
    found = struck(f"The x is highest in k{place} with {{A1[k{place}].x}}.", made)
    assert found == ([] if values[place] == max(values) else ["highest"])


@pytest.mark.parametrize(("ascending", "word"), [(False, "lowest"), (True, "highest")])
def test_among_the_top_groups_alone_the_other_end_of_all_is_not_known(ascending: bool, word: str) -> None:
    spec: dict[str, JsonValue] = {"top_k": 3, "sort": {"by": "price_mean", "ascending": ascending}}
    rows: list[list[Cell]] = [["North", 12.5, 10], ["South", 9.0, 40], ["West", 7.0, 20]]
    ranked = table(["region", "price_mean", "rows"], rows[::-1] if ascending else rows, ["region"])
    text = f"The price is highest in North with {N} and lowest in West with {W}."
    ranked["spec"] = spec
    assert struck(text, {"A1": ranked}) == [word]
    ranked["spec"] = {**spec, "top_k": 5}
    assert struck(text, {"A1": ranked}) == []
