"""Kinds of columns that exports of accounts, instruments and services hold: days and hours without signs, offsets, long
whole numbers, elements, sides. Each is read as meant, and a look-alike stays what it is."""

import pytest

from tests.registry.reading import column, one_column, read, said
from tests.registry.test_kinds_of_files import kind_of


@pytest.mark.parametrize("name", ["month", "Buchungsmonat", "period", "year_month", "fiscal_period", "yyyymm"])
def test_months_of_six_digits_are_months_where_a_name_says_so(name: str) -> None:
    text = one_column(["202401", "202402", "202312"], name)
    assert [str(day)[:10] for day in column(text, name)] == ["2024-01-01", "2024-02-01", "2023-12-01"]


@pytest.mark.parametrize("cells", [["01.2024", "02.2024", "12.2023"], ["2024M01", "2024M02", "2023M12"]])
def test_months_with_a_point_or_an_m_are_months_where_a_name_says_so(cells: list[str]) -> None:
    assert [str(day)[:7] for day in column(one_column(cells, "Monat"), "Monat")] == ["2024-01", "2024-02", "2023-12"]
    assert kind_of(one_column(cells, "weight"), "weight") in ("number", "text")


@pytest.mark.parametrize(("name", "cells"), [("visitors", ["202401", "202402"]), ("month", ["202401", "202413"])])
def test_numbers_of_six_digits_that_are_no_months_stay_numbers(name: str, cells: list[str]) -> None:
    assert column(one_column(cells, name), name) == [int(cell) for cell in cells]


@pytest.mark.parametrize(
    ("cells", "first"),
    [
        (["15032024", "31122023", "01042024"], "2024-03-15"),
        (["03152024", "12312023", "04012024"], "2024-03-15"),
        (["20012024", "19122023", "20112023"], "2024-01-20"),
        (["1042024", "15032024", "31122023"], "2024-04-01"),
    ],
)
def test_days_of_eight_digits_are_read_whichever_part_stands_first(cells: list[str], first: str) -> None:
    assert str(column(one_column(cells, "booking date"), "booking date")[0])[:10] == first


def test_days_of_eight_digits_that_read_both_ways_are_asked_about() -> None:
    assert kind_of(one_column(["03042024", "05062024"], "date"), "date") == "ambiguous_date"


def test_numbers_of_eight_digits_without_a_name_of_dates_stay_numbers() -> None:
    assert column(one_column(["15032024", "31122023"], "amount"), "amount") == [15032024, 31122023]


def test_open_ends_and_no_days_among_days_of_eight_digits() -> None:
    text = one_column(["20191231", "99991231", "20220630", "00000000"], "valid_to")
    assert [cell and str(cell)[:10] for cell in column(text, "valid_to")] == [
        "2019-12-31",
        "9999-12-31",
        "2022-06-30",
        None,
    ]
    said(read(text), "warning", "00000000")


def test_times_of_several_offsets_keep_their_days_and_the_receipt_says_so() -> None:
    text = one_column(
        ["2024-03-30T23:30:00+01:00", "2024-03-31T03:30:00+02:00", "2024-01-01T00:15:00+01:00"], "created"
    )
    assert [str(moment) for moment in column(text, "created")] == [
        "2024-03-30 23:30:00", "2024-03-31 03:30:00", "2024-01-01 00:15:00",
    ]  # fmt: skip
    said(read(text), "unsure", "so that no day changes")


def test_times_in_utc_stay_in_utc() -> None:
    text = one_column(["2024-03-30T23:30:00Z", "2024-03-31T01:30:00+00:00"], "created")
    assert [str(moment) for moment in column(text, "created")] == ["2024-03-30 23:30:00", "2024-03-31 01:30:00"]
    said(read(text), "assumed", "in UTC")


def test_hours_up_to_24_are_times_of_day_and_longer_ones_durations() -> None:
    hours = [f"{hour:02d}:00" for hour in range(1, 25)]
    assert column(one_column(hours, "Stunde"), "Stunde")[-1] == "24:00:00"
    assert column(one_column([*hours, "24:30"], "Zeit"), "Zeit")[-1] == 24.5
    assert column(one_column(hours, "Dauer"), "Dauer")[-1] == 24.0


@pytest.mark.parametrize(
    ("name", "cells", "kept"),
    [
        ("ion", ["Na", "K", "Cl", "Na"], True),
        ("analyte", ["Na+", "Na", "Ca2+", "Cl-"], True),
        ("answer", ["Na", "N", "Y", "N"], False),
        ("city", ["Na", "Rome", "Oslo", "Rome"], False),
    ],
)
def test_sodium_among_elements_is_one(name: str, cells: list[str], kept: bool) -> None:
    assert ("Na" in column(one_column(cells, name), name)) == kept
    if kept:
        said(read(one_column(cells, name)), "unsure", "could also mean")


def test_numbers_that_count_the_rows_prove_no_total() -> None:
    assert column("pid,smoker,score\n1,yes,10\n2,NA,12\n3,no,NA\n4,NA,9\n5,yes,11\n", "pid") == [1, 2, 3, 4, 5]


def test_a_total_below_numbered_rows_is_still_one() -> None:
    text = "no,item,price\n1,pen,10.5\n2,ink,12.5\n3,pad,9\n4,cup,8\n,,40\n"
    assert column(text, "price") == [10.5, 12.5, 9.0, 8.0]


def test_names_stand_below_lines_of_keys_and_values_however_many_columns_there_are() -> None:
    rows = [f"08:{minute:02d};2{minute % 3},50;4{minute % 4},0" for minute in range(10, 19)]
    text = "\n".join(
        ["Gerät;Klimalogger K2", "Seriennummer;SN-0081", "Intervall;10 min", "Uhrzeit;Temperatur;Feuchte", *rows]
    )
    assert column(text, "Feuchte")[:3] == [42.0, 43.0, 40.0]


def test_short_rows_below_the_names_are_no_keys_and_values() -> None:
    text = "name,city,n\nAda,Rome\nBob,Oslo,4\nCid,Bern,5\nDan,Lund,6\n"
    assert column(text, "n") == [None, 4.0, 5.0, 6.0]


@pytest.mark.parametrize(
    ("cells", "dtype"),
    [
        (["9223372036854775807", "12", "-9223372036854775808"], "int64"),
        (["18446744073709551615", "9223372036854775808", "1000000000000000000"], "uint64"),
        (["9007199254740993", "", "12"], "Int64"),
    ],
)
def test_long_whole_numbers_that_measure_keep_every_digit_and_are_told(cells: list[str], dtype: str) -> None:
    table = read(one_column(cells, "bytes"))
    assert column(one_column(cells, "bytes"), "bytes") == [int(cell) if cell else None for cell in cells]
    assert str(table.frame["bytes"].dtype) == dtype
    said(table, "unsure", "every digit is kept")


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("tweet_id", ["1212345678901234567", "99234567890123456", "1212345678901234569"]),
        ("tracking", ["340434161094042557", "340434161094042564", "340434161094042571"]),
    ],
)
def test_long_whole_numbers_that_name_things_stay_texts(name: str, cells: list[str]) -> None:
    assert column(one_column(cells, name), name) == cells
    assert kind_of(one_column(cells, name), name) == "identifier"


def test_whole_numbers_of_fifteen_digits_are_plain_numbers() -> None:
    table = read(one_column(["123456789012345", "7", "99"], "bytes"))
    assert str(table.frame["bytes"].dtype) == "int64"
    assert not table.receipt.of("unsure")


@pytest.mark.parametrize(
    ("cells", "last"),
    [
        (["2025010100", "2025010101", "2025010123"], "2025-01-01 23:00:00"),
        (["202501010010", "202501010020", "202501012350"], "2025-01-01 23:50:00"),
        (["2025010123", "2025010124"], "2025-01-02 00:00:00"),
    ],
)
@pytest.mark.parametrize("name", ["MESS_DATUM", "timestamp", "Zeitpunkt_date"])
def test_hours_without_signs_between_their_parts_are_of_that_day(name: str, cells: list[str], last: str) -> None:
    assert str(column(one_column(cells, name), name)[-1]) == last


def test_seconds_that_machines_count_are_still_moments() -> None:
    assert str(column(one_column(["1704067200", "1704070800"], "timestamp"), "timestamp")[0]) == "2024-01-01 00:00:00"


def test_numbers_of_ten_digits_without_a_name_of_dates_stay_numbers() -> None:
    assert column(one_column(["2025010100", "2025010101"], "visits"), "visits") == [2025010100, 2025010101]


def test_a_column_of_sides_is_told_only_beside_amounts_without_signs() -> None:
    plain = "doc,amount,S/H\n1,10.5,S\n2,20.5,H\n3,7.5,S\n4,8.25,H\n"
    signed = "doc,amount,S/H\n1,10.5,S\n2,-20.5,H\n3,7.5,S\n4,-8.25,H\n"
    assert any("no sign" in entry.text for entry in read(plain).receipt.of("unsure"))
    assert not any("no sign" in entry.text for entry in read(signed).receipt.of("unsure"))


def test_a_row_that_names_things_is_no_mean_because_one_of_its_numbers_is() -> None:
    rows = ["Alba,Italy,Banks,4,90", "Bora,Spain,Media,5,10", "Cima,Italy,Oil,6,80", "Dora,Spain,Banks,5,75"]
    text = "\n".join(["company,country,sector,profit,sales", *rows, "Enna,Italy,Oil,5,60"])
    assert column(text, "company") == ["Alba", "Bora", "Cima", "Dora", "Enna"]


def test_a_mean_below_rows_that_name_things_is_still_one() -> None:
    rows = ["Alba,Italy,4,90", "Bora,Spain,5,10", "Cima,Italy,6,80", "Media,,5,60"]
    assert column("\n".join(["company,country,profit,sales", *rows]), "company") == ["Alba", "Bora", "Cima"]


def test_small_counts_add_up_by_chance_beside_a_missing_cell() -> None:
    who = ["ann", "bob", "", "cay", "dan", "", "eve", *["ann", "bob", "cay"] * 5]
    points = [2, 3, 5, 1, 2, 3, 8, *[4, 1, 1, 3, 2] * 3]
    rows = [f"T-{place},Task,Open,{one},{points[place]}" for place, one in enumerate(who)]
    assert len(column("\n".join(["key,type,status,assignee,points", *rows]), "key")) == len(rows)
