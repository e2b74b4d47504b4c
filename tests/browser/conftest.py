"""One real Chromium and one running app for all browser tests."""

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

expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.enable_socket)
            if item.get_closest_marker("timeout") is None:
                item.add_marker(pytest.mark.timeout(SECONDS))


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


@pytest.fixture(scope="package")
def browser(playwright: Playwright, chromium: str) -> Iterator[Browser]:
    started = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
    yield started
    started.close()


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
