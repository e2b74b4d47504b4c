"""Every reading can be corrected by hand: chips that go or change, undo, a question without words, one set aside."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Locator

from tests.browser.reader import Reader

STAFF = b"name,department,level,salary\n" + b"".join(
    f"P{n},{('Engineering', 'Sales', 'Legal')[n % 3]},{('Senior', 'Junior')[n % 2]},{3000 + 137 * n % 2500}\n".encode()
    for n in range(60)
)


def with_staff(person: Reader) -> Reader:
    person.start_with("staff.csv", STAFF)
    return person


def last_reading(person: Reader) -> str:
    return person.messages.last.locator('[class*="st-key-reading_"]').inner_text()


def chips(person: Reader) -> Locator:
    return person.messages.last.locator('[class*="st-key-chip_"] button')


def test_a_kept_condition_goes_with_one_click_and_undo_brings_it_back(newcomer: Callable[..., Reader]) -> None:
    person = with_staff(newcomer())
    person.ask("average salary of juniors")
    person.ask("by department")
    assert "level is Junior · kept from before" in last_reading(person)
    person.press("level is Junior · kept from before")
    answer = person.reply(6)
    assert "From all 60 rows." in answer and "level is Junior" not in last_reading(person)
    assert "Changed by hand: − level is Junior" in person.messages.nth(4).inner_text()
    person.press("Undo")
    assert "Taken back" in person.reply(8)
    assert "Taken back: no question builds on this" in person.messages.nth(5).inner_text()
    assert "Junior" in person.ask("median instead")


def choose(person: Reader, label: str, option: str) -> None:
    """Takes an option by keyboard alone, and waits until the page has it. A list closes when the page scrolls, as it
    does while a form opens, and Enter takes nothing then. Left with Tab, a box gives up text that is no choice: it
    shows what the page has, and what it has not is typed again."""
    box = person.page.get_by_role("combobox", name=re.compile(label)).last
    for _ in range(20):
        box.focus()
        box.press_sequentially(option)
        if has_come(person.page.get_by_role("option", name=re.compile(option)).first):
            box.press("Enter")
        box.press("Tab")
        if has_taken(box, option):
            return
    raise AssertionError(f"{option} could not be chosen for {label}")


def has_come(wanted: Locator) -> bool:
    """Whether it can be seen before long."""
    try:
        wanted.wait_for(timeout=4_000)
    except Error:  # it did not come in time
        return False
    return True


def has_taken(box: Locator, option: str) -> bool:
    """Whether a box that was left holds an option: as its text, or as one of its tags where it takes several."""
    return box.input_value() == option or box.locator("..").get_by_label(f"Remove {option}").count() > 0


def test_a_measure_is_changed_and_computed_at_once(newcomer: Callable[..., Reader]) -> None:
    person = with_staff(newcomer())
    person.ask("average salary by department")
    chips(person).filter(has_text="average salary").click()
    choose(person, "Aggregation", "median")
    person.press("Apply")
    answer = person.reply(4)
    assert "median salary" in answer
    assert "median salary" in last_reading(person)


@pytest.mark.parametrize("width", [1280, 390])
def test_a_question_is_built_without_words(newcomer: Callable[..., Reader], width: int) -> None:
    person = with_staff(newcomer(width=width))
    person.press("Build a question")
    person.page.get_by_role("button", name="Ask this").wait_for()  # the end of the form
    person.settle()
    choose(person, "Compute", "How often each value")
    choose(person, "Column", "level")
    person.press("Ask this")
    assert "Junior" in person.reply(2)
    assert "Built by hand: level" in person.messages.first.inner_text()
    assert not person.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


def test_a_new_question_over_an_open_one_is_answered_and_the_open_one_taken_up(
    newcomer: Callable[..., Reader],
) -> None:
    person = with_staff(newcomer())
    person.ask("typical salary by department?")
    answer = person.ask("number of rows by level")
    assert "Junior is" in answer and "Set aside: typical salary by department?" in answer
    person.press("Take up: typical salary by department?")
    assert "Which do you mean?" in person.reply(6)
    person.press(re.compile("^average salary by department"))
    assert "average salary" in person.reply(8)


def test_on_a_phone_a_chip_is_changed_by_keyboard_in_the_language_of_the_browser(
    newcomer: Callable[..., Reader],
) -> None:
    person = with_staff(newcomer(width=390, locale="de-DE"))
    person.ask("average salary by department")
    chip = chips(person).filter(has_text="Durchschnitt von salary")
    chip.focus()
    chip.press("Enter")
    choose(person, "Kennzahl", "Median")
    apply = person.page.get_by_role("button", name="Anwenden")
    apply.focus()
    apply.press("Enter")
    assert "median salary" in person.reply(4)
    assert "Median von salary" in last_reading(person)
    assert not person.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")
