"""Numbers written as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.analysis.filtering.number_text import parse_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("12", 12), ("-3.5", -3.5), ("1,200", 1200), ("1,234,567.89", 1234567.89), ("1.234.567,89", 1234567.89),
        ("1.234,5", 1234.5), ("3,5", 3.5), ("$1,200.50", 1200.5), ("€ 12", 12), ("12 EUR", 12), ("45 %", 45),
        ("(1,200)", -1200), ("($3.50)", -3.5), ("1 200,5", 1200.5), ("1'200", 1200), ("1e3", 1000), (".5", 0.5),
        ("\u22124", -4), ("-$5", -5), (" 7 ", 7),
    ],
)  # fmt: skip
def test_a_written_number_is_read(text: str, number: float) -> None:
    assert parse_number(text) == pytest.approx(number)


@pytest.mark.parametrize("text", ["", "abc", "1,20,0", "12 apples", "1.2.3", "--3", "nan", "inf", "()", "%", "1 2"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert parse_number(text) is None


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_read_back(number: float) -> None:
    assert parse_number(repr(number)) == number


@given(st.integers(-(10**12), 10**12))
def test_thousands_separators_do_not_change_the_number(number: int) -> None:
    assert parse_number(f"{number:,}") == number
