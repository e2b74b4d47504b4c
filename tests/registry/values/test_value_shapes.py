"""Columns judged by some values of each shape are read as when each value is judged."""

import random
from collections.abc import Callable
from datetime import date

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from registry.file_reader import read_file
from registry.values import value_shapes
from registry.values.cells import Cells
from registry.values.date_text import PATTERNS
from registry.values.shaped_dates import shaped_dates
from registry.values.shaped_numbers import shaped_numbers
from registry.values.value_shapes import shapes_of
from tests.cases import examples
from tests.registry.text.test_whole_lines import same

FORMS: tuple[Callable[[int], str], ...] = (
    lambda number: f"{number / 100:.2f}",
    lambda number: f"{number / 100:.2f}".replace(".", ","),
    lambda number: f"{number / 100:,.2f}",
    lambda number: f"{number / 100:,.2f}".translate(str.maketrans(",.", ".,")),
    lambda number: f"{number:,}",
    lambda number: f"{number / 10_000:.4f}".replace(".", ","),
    lambda number: f"{number:,}".replace(",", "\u00a0"),
    str,
)
SIGNS = ("{}", "-{}", "({})", "{}-", "${}", "{} €", "{}%", "{} kg", "€ {}", "{} m2")
COLUMNS = st.tuples(
    st.lists(st.integers(0, 99_999_999), min_size=3, max_size=40),
    st.lists(st.sampled_from(FORMS), min_size=1, max_size=2),
    st.lists(st.sampled_from(SIGNS), min_size=1, max_size=2),
)
ZEROS = st.sampled_from(["0,00", "0", "0.000", "00,5", "-0,00", "1,1024", "1e5", "12k", "n.a.", "12.345.6", "½"])
DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%y", "%d %b %Y", "%Y年%m月%d日")
CLOCKS = (
    " {:02d}:{:02d}",
    " {:02d}:{:02d}:07",
    "T{:02d}:{:02d}:09.25Z",
    " {:02d}:{:02d}:00+02:00",
    " {:02d}:{:02d} PM",
)


def both(values: list[str], name: str, patched: pytest.MonkeyPatch) -> None:
    content = "\n".join([f"label;{name}", *(f"r{row};{value}" for row, value in enumerate(values))]).encode()
    patched.setattr(value_shapes, "FEWEST_VALUES", 1)
    shaped = read_file(content, "table.csv")
    patched.setattr(value_shapes, "FEWEST_VALUES", 10**9)
    same(shaped, read_file(content, "table.csv"))


@settings(max_examples=examples(120))
@given(COLUMNS, st.lists(ZEROS, max_size=2))
def test_numbers_of_any_form_are_read_as_one_by_one(
    column: tuple[list[int], list[Callable[[int], str]], list[str]], odd: list[str]
) -> None:
    numbers, forms, signs = column
    amounts = [
        signs[place % len(signs)].format(forms[place % len(forms)](number)) for place, number in enumerate(numbers)
    ]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("registry.values.shaped_numbers.OF_EACH", 4)
        patched.setattr("registry.values.shaped_numbers.FIRST_VALUES", 8)
        both([*amounts, *odd], "amount", patched)


@settings(max_examples=examples(120))
@given(
    st.lists(st.dates(), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(1, 12), st.integers(0, 59)), min_size=8, max_size=12),
    st.sampled_from(DAYS),
    st.sampled_from(CLOCKS),
    st.lists(st.sampled_from(["open", "2024-02-30 10:00", "31.12.2024 24:00", "1.1.2024 17:61"]), max_size=1),
)
def test_moments_of_any_form_are_read_as_one_by_one(
    days: list[date], times: list[tuple[int, int]], day: str, clock: str, odd: list[str]
) -> None:
    values = [f"{each:{day}}" + clock.format(hour, minute) for hour, minute in times for each in days]
    with pytest.MonkeyPatch.context() as patched:
        both([*values, *values[:2], *odd], "when", patched)


def cells_of(values: list[str]) -> Cells:
    return Cells(tuple(values), np.arange(len(values), dtype=np.int32), np.arange(len(values), dtype=np.int64))


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(value_shapes, "FEWEST_VALUES", 1)


@pytest.mark.usefixtures("at_once")
def test_few_values_of_each_shape_are_judged() -> None:
    chance = random.Random(1)
    values = list(dict.fromkeys(f"{chance.randrange(1000, 9999)},{chance.randrange(10, 99)}" for _ in range(5_000)))
    few = shaped_numbers(cells_of(values))
    assert few is not None
    assert len(few.cells.values) < 1_100 < len(values)


@pytest.mark.usefixtures("at_once")
def test_one_moment_of_each_day_is_judged() -> None:
    values = [f"2024-01-0{day} 10:{minute}" for day in range(1, 4) for minute in range(10, 60)]
    few = shaped_dates(cells_of(values), *PATTERNS[0])
    assert few is not None
    assert list(few.cells.values) == ["2024-01-01 10:10", "2024-01-02 10:10", "2024-01-03 10:10"]


@pytest.mark.usefixtures("at_once")
def test_values_of_one_shape_have_the_same_signs() -> None:
    shapes = shapes_of(["a1", "b2", "a7", "ab", "", "b"])
    assert shapes is not None
    assert [(shape.text, shape.places.tolist()) for shape in shapes] == [
        ("a1", [0, 2]), ("b2", [1]), ("ab", [3]), ("", [4]), ("b", [5])
    ]  # fmt: skip
    assert shapes[0].digits(0, 2).tolist() == [1, 7]


def test_few_values_have_no_shapes() -> None:
    assert shapes_of(["1", "2"]) is None
