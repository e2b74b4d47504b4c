"""Letters and marks behind digits mean what all cells of the column together show."""

import pytest

from tests.registry.reading import column, one_column, read, said


@pytest.mark.parametrize(
    ("cells", "numbers", "words"),
    [
        (["€ 1.204,50 D", "€ 88,00 C", "€ 12,75 D", "0,00"], [-1204.5, 88.0, -12.75, 0.0], "D read as negative"),
        (["120.50D", "1,999.25C", "3.00D"], [-120.5, 1999.25, -3.0], "D read as negative"),
        (["2.000,00 D", "45,90 H", "7,10 H"], [2000.0, -45.9, -7.1], "H as negative"),
        (["2.000,00 Haben", "45,90 Soll", "7,10 Haben"], [-2000.0, 45.9, -7.1], "debit and credit"),
        (["2,000.00 DB", "45.90 CR", "7.10 DB"], [2000.0, -45.9, 7.1], "CR as negative"),
        (["2.000,00 H", "45,90 S", "7,10 H"], [-2000.0, 45.9, -7.1], "H as negative"),
    ],
)
def test_two_letters_behind_amounts_are_debit_and_credit_and_told(
    cells: list[str], numbers: list[float], words: str
) -> None:
    assert column(one_column(cells), "v") == numbers
    said(read(one_column(cells)), "unsure", words)


@pytest.mark.parametrize("cells", [["12C", "14D", "3C"], ["1.50 C", "2.50 A", "3.50 D"], ["10,5 H", "11,5 S", "9,0 W"]])
def test_other_letters_are_no_sides(cells: list[str]) -> None:
    assert column(one_column(cells), "v") == cells


def test_one_letter_alone_is_a_unit() -> None:
    assert read(one_column(["21.50 C", "19.25 C", "20.00 C"])).units["v"] == "C"


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["4.1", "3.2 -", "5.9 +", "4.4"], [4.1, 3.2, 5.9, 4.4]),
        (["1.250*", "980,5", "12.400**", "77,0"], [1250.0, 980.5, 12400.0, 77.0]),
        (["61,904", "70,313[b]", "58,020 [12]", "9"], [61904, 70313, 58020, 9]),
        (["12.3¹", "11.8", "10.4²"], [12.3, 11.8, 10.4]),
        (["4.1", "3.2 L", "5.9H", "9.9 HH", "4.4"], [4.1, 3.2, 5.9, 9.9, 4.4]),
        (["1,204 (r)", "988", "1,377 (p)"], [1204, 988, 1377]),
        (["140 ↑", "101", "88 ↓"], [140, 101, 88]),
    ],
)
def test_marks_behind_numbers_are_put_aside_and_told(cells: list[str], numbers: list[float]) -> None:
    assert column(one_column(cells), "v") == numbers
    said(read(one_column(cells)), "unsure", "Marks stand behind")


def test_the_receipt_tells_a_marked_number_as_it_is_read() -> None:
    entry = said(read(one_column(["1.250*", "980,5", "77,0"])), "unsure", "“1.250*” is 1,250")
    assert entry.choice == ("kinds", ("v", "text"))


def test_a_minus_behind_stays_a_sign_without_a_plus_beside() -> None:
    assert column(one_column(["4.10", "3.20 -", "5.90*"]), "v") == [4.1, -3.2, 5.9]


@pytest.mark.parametrize(
    "cells", [["5+", "4", "3+"], ["5 [m]", "6 [m]", "7 [m]"], ["5 L", "6 L", "7"], ["60.25 dB", "61.50 dB"]]
)
def test_what_is_no_mark_is_read_as_before(cells: list[str]) -> None:
    assert not any("Marks" in entry.text for entry in read(one_column(cells)).receipt.entries)


@pytest.mark.parametrize("word", ["(D)", "(X)", "***", "n.b."])
def test_signs_of_offices_for_no_value_are_missing_among_numbers_only(word: str) -> None:
    assert column(one_column(["12.5", word, "7.25"]), "v") == [12.5, None, 7.25]
    assert column(one_column(["good", word, "fair"]), "v") == ["good", word, "fair"]


def test_stars_stay_ratings() -> None:
    assert column(one_column(["***", "****", "***", "*****"]), "v") == ["***", "****", "***", "*****"]


@pytest.mark.parametrize(
    ("cells", "numbers", "unit"),
    [
        (["2.5 g", "750 mg", "1.25 g", "0.5 g"], [2.5, 0.75, 1.25, 0.5], "g"),
        (["1,2 km", "800 m", "3,4 km"], [1.2, 0.8, 3.4], "km"),
        (["3 MWh", "250 kWh"], [3.0, 0.25], "MWh"),
    ],
)
def test_units_that_are_powers_of_ten_of_one_another_are_converted_and_told(
    cells: list[str], numbers: list[float], unit: str
) -> None:
    table = read(one_column(cells))
    assert (table.frame["v"].tolist(), table.units["v"]) == (numbers, unit)
    assert said(table, "unsure", f"converted to {unit}").choice == ("kinds", ("v", "text"))


@pytest.mark.parametrize("cells", [["2 kg", "3 lb", "4 kg"], ["2 kg", "3 m", "4 g"]])
def test_units_of_other_kinds_stay_as_written_and_are_told(cells: list[str]) -> None:
    table = read(one_column(cells))
    assert table.frame["v"].tolist() == cells
    said(table, "warning", "mixes the units")


def test_one_unit_in_all_cells_is_as_before() -> None:
    table = read(one_column(["2 kg", "3.5 kg"]))
    assert (table.frame["v"].tolist(), table.units["v"], table.receipt.of("unsure")) == ([2.0, 3.5], "kg", ())
