"""A browser is known again after it was closed, by a cookie that no script can read; others open nothing."""

import http.client
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Playwright

from pages.components.connection.browser import COOKIE, SECONDS
from tests.browser.conftest import ARGUMENTS
from tests.browser.pay import CONTENT
from tests.browser.reader import Reader
from tests.browser.servers import ROOT, running


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app with a store."""
    folder = tmp_path_factory.mktemp("kept")
    store = f"sqlite:{folder / 'conversations.db'}"
    with running(ROOT / "app.py", CHECKPOINTER=store, DATA_FOLDER=str(folder / "uploads")) as found:
        yield found


def set_cookies(address: str, path: str = "/", **headers: str) -> list[str]:
    """What the server sets when it is asked as a browser asks for a page."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc)
    connection.request("GET", path, headers={"Accept": "text/html", **headers})
    reply = connection.getresponse()
    found = [value for name, value in reply.getheaders() if name.lower() == "set-cookie"]
    connection.close()
    return [value for value in found if value.startswith(COOKIE)]


def test_the_server_sets_the_cookie_so_that_no_script_reads_it(keeping: str) -> None:
    (plain,) = set_cookies(keeping)
    assert {"HttpOnly", "SameSite=Lax", f"Max-Age={SECONDS}", "Path=/"} <= set(plain.split("; "))
    assert "Secure" not in plain
    (encrypted,) = set_cookies(keeping, **{"X-Forwarded-Proto": "https"})
    assert "Secure" in encrypted.split("; ")
    assert plain.split(";")[0] != encrypted.split(";")[0], "two browsers are told apart"
    given = plain.split(";")[0]
    assert set_cookies(keeping, Cookie=given)[0].startswith(given), "a browser keeps the one it has"
    assert set_cookies(keeping, Cookie=f"{COOKIE}=made up")[0].split(";")[0] != f"{COOKIE}=made up"
    assert set_cookies(keeping, "/_stcore/health", Accept="*/*") == []


def test_a_browser_that_was_closed_finds_its_conversations_again(
    playwright: Playwright, chromium: str, keeping: str, tmp_path: Path
) -> None:
    def opened_again() -> Reader:
        kept = playwright.chromium.launch_persistent_context(
            tmp_path / "profile", executable_path=chromium, args=ARGUMENTS
        )
        return Reader.with_profile(kept, keeping)

    person = opened_again()
    person.start_with("pay.csv", CONTENT)
    person.ask("What is the average salary by department?")
    at = person.page.url
    assert COOKIE not in person.page.evaluate("document.cookie")
    person.close()
    again = opened_again()
    again.page.goto(at)
    again.see("What is the average salary by department?")
    again.close()


def test_another_browser_opens_nothing(newcomer: Callable[..., Reader], keeping: str) -> None:
    person, other = newcomer(keeping), newcomer(keeping)
    person.start_with("pay.csv", CONTENT)
    other.page.goto(person.page.url)
    other.see("This conversation is not open here")


def test_a_recovery_link_opens_the_conversations_in_another_browser(
    newcomer: Callable[..., Reader], keeping: str
) -> None:
    person = newcomer(keeping)
    person.start_with("pay.csv", CONTENT)
    person.ask("What is the average salary by department?")
    person.go("Settings")
    person.press("Make a recovery link")
    person.see("It is shown only now")
    link = person.page.locator("code").filter(has_text="?back=").inner_text()
    person.press("I have kept it")
    person.see("A link was made on")
    person.until("() => !document.documentElement.outerHTML.includes('?back=')")  # it is shown once
    other = newcomer(keeping)
    other.page.goto(link)
    other.press("Open them here")
    other.messages.nth(1).get_by_text("Sales").first.wait_for()
    assert "back=" not in other.page.url
    person.press("Revoke the link")
    person.see("Make a recovery link")
    third = newcomer(keeping)
    third.page.goto(link)
    third.press("Open them here")
    third.see("it was replaced or revoked")
