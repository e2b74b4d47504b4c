"""Where the table stands in a file, and which lines are no rows of it."""

import pytest

from tests.registry.reading import column, read, said

ROWS = "\n".join(f"2024-01-{day:02d},north,{day}.5" for day in range(1, 13))


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found(delimiter: str) -> None:
    text = "name,size,note\na,1,x\nb,2,y\n".replace(",", delimiter)
    table = read(text)
    assert list(table.frame.columns) == ["name", "size", "note"]
    assert table.receipt.delimiter == delimiter


def test_a_delimiter_inside_quotes_does_not_count() -> None:
    text = 'name;note\na;"x, y, z"\nb;"u, v, w"\nc;"1, 2, 3"\n'
    assert column(text, "note") == ["x, y, z", "u, v, w", "1, 2, 3"]


def test_decimal_commas_do_not_pass_for_delimiters() -> None:
    table = read("a;b\n1,5;2,5\n3,5;4,5\n")
    assert table.frame.to_dict("list") == {"a": [1.5, 3.5], "b": [2.5, 4.5]}
    assert table.receipt.decimal == ","


def test_single_quotes_and_escaped_quotes_are_understood() -> None:
    assert column("a,b\n'x, y','1'\n'z','2'\n", "a") == ["x, y", "z"]
    assert column('a,b\n"say \\"hi\\", then",1\n"z",2\n', "a") == ['say "hi", then', "z"]


def test_a_quoted_cell_may_hold_line_ends() -> None:
    table = read('a,b\n"one\ntwo",1\n"three",oops\n')
    assert table.frame["a"].tolist() == ["one\ntwo", "three"]


def test_a_stray_quote_swallows_no_rows() -> None:
    text = 'id,name,size\n1,"broken,3\n2,whole,4\n3,"fine",5\n4,last,6\n'
    assert column(text, "size") == [3, 4, 5, 6]


@pytest.mark.parametrize(
    "junk",
    [
        "# station 7\n# all values provisional\n",
        "Monthly report\n\n",
        "Exported on 2024-02-01\nDepartment: Sales\n",
        "Sales 2024,,\n,,\n",
        "sep=,\n",
    ],
)
def test_lines_above_the_header_are_skipped_and_named(junk: str) -> None:
    table = read(f"{junk}day,region,amount\n{ROWS}\n")
    assert list(table.frame.columns) == ["day", "region", "amount"]
    assert len(table.frame) == 12
    assert table.receipt.header_line == junk.count("\n") + 1
    assert said(table, "skipped", "above the column names").lines[0] == 1


def test_a_header_that_starts_with_a_hash_is_a_header() -> None:
    assert list(read("#id,name\n1,a\n2,b\n").frame.columns) == ["#id", "name"]


@pytest.mark.parametrize("units", [",,(EUR)", "-,-,[EUR]", ",,EUR"])
def test_a_row_of_units_gives_units_and_is_no_row(units: str) -> None:
    table = read(f"day,region,amount\n{units}\n{ROWS}\n")
    assert len(table.frame) == 12
    assert table.units["amount"] == "EUR"
    assert table.kinds["amount"] == "number"
    assert said(table, "skipped", "holds units").lines == (2,)


@pytest.mark.parametrize(
    "total", ["Total,,78.0", "Grand total,,78", "合計,,78.0", "Summe:,,78.0", ",Total,78", "TOTAL 2024,,1"]
)
def test_rows_of_totals_are_no_data(total: str) -> None:
    table = read(f"day,region,amount\n{ROWS}\n{total}\n")
    assert len(table.frame) == 12
    assert said(table, "skipped", "totals").lines == (14,)
    assert table.kinds["amount"] == "number"


def test_a_total_is_known_by_its_sum_too() -> None:
    assert len(read("region,amount\nnorth,2\nsouth,3\nTotal,5\n").frame) == 2


def test_rows_of_subtotals_are_no_data() -> None:
    table = read("dept,name,pay\nA,Ann,10\nA,Bob,20\nSubtotal A,,30\nB,Cy,5\nB,Di,6\nSubtotal B,,11\nGrand Total,,41\n")
    assert table.frame["pay"].tolist() == [10, 20, 5, 6]
    assert said(table, "skipped", "totals").lines == (4, 7, 8)


def test_lines_drawn_under_the_header_are_skipped() -> None:
    table = read("| a | b |\n|---|---|\n| 1 | x |\n| 2 | y |\n")
    assert table.frame.to_dict("list") == {"a": [1, 2], "b": ["x", "y"]}


def test_an_unquoted_thousands_comma_is_mended() -> None:
    table = read("day,amount,city\n2024-01-01,1,200,Bonn\n2024-01-02,950,Ulm\n2024-01-03,2,300,Bonn\n")
    assert table.frame["amount"].tolist() == [1200, 950, 2300]
    assert table.frame["city"].tolist() == ["Bonn", "Ulm", "Bonn"]


def test_a_value_called_total_is_data() -> None:
    text = "brand,city,litres\nShell,Bonn,10\nTotal,Bonn,12\nAral,Ulm,9\nTotal,Ulm,7\nShell,Ulm,3\n"
    assert len(read(text).frame) == 5


@pytest.mark.parametrize(
    "note", ["Source: statistics office", "* provisional", "# end of file", "Note: amounts are net"]
)
def test_notes_below_the_table_are_skipped_and_named(note: str) -> None:
    table = read(f"day,region,amount\n{ROWS}\n\n{note}\n")
    assert len(table.frame) == 12
    assert any(note in entry.text and 15 in entry.lines for entry in table.receipt.of("skipped"))


def test_a_block_of_notes_is_skipped_whole() -> None:
    text = "a,b,c\n1,2,3\n4,5,6\n7,8,9\n\nNotes:\n1) a is provisional, see site\n2) b is final\n"
    assert read(text).frame["a"].tolist() == [1, 4, 7]


def test_comments_between_rows_are_skipped() -> None:
    table = read("t,v\n1,2\n# sensor replaced, recalibrated\n2,3\n# done\n3,4\n4,5\n5,6\n6,7\n7,8\n")
    assert table.frame["t"].tolist() == [1, 2, 3, 4, 5, 6, 7]


def test_repeated_header_lines_and_blank_lines_are_skipped() -> None:
    table = read("a,b\n1,2\n\na,b\n3,4\n,\n5,6\n")
    assert table.frame.to_dict("list") == {"a": [1, 3, 5], "b": [2, 4, 6]}
    assert said(table, "skipped", "repeated header line").lines == (4,)
    assert said(table, "skipped", "blank row").lines == (3, 6)


def test_rows_below_very_many_blank_lines_are_found() -> None:
    table = read("a,b\n" + "\n" * 2000 + "1,2\n3,4\n")
    assert table.frame["a"].tolist() == [1, 3]
    assert said(table, "skipped", "blank row").count == 2000


def test_short_rows_are_kept_and_named() -> None:
    table = read("a,b,c\n1,2,3\n4,5\n6,7,8\n")
    assert table.frame["a"].tolist() == [1, 4, 6]
    assert table.frame["c"].isna().tolist() == [False, True, False]
    assert said(table, "warning", "fewer than 3 cells").lines == (3,)


def test_a_row_that_broke_off_after_its_first_cell_is_kept() -> None:
    table = read("id,name,size\nA1,x,1\nA2\nA3,z,3\n")
    assert table.frame["id"].tolist() == ["A1", "A2", "A3"]
    assert said(table, "warning", "fewer than 3 cells").lines == (3,)


def test_an_unquoted_comma_is_mended_when_only_one_way_fits() -> None:
    text = "day,name,amount\n2024-01-01,Ann,1.5\n2024-01-02,Smith, John,2.5\n2024-01-03,Bo,3.5\n"
    table = read(text)
    assert table.frame["name"].tolist() == ["Ann", "Smith, John", "Bo"]
    assert table.frame["amount"].tolist() == [1.5, 2.5, 3.5]
    assert said(table, "warning", "mended").lines == (3,)


def test_surplus_cells_never_shift_the_columns() -> None:
    table = read("a,b\nx,y\nu,v,w\n")
    assert table.frame["a"].tolist() == ["x", "u"]
    assert "w" in said(table, "warning", "left out").text


def test_delimiters_at_the_end_of_each_row_do_no_harm() -> None:
    assert read("a,b\n1,2,\n3,4,\n").frame.to_dict("list") == {"a": [1, 3], "b": [2, 4]}
    assert read("a,b,\n1,2,\n3,4,\n").frame.to_dict("list") == {"a": [1, 3], "b": [2, 4]}


def test_row_labels_without_a_name_get_one() -> None:
    table = read("size,mass\nr1,1,2\nr2,3,4\n")
    assert list(table.frame.columns) == ["column_1", "size", "mass"]
    assert said(table, "assumed", "label of the row")


def test_empty_and_repeated_names_become_unique() -> None:
    table = read("a,,a,a_2\n1,2,3,4\n5,6,7,8\n")
    assert list(table.frame.columns) == ["a", "column_2", "a_3", "a_2"]
    assert said(table, "converted", "same name “a”").column == "a_3"


def test_a_file_without_a_header_says_so() -> None:
    table = read("2024-01-01,5.5\n2024-01-02,6.5\n2024-01-03,7.5\n")
    assert list(table.frame.columns) == ["column_1", "column_2"]
    assert len(table.frame) == 3
    assert said(table, "assumed", "names by position")


def test_years_as_column_names_are_a_header() -> None:
    assert list(read("country,2019,2020\nA,1.5,2.5\nB,3.5,4.5\n").frame.columns) == ["country", "2019", "2020"]


def test_one_column_alone_is_a_table() -> None:
    assert read("size\n1\n2\n3\n").frame.to_dict("list") == {"size": [1, 2, 3]}


def test_one_column_of_decimal_commas_stays_one() -> None:
    assert read("size\n1,5\n2,5\n3\n").frame.to_dict("list") == {"size": [1.5, 2.5, 3.0]}


def test_one_column_of_names_with_commas_stays_one() -> None:
    assert read("name\nLee, Ann\nBob\nCy\n").frame["name"].tolist() == ["Lee, Ann", "Bob", "Cy"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_is_read(end: str) -> None:
    assert column(f"a,b{end}1,x{end}2,y", "b") == ["x", "y"]


def test_halves_of_names_side_by_side_belong_to_the_name_below_only() -> None:
    rows = "".join(f"1{n}:00\t3.{n}\t{n}0\tNW\t0.{n}\n" for n in range(6))
    text = f"\tIn\tAvg\tGust\t\nHour\tTemp\tWind\tDir\tHail\n{rows}"
    assert list(read(text).frame.columns) == ["Hour", "In Temp", "Avg Wind", "Gust Dir", "Hail"]


def test_a_heading_spans_the_gap_beside_it() -> None:
    rows = "".join(f"P{n},{n},1{n},{n}2,3{n}\n" for n in range(1, 6))
    names = list(read(f",2021,,2022,\nshop,units,costs,units,costs\n{rows}").frame.columns)
    assert names == ["shop", "2021 units", "2021 costs", "2022 units", "2022 costs"]
