"""Kinds of files that public bug reports tell of: each is read as meant, and the same file without the trouble too."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.registry.reading import column, one_column, read, said


def kind_of(text: str, name: str) -> str:
    return read(text).kinds[name]


@pytest.mark.parametrize(
    "cells", [["(3,3,3,1,3)", "(1,2,1,1,3)"], ["(1,1,2)", "(4,4,1)", "(2,2,2)"], ["(1.2.3)", "(4.5.6)"]]
)
def test_lists_in_brackets_are_texts(cells: list[str]) -> None:
    assert column(one_column(cells), "v") == cells


@given(st.lists(st.lists(st.integers(0, 99), min_size=3, max_size=6), min_size=2, max_size=8))
def test_lists_of_any_length_in_brackets_never_stop_the_reading(lists: list[list[int]]) -> None:
    cells = [f"({','.join(map(str, each))})" for each in lists]
    assert len(read(one_column(cells)).frame) == len(cells)


def test_numbers_in_brackets_stay_negative() -> None:
    assert column(one_column(["(3.10)", "2.00", "(1.25)"]), "v") == [-3.1, 2.0, -1.25]


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("part_no", ["0077", "1e3", "2500", "0077"]),
        ("barcode", ["1e5", "2001", "3455"]),
        ("room", ["12E45", "1E2", "101"]),
        ("article", ["007", "12e4", "45"]),
    ],
)
def test_codes_with_leading_zeros_or_an_e_stay_as_they_are(name: str, cells: list[str]) -> None:
    assert column(one_column(cells, name), name) == cells


def test_powers_of_ten_that_measure_are_numbers() -> None:
    assert column(one_column(["1e5", "2.5e3", "40"], "cells_per_ml"), "cells_per_ml") == [1e5, 2500.0, 40.0]


@pytest.mark.parametrize("name", ["version", "app_version", "Release", "firmware", "Kapitel"])
def test_versions_keep_their_last_zero_and_the_receipt_says_so(name: str) -> None:
    text = one_column(["2.1", "2.10", "2.9"], name)
    assert column(text, name) == ["2.1", "2.10", "2.9"]
    said(read(text), "assumed", "is not 1.1")


def test_prices_with_a_last_zero_are_numbers() -> None:
    assert column(one_column(["2.1", "2.10", "2.9"], "price"), "price") == [2.1, 2.1, 2.9]


@pytest.mark.parametrize("mark", ["\ufeff", "\u200e", "\u200f", "\u202d", "\u2066", "\u200b"])
def test_marks_that_nobody_sees_are_no_part_of_a_number(mark: str) -> None:
    text = one_column([f"-{mark}42", f"1{mark}00", "7"])
    assert column(text, "v") == [-42, 100, 7]


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["$1.2M", "$850K"], [1_200_000, 850_000]),
        (["€2m", "€3.5m", "€1m"], [2_000_000, 3_500_000, 1_000_000]),
        (["£1.5B", "£2B"], [1_500_000_000, 2_000_000_000]),
        (["1.2M", "850K", "3B"], [1_200_000, 850_000, 3_000_000_000]),
    ],
)
def test_shortened_amounts_are_multiplied_and_the_receipt_says_so(cells: list[str], numbers: list[float]) -> None:
    assert column(one_column(cells), "v") == numbers
    said(read(one_column(cells)), "converted", "shortens numbers")


def test_sizes_with_a_lone_m_are_no_millions() -> None:
    assert column(one_column(["2M", "3M"], "size"), "size") != [2_000_000, 3_000_000]


@pytest.mark.parametrize("odd", ["1,1024", "2,20000"])
def test_one_odd_comma_decides_nothing_about_other_columns(odd: str) -> None:
    rows = [f'"{n},{n + 100}","{n + 10},{n + 200}"' for n in range(1, 7)]
    text = "\n".join(["votes,seats", *rows, f'"9,999","{odd}"']) + "\n"
    assert column(text, "votes") == [n * 1000 + n + 100 for n in range(1, 7)] + [9999]
    said(read(text), "warning", odd)


def test_decimal_commas_of_a_whole_column_are_still_seen() -> None:
    text = "a,b\n" + "\n".join(f'"{n},5",{n}' for n in range(1, 7)) + "\n"
    assert column(text, "a") == [n + 0.5 for n in range(1, 7)]


@pytest.mark.parametrize("name", ["transactiondate", "Buchungsdatum", "valuedate", "order_date"])
def test_compact_days_below_compound_names_are_dates(name: str) -> None:
    assert kind_of(one_column(["20240229", "20250115", "20250203"], name), name) == "date"


@pytest.mark.parametrize("name", ["quantity", "update", "candidate"])
def test_numbers_of_eight_digits_that_are_no_days_stay_numbers(name: str) -> None:
    assert kind_of(one_column(["20259999", "31415926", "20250115"], name), name) == "number"


@pytest.mark.parametrize("name", ["birth_date", "DOB", "Geburtsdatum", "date of birth"])
def test_nobody_is_born_in_the_future(name: str) -> None:
    text = one_column(["12/31/45", "07/23/84"], name)
    assert [str(day)[:4] for day in column(text, name)] == ["1945", "1984"]


def test_days_of_two_digit_years_that_are_no_births_may_be_ahead() -> None:
    assert str(column(one_column(["12/31/45", "07/23/84"], "maturity date"), "maturity date")[0])[:4] == "2045"


def test_the_hour_24_is_the_first_of_the_next_day() -> None:
    text = one_column(["2025-01-31 24:00", "2025-02-01 01:00", "2025-02-01 02:00"], "read at")
    assert str(column(text, "read at")[0])[:16] == "2025-02-01 00:00"


@given(st.integers(-11, 13).filter(bool))
def test_times_that_share_an_offset_keep_their_day(hours: int) -> None:
    offset = f"{'-' if hours < 0 else '+'}{abs(hours):02d}:00"
    text = one_column([f"2025-03-01T00:30:00{offset}", f"2025-03-01T23:30:00{offset}"], "at")
    assert {str(day)[:10] for day in column(text, "at")} == {"2025-03-01"}
    said(read(text), "assumed", offset)


@pytest.mark.parametrize("cells", [["12.50", "7.25"], ["100", "200"]])
def test_formulas_of_one_text_are_that_text(cells: list[str]) -> None:
    wrapped = "id,v\n" + "\n".join(f'="00{n}",="{cell}"' for n, cell in enumerate(cells)) + "\n"
    assert column(wrapped, "v") == [float(cell) for cell in cells]
    assert column(wrapped, "id") == [f"00{n}" for n in range(len(cells))]


@pytest.mark.parametrize(
    ("name", "others"),
    [("region", ["EMEA", "APAC"]), ("sales_territory", ["LATAM", "EU", "MEA"]), ("Markt", ["DACH", "UK"])],
)
def test_na_among_codes_of_regions_is_one_and_told(name: str, others: list[str]) -> None:
    text = one_column(["NA", *others, "NA"], name)
    assert column(text, name) == ["NA", *others, "NA"]
    said(read(text), "unsure", "kept as a value")


@pytest.mark.parametrize(("name", "others"), [("region", ["North", "South"]), ("status", ["OK", "FAIL"])])
def test_na_among_words_is_missing(name: str, others: list[str]) -> None:
    assert column(one_column(["NA", *others], name), name) == [None, *others]


@pytest.mark.parametrize("label", ["Media", "Total", "Summe", "Average"])
def test_a_last_row_that_sums_up_nothing_is_a_row(label: str) -> None:
    text = f"team,people\nSales,12\nFinance,8\nLegal,4\n{label},5\n"
    assert column(text, "people") == [12, 8, 4, 5]
    said(read(text), "unsure", "no sum proves it")


@pytest.mark.parametrize(("label", "number"), [("Total", 24), ("Media", 8), ("Summe", 24)])
def test_a_last_row_that_adds_up_is_a_total(label: str, number: int) -> None:
    assert column(f"team,people\nSales,12\nFinance,8\nLegal,4\n{label},{number}\n", "people") == [12, 8, 4]


@given(st.integers(1, 6))
def test_rows_that_grow_wider_keep_their_columns(narrow: int) -> None:
    rows = [f"{n},{n * 2}" + (f",{n * 3}" if n >= narrow else "") for n in range(12)]
    assert column("\n".join(["a,b", *rows]) + "\n", "b") == [n * 2 for n in range(12)]


def test_rows_that_all_have_a_label_before_the_names_keep_it() -> None:
    text = "a,b\n" + "\n".join(f"r{n},{n},{n * 2}" for n in range(8)) + "\n"
    assert column(text, "b") == [n * 2 for n in range(8)]


@pytest.mark.parametrize(
    ("name", "cells"),
    [("SKU_Cnt", ["12", "15", "9", "31"]), ("rad_num", ["3", "4", "2", "9"]), ("id_count", ["5", "5", "8"])],
)
def test_numbers_that_measure_are_no_identifiers_by_their_name(name: str, cells: list[str]) -> None:
    assert kind_of(one_column(cells, name), name) == "number"


@pytest.mark.parametrize(
    ("name", "cells"),
    [("order_no", ["10001", "10002", "10001"]), ("invoice num", ["1", "2", "3"]), ("customer_no", ["7", "9", "7"])],
)
def test_numbers_that_name_things_are_identifiers(name: str, cells: list[str]) -> None:
    assert kind_of(one_column(cells, name), name) == "identifier"


@pytest.mark.parametrize("gap", ["–", "-", "NA", "n/a"])
def test_rows_whose_values_are_all_missing_are_no_descriptions(gap: str) -> None:
    rows = [f"{n},{1960 + n},Player {n},{30_000 + n},{1_000 + n}" for n in range(1, 8)]
    tied = [f"T,{gap},Wilt Chamberlain^,{gap},{gap}", f"T,{gap},Moses Malone^,{gap},{gap}"]
    text = "\n".join(["Rank,Year,Player,Points,Games", *tied, *rows]) + "\n"
    assert column(text, "Player")[:2] == ["Wilt Chamberlain^", "Moses Malone^"]


def test_a_line_of_texts_below_the_names_is_still_their_description() -> None:
    rows = [f"{n},{n * 3},{n * 7}" for n in range(1, 8)]
    assert len(read("\n".join(["q1,q2,q3", "How old?,How tall?,How far?", *rows]) + "\n").frame) == 7
