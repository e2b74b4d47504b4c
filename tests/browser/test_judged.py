"""What reading a file decided is told where a number depends on it, and decided otherwise there, in a real browser."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.reader import Reader
from tests.browser.test_mending import SALES

TOTALS = b"region,amount\nNorth,10\nSouth,n.a.\nNorth,52\nSouth,15\nTotal,77\n"
WORDS = {0: "see note", 1: "see note", 3: "by phone"}
MOSTLY_NUMBERS = "".join(f"{'NS'[n % 2]},{WORDS.get(n % 10, n)}\n" for n in range(40))


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
    answer = person.ask("total amount by region")
    assert "1 row set aside as no data (“Total 77”)" in answer
    assert "amount: 1 cell read as missing (“n.a.”)" in answer
    person.page.locator('[class*="st-key-judge_"] button').first.click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Totals are rows like others").click()
    dialog.get_by_text("Read this way: 5 rows").wait_for()
    dialog.get_by_role("button", name="Use this reading").click()
    expect(dialog).to_have_count(0)
    person.see("Computed on version 1 of sales.csv")
    person.press("Compute again")
    person.see("Total has the most amount")
    again = person.reply(4)
    assert "Total has the most amount: 77" in again
    assert "set aside" not in again and "Computed on version" not in again
    assert "1 row set aside" in person.messages.nth(1).inner_text()
    person.close()


def test_a_text_column_that_should_be_a_number_is_read_so_at_one_press(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.start_with("offers.csv", f"region,amount\n{MOSTLY_NUMBERS}".encode())
    asked = person.ask("total amount by region")
    assert "amount is text: 12 of 40 cells are not numbers (“see note”, “by phone”)" in asked
    person.press("Read it as a number")
    answer = person.reply(4)
    assert "amount: 12 cells read as missing (“see note”, “by phone”)" in answer
    person.close()
