"""Workbooks: values as they are, sheets offered, nothing lost in silence, hostile ones bounded."""

import datetime as dt

import pytest
from openpyxl.worksheet.table import Table

from registry.dataset import ReadingChoices
from registry.errors import FileTooLargeError, UnreadableFileError
from registry.file_reader import read_file
from tests.registry.formats.workbooks import Row, ods, ods_text, ods_value, saved, workbook, xlsx
from tests.registry.reading import said

ORDERS: list[Row] = [
    ["Orders of the north, 2024"],
    [],
    ["Region", "Day", "Amount", "Paid", "Code"],
    ["North", dt.date(2024, 1, 5), 1.234, True, "00123"],
    ["South", dt.date(2024, 2, 5), 1500, False, "00124"],
    ["South", dt.date(2024, 3, 6), 12.5, None, "00007"],
]
CUSTOMERS: list[Row] = [["customer", "city"], ["a", "Bonn"], ["b", "Kiel"]]


def test_a_sheet_with_a_title_row_has_its_types() -> None:
    table = read_file(xlsx({"Orders": ORDERS}), "orders.xlsx")
    assert table.kinds == {"Region": "text", "Day": "date", "Amount": "number", "Paid": "boolean", "Code": "identifier"}
    assert table.frame["Amount"].tolist() == [1.234, 1500, 12.5]
    assert [str(day.date()) for day in table.frame["Day"]] == ["2024-01-05", "2024-02-05", "2024-03-06"]
    assert table.frame["Code"].tolist() == ["00123", "00124", "00007"]
    assert said(table, "skipped", "above the column names").lines == (1,)
    assert table.receipt.format == "Excel workbook"


def test_a_number_with_three_decimals_stays_one_beside_german_texts() -> None:
    rows: list[Row] = [["Weight", "Price as text"], [1.234, "1.234,50"], [2.5, "12,75"], [7.125, "3.000,00"]]
    table = read_file(xlsx({"S": rows}), "s.xlsx")
    assert table.frame["Weight"].tolist() == [1.234, 2.5, 7.125]
    assert table.frame["Price as text"].tolist() == [1234.5, 12.75, 3000]


def test_sheets_are_offered_and_the_first_real_one_is_read() -> None:
    book = workbook({"Read me": [["About"], ["this file"]], "Orders": ORDERS, "Customers": CUSTOMERS, "Old": CUSTOMERS})
    book["Old"].sheet_state = "hidden"
    table = read_file(saved(book), "shop.xlsx")
    assert (table.table, table.called) == ("Orders", "shop – Orders.xlsx")
    assert [offer.title for offer in table.offered] == ["Read me", "Orders", "Customers", "Old"]
    assert "“Customers”" in said(table, "assumed", "the file also holds").text


def test_the_sheet_that_was_chosen_is_read() -> None:
    content = xlsx({"Orders": ORDERS, "Customers": CUSTOMERS})
    table = read_file(content, "shop.xlsx", ReadingChoices(table="Customers"))
    assert table.frame["city"].tolist() == ["Bonn", "Kiel"]
    with pytest.raises(UnreadableFileError, match="no sheet “Nowhere”"):
        read_file(content, "shop.xlsx", ReadingChoices(table="Nowhere"))


def test_tables_drawn_on_one_sheet_are_offered() -> None:
    rows: list[Row] = [
        ["a", "b", None, "c", "d"],
        [1, "x", None, "p", 10],
        [2, "y", None, "q", 20],
        [3, "z", None, "r", 30],
    ]
    book = workbook({"S": rows})
    book["S"].add_table(Table(displayName="Left", ref="A1:B3"))
    book["S"].add_table(Table(displayName="Right", ref="D1:E3"))
    table = read_file(saved(book), "s.xlsx", ReadingChoices(table="S//Right"))
    assert table.frame.to_dict("list") == {"c": ["p", "q"], "d": [10, 20]}


def test_two_tables_one_below_the_other_on_a_sheet_are_offered() -> None:
    rows: list[Row] = [["name", "size"], *[[f"n{n}", n] for n in range(9)], [], []]
    rows += [["town", "people", "year"], *[[f"t{n}", 100 * n, 2020 + n] for n in range(5)]]
    for content in (xlsx({"S": rows}), xlsx({"S": rows, "Other": rows[:5]})):
        offered = read_file(content, "s.xlsx").offered
        second = next(offer for offer in offered if "town" in offer.title)
        assert second.key == "S//line 13"
        table = read_file(content, "s.xlsx", ReadingChoices(table=second.key))
        assert list(table.frame) == ["town", "people", "year"]


def test_cells_merged_downwards_hold_for_all_their_rows() -> None:
    book = workbook({"S": [["Team", "Points"], ["Red", 1], [None, 2], ["Blue", 3], [None, 4]]})
    book["S"].merge_cells("A2:A3")
    book["S"].merge_cells("A4:A5")
    table = read_file(saved(book), "s.xlsx")
    assert table.frame["Team"].tolist() == ["Red", "Red", "Blue", "Blue"]
    assert said(table, "converted", "merged").lines == (3, 5)


def test_errors_and_formulas_without_results_are_told() -> None:
    book = workbook({"S": [["a", "b"], [1, "=A2*2"], [2, "#DIV/0!"], [3, 9]]})
    book["S"]["B3"].data_type = "e"
    table = read_file(saved(book), "s.xlsx")
    assert said(table, "warning", "formula whose result").lines == (2,)
    assert said(table, "warning", "an error").lines == (3,)


def test_durations_and_times_keep_their_hours() -> None:
    book = workbook(
        {
            "S": [
                ["start", "took"],
                [dt.time(8, 5), dt.timedelta(hours=31, minutes=5)],
                [dt.time(9), dt.timedelta(hours=1)],
            ]
        }
    )
    for row in (2, 3):
        book["S"][f"B{row}"].number_format = "[h]:mm:ss"
    table = read_file(saved(book), "s.xlsx")
    assert table.frame["start"].tolist() == ["08:05:00", "09:00:00"]
    assert table.frame["took"].tolist() == [31 + 5 / 60, 1.0]


def test_an_open_document_has_its_types() -> None:
    rows = [
        [ods_text("Region"), ods_text("Wert"), ods_text("Tag"), ods_text("ok")],
        [
            ods_text("N"),
            ods_value("float", "value", "1.5"),
            ods_value("date", "date-value", "2024-05-06"),
            ods_value("boolean", "boolean-value", "true"),
        ],
        [
            ods_text("S"),
            ods_value("float", "value", "2"),
            ods_value("date", "date-value", "2024-05-07"),
            ods_value("boolean", "boolean-value", "false"),
        ],
    ]
    table = read_file(ods("Blatt", rows), "werte.ods")
    assert dict(table.kinds) == {"Region": "text", "Wert": "number", "Tag": "date", "ok": "boolean"}
    assert table.frame["Wert"].tolist() == [1.5, 2.0]


def test_a_cell_in_the_last_corner_costs_no_memory() -> None:
    book = workbook({"S": [["a", "b"], [1, 2]]})
    book["S"]["XFD1048576"] = "far"
    with pytest.raises(FileTooLargeError, match="far outside its table"):
        read_file(saved(book), "far.xlsx")


def test_a_repeated_row_of_an_open_document_is_bounded() -> None:
    many = '<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="16000"/>'
    content = ods("S", [[many]] * 3, attributes='table:number-rows-repeated="900000"')
    with pytest.raises((FileTooLargeError, UnreadableFileError)):
        read_file(content, "far.ods")


@pytest.mark.parametrize("content", [b"PK\x03\x04 nothing", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)])
def test_what_is_no_workbook_is_refused_with_a_remedy(content: bytes) -> None:
    with pytest.raises(UnreadableFileError) as refused:
        read_file(content, "broken.xlsx")
    assert refused.value.remedy


def test_a_workbook_without_rows_is_refused() -> None:
    with pytest.raises(UnreadableFileError, match="no sheet with rows"):
        read_file(xlsx({"S": []}), "empty.xlsx")
