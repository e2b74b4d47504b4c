"""Texts that have an order of their own are known in it; all others keep that of their letters."""

import itertools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from registry.profiling import build_profile
from registry.values.own_order import own_order
from tests.registry.reading import read

IN_ORDER = [
    ["Jan", "Feb", "Mar", "May", "Oct", "Dec"],
    ["Januar", "Februar", "März", "Mai", "Oktober", "Dezember"],
    ["1月", "2月", "10月", "12月"],
    ["Mon", "Tue", "Wed", "Thu", "Sun"],
    ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
    ["月曜日", "火曜日", "土曜日"],
    ["lundi", "mardi", "dimanche"],
    ["XS", "S", "M", "L", "XL", "2XL"],
    ["Small", "Medium", "Large"],
    ["klein", "mittel", "groß"],
    ["小", "中", "大"],
    ["Low", "Medium", "High", "Critical"],
    ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"],
    ["sehr unzufrieden", "unzufrieden", "zufrieden", "sehr zufrieden"],
    ["Never", "Sometimes", "Always"],
    ["<18", "18-24", "25-34", "65+"],
    ["under 18", "18 to 24", "25 to 34", "65 and over"],
    ["unter 5", "5 bis 10", "11 bis 20", "ab 21"],
    ["0–9", "10–99", "100–999", "1,000+"],
    ["$0-$10k", "$10k-$50k", "$50k-$100k", "$100k+"],
    ["5-9 years", "10-14 years", "100+ years"],
    ["1", "2-4", "5-9", "10+"],
    ["20歳未満", "20〜29歳", "30〜39歳", "70歳以上"],
    ["Week 1", "Week 2", "Week 10"],
    ["KW 2", "KW 9", "KW 11"],
    ["Q3 2023", "Q4 2023", "Q1 2024"],
    ["1st", "2nd", "3rd", "10th", "21st"],
    ["1.", "2.", "3.", "10."],
    ["第1位", "第3位", "第10位"],
    ["First", "Second", "Third", "Fourth"],
    ["erster", "zweiter", "dritter"],
    ["Low", "High", "Don't know"],
    ["18-24", "25-34", "Prefer not to say", "Unknown"],
]


@pytest.mark.parametrize("ordered", IN_ORDER, ids=lambda ordered: ordered[0])
def test_texts_are_known_in_their_own_order_however_they_come(ordered: list[str]) -> None:
    mixed = random.Random(1).sample(ordered, len(ordered))
    expected = () if ordered == sorted(ordered) else tuple(ordered)
    assert own_order(mixed) == expected


@pytest.mark.parametrize(
    "values",
    [
        ["Mario", "Jan", "Mia"],
        ["M", "F"],
        ["North", "South", "East"],
        ["2-1", "0-0", "3-2"],
        ["1-4", "2-3", "0-2"],
        ["A", "B", "AB", "0"],
        ["Jan"],
        ["red", "amber", "green"],
        ["10.0.0.2", "10.0.0.10"],
        ["high", "low", "fast"],
        [],
    ],
)
def test_other_texts_have_none(values: list[str]) -> None:
    assert own_order(values) == ()


@given(st.lists(st.text("019-<+kM ~to.,", max_size=8), unique=True, max_size=6))
def test_an_order_holds_the_same_texts_once_each(values: list[str]) -> None:
    assert sorted(own_order(values) or values) == sorted(values)


@given(st.lists(st.integers(0, 400), min_size=3, max_size=9, unique=True))
def test_bands_of_any_ends_go_by_their_numbers(ends: list[int]) -> None:
    ends.sort()
    bands = [*(f"{low}-{high}" for low, high in itertools.pairwise(ends)), f"{ends[-1]}+"]
    assert (own_order(sorted(bands)) or tuple(sorted(bands))) == tuple(bands)


def test_the_profile_of_a_column_knows_its_order_and_of_other_columns_none() -> None:
    table = read("size,colour,n\nM,red,1\nXL,blue,2\nS,red,3\n")
    profile = build_profile("d", "sizes", 1, table)
    assert [column.order for column in profile.columns] == [("S", "M", "XL"), (), ()]
