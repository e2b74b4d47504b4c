"""The server is killed while something waits for a yes; it is started again on the same store, and all goes on."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.browser.pay import CONTENT, tells
from tests.browser.reader import Reader
from tests.browser.servers import ROOT, free_port, running
from tests.browser.test_code import choose_way
from tests.browser.test_mending import SALES

SLOW = Path(__file__).parent / "slow_app.py"

QUESTION = "What is the average salary by department?"


def server(store: Path, port: int, *, killed: bool = False, **settings: str) -> AbstractContextManager[str]:
    return running(
        ROOT / "app.py",
        port=port,
        killed=killed,
        CHECKPOINTER=f"sqlite:{store / 'conversations.db'}",
        TALLY_APPROVAL_POLICY="always",
        **settings,
    )


def until_it_waits(person: Reader) -> str:
    """A question whose tools wait for a yes; the page's address."""
    person.start_with("pay.csv", CONTENT)
    choose_way(person, "Reviewed")
    person.ask(QUESTION)
    person.see("aggregate_data")
    return person.page.url


def approve(person: Reader) -> None:
    person.press("Approve")
    person.reply(4)
    assert tells(person, "salary", "mean")


def test_an_approval_outlives_the_server(newcomer: Callable[..., Reader], tmp_path: Path) -> None:
    port, folder = free_port(), str(tmp_path / "uploads")
    with server(tmp_path, port, killed=True, DATA_FOLDER=folder) as address:
        person = newcomer(address)
        at = until_it_waits(person)
    with server(tmp_path, port, DATA_FOLDER=folder):
        person.page.goto(at)
        person.see("aggregate_data")
        approve(person)


def test_without_a_data_folder_the_same_file_is_asked_for_and_no_other(
    newcomer: Callable[..., Reader], tmp_path: Path
) -> None:
    port = free_port()
    with server(tmp_path, port, killed=True) as address:
        person = newcomer(address)
        at = until_it_waits(person)
    with server(tmp_path, port):
        person.page.goto(at)
        person.see("Choose pay.csv once more")
        assert person.page.get_by_test_id("stChatInputTextArea").is_disabled()
        assert person.page.get_by_role("button", name="Approve").count() == 0
        person.offer("pay.csv", CONTENT.replace(b"Sales", b"Sails"))
        person.see("its contents differ")
        person.offer("renamed.csv", CONTENT)
        person.see("aggregate_data")
        approve(person)


def slow(store: Path, port: int, *, killed: bool = False, **settings: str) -> AbstractContextManager[str]:
    """The app that reads a file which is called so slowly, as long as `hold` lies there."""
    kept = f"sqlite:{store / 'conversations.db'}"
    return running(SLOW, port=port, killed=killed, CHECKPOINTER=kept, TALLY_TEST_HOLD=str(store / "hold"), **settings)


@pytest.mark.parametrize("is_kept", [True, False])
def test_how_far_a_file_is_shows_while_it_is_read_again(
    newcomer: Callable[..., Reader], tmp_path: Path, is_kept: bool
) -> None:
    port, folder = free_port(), str(tmp_path / "uploads") if is_kept else ""
    with slow(tmp_path, port, DATA_FOLDER=folder) as address:
        person = newcomer(address)
        person.start_with("read slowly.csv", SALES)
        assert "19,625" in person.ask("total amount")
    (tmp_path / "hold").touch()
    with slow(tmp_path, port, DATA_FOLDER=folder):
        person.page.goto(person.page.url)
        if is_kept:
            person.see("Reading the data of this conversation again")
        else:
            person.see("Choose read slowly.csv once more")
            person.offer("other.csv", b"a,b\n1,2\n")
            person.see("its contents differ")
            person.offer("renamed.csv", SALES)
            person.see("250,000 rows")
        (tmp_path / "hold").unlink()
        person.page.get_by_test_id("stChatInputTextArea").and_(person.page.locator(":enabled")).wait_for()
        assert person.page.get_by_text("its contents differ").count() == 0
        assert "19,625" in person.ask("total amount")


def test_a_question_that_a_crash_broke_off_is_asked_again_with_one_click(
    newcomer: Callable[..., Reader], tmp_path: Path
) -> None:
    port, hold, folder = free_port(), tmp_path / "hold", str(tmp_path / "uploads")
    hold.touch()
    with slow(tmp_path, port, killed=True, DATA_FOLDER=folder) as address:
        person = newcomer(address)
        person.start_with("pay.csv", CONTENT)
        person.say("average salary by department slowly")
        person.page.get_by_role("button", name="Stop").wait_for()
        at = person.page.url
    hold.unlink()
    with slow(tmp_path, port, DATA_FOLDER=folder):
        person.page.goto(at)
        person.see("Not finished: the server ended")
        person.press("Ask again")
        person.reply(4)
        assert tells(person, "salary", "mean")
        assert person.page.get_by_role("button", name="Ask again").count() == 0
