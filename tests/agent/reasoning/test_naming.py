"""The words of a question name columns, aggregates, counts and times, however they are written."""

import pytest

from agent.reasoning.naming import aggregates_asked, asks, columns_named, names_column
from registry.profile import DatasetProfile
from registry.store import DatasetStore


@pytest.fixture(scope="module")
def orders() -> DatasetProfile:
    written = "Order Date,order_value,Region,store region,売上\n2024-01-01,3,North,East,4\n2024-01-02,5,South,West,6\n"
    return DatasetStore().add("o", "orders.csv", written.encode()).profile


@pytest.mark.parametrize(
    ("question", "columns"),
    [
        ("mean order value by region", ["order_value", "Region"]),
        ("by store region", ["store region"]),
        ("which regions are best?", ["Region"]),
        ("the avarage valeu per day", []),
        ("売上の合計", ["売上"]),
        ("the store", ["store region"]),
    ],
)
def test_columns_are_named_whole_or_by_a_word(question: str, columns: list[str], orders: DatasetProfile) -> None:
    assert columns_named(question, orders) == columns


def test_a_longer_name_that_is_said_wins(orders: DatasetProfile) -> None:
    assert names_column("by region", "Region", (orders,))
    assert not names_column("by store region", "Region", (orders,))


@pytest.mark.parametrize(
    ("question", "aggregate"), [("Durchschnitt je Tag", "mean"), ("total sales", "sum"), ("中央値は？", "median")]
)
def test_aggregates_are_asked_for_in_any_language(question: str, aggregate: str) -> None:
    assert aggregates_asked(question) == {aggregate}


def test_counts_and_times_are_told_from_names_that_begin_alike() -> None:
    assert asks("how many are there?", "count") and not asks("sales by country", "count")
    assert asks("per month", "time") and not asks("the main tags", "time")
