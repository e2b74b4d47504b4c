"""A number leads to its rows by its mark: by mouse, by keyboard, on a phone, after a reload."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator

from tests.browser.reader import Reader
from tests.browser.test_screens import fits
from tests.browser.test_turns import with_sample

HEAD, ROW = 36, 35
"""Pixels of a grid's heading and of one of its rows."""
LEADS_TO_THE_PANEL = """() => document.activeElement?.className?.includes?.('st-key-source_T1_')"""
IS_AT_THE_TOP = """() => {
    const at = document.querySelector('[class*="st-key-source_T1_"]')?.getBoundingClientRect().y;
    return at >= 0 && at < 300;
}"""


def panel(person: Reader) -> Locator:
    return person.page.locator('[class*="st-key-source_T1_"]')


def marks(person: Reader) -> Locator:
    return person.page.locator('a[href*="#source-T1-"]')


def test_a_mark_opens_its_rows_in_sight_and_closing_leads_back(newcomer: Callable[..., Reader]) -> None:
    person = with_sample(newcomer())
    person.ask("total amount by region")
    assert panel(person).count() == 0
    marks(person).first.click()
    person.see("194 of 620 rows")
    person.until(LEADS_TO_THE_PANEL)
    person.until(IS_AT_THE_TOP)
    person.page.get_by_placeholder("Find in these rows").fill("2025-03")
    person.page.keyboard.press("Enter")
    person.see("rows of 194 with")
    person.page.get_by_role("tab", name="Steps").click()
    person.see("tea_shop_orders.csv has 620 rows.")
    person.page.get_by_role("tab", name="Code").click()
    person.see("pd.read_parquet")
    assert person.download("Download program and data").startswith(b"PK")
    panel(person).get_by_role("button", name="Close").click()
    panel(person).wait_for(state="detached")
    person.until("() => document.activeElement?.hash === '#source-T1-1'")
    assert "#source" not in person.page.url


def test_a_mark_is_reached_and_opened_with_the_keyboard(newcomer: Callable[..., Reader]) -> None:
    person = with_sample(newcomer())
    person.ask("total amount by region")
    marks(person).nth(1).focus()
    person.page.keyboard.press("Enter")
    person.see("Amount (EUR) for")
    person.until(LEADS_TO_THE_PANEL)
    person.page.keyboard.press("Tab")
    person.until("() => document.activeElement?.innerText?.includes('Close')")


def test_any_cell_of_the_table_opens_its_rows(newcomer: Callable[..., Reader]) -> None:
    person = with_sample(newcomer())
    person.ask("total amount by region")
    person.page.get_by_role("tab", name="Table").click()
    grid = person.page.locator('[data-testid="stDataFrame"] canvas').first
    grid.wait_for()
    box = grid.bounding_box()
    assert box is not None
    person.page.mouse.click(box["x"] + box["width"] - 60, box["y"] + HEAD + ROW / 2)
    person.see(re.compile(r"\d+ of 620 rows"))
    assert panel(person).count() == 1


def test_a_mark_opens_on_a_telephone_and_after_a_reload(newcomer: Callable[..., Reader]) -> None:
    person = with_sample(newcomer(width=390, height=844, dark=True))
    person.ask("total amount by region")
    person.page.reload()
    marks(person).first.wait_for()
    person.settle()
    marks(person).first.click()
    person.see("194 of 620 rows")
    person.until(IS_AT_THE_TOP)
    assert fits(person, 390)
