"""Tools and insights wait for a yes, and a no with a reason changes the plan. Thumbs, times and scores are kept."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.browser.pay import CONTENT, tells
from tests.browser.reader import OFTEN, Reader
from tests.browser.servers import ROOT, running
from tests.browser.test_code import choose_way

REASON = "If not, what should be different?"


@pytest.fixture(scope="module")
def run_log(tmp_path_factory: pytest.TempPathFactory) -> str:
    return f"sqlite:{tmp_path_factory.mktemp('log') / 'runs.db'}"


@pytest.fixture(scope="module")
def logged_address(run_log: str) -> Iterator[str]:
    """The app as people start it, with a run log."""
    with running(ROOT / "app.py", RUN_LOG=run_log) as found:
        yield found


def ask_before_everything(person: Reader) -> None:
    choose_way(person, "Reviewed")
    person.press(re.compile("^Way to answer"))
    person.page.get_by_test_id("stPopoverBody").get_by_text(re.compile("^Everything")).click()
    person.settle()
    person.page.keyboard.press("Escape")
    person.settle()


def test_tools_and_insights_are_approved_and_a_reason_changes_the_plan(
    newcomer: Callable[..., Reader], logged_address: str
) -> None:
    person = newcomer(logged_address)
    person.start_with("pay.csv", CONTENT)
    ask_before_everything(person)
    person.ask("What is the average salary by department?")
    person.see("aggregate_data")
    person.press("Approve")
    answer = person.reply(4)
    assert tells(person, "salary", "mean")
    assert "Critic: " in answer

    person.ask("average bonus by department")
    person.see('"mean"')
    person.page.get_by_label(REASON).fill("use median instead of mean")
    person.press("Reject")
    person.reply(8)
    person.see('"median"')
    person.press("Approve")
    person.reply(10)
    assert tells(person, "bonus", "median")

    person.ask("Give me an overview of the data")
    person.press("Approve")
    assert "This is what was found" in person.reply(14)
    person.press("Approve")
    assert "90" in person.reply(16)


def test_times_and_scores_stand_on_the_activity_page(newcomer: Callable[..., Reader], logged_address: str) -> None:
    person = newcomer(logged_address)
    person.start_with("pay.csv", CONTENT)
    choose_way(person, "Reviewed")
    assert "Critic: " in person.ask("What is the average salary by department?")
    person.go("Activity")
    person.see("Tools that ran")
    person.see(re.compile("without the critic"))
    person.see("Times and scores").click()
    for heading in ("Tools", "Turns without the critic's part", "Steps"):
        person.page.get_by_text(heading, exact=True).wait_for()
    assert not person.page.get_by_text("Scores of the critic").count(), "checks alone give no score"
    tools = person.page.locator(".st-key-metrics_tally_tool_seconds").locator("td")
    assert tools.nth(0).text_content() == "aggregate_data, done"
    assert all(float(tools.nth(place).text_content() or "") > 0 for place in (1, 2, 3))


def test_a_thumb_is_kept_in_the_run_log_and_remembered_after_a_reload(
    newcomer: Callable[..., Reader], logged_address: str, run_log: str
) -> None:
    person = newcomer(logged_address)
    person.start_with("pay.csv", CONTENT)
    person.ask("What is the average salary by department?")
    up, down = (person.page.get_by_role("radio", name=name) for name in ("Thumbs up", "Thumbs down"))
    down.click()
    expect(down).to_be_checked()
    up.click()
    while thumbs(run_log) != [("What is the average salary by department?", "up")]:
        person.page.wait_for_timeout(OFTEN)  # until the time of the test is over
    person.page.reload()
    expect(up).to_be_checked()
    expect(down).not_to_be_checked()


def thumbs(run_log: str) -> list[tuple[str, str]]:
    """The questions that have one, and which."""
    with closing(sqlite3.connect(run_log.removeprefix("sqlite:"))) as log:
        return log.execute("SELECT question, feedback FROM tally_run_log WHERE feedback IS NOT NULL").fetchall()
