"""Columns of numbers: separators, currencies, percent, units, and what is left as text."""

import numpy as np
import pytest

from registry.dataset import ReadingChoices
from tests.registry.reading import column, one_column, read, said


@pytest.mark.parametrize(
    ("cells", "values"),
    [
        (["1", "2", "-3"], [1, 2, -3]),
        (["1.5", "2", ""], [1.5, 2.0, None]),
        (["1,234.56", "7.00"], [1234.56, 7.0]),
        (["1.234,56", "7,00"], [1234.56, 7.0]),
        (["1 234,5", "12,0"], [1234.5, 12.0]),
        (["1\u00a0234,5", "12,0"], [1234.5, 12.0]),
        (["1'234.5", "12.0"], [1234.5, 12.0]),
        (["1,234,567", "12"], [1234567, 12]),
        (["12,34,567", "1,00,000", "5"], [1234567, 100000, 5]),
        (["(45.20)", "3.10"], [-45.2, 3.1]),
        (["12-", "5"], [-12, 5]),
        (["−3.2", "4.1"], [-3.2, 4.1]),
        (["１２３", "４．５"], [123.0, 4.5]),
        ([".5", "3504."], [0.5, 3504.0]),
        (["3.2e+21", "1E3"], [3.2e21, 1000.0]),
        (["+5", "-7"], [5, -7]),
    ],
)
def test_numbers_are_read_as_people_write_them(cells: list[str], values: list[object]) -> None:
    assert column(one_column(cells), "v") == values
    assert read(one_column(cells)).kinds["v"] == "number"


@pytest.mark.parametrize(
    ("cells", "values", "unit"),
    [
        (["$1,200", "$80"], [1200, 80], "USD"),
        (["-$5.50", "$(2.00)", "$1.00"], [-5.5, -2.0, 1.0], "USD"),
        (["($5.50)", "$2.00"], [-5.5, 2.0], "USD"),
        (["-$5.50", "$2.00"], [-5.5, 2.0], "USD"),
        (["12,50 €", "3,00 €"], [12.5, 3.0], "EUR"),
        (["EUR 12.50", "EUR 3.00"], [12.5, 3.0], "EUR"),
        (["￥1,200", "¥300", "¥4,000", "¥5,100"], [1200, 300, 4000, 5100], "JPY"),
        (["1,200円", "300円", "4,000円", "5,100円"], [1200, 300, 4000, 5100], "JPY"),
        (["CHF 1'200.50", "CHF 3.00"], [1200.5, 3.0], "CHF"),
        (["9%", "12.5 %"], [9.0, 12.5], "%"),
        (["９％", "１２％"], [9, 12], "%"),
        (["12 kg", "7.5kg"], [12.0, 7.5], "kg"),
        (["90 km/h", "120 km/h"], [90, 120], "km/h"),
        (["21.5 °C", "-3 °C"], [21.5, -3.0], "°C"),
    ],
)
def test_a_sign_in_the_cells_is_the_unit(cells: list[str], values: list[object], unit: str) -> None:
    table = read(one_column(cells))
    assert column(one_column(cells), "v") == values
    assert table.units["v"] == unit
    assert said(table, "converted", "percent" if unit == "%" else "is its unit").column == "v"


@pytest.mark.parametrize(
    ("header", "unit"),
    [
        ("Body Mass (g)", "g"),
        ("amount [EUR]", "EUR"),
        ("price ($)", "USD"),
        ("金額（円）", "JPY"),
        ("Bonus %", "%"),
        ("Salary (base)", None),
        ("Delta (o/oo)", "o/oo"),
        ("weight_kg", "kg"),
        ("price usd", "USD"),
        ("try", None),
        ("count", None),
    ],
)
def test_a_header_in_brackets_gives_the_unit_and_stays_as_it_is(header: str, unit: str | None) -> None:
    assert read(f"name,{header}\na,1\nb,2\n").units[header] == unit


@pytest.mark.parametrize(
    "cells",
    [
        ["12 kg", "5 lb", "3 kg", "2 lb"],
        ["$5", "€6", "$7", "€8"],
        ["1-2", "3-4", "5-6"],
        ["1st", "2nd", "3rd"],
        ["192.168.0.1", "10.0.0.1"],
        ["5 5 5", "1 2"],
        ["1_000", "2_000"],
        ["0x1F", "0x2A"],
        ["infinity and beyond", "2"],
    ],
)
def test_what_would_be_a_guess_stays_text_letter_by_letter(cells: list[str]) -> None:
    assert column(one_column(cells), "v") == cells


def test_mixed_units_are_named_in_a_warning() -> None:
    assert said(read(one_column(["12 kg", "5 lb", "3 kg", "2 lb"])), "warning", "mixes the units “kg”, “lb”")


def test_leading_zeros_make_an_identifier_and_stay() -> None:
    text = one_column(["00017", "00203", "11111"])
    assert column(text, "v") == ["00017", "00203", "11111"]
    assert read(text).kinds["v"] == "identifier"


def test_whole_numbers_beyond_exact_floats_stay_exact_as_text() -> None:
    text = one_column(["9007199254740993", "12345678901234567890123"])
    assert column(text, "v") == ["9007199254740993", "12345678901234567890123"]
    assert read(text).kinds["v"] == "identifier"


def test_whole_numbers_are_int64_and_float64_when_one_is_missing() -> None:
    assert read(one_column(["1", "2"])).frame["v"].dtype == np.int64
    assert read(one_column(["1", ""])).frame["v"].dtype == np.float64


def test_a_few_words_among_many_numbers_become_missing_with_their_lines() -> None:
    table = read(one_column([*map(str, range(100, 160)), "broken"]))
    assert table.frame["v"].isna().sum() == 1
    entry = said(table, "warning", "“broken”")
    assert (entry.count, entry.lines, entry.column) == (1, (62,), "v")


def test_several_words_among_numbers_leave_the_column_as_text_with_a_warning() -> None:
    table = read(one_column([*map(str, range(100, 115)), "broken", "odd"]))
    assert table.kinds["v"] == "text"
    assert said(table, "warning", "left as text: 2 cells are no number").lines == (17, 18)


def test_the_decimal_comma_of_one_column_decides_for_an_open_one() -> None:
    text = "a;b\n1,5;1.234\n2,25;2.500\n3,75;3.100\n"
    assert column(text, "b") == [1234, 2500, 3100]
    assert "reads both ways" in said(read(text), "unsure", "reads both ways").text


def test_three_decimals_are_no_thousands_in_a_file_of_decimal_points() -> None:
    assert column("a,b\n1.5,1.234\n2.25,2.500\n", "b") == [1.234, 2.5]


def test_a_column_of_points_and_commas_says_so() -> None:
    table = read(one_column(["1.234,50", "1,234.50", "7.25", "8.75"]))
    assert table.frame["v"].tolist() == [1234.5, 1234.5, 7.25, 8.75]
    assert said(table, "warning", "with a point and with a comma")


def test_the_person_decides_the_decimal_sign() -> None:
    text = one_column(["1,234", "5,678"])
    assert column(text, "v") == [1234, 5678]
    assert column(text, "v", ReadingChoices(decimal=",")) == [1.234, 5.678]


def test_zero_and_one_stay_numbers() -> None:
    assert read(one_column(["0", "1", "1"])).kinds["v"] == "number"


@pytest.mark.parametrize(
    ("cells", "numbers", "words"),
    [
        (["1.5k", "3.4k", "500"], [1500.0, 3400.0, 500.0], "shortens numbers"),
        (["100.00-", "12.50", "1.25-"], [-100.0, 12.5, -1.25], "trailing minus"),
        (["4,76,979.25 Cr", "1,23,873.35 Dr"], [-476979.25, 123873.35], "debit and credit"),
    ],
)
def test_what_stands_behind_the_digits_is_read_and_told(cells: list[str], numbers: list[float], words: str) -> None:
    table = read(one_column(cells))
    assert table.frame["v"].tolist() == numbers
    entry = next(entry for entry in table.receipt.entries if words in entry.text)
    assert entry.action in ("converted", "unsure")


def test_a_price_without_cents_is_whole() -> None:
    assert column('label,v\na,"€ 1.234,-"\nb,"€ 99,-"\nc,"€ 12,50"\n', "v") == [1234.0, 99.0, 12.5]


@pytest.mark.parametrize("cells", [["1E2", "2E4", "101"], ["10E3", "1E1"]])
def test_room_codes_are_no_powers_of_ten(cells: list[str]) -> None:
    assert column(one_column(cells), "v") == cells


def test_fifteen_hundred_beside_a_decimal_comma() -> None:
    assert column("label;v\na;1.500\nb;12,50\n", "v") == [1500.0, 12.5]


def test_an_address_or_a_version_says_nothing_of_the_decimal_sign() -> None:
    text = "ip,version,amount\n10.0.0.1,1.2.3,1.5\n10.0.0.2,1.2.4,2.5\n"
    assert column(text, "amount") == [1.5, 2.5]
    assert column(text, "ip") == ["10.0.0.1", "10.0.0.2"]
