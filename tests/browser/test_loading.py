"""A large file shows how far it is, and is cancelled for good; one that comes early waits, in a real browser."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from playwright.sync_api import expect

from tests.browser.reader import Reader
from tests.browser.servers import ROOT, started
from tests.browser.test_mending import SALES


def test_a_cancelled_upload_leaves_nothing_and_the_file_can_be_had_later(
    newcomer: Callable[..., Reader], held: Callable[[], AbstractContextManager[None]]
) -> None:
    person = newcomer()
    person.open()
    with held():
        person.offer("read slowly.csv", SALES)
        person.see("250,000 rows")
        expect(person.page.get_by_test_id("stChatInputTextArea")).to_be_disabled()
        person.press("Cancel")
        person.see("was not loaded: you cancelled it")
    person.go("Data")
    person.see("Memory: 0 bytes of")
    person.go("Chat")
    person.start_with("read slowly.csv", SALES)
    assert "19,625" in person.ask("total amount")
    person.close()


def test_a_file_that_is_dropped_while_the_app_still_starts_is_read(newcomer: Callable[..., Reader]) -> None:
    with started(script=ROOT / "app.py", TALLY_READER="off") as address:
        person = newcomer(address)
        person.page.goto(address)
        person.offer("early.csv", b"region,amount\nNorth,1\nSouth,2\nEast,3\n")
        expect(person.page.locator('[class*="st-key-added_"]').first).to_contain_text("3 rows")
        box = person.page.get_by_test_id("stChatInputTextArea")
        expect(box).to_have_count(1)  # the early one is gone
        expect(box).to_be_enabled()
