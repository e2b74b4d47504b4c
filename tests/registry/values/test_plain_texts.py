"""A look at all texts of a column says what a look at each of them would say."""

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from registry.columns.date_columns import DateColumn
from registry.columns.date_rules import read_dates
from registry.columns.number_rules import NumberColumn, read_numbers
from registry.values.arrow_texts import ArrowTexts, begin_with_digits, plain_kind
from registry.values.cells import Cells
from registry.values.date_text import PATTERNS, date_parts, may_be_date
from registry.values.decimal_signs import decimal_evidence
from registry.values.number_text import number_form
from registry.values.word_lists import is_missing

NUMBERS = st.from_regex(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?", fullmatch=True)
SIGNS = st.text("0123456789+-.,:/eET \n\u00a0MnaJ年５½", max_size=12)


def cells_of(*values: str) -> Cells:
    places = np.arange(len(values))
    return Cells(tuple(values), places.astype(np.int32), places.astype(np.int64))


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        (("1", "-2.50", "+3"), "number"),
        (("", "1", ""), "number"),
        (("2024-02-29", "1999-12-31 23:59:59.5", "2024-01-01T08:30"), "moment"),
        (("1", "1e5"), None),
        (("1", " 2"), None),
        (("1", "2\n3"), None),
        (("1\n",), None),
        (("1", "2024-02-29"), None),
        (("1234567890123456",), None),
        (("2024-13-01",), None),
        (("0001-01-01",), None),
        (("",), None),
        ((), None),
    ],
)
def test_a_column_is_plain_when_every_cell_is(values: tuple[str, ...], kind: str | None) -> None:
    assert plain_kind(values) == kind
    assert plain_kind(ArrowTexts(pa.array(values, pa.string()))) == kind


@given(st.lists(SIGNS, min_size=1, max_size=5))
def test_texts_that_begin_with_digits_say_what_they_hold(values: list[str]) -> None:
    if begin_with_digits(values):
        assert all(value == value.strip() and not (value and is_missing(value)) for value in values)


@pytest.mark.parametrize("zero", ["0000-00-00", "00.00.0000", "00/00/00", "0000-00-00 00:00:00"])
def test_a_zero_date_is_looked_at_for_itself(zero: str) -> None:
    assert not begin_with_digits((zero, "2024-01-01"))


@given(st.lists(NUMBERS, min_size=1, max_size=5, unique=True))
def test_the_decimal_signs_of_plain_numbers_are_those_that_each_proves(values: list[str]) -> None:
    proofs = [form.evidence for value in values if (form := number_form(value)) is not None]
    assert decimal_evidence(cells_of(*values))["."] == proofs.count(".")


@given(SIGNS)
def test_what_can_be_no_date_is_none(text: str) -> None:
    if not may_be_date(text):
        assert all(date_parts(pattern, text) is None for _, pattern in PATTERNS)


def test_plain_numbers_and_moments_are_read() -> None:
    numbers = read_numbers("a", cells_of("1.50", "-2", "+3"), ".")
    assert isinstance(numbers, NumberColumn)
    assert numbers.values.tolist() == [1.5, -2, 3]
    dates = read_dates("d", cells_of("1970-01-02", "1970-01-01 00:00:01"), None, None)
    assert isinstance(dates, DateColumn)
    assert dates.values.tolist() == [86_400_000_000, 1_000_000]
    assert not dates.midnight


def test_a_day_that_does_not_exist_is_told_among_plain_ones() -> None:
    values = [f"2024-01-{day:02d}" for day in range(1, 32)]
    dates = read_dates("d", cells_of(*values, "2023-02-30"), None, None)
    assert isinstance(dates, DateColumn)
    assert dates.failed == (31,)
