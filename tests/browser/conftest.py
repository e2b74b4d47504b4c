"""One real Chromium and one running app for all browser tests; which of them protect every change."""

import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tests.browser.reader import PATIENCE, Reader
from tests.browser.servers import ROOT, running

HERE = Path(__file__).parent
SECONDS = 900  # a test may take: its waits are long, and a wait that is over ends at once
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-dev-shm-usage"]

EVERY_DAY = {
    "upload, be asked back, pick, follow up, take the report": "test_the_whole_job",
    "follow a number to its rows": "test_a_mark_opens_its_rows_in_sight_and_closing_leads_back",
    "take away a condition, undo": "test_a_kept_condition_goes_with_one_click_and_undo_brings_it_back",
    "change a reading on a telephone": "test_on_a_phone_a_chip_is_changed_by_keyboard_in_the_language_of_the_browser",
    "look from any screen": "test_an_answer_is_in_sight_and_fits_every_screen",
    "reload while it works": "test_a_reload_in_the_middle_of_a_turn_loses_nothing",
    "look from a second tab": "test_a_click_elsewhere_and_a_second_tab_do_not_break_or_double_a_turn",
    "refuse, change and run a program": "test_code_is_refused_with_a_reason_then_changed_and_run",
    "make a study": "test_a_whole_study",
    "connect a model": "test_a_model_is_connected_tested_and_left_on_the_settings_page",
    "open a hostile file": "test_a_hostile_file_does_nothing",
    "be told apart from others": "test_another_browser_sees_nothing_and_can_start_its_own",
}
"""What a person does and no test without a browser shows, and the one test that shows it before every change. All other
browser tests are slow."""

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.enable_socket)
            item.add_marker(pytest.mark.flaky(reruns=1))
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(SECONDS))
            if item.name not in EVERY_DAY.values():
                item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="package")
def chromium() -> str:
    """Where the browser is."""
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    if not Path(chromium).exists():
        pytest.skip(f"There is no Chromium at {chromium}: install it, or name it in the variable CHROMIUM.")
    return chromium


class Browsers:
    """The Chromium of all tests, and a fresh one from the first test on that is run once more."""

    def __init__(self, launch: Callable[[], Browser]) -> None:
        self._launch = launch
        self._launched = [launch()]

    def latest(self) -> Browser:
        """The one in use."""
        return self._launched[-1]

    def renew(self) -> None:
        """Starts another. What is open in the one before stays open."""
        self._launched.append(self._launch())

    def close(self) -> None:
        """Closes them all."""
        for browser in self._launched:
            browser.close()


@pytest.fixture(scope="package")
def browsers(playwright: Playwright, chromium: str) -> Iterator[Browsers]:
    started = Browsers(lambda: playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS))
    yield started
    started.close()


@pytest.fixture
def browser(browsers: Browsers, request: pytest.FixtureRequest) -> Browser:
    if getattr(request.node, "execution_count", 1) > 1:  # counted by pytest-rerunfailures
        browsers.renew()
    return browsers.latest()


@pytest.fixture(scope="package")
def hold_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("hold") / "on"


@pytest.fixture(scope="package")
def address(hold_file: Path) -> Iterator[str]:
    """The app, slow on request."""
    with running(HERE / "slow_app.py", TALLY_TEST_HOLD=str(hold_file)) as found:
        yield found


@pytest.fixture
def held(hold_file: Path) -> Callable[[], AbstractContextManager[None]]:
    """Within it no slow turn of the app at `address` ends: what a test does in the middle of a turn takes as long as it
    takes."""

    @contextmanager
    def hold() -> Iterator[None]:
        hold_file.touch()
        try:
            yield
        finally:
            hold_file.unlink()

    return hold


@pytest.fixture
def newcomer(browser: Browser, address: str) -> Iterator[Callable[..., Reader]]:
    """People who open the app for the first time; at the end none of their pages has called another host."""
    came: list[Reader] = []

    def come(at: str = "", **screen: int | bool | str) -> Reader:
        came.append(Reader(browser, at or address, **screen))  # type: ignore[arg-type]
        return came[-1]

    yield come
    for reader in came:
        reader.close()


@pytest.fixture
def fresh_address() -> Iterator[str]:
    """The app as `make run` starts it, with nobody having been there."""
    with running(ROOT / "app.py") as found:
        yield found
