"""How numbers are shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.grounding.numbers import Figure, decimals, short, show


@pytest.mark.parametrize(
    ("figure", "form", "text"),
    [
        (Figure(1234567, "integer"), "", "1,234,567"),
        (Figure(3.0, "number"), "", "3"),
        (Figure(1234.5, "number"), "", "1,234.5"),
        (Figure(0.871201767, "number"), "", "0.8712"),
        (Figure(0.05, "number"), "", "0.05"),
        (Figure(0.0000123, "number"), "", "1.23e-5"),
        (Figure(2e18, "number"), "", "2e18"),
        (Figure(-0.001, "number"), ".2", "0.00"),
        (Figure(3.5, "integer"), "", "3.5"),
        (Figure(48.8, "percent"), "", "48.8 %"),
        (Figure(0.004, "percent"), "", "0.004 %"),
        (Figure(0.488, "number"), "percent", "48.8 %"),
        (Figure(-3.25, "percent"), "signed_percent", "-3.25 %"),
        (Figure(0.0321, "p_value"), "", "0.032"),
        (Figure(0.00001, "p_value"), "", "< 0.001"),
        (Figure(817860.05, "number", "USD"), "", "$817,860.05"),
        (Figure(16.5, "number", "EUR"), "", "€16.50"),
        (Figure(-20, "integer", "GBP"), "", "-£20"),
        (Figure(1500.4, "number", "JPY"), "", "¥1,500.4"),
        (Figure(12.5, "number", "%"), "", "12.5 %"),
        (Figure(817860.05, "number", "USD"), "plain.1", "817860.1"),
        (Figure(48.8, "percent"), "plain.2", "48.80"),
        (Figure(-0.001, "number"), "plain.2", "0.00"),
        (Figure(2015, "text"), "", "2015"),
        (Figure("2015-03", "date"), "", "March 2015"),
        (Figure(True, "text"), "", "true"),
        (Figure(None, "number"), "", "no value"),
        (Figure(float("nan"), "number"), "", "no value"),
    ],
)
def test_shows(figure: Figure, form: str, text: str) -> None:
    assert show(figure, form) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(79.998, "79.998"), (5.725, "5.725"), (87.5, "87.5"), (2.0 / 3 + 6, "6.67"), (1234.5678, "1,234.57")],
)
def test_three_decimals_are_shown_where_they_are_all_there_are(value: float, text: str) -> None:
    assert short(value) == text


@given(st.floats(-1e14, 1e14, allow_nan=False).filter(lambda value: abs(value) > 1e-12))
def test_a_shown_number_is_near_the_number(value: float) -> None:
    assert float(short(value).replace(",", "")) == pytest.approx(value, rel=6e-3)


@given(st.floats(-1, 1), st.integers(0, 4))
def test_zero_has_no_sign(value: float, count: int) -> None:
    text = decimals(value, count, fixed=True)
    assert not (text.startswith("-") and float(text) == 0)


@pytest.mark.parametrize(
    ("figure", "form", "told"),
    [
        (Figure(1234.5, unit="kg"), "", "1.234,5 kg"), (Figure(12.5, "percent"), "", "12,5 %"),
        (Figure(1234.5), "plain", "1234.5"), (Figure("2015-05-09", "date"), "", "9. Mai 2015"),
        (Figure(2015, "text"), "", "2015"), (Figure("2015-05", "text"), "", "2015-05"),
    ],
)  # fmt: skip
def test_numbers_and_dates_are_written_as_the_language_does(figure: Figure, form: str, told: str) -> None:
    assert show(figure, form, "de") == told


def test_the_sign_of_a_currency_stands_where_the_language_writes_it() -> None:
    told = {"en": "€129,690.62", "de": "129.690,62 €", "ja": "€129,690.62"}
    assert {language: show(Figure(129690.62, unit="EUR"), language=language) for language in told} == told
    assert show(Figure(-5.5, unit="EUR"), language="de") == "-5,50 €"
