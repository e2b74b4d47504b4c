"""Kinds of file after which people reported a wrong number of some program: each is read as meant, and a look-alike
without the trouble stays what it is."""

import pytest

from tests.registry.reading import column, one_column, read, said


def _table(head: str, *rows: str) -> str:
    return "\n".join([head, *rows]) + "\n"


@pytest.mark.parametrize(
    ("cells", "kept"),
    [
        (["0012", "0450", "1e5", "2001"], ["0012", "0450", "1e5", "2001"]),
        (["12e45", "7", "120"], ["12e45", "7", "120"]),
        (["1.5e5", "2.0e3"], [150_000.0, 2_000.0]),
        (["1e+05", "200"], [100_000.0, 200.0]),
    ],
)
def test_codes_stay_codes_and_powers_of_ten_numbers(cells: list[str], kept: list[object]) -> None:
    assert column(one_column(cells), "v") == kept


def test_numbers_of_versions_stay_apart_and_measurements_do_not() -> None:
    assert column(_table("release,n", "1.9,3", "1.10,4", "1.1,5"), "release") == ["1.9", "1.10", "1.1"]
    assert column(_table("length,n", "1.9,3", "1.10,4", "1.1,5"), "length") == [1.9, 1.1, 1.1]
    assert column(_table("version_no,n", "1.9,3", "1.10,4", "1.1,5"), "version_no") == ["1.9", "1.10", "1.1"]


@pytest.mark.parametrize("name", ["rec_ver_tat", "release weight", "BuildTime", "section_length"])
def test_what_is_measured_of_versions_and_sections_is_a_number(name: str) -> None:
    assert column(_table(f"{name},n", "4.7,3", "7.0,4", "6.8,5"), name) == [4.7, 7.0, 6.8]


def test_feet_are_no_forints() -> None:
    heights, prices = (read(_table("peak,v", *cells)) for cells in (
        ('A,"3,465 ft"', 'B,"3,353 ft"', "C,990 ft"), ('A,"3,465 Ft"', 'B,"3,353 Ft"', "C,990 Ft")))  # fmt: skip
    assert (heights.units["v"], prices.units["v"]) == ("ft", "HUF")


def test_one_odd_cell_turns_no_comma_for_thousands_into_a_decimal_sign() -> None:
    odd = _table(
        "team,losses,points", 'A,"2,148","19,929"', 'B,"2,313","19,109"', 'C,"2,368","18,385"', 'D,"1,530","1,1024"'
    )
    assert column(odd, "losses") == [2148, 2313, 2368, 1530]
    assert column(odd, "points") == ["19,929", "19,109", "18,385", "1,1024"]
    assert said(read(odd), "warning", "1,1024")


def test_decimal_commas_of_three_digits_and_fewer_stay_decimals() -> None:
    weights = _table("a;weight", "1;1,250", "2;2,375", "3;3,125", "4;0,5")
    assert column(weights, "weight") == [1.25, 2.375, 3.125, 0.5]


@pytest.mark.parametrize("head", ["region", "market"])
def test_na_among_codes_of_regions_is_one_and_the_receipt_offers_the_other_reading(head: str) -> None:
    regions = _table(f"{head},quarter,v", "NA,Q1,70", "EU,Q1,3", "APAC,Q2,2")
    assert column(regions, head) == ["NA", "EU", "APAC"]
    assert said(read(regions), "unsure", "could also mean")


def test_na_among_other_words_and_grades_means_nothing_is_known() -> None:
    assert column(_table("status,line,v", "NA,x,70", "OK,y,3", "NG,z,2"), "status") == [None, "OK", "NG"]
    assert column(_table("region,line,v", "NA,x,70", "North,y,3", "South,z,2"), "region") == [None, "North", "South"]


@pytest.mark.parametrize("head", ["transactiondate", "Buchungsdatum", "valuedate"])
def test_days_of_eight_digits_below_a_compound_name_are_dates(head: str) -> None:
    assert read(_table(f"{head},v", "20250103,1", "20250220,2")).kinds[head] == "date"


def test_eight_digits_that_are_no_days_are_numbers_whatever_their_name_ends_in() -> None:
    assert read(_table("update,v", "20251399,1", "99250220,2")).kinds["update"] == "number"


@pytest.mark.parametrize(("head", "year"), [("birth_date", 1945), ("Geburtsdatum", 1945), ("valid until", 2045)])
def test_nobody_is_born_in_the_future(head: str, year: int) -> None:
    born = read(_table(f"{head},v", "12/31/45,1", "07/23/84,2"))
    assert born.frame[head].dt.year.tolist() == [year, 1984]


def test_signs_that_nobody_sees_are_no_part_of_a_number() -> None:
    assert column(one_column(["\u200e42", "-\ufeff7", "\u202a100\u202c"]), "v") == [42, -7, 100]


def test_formulas_that_keep_texts_are_the_texts() -> None:
    kept = _table("code,amount", '"=""00123""","=""12.50"""', '"=""00456""","=""7.25"""')
    assert column(kept, "code") == ["00123", "00456"]
    assert column(kept, "amount") == [12.5, 7.25]


def test_money_in_thousands_and_millions_is_multiplied_and_metres_are_not() -> None:
    assert column(one_column(["$1.2M", "$850K", "$2B"]), "v") == [1_200_000.0, 850_000.0, 2_000_000_000.0]
    assert column(one_column(["1.2 m", "0.8 m"]), "v") == [1.2, 0.8]


def test_a_last_row_called_mean_is_one_only_if_its_numbers_are_the_mean() -> None:
    assert column(_table("department,heads", "Sales,12", "Legal,4", "Media,5"), "heads") == [12, 4, 5]
    assert column(_table("department,heads", "Sales,12", "Legal,4", "Media,8"), "heads") == [12, 4]


def test_rows_that_grow_wider_keep_their_columns() -> None:
    wider = _table("a,b", *(f"{n},{2 * n}" for n in range(4)), *(f"{n},{2 * n},{3 * n}" for n in range(4, 40)))
    assert column(wider, "b") == [2 * n for n in range(40)]


def test_rows_that_all_have_a_label_in_front_keep_it() -> None:
    assert column(_table("a,b", "r1,1,2", "r2,3,4", "r3,5,6"), "b") == [2, 4, 6]
