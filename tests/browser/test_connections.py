"""Which addresses the server's processes reach for, by what the kernel was asked: none but this machine's own."""

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.browser.reader import Reader
from tests.browser.servers import started
from tests.protocol_server import ProtocolServer, scripted

STRACE = shutil.which("strace")
pytestmark = pytest.mark.skipif(not STRACE, reason="strace is not installed")
ADDRESS = re.compile(r'inet_addr\("([\d.]+)"\)|inet_pton\(AF_INET6, "([^"]+)"')
LOOPBACK = ("127.", "0.0.0.0", "::1", "::ffff:127.")
SALES = b"region,amount\nNorth,10\nSouth,20\nNorth,30\n"


def test_start_all_pages_a_foreign_origin_and_a_turn_reach_for_no_other_machine(
    browser: Browser, tmp_path: Path
) -> None:
    watched = tmp_path / "calls"
    calls = "trace=connect,sendto,sendmsg,sendmmsg"
    watch = [str(STRACE), "-f", "-qq", "-e", calls, "-o", str(watched)]
    with (
        ProtocolServer(scripted({})) as model,  # whose connections show that the watch sees any
        started(under=watch, OPENAI_BASE_URL=model.url, TALLY_MODEL_NAME="small") as address,
    ):
        with pytest.raises(InvalidStatus) as refused:
            connect(f"ws{address.removeprefix('http')}/_stcore/stream", origin=Origin("https://evil.example"))
        assert refused.value.response.status_code == 403
        person = Reader(browser, address)
        person.start_with("sales.csv", SALES)
        assert "40" in person.ask("total amount by region")
        for page in ("Data", "Report", "Activity", "Settings"):
            person.go(page)
        person.close()
    reached = {one or other for one, other in ADDRESS.findall(watched.read_text(errors="replace"))}
    assert reached, "the watch saw nothing at all"
    assert {address for address in reached if not address.startswith(LOOPBACK)} == set()
