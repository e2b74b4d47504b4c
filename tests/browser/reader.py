"""What a person does with the app, in their words."""

import re
import time
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, Page, Request
from playwright.sync_api import TimeoutError as LostError

PATIENCE = 120_000  # milliseconds: a busy machine is slow, and a test that passes waits for no more than it needs
CLICK_PATIENCE = 15_000  # milliseconds after which a click that did nothing is taken for lost
OFTEN = 100  # milliseconds between looks: a look at every frame would have the page painted at every frame
IS_ANSWERED = """count => document.querySelectorAll('[data-testid="stChatMessage"]').length >= count
    && !document.querySelector('.st-key-stop')
    && document.querySelector('[data-testid="stApp"]')?.dataset.testScriptState === 'notRunning'
    && document.querySelector('[data-testid="stChatInputTextArea"]')?.disabled === false"""

HAS_ONE_BOX = """() => document.querySelectorAll('[data-testid="stChatInputTextArea"]').length === 1"""
HAS_LEFT_THE_BOX = """words => document.querySelector('[data-testid="stChatInputTextArea"]')?.value !== words"""


class Reader:
    """One person with one browser of their own."""

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        width: int = 1280,
        locale: str = "en-US",
        height: int = 800,
        dark: bool = False,
        trusts_any: bool = False,  # certificates that a test signed itself
    ) -> None:
        context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=locale,
            color_scheme="dark" if dark else "light",
            accept_downloads=True,
            ignore_https_errors=trusts_any,
        )
        self._begin(context, address)

    @classmethod
    def with_profile(cls, context: BrowserContext, address: str) -> "Reader":
        """One whose browser keeps a profile on disk, as people's browsers do."""
        made = cls.__new__(cls)
        made._begin(context, address)
        return made

    def _begin(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.context = context
        self.context.set_default_timeout(PATIENCE)
        self.known: tuple[str, ...] = ()  # other servers of the test that a page may call
        self.outside: list[str] = []
        self.faults: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """A further tab of the same browser, watched for requests to other hosts and for script errors."""
        page = self.context.new_page()
        page.on("request", self._note_request)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._note_console)
        return page

    def _note_console(self, told: ConsoleMessage) -> None:
        """What the page's own security policy refused would be missing from the page."""
        if "Content Security Policy" in told.text:
            self.faults.append(told.text)

    def close(self) -> None:
        self.context.close()
        assert self.faults == [], "\n".join(self.faults)
        assert self.outside == []

    def open(self, path: str = "/") -> None:
        """Opens an address of the app and waits until it is drawn."""
        self.page.goto(f"{self.address}{path}")
        self.page.locator('[data-testid="stSidebarNavLink"]').first.wait_for(state="attached")
        self.settle()

    def settle(self) -> None:
        """Waits until no script runs."""
        self.page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')

    def see(self, words: str | re.Pattern[str]) -> Locator:
        """Waits until the words can be seen."""
        found = self.page.get_by_text(words).locator("visible=true").first
        found.wait_for()
        return found

    def go(self, page: str) -> None:
        """Takes the navigation to a page; again where a page that was drawn anew meanwhile lost the click."""
        link = self.page.locator('[data-testid="stSidebarNavLink"]').filter(has_text=page)
        there = re.compile(r"/\?c=" if page == "Chat" else f"/{page.lower()}")
        until = time.monotonic() + PATIENCE / 1000
        while not there.search(self.page.url):
            assert time.monotonic() < until, f"the page {page} does not open"
            link.click()
            with suppress(LostError):  # the click was lost: once more
                self.page.wait_for_url(there, timeout=CLICK_PATIENCE)
        self.settle()

    def press(self, name: str | re.Pattern[str]) -> None:
        """Presses the first button of this name."""
        self.page.get_by_role("button", name=name).first.click()

    def say(self, words: str) -> None:
        """Types a question and sends it, without waiting for the answer. With the first file the box moves to the
        bottom of the page, and for a moment both are there. Streamlit sends nothing while a file is on its way, so the
        key is pressed until the words have left the box."""
        self.until(HAS_ONE_BOX)
        box = self.page.get_by_test_id("stChatInputTextArea")
        box.fill(words)
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            box.press("Enter")
            with suppress(Error):  # it was pressed too early
                self.until(HAS_LEFT_THE_BOX, words, patience=500)
                return
        raise AssertionError(f"{words!r} could not be sent")

    def until(self, holds: str, given: object = None, *, patience: int = PATIENCE) -> None:
        """Waits until a function of the page's own language says that something holds."""
        self.page.wait_for_function(holds, arg=given, polling=OFTEN, timeout=patience)

    def ask(self, words: str) -> str:
        """Asks and waits for what comes of it; the words of the last message."""
        said = self.messages.count()
        self.say(words)
        return self.reply(said + 2)

    def reply(self, messages: int) -> str:
        """Waits until there are this many messages and nothing runs; the words of the last one."""
        for _ in range(20):
            self.until(IS_ANSWERED, messages)
            self.page.wait_for_timeout(200)  # a page that is about to be drawn anew looks finished for a moment
            if self.page.evaluate(IS_ANSWERED, messages):
                break
        return self.messages.last.inner_text()

    def values(self) -> dict[str, float]:
        """What the table of the last answer says of each of its groups: its last column by its first, as the grid hands
        them to people who do not see it, for it is painted."""
        tab = self.messages.last.get_by_role("tab", name="Table", exact=True)
        if tab.count():  # the picture is in front
            tab.first.click()
        grid = self.messages.last.get_by_test_id("stDataFrame").first
        grid.locator("tbody td").first.wait_for(state="attached")
        rows = [row.locator("td").all_text_contents() for row in grid.locator("tbody tr").all()]
        return {row[0]: float(row[-1]) for row in rows}

    @property
    def messages(self) -> Locator:
        """Questions and answers, in turn."""
        return self.page.get_by_test_id("stChatMessage")

    def start_with(self, name: str, content: bytes) -> None:
        """Opens the app for the first time and uploads a file on its first page."""
        self.open()
        self._load(name, content)

    def start_anew_with(self, name: str, content: bytes) -> None:
        """Opens the app, which goes on with the conversation that was had last, and uploads a file into a new one."""
        self.open()
        before = self.page.url
        self.press("New conversation")
        self.page.wait_for_url(lambda address: address != before)
        self.settle()
        self._load(name, content)

    def _load(self, name: str, content: bytes) -> None:
        self.offer(name, content)
        offered = self.page.locator(".st-key-chips_0 button").first  # the questions, in whatever language
        asked = self.page.locator('[class*="st-key-added_"][class*="_draft_use"] button')
        offered.or_(asked).first.wait_for()
        if asked.count():  # the file reads two ways: as it is shown
            asked.first.click()
            offered.wait_for()
        self.settle()

    def offer(self, name: str, content: bytes) -> None:
        """Puts a file that is made up on the spot into the upload box of the page."""
        box = self.page.locator('[data-testid="stFileUploader"] input[type=file]')
        box.set_input_files({"name": name, "mimeType": "text/csv", "buffer": content})

    def upload(self, *files: Path) -> None:
        """Puts files into the upload box of the page."""
        self.page.locator('[data-testid="stFileUploader"] input[type=file]').set_input_files(list(files))

    def download(self, name: str | re.Pattern[str]) -> bytes:
        """Presses a download button; what it hands out."""
        with self.page.expect_download() as waiting:
            self.page.get_by_role("button", name=name).first.click()
        return waiting.value.path().read_bytes()

    def _note_request(self, request: Request) -> None:
        if not request.url.startswith((self.address, *self.known, "data:", "blob:")):
            self.outside.append(request.url)
