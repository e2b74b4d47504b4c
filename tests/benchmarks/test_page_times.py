"""From a question to its answer on the page, in a real browser: at the first turns and after thirty.

Run with `pytest -m benchmark -s tests/benchmarks/test_page_times.py`; prints the seconds. 10,000 rows, no model.
"""

import random
import time
from collections.abc import Callable
from statistics import median

import pytest

from tests.browser.conftest import address, browser, browsers, chromium, hold_file, newcomer, playwright
from tests.browser.reader import Reader

__all__ = ["address", "browser", "browsers", "chromium", "hold_file", "newcomer", "playwright"]
pytestmark = [pytest.mark.benchmark, pytest.mark.slow, pytest.mark.enable_socket, pytest.mark.timeout(1800)]
ROWS, TURNS, AT_ENDS = 10_000, 30, 3
QUESTIONS = (
    "total amount by region as a bar chart",
    "average amount by channel",
    "how many rows are there",
    "total amount by month as a line chart",
)
SHOWS = """count => document.querySelectorAll('[data-testid="stChatMessage"]').length >= count
    && !document.querySelector('.st-key-stop') && !document.querySelector('[data-stale="true"]')"""


def orders() -> bytes:
    draw = random.Random(7)
    lines = ["date,region,channel,amount"]
    for number in range(ROWS):
        where, how = draw.choice(("North", "South", "East", "West")), draw.choice(("shop", "web", "fair"))
        lines.append(f"2024-{number % 12 + 1:02}-{number % 28 + 1:02},{where},{how},{draw.uniform(1, 500):.2f}")
    return "\n".join(lines).encode()


def seconds_of(person: Reader, question: str) -> float:
    """From the key that sends the question to its answer on the page."""
    messages = person.messages.count()
    box = person.page.get_by_test_id("stChatInputTextArea")
    box.fill(question)
    began = time.perf_counter()
    box.press("Enter")
    person.page.wait_for_function(SHOWS, arg=messages + 2, polling="raf")
    took = time.perf_counter() - began
    person.reply(messages + 2)
    return took


def test_thirty_turns_do_not_slow_the_page(newcomer: Callable[..., Reader]) -> None:
    person = newcomer()
    person.start_with("orders.csv", orders())
    person.ask(QUESTIONS[-1])  # the first one after a file may have to be sent again
    took = [seconds_of(person, QUESTIONS[turn % len(QUESTIONS)]) for turn in range(TURNS - 1)]
    print("\nturn  seconds from question to answer")
    for turn, seconds in enumerate(took, start=2):
        print(f"{turn:4} {seconds:8.2f}")
    first, last = median(took[:AT_ENDS]), median(took[-AT_ENDS:])
    print(f"median of turns 2 to {AT_ENDS + 1}: {first:.2f} s, of the last {AT_ENDS}: {last:.2f} s")
    assert last < 3 * first + 1
