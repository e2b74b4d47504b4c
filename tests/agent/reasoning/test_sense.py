"""Sanity of kind: what names, dates or flags something is added up or averaged only where that is asked for."""

from typing import Any

import pytest

from agent.errors import SpecError
from agent.reasoning.sense import check_sense
from agent.specs.parse import parse_spec
from registry.profile import DatasetProfile
from registry.store import DatasetStore

HOMES = (
    b"home_id,built year,garden,sold,price,rooms\n"
    b"00017,1931,yes,1,210000,3\n00018,1955,no,0,180000,4\n00019,1987,yes,1,260000,5\n00020,2004,no,1,310000,4\n"
)


@pytest.fixture(scope="module")
def homes() -> DatasetProfile:
    return DatasetStore().add("o", "homes.csv", HOMES).profile


def mean(column: str, aggregation: str = "mean") -> dict[str, Any]:
    return {"op": "groupby_agg", "metrics": {column: [aggregation]}}


def ratio(column: str) -> dict[str, Any]:
    return {"op": "share_ratio", "mode": "ratio", "numerator": {"col": column, "agg": "sum"}, "denominator": {}}


def is_sane(spec: dict[str, Any], homes: DatasetProfile, *questions: str) -> bool:
    try:
        check_sense([parse_spec(spec)], (homes,), questions)
    except SpecError as error:
        assert "means nothing" in str(error)
        return False
    return True


@pytest.mark.parametrize(
    "spec",
    [
        mean("home_id"),
        mean("built year"),
        mean("built year", "sum"),
        mean("built year", "median"),
        ratio("built year"),
        {"op": "column_summary", "columns": ["built year"], "stats": ["mean"]},
        {"kind": "bar", "x": "garden", "y": "built year", "agg": "sum"},
        {"kind": "bar", "x": "garden", "y": "built year"},  # a sum by default
        {"kind": "bar", "of": {"op": "groupby_agg", "metrics": {"home_id": ["mean"]}}},
        {
            "op": "value_counts",
            "column": "garden",
            "prepare": [{"step": "aggregate", "by": ["garden"], "metrics": {"built year": ["mean"]}}],
        },
        {"op": "time_trend", "date_col": "d", "metrics": {"home_id": ["sum"]}},
        {"op": "pivot_table", "rows": "garden", "columns": "rooms", "value": {"col": "built year", "agg": "mean"}},
    ],
)
def test_what_names_something_is_no_amount(spec: dict[str, Any], homes: DatasetProfile) -> None:
    assert not is_sane(spec, homes, "what is the average of everything?")
    assert not is_sane(spec, homes, "how big is it?")


@pytest.mark.parametrize(
    "spec",
    [
        mean("price"),
        mean("rooms", "sum"),
        mean("built year", "min"),
        mean("built year", "max"),
        mean("home_id", "nunique"),
        mean("nowhere"),
        {"op": "column_summary"},
    ],
)
def test_amounts_ends_and_counts_are_sane(spec: dict[str, Any], homes: DatasetProfile) -> None:
    assert is_sane(spec, homes, "how big is it?")


@pytest.mark.parametrize(
    ("questions", "sane"),
    [
        (("average built year",), True),
        (("What is the mean of built year by garden?",), True),
        (("total built year",), False),  # another aggregate
        (("average price",), False),  # another column
        (("average built year", "and by garden?"), True),  # a follow-up goes on with it
        (("average built year", "a", "b", "c"), False),  # long ago
    ],
)
def test_who_asks_in_so_many_words_gets_it(questions: tuple[str, ...], sane: bool, homes: DatasetProfile) -> None:
    assert is_sane(mean("built year"), homes, *questions) is sane


def test_a_flag_may_be_counted_and_shared_but_not_averaged_along(homes: DatasetProfile) -> None:
    assert is_sane(mean("sold"), homes, "what is the rate of sales?")
    assert is_sane(mean("sold", "sum"), homes, "how many were sold?")
    assert is_sane(mean("sold"), homes, "average sold")
    assert not is_sane(mean("sold"), homes, "the average of everything")
    assert not is_sane(mean("sold", "std"), homes, "how many were sold?")
