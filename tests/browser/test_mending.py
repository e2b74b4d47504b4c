"""A file that was read wrongly is mended on the page, in a real browser, and the numbers follow."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.reader import Reader

SALES = b"shop,amount\nTrial entry,8000\nNorth,1500\n,2250\nSouth,3125\n,4750\n"
"""The second line is no sale, which only the person knows; a shop stands in the first of its lines only."""
NUMBERS = b"1;2;3\n"


def test_what_is_chosen_shows_at_once_and_changes_the_answers_to_come(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.start_with("sales.csv", SALES)
    assert "19,625" in person.ask("total amount")
    person.go("Data")
    person.page.get_by_text("Change how it is read").click()
    person.see("Added up: amount 19,625")
    lines = person.page.get_by_label("Leave out lines")
    lines.fill("2")
    lines.press("Enter")
    person.see("Added up: amount 11,625")
    person.page.get_by_role("tab", name="Its columns").click()
    person.page.get_by_text("Fill blank cells from above").click()
    person.see("Fill blank cells of “shop” from above")
    person.press("Use this reading")
    person.see("1 line was skipped, as you chose.")
    person.go("Chat")
    person.see("Computed on version 1 of sales.csv")
    answer = person.ask("total amount by shop")
    assert "South has the most amount: 7,875" in answer
    assert person.values() == {"North": 3750, "South": 7875}
    assert "Computed on version" not in person.messages.last.inner_text()
    assert "11,625" in person.ask("total amount")
    before = person.messages.nth(1).inner_text()
    assert "19,625" in before and "Computed on version 1" in before
    person.close()


def test_a_refused_file_is_mended_where_it_was_refused(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.open("/data")
    person.offer("numbers.csv", NUMBERS)
    person.see("It is kept here for now.")
    line = person.page.get_by_role("spinbutton", name="Names in line")
    line.fill("0")
    line.press("Enter")
    person.see("Read this way:")
    button = person.page.get_by_role("button", name="Load it this way")
    expect(button).to_be_enabled()
    button.click()
    person.see("names by position")
    person.close()
