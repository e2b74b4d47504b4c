"""Cells that are no value among values: what all cells of a column, or other columns, show of them decides how they are
read; columns that only look alike stay what they are."""

import pytest

from tests.registry.reading import column, one_column, read, said


def _table(head: str, *rows: str) -> str:
    return "\n".join([head, *rows]) + "\n"


def test_letters_behind_a_few_numbers_as_large_as_the_others_are_flags() -> None:
    depths = one_column(["52", "38", "46s", "65", "40s", "47"], "depth")
    assert column(depths, "depth") == [52, 38, 46, 65, 40, 47]
    assert said(read(depths), "unsure", "letters")


@pytest.mark.parametrize(
    "cells",
    [["5 s", "7 s", "9 s"], ["52", "38", "900s", "65", "47"], ["1952", "1980s", "1965"], ["52s", "38s", "46", "65s"]],
)
def test_a_unit_is_no_flag(cells: list[str]) -> None:
    assert not [entry for entry in read(one_column(cells)).receipt.of("unsure") if "letters" in entry.text]


def test_a_word_among_some_numbers_of_a_short_list_is_no_value_and_told() -> None:
    points = one_column(["7", "ill", "12", "3", "14", "9", "ill", "5", "8"], "points")
    assert column(points, "points") == [7, None, 12, 3, 14, 9, None, 5, 8]
    assert said(read(points), "unsure", "ill")


@pytest.mark.parametrize(
    "cells",
    [
        ["1", "2", "3", "4", "5", "6", "7", "ground"],
        ["7", "ill", "12", "late", "14", "9", "5", "8"],
        ["7", "ill", "7", "8", "8"],
        ["7", "ill", "12", "ill", "14", "ill", "9", "ill"],
    ],
)
def test_levels_and_several_words_stay_words(cells: list[str]) -> None:
    assert read(one_column(cells)).kinds["v"] == "text"


def test_bounds_and_a_word_beside_measurements_are_no_values() -> None:
    measured = [f"{n}.{n % 7}" for n in range(11, 35)]
    assert column(one_column([*measured, "<5", "clotted"]), "v")[-3:] == [34.6, None, None]


def test_what_is_free_among_amounts_has_none() -> None:
    assert column(one_column(["€10.00", "free", "€2.50", "free", "€2.50"]), "v") == [10.0, None, 2.5, None, 2.5]
    assert read(one_column(["10", "free", "2", "free", "2"])).kinds["v"] == "text"


def test_times_of_a_stopwatch_are_seconds_whether_minutes_stand_in_front_or_not() -> None:
    times = read(one_column(["58.32", "1:02.45", "DNF", "57.01"], "lap"))
    assert column(one_column(["58.32", "1:02.45", "DNF", "57.01"], "lap"), "lap") == [58.32, 62.45, None, 57.01]
    assert times.units["lap"] == "s" and said(times, "converted", "seconds")


def test_minutes_and_seconds_beside_hours_are_no_hours() -> None:
    assert column(one_column(["58:12", "59:40", "1:02:15"], "time"), "time") == pytest.approx(
        [0.97, 59.6667 / 60, 1.0375], abs=1e-4
    )
    assert column(one_column(["6:15", "30:40", "7:50:00"], "hours"), "hours") == pytest.approx(
        [6.25, 30.6667, 7.8333], abs=1e-4
    )


@pytest.mark.parametrize("cells", [["58.32", "57.01"], ["1:02", "1:04"], ["1:02.45", "1:04.10"]])
def test_times_of_one_form_are_no_stopwatch(cells: list[str]) -> None:
    assert read(one_column(cells)).units["v"] is None


def test_moments_of_one_month_show_which_number_is_the_day() -> None:
    log = one_column(["03/01/2024 02:22 AM", "03/02/2024 11:44 PM", "03/04/2024 07:01 AM", "03/04/2024 09:05 AM"])
    assert [str(day)[:10] for day in read(log).frame["v"]] == ["2024-03-01", "2024-03-02", "2024-03-04", "2024-03-04"]
    assert said(read(log), "assumed", "month/day/year").judged is not None


def test_days_that_may_be_monthly_are_asked() -> None:
    assert read(one_column(["05/01/2024", "05/02/2024", "05/03/2024", "05/04/2024"])).kinds["v"] == "ambiguous_date"


def test_files_with_decimal_commas_write_the_day_first() -> None:
    spanish = _table("fecha;kwh", "01/03/2024;2,278", "01/03/2024;0,82", "02/03/2024;2,514")
    assert [str(day)[:10] for day in read(spanish).frame["fecha"]] == ["2024-03-01", "2024-03-01", "2024-03-02"]
    assert said(read(spanish), "assumed", "decimal commas").judged is not None
    points = _table("fecha;kwh", "01/03/2024;2.278", "01/03/2024;0.82", "02/03/2024;2.514")
    assert read(points).kinds["fecha"] == "ambiguous_date"


@pytest.mark.parametrize(
    ("head", "cells", "first"),
    [
        ("yymmdd", ["240115", "231130"], "2024-01-15"),
        ("TTMMJJ", ["150124", "301123"], "2024-01-15"),
        ("entry date", ["150124", "290224", "301123"], "2024-01-15"),
    ],
)
def test_days_of_six_digits_are_read_where_the_name_or_the_years_show_how(
    head: str, cells: list[str], first: str
) -> None:
    assert str(read(_table(f"{head},v", *(f"{cell},1" for cell in cells))).frame[head][0])[:10] == first


@pytest.mark.parametrize(("head", "cells"), [("date", ["200101", "211001"]), ("part", ["240115", "231130"])])
def test_six_digits_that_may_be_anything_stay_numbers(head: str, cells: list[str]) -> None:
    assert read(_table(f"{head},v", *(f"{cell},1" for cell in cells))).kinds[head] == "number"


def test_a_code_far_from_all_numbers_of_several_columns_is_none_of_them() -> None:
    weather = _table("day,rain,temp", "1,3.5,-2.1", "2,0,4.5", "3,-999,7.2", "4,1.2,-999", "5,0.4,3.3")
    assert column(weather, "rain") == [3.5, 0.0, None, 1.2, 0.4]
    assert column(weather, "temp") == [-2.1, 4.5, 7.2, None, 3.3]
    assert said(read(weather), "unsure", "“-999” in 1 cell of “rain”").choice == ("kept_words", ("rain", "-999"))


@pytest.mark.parametrize(
    "rows",
    [
        ["1,3.5,-2.1", "2,0,4.5", "3,-999,7.2", "4,1.2,6.1", "5,0.4,3.3"],
        ["1,-800,-2.1", "2,-999,-50", "3,-999,-90", "4,-1200,-99", "5,300,3.3"],
    ],
)
def test_a_low_number_of_one_column_or_near_others_is_kept(rows: list[str]) -> None:
    assert not read(_table("day,rain,temp", *rows)).frame.isna().any(axis=None)


def test_na_is_a_code_where_it_abbreviates_what_stands_beside_as_the_others_do() -> None:
    lands = _table("land,iso,people", "Namibia,NA,2.6", "Norway,NO,5.5", "Niger,NE,26.2", "Nepal,NP,30.5")
    assert column(lands, "iso") == ["NA", "NO", "NE", "NP"]
    assert said(read(lands), "unsure", "could also mean")
    units = _table("line,state,v", "x,NA,70", "oil,OK,5", "nag,NG,2", "y,NA,3")
    assert column(units, "state") == [None, "OK", "NG", None]


def test_whole_numbers_of_several_lengths_measure_however_long_they_are() -> None:
    stars = one_column(["9", "1200", str(3 * 10**22), str(7 * 10**25)], "atoms")
    assert column(stars, "atoms") == [9.0, 1200.0, 3e22, 7e25]
    assert said(read(stars), "unsure", "rounded")
    assert read(one_column([str(3 * 10**22 + n) for n in range(4)], "atoms")).kinds["atoms"] == "identifier"


def test_pieces_are_whole_so_that_a_point_before_three_digits_groups_them() -> None:
    stock = one_column(["1.000 St", "2.500 St", "30 St"], "stock")
    assert column(stock, "stock") == [1000, 2500, 30] and said(read(stock), "unsure", "both ways")
    assert column(one_column(["1.000 kg", "2.515 kg", "30.5 kg"]), "v") == [1.0, 2.515, 30.5]


def test_three_decimals_with_zeros_at_their_end_beside_numbers_without_are_told() -> None:
    assert said(read(one_column(["1.000", "2.510", "30", "7"])), "unsure", "both ways")
    assert not read(one_column(["1.251", "2.515", "3.254"])).receipt.of("unsure")


def test_few_proofs_of_a_decimal_comma_among_thousands_are_told() -> None:
    visitors = one_column(["1,234", "2,350", "9,870", "4,105", "12,5", "3,600"])
    assert said(read(visitors), "unsure", "both ways")
    assert not read(one_column(["0,234", "2,350", "9,870", "4,105", "12,5", "3,600", "7,125"])).receipt.of("unsure")


@pytest.mark.parametrize("cells", [["12²", "15²", "9²"], ["10⁵", "10⁶", "10⁷"], ["5₂", "7₂", "8₂"]])
def test_figures_above_and_below_the_line_are_no_digits_of_a_number(cells: list[str]) -> None:
    assert column(one_column(cells), "v") == cells


def test_the_exponent_of_a_unit_and_the_mark_of_a_note_are_put_aside() -> None:
    assert column(one_column(["12 m²", "15 m²", "9 m²"]), "v") == [12, 15, 9]
    assert column(one_column(["12", "15²", "9", "8"]), "v") == [12, 15, 9, 8]


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["1/2", "3/4", "1 1/2", "2", "2 1/4"], [0.5, 0.75, 1.5, 2.0, 2.25]),
        (["½", "1½", "3"], [0.5, 1.5, 3.0]),
        (["-1 1/4", "3/8", "2"], [-1.25, 0.375, 2.0]),
    ],
)
def test_fractions_behind_whole_numbers_are_numbers(cells: list[str], numbers: list[float]) -> None:
    assert column(one_column(cells), "v") == numbers
    assert said(read(one_column(cells)), "converted", "fractions")


@pytest.mark.parametrize("cells", [["1/2", "3/4", "2/5"], ["8 15/2", "1/2"], ["1 1/2 cups", "2 1/2"], ["2 1/7", "1/2"]])
def test_what_may_be_a_score_or_a_day_is_no_fraction(cells: list[str]) -> None:
    assert read(one_column(cells)).kinds["v"] != "number"


def test_numbers_of_eight_digits_that_are_all_days_are_days_whatever_their_name() -> None:
    days = ["20250103", "20250122", "20250214", "20250301", "20250309"]
    assert read(one_column(days, "BUDAT")).kinds["BUDAT"] == "date"
    assert read(one_column([*days[:4], "20250931"], "BUDAT")).kinds["BUDAT"] == "number"
    assert read(one_column(days, "order_no")).kinds["order_no"] == "identifier"
    assert read(one_column([str(20250101 + n) for n in range(12)], "belegt")).kinds["belegt"] == "number"


@pytest.mark.parametrize("cells", [["3 days", "1 day", "2 days"], ["1 Jahr", "12 Jahre", "5 Jahre"]])
def test_the_singular_of_a_unit_is_the_same_one(cells: list[str]) -> None:
    assert column(one_column(cells), "v") == [float(cell.split()[0]) for cell in cells]


def test_two_units_stay_two_whatever_they_begin_with() -> None:
    assert read(one_column(["3 minutes", "2 min", "1 minutes"])).kinds["v"] == "text"
    assert read(one_column(["3 days", "1 week", "2 days"])).kinds["v"] == "text"


def test_money_of_three_decimals_is_grouped_beside_whole_amounts_and_told() -> None:
    rents = one_column(["1.234 €", "5 €", "12.500 €", "800 €"])
    assert column(rents, "v") == [1234, 5, 12500, 800] and said(read(rents), "unsure", "both ways")
    fuel = one_column(["1.459 €", "1.509 €", "1.689 €"])
    assert column(fuel, "v") == [1.459, 1.509, 1.689] and said(read(fuel), "unsure", "both ways")
    assert column(one_column(["1.234 €", "5.50 €", "800 €"]), "v") == [1.234, 5.5, 800.0]


def test_moments_of_the_basic_form_are_moments() -> None:
    assert read(one_column(["20240101T120000Z", "20240102T130000Z"])).kinds["v"] == "datetime"


def test_a_remark_in_brackets_behind_some_numbers_is_put_aside_and_told() -> None:
    assert column(one_column(["1,000 (est.)", "2,000", "3,000"]), "v") == [1000, 2000, 3000]
    assert said(read(one_column(["1,000 (est.)", "2,000", "3,000"])), "unsure", "Marks")


def test_debit_and_credit_are_no_seconds_and_hours() -> None:
    booked = one_column(["12,50 S", "7,00 H", "3,20 S"], "sum")
    assert column(booked, "sum") == [12.5, -7.0, 3.2] and said(read(booked), "unsure", "Haben")
    assert column(one_column(["90 s", "1 h"], "took"), "took") == [0.025, 1.0]


def test_points_before_two_zeros_in_every_number_are_told() -> None:
    assert said(read(one_column(["100.000", "250.000", "75.500"], "people")), "unsure", "both ways")
    assert not read(one_column(["100.125", "250.000", "75.500"])).receipt.of("unsure")
