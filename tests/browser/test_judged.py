"""What reading a file decided is told where a number depends on it, and decided otherwise there, in a real browser."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.reader import Reader
from tests.browser.test_mending import SALES

TOTALS = b"region,amount\nNorth,10\nSouth,n.a.\nNorth,52\nSouth,15\nTotal,77\n"
WORDS = {0: "see note", 1: "see note", 3: "by phone"}
MOSTLY_NUMBERS = "".join(f"{'NS'[n % 2]},{WORDS.get(n % 10, n)}\n" for n in range(40))


def said(answer: str) -> str:
    """The first number of an answer."""
    found = re.search(r"\d[\d,.]*", answer)
    return found.group() if found else ""


def test_a_wrongly_read_file_is_mended_in_the_preview_before_anything_is_asked(
    newcomer: Callable[..., Reader],
) -> None:
    person = newcomer()
    person.start_with("sales.csv", SALES)
    person.page.get_by_text("Change how it is read").click()
    lines = person.page.get_by_label("Leave out lines")
    lines.fill("2")
    lines.press("Enter")
    person.see("Added up: amount 11,625")
    person.press("Use this reading")
    person.see("4 rows, 2 columns")
    assert "11,625" in person.ask("total amount")
    assert "Computed on version" not in person.messages.last.inner_text()
    person.close()


def test_a_judgement_is_undone_at_the_answer_and_the_answer_computed_again(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.start_with("sales.csv", TOTALS)
    answer = person.ask("total amount")
    assert said(answer) == "77"
    assert "1 row set aside as no data · amount: 1 cell read as missing" in answer
    person.press("1 row set aside as no data · amount: 1 cell read as missing")
    person.see("1 row set aside as no data (“Total 77”)")
    person.see("amount: 1 cell read as missing (“n.a.”)")
    person.press(re.compile("^change$"))
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Totals are rows like others").click()
    dialog.get_by_text("Read this way: 5 rows").wait_for()
    dialog.get_by_role("button", name="Use this reading").click()
    expect(dialog).to_have_count(0)
    person.see("Computed on version 1 of sales.csv")
    person.press("Compute again")
    again = person.reply(4)
    assert said(again) == "154"
    assert "set aside" not in again and "Computed on version" not in again
    assert "amount: 1 cell read as missing" in again
    before = person.messages.nth(1).inner_text()
    assert said(before) == "77" and "1 row set aside" in before and "Computed on version 1" in before
    person.close()


def test_a_text_column_that_should_be_a_number_is_read_so_at_one_press(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.start_with("offers.csv", f"region,amount\n{MOSTLY_NUMBERS}".encode())
    asked = person.ask("total amount by region")
    assert "amount is text: 12 of 40 cells are not numbers (“see note”, “by phone”)" in asked
    person.press("Read it as a number")
    answer = person.reply(4)
    assert "amount: 12 cells read as missing" in answer
    person.close()
