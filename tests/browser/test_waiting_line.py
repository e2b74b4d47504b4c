"""One program at a time: whoever comes second sees their place in the line, and then their answer."""

import re
from collections.abc import Callable

from tests.browser.reader import Reader
from tests.browser.servers import ROOT, running
from tests.browser.test_code import choose_way
from tests.browser.test_turns import with_sample

ENDLESS = "import time\nwhile True:\n    time.sleep(0.1)"


def until_it_waits(person: Reader) -> None:
    with_sample(person)
    choose_way(person, "Code")
    person.ask("average quantity by region")


def test_the_second_program_waits_and_says_where_in_the_line(newcomer: Callable[..., Reader]) -> None:
    with running(ROOT / "app.py", TALLY_CODE_RUNS="1") as address:
        first, second = newcomer(address), newcomer(address)
        until_it_waits(first)
        until_it_waits(second)
        first.see(re.compile("^Change it first$")).click()
        first.page.get_by_label("The program that runs when you say yes").fill(ENDLESS)
        first.press("Run it")
        first.see("Running the code in the sandbox")
        second.press("Run it")
        second.see("Waiting for a free place to run the code: number 1 in line.")
        first.press("Stop")
        assert "From all 620 rows, as the program counts them." in second.reply(4)
        assert "Stopped" in first.reply(4)
