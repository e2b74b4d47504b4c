"""Cells, headers, file names and answers are shown as characters: nothing in them is fetched, linked or run.

`Reader.close` asserts for every test that no request left for another host.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import HERE
from tests.browser.reader import Reader
from tests.browser.servers import running
from tests.browser.test_code import choose_way
from tests.browser.test_reviewed import ask_before_everything

IMAGE = "![x](http://evil.example/cell.png)"
SCRIPT = '<img src=http://evil.example/i.png onerror="window.hurt=1"><script>window.hurt=1</script>'
HOSTILE_FILE = "\n".join(
    [
        f'{IMAGE},"[amount](http://evil.example/h) :red[x]"',
        *(
            f'"{text}",{number}'
            for number, text in enumerate([IMAGE, SCRIPT.replace('"', '""'), "www.evil.example"] * 4)
        ),
    ]
)


def harmless(person: Reader) -> None:
    """Nothing of it became an element of the page."""
    page = person.page
    assert page.evaluate("window.hurt") is None
    assert page.locator('img[src*="evil.example"], a[href*="evil.example"]').count() == 0


def test_a_hostile_file_does_nothing(newcomer: Callable[..., Reader], tmp_path: Path) -> None:
    person = newcomer()
    path = tmp_path / "![f](http:evil.example) :smile:.csv"
    path.write_text(HOSTILE_FILE, encoding="utf-8")
    person.open("/data")
    person.upload(path)
    person.see("is loaded: 12 rows, 2 columns")
    harmless(person)
    person.page.get_by_role("tab", name="First rows").click()
    harmless(person)
    person.go("Chat")
    person.ask("Give me an overview of the data")
    person.ask(f"average amount by {IMAGE} as a bar chart")
    harmless(person)
    person.go("Activity")
    harmless(person)
    person.go("Report")
    person.settle()
    harmless(person)


def test_a_hostile_file_does_nothing_in_longer_work(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    rows = [row.rsplit(",", 1) for row in HOSTILE_FILE.splitlines()[1:]]
    header = HOSTILE_FILE.splitlines()[0]
    many = [f"{text},{10 + place % 7 + 5 * (place % 3)}" for place, (text, _) in enumerate(rows * 8)]
    person.start_with("![f](http:evil.example) <b>.csv", "\n".join([header, *many]).encode())
    choose_way(person, "Study")
    person.ask("What drives the amount?")
    harmless(person)
    for said in (4, 6, 8):
        person.press("Go on")
        person.reply(said)
        harmless(person)
    ask_before_everything(person)
    person.ask("average amount")
    harmless(person)
    person.press("Approve")
    person.reply(12)
    harmless(person)
    person.go("Activity")
    person.see("Tools that ran")
    person.see("Times and scores").click()
    harmless(person)


@pytest.fixture(scope="module")
def scripted_address() -> Iterator[str]:
    with running(HERE / "scripted_app.py") as found:
        yield found


def test_a_hostile_answer_does_nothing(newcomer: Callable[..., Reader], scripted_address: str) -> None:
    person = newcomer(scripted_address)
    person.open()
    person.press("Use this sample")
    person.see("Try one of these")
    assert "![x](http://evil.example/a.png)" in person.ask("hostile chart").replace("\u2060", "")
    harmless(person)
    person.go("Report")
    person.see("What was found")
    harmless(person)
