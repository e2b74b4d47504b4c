"""Twenty people with 100,000 rows each on one server, through their pages: four of them run programs to their limit
while the others ask plain questions, one of them in a real Chromium. Run with `-m benchmark -s`; prints the table, and
fails by what is answered, never by how long it took."""

import os
import random
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from urllib.parse import urlsplit

import psutil
import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.benchmarks.load import (
    ENDLESS,
    PLAIN,
    PROGRAM_SECONDS,
    PROGRAMMERS,
    QUESTIONS,
    QUESTIONS_EACH,
    THINKING,
    Asked,
    orders,
    print_table,
)
from tests.browser.reader import IS_ANSWERED, Reader
from tests.browser.servers import ROOT, running
from tests.browser.wire_page import WirePage

ON_WIRE = PLAIN - 1
MEGABYTE = 1_000_000
LOOK_SECONDS = 1.0


class Memory(threading.Thread):
    """Looks at the memory of a server and its children, shared pages counted once, until `over`."""

    def __init__(self, address: str, over: threading.Event) -> None:
        super().__init__(name="memory", daemon=True)
        port = urlsplit(address).port
        (self._server,) = {
            psutil.Process(one.pid)
            for one in psutil.net_connections("tcp")
            if one.status == psutil.CONN_LISTEN and one.laddr and one.laddr.port == port and one.pid
        }
        self._over = over
        self.most = self.begin = self.now()

    def now(self) -> int:
        """Megabytes in use."""
        total = 0
        for process in (self._server, *self._server.children(recursive=True)):
            try:
                total += process.memory_full_info().pss
            except psutil.NoSuchProcess:
                continue  # it ended between the look at the list and the look at itself
        return total // MEGABYTE

    def run(self) -> None:
        """Keeps the most that it saw."""
        while not self._over.wait(LOOK_SECONDS):
            self.most = max(self.most, self.now())


def opened(address: str, person: int, leaving: ExitStack) -> WirePage:
    """The page of somebody whose file is loaded, open until `leaving`."""
    page = leaving.enter_context(WirePage(address))
    page.upload("orders.csv", orders(person))
    page.see("Try one of these")
    return page


def ask_plainly(page: WirePage, person: int) -> list[Asked]:
    draw, answers = random.Random(person), []
    page.watch(draw.uniform(0, THINKING))
    for number in range(QUESTIONS_EACH):
        question = QUESTIONS[(person + number) % len(QUESTIONS)]
        began = time.monotonic()
        page.say(question)
        page.until(partial(page.is_answered, 2 * (number + 1)))
        answers.append(Asked(question, page.problem or "answered", time.monotonic() - began))
        page.watch(draw.expovariate(1 / THINKING))
    return answers


def ask_in_chromium(person: Reader, number: int) -> list[Asked]:
    draw, answers = random.Random(number), []
    for place in range(QUESTIONS_EACH):
        question = QUESTIONS[place % len(QUESTIONS)]
        began = time.monotonic()
        person.say(question)
        person.until(IS_ANSWERED, 2 * (place + 1))
        answers.append(Asked(question, "answered", time.monotonic() - began))
        person.page.wait_for_timeout(1000 * draw.expovariate(1 / THINKING))
    return answers


def run_programs(page: WirePage, over: threading.Event) -> int:
    """Programs that never end by themselves, one after the other; how many the page shows as stopped at their limit."""
    (way,) = (one for one in page.all("radio") if "Code" in one.options)
    page.rerun(WidgetState(id=way.id, string_value="Code"))
    while not over.is_set():
        said = page.messages
        page.say("average amount by region")
        page.until(partial(page.is_answered, said + 2))
        (editor,) = page.all("text_area")
        page.press("_approve", WidgetState(id=editor.id, string_value=ENDLESS))
        page.until(partial(page.is_answered, said + 4))
    return page.words.count(f"stopped after {PROGRAM_SECONDS} seconds")


@pytest.mark.benchmark
@pytest.mark.sandbox
@pytest.mark.timeout(1_800)
def test_pages_answer_plain_questions_while_programs_run_to_their_limit(newcomer: Callable[..., Reader]) -> None:
    over = threading.Event()
    with (
        running(ROOT / "app.py", TALLY_CODE_SECONDS=str(PROGRAM_SECONDS), TALLY_MAX_TOTAL_MEGABYTES="4096") as address,
        ExitStack() as leaving,
        ThreadPoolExecutor(ON_WIRE + PROGRAMMERS) as pool,
    ):
        memory = Memory(address, over)
        pages = [opened(address, number, leaving) for number in range(ON_WIRE + PROGRAMMERS)]
        person = newcomer(address)
        person.start_with("orders.csv", orders(len(pages)))
        loaded = memory.now()
        memory.start()
        try:
            programs = [pool.submit(run_programs, page, over) for page in pages[ON_WIRE:]]
            plain = [pool.submit(ask_plainly, page, number) for number, page in enumerate(pages[:ON_WIRE])]
            on_screen = ask_in_chromium(person, ON_WIRE)
            answers = [answer for asking in plain for answer in asking.result()]
        finally:
            over.set()
        ended = sum(one.result() for one in programs)
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print_table(f"{ON_WIRE} people ask, {PROGRAMMERS} run programs; load of the machine {load}", answers)
    print_table("one more asks in Chromium", on_screen)
    print(
        f"{ended} programs came to {PROGRAM_SECONDS} s; megabytes: {memory.begin}, {loaded} loaded, {memory.most} most"
    )
    assert {one.status for one in answers} == {"answered"}
    assert len(answers) == ON_WIRE * QUESTIONS_EACH
    assert ended >= 1
