"""Every page opens by its own address, for whom it belongs to."""

from collections.abc import Callable

import pytest

from tests.browser.reader import Reader

PAGES = ["Chat", "Data", "Report", "Activity", "Settings"]


@pytest.mark.parametrize(
    ("path", "words"),
    [("/data", "No file at hand"), ("/report", "nothing to report yet"), ("/nowhere", "Page not found")],
)
def test_a_page_opens_first_on_a_fresh_server(
    newcomer: Callable[..., Reader], fresh_address: str, path: str, words: str
) -> None:
    person = newcomer(fresh_address)
    person.open(path)
    person.see(words)
    assert person.page.locator('[data-testid="stSidebarNavLink"]').all_inner_texts() == PAGES
    assert person.page.locator('[data-testid="stException"]').count() == 0


def test_the_others_open_after_the_first(newcomer: Callable[..., Reader], fresh_address: str) -> None:
    person = newcomer(fresh_address)
    person.open("/data")
    person.open("/activity")
    person.see("Nothing has left this machine")
    person.open("/chat")
    person.see("Ask your data, and check every answer")


def test_another_browser_sees_nothing_and_can_start_its_own(newcomer: Callable[..., Reader]) -> None:
    owner = newcomer()
    owner.open("/data")
    owner.press("Use this sample")
    owner.see("is loaded")
    path = owner.page.url.removeprefix(owner.address)
    owner.page.reload()
    owner.see("620 rows")

    stranger = newcomer()
    stranger.open(path)
    stranger.see("This conversation is not open here")
    assert "tea_shop" not in stranger.page.content()
    stranger.press("Start a new conversation")
    stranger.see("No file at hand")
