"""An Excel file as people have them: a title above the table, two sheets, questions on both."""

import datetime as dt
from collections.abc import Callable

from tests.browser.reader import Reader
from tests.registry.formats.workbooks import Row, xlsx

REGIONS = ("North", "South", "West")
ORDERS: list[Row] = [
    ["Orders of the tea shop, 2024"],
    [],
    ["Region", "Day", "Amount"],
    *[[REGIONS[n % 3], dt.date(2024, 1 + n % 12, 1 + n % 28), 10.5 * (1 + n % 4)] for n in range(48)],
]
STAFF: list[Row] = [
    ["Name", "Department", "Salary"],
    *[[f"P{n}", ("Sales", "Legal")[n % 2], 3000 + n] for n in range(20)],
]
SHOP = xlsx({"Orders": ORDERS, "Staff": STAFF})


def test_questions_are_asked_of_both_sheets_of_a_workbook_with_a_title_row(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.start_with("shop.xlsx", SHOP)
    answer = person.ask("total amount by region")
    assert "From all 48 rows" in answer and "420" in answer
    person.go("Data")
    person.see("shop – Orders.xlsx")
    person.see("Orders of the tea shop, 2024")
    person.press("Staff")
    person.see("shop – Staff.xlsx")
    person.go("Chat")
    answer = person.ask("average salary by department")
    assert "From all 20 rows" in answer and "3,009" in answer
