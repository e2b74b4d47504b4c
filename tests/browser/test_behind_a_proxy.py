"""The app behind a real nginx, under a path and under TLS, as docs/deployment.md describes it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.nginx import NGINX, OPENSSL, proxy
from tests.browser.reader import Reader
from tests.browser.servers import ROOT, running

pytestmark = pytest.mark.skipif(not (NGINX and OPENSSL), reason="nginx or openssl is not installed")
SALES = b"region,amount\nNorth,10\nSouth,20\nNorth,30\n"


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[str]:
    with (
        running(ROOT / "app.py", STREAMLIT_SERVER_BASE_URL_PATH="tally", path="/tally") as app,
        proxy(tmp_path, int(app.removesuffix("/tally").rpartition(":")[2])) as address,
    ):
        yield address


def test_a_question_is_answered_under_a_path_and_tls_with_the_headers_of_both(proxied: str, browser: Browser) -> None:
    person = Reader(browser, proxied, trusts_any=True)
    reply = person.page.goto(f"{proxied}/")
    assert reply is not None
    told = reply.headers
    assert "frame-ancestors 'self'" in told["content-security-policy"]
    assert told["x-content-type-options"] == "nosniff"
    assert told["strict-transport-security"].startswith("max-age=")
    person.start_with("sales.csv", SALES)
    assert "40" in person.ask("bar chart of the total amount by region")
    person.page.locator(".js-plotly-plot").first.wait_for()
    person.page.reload()
    person.see("bar chart of the total amount by region")
    for page in ("Data", "Report", "Activity", "Settings"):
        person.go(page)
    assert person.page.url.startswith(f"{proxied}/settings")
    person.close()
