"""A hundred turns while browsers do what browsers do, at random: none is lost, none is doubled. Run with `-m slow`."""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.browser.line import Line, line_to
from tests.browser.reader import Reader
from tests.browser.servers import ROOT, running
from tests.browser.test_turns import with_sample

TURNS, PEOPLE, SEED = 100, 4, 42
QUESTIONS = ("average quantity by region", "total amount by channel", "How many rows are there?", "median amount")


@pytest.fixture(scope="module")
def keeping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("hundred")
    store = f"sqlite:{folder / 'conversations.db'}"
    with running(ROOT / "app.py", CHECKPOINTER=store, DATA_FOLDER=str(folder / "uploads")) as found:
        yield found


@pytest.fixture
def lines(keeping: str) -> Iterator[list[Line]]:
    """The way of each person to the server."""
    with ExitStack() as closing:
        yield [closing.enter_context(line_to(keeping)) for _ in range(PEOPLE)]


def nothing(person: Reader, line: Line, asked: int) -> None:
    """A turn that nobody disturbs."""


def reload(person: Reader, line: Line, asked: int) -> None:
    person.page.reload()


def reload_twice(person: Reader, line: Line, asked: int) -> None:
    person.page.reload()
    person.page.reload()


def send_again(person: Reader, line: Line, asked: int) -> None:
    """A second Enter, and the page's own box may be locked already."""
    person.page.keyboard.press("Enter")


def look_from_second_tab(person: Reader, line: Line, asked: int) -> None:
    second = person.tab()
    second.goto(person.page.url)
    second.get_by_test_id("stChatMessage").first.wait_for()
    second.close()


def cut_connection(person: Reader, line: Line, asked: int) -> None:
    """The network goes away after the question stands on the page, and the browser connects again by itself. What was
    drawn in between Streamlit does not send again: a page that shows no turn on its way is loaded anew, by its reader.
    """
    person.messages.nth(2 * asked - 2).wait_for()
    with person.page.expect_websocket():
        assert line.cut() >= 1
    person.settle()
    if person.page.get_by_role("button", name="Stop").count() == 0:
        person.page.reload()


DISTURBANCES: tuple[Callable[[Reader, Line, int], None], ...] = (
    nothing, reload, reload_twice, send_again, look_from_second_tab, cut_connection,
)  # fmt: skip


@pytest.mark.timeout(3_000)
def test_no_turn_is_lost_and_none_is_doubled(lines: list[Line], newcomer: Callable[..., Reader]) -> None:
    draw = random.Random(SEED)
    people = [with_sample(newcomer(line.address)) for line in lines]
    asked: Mapping[int, list[str]] = {number: [] for number in range(PEOPLE)}
    for turn in range(TURNS):
        number = turn % PEOPLE
        person, question = people[number], draw.choice(QUESTIONS)
        person.say(question)
        asked[number].append(question)
        draw.choice(DISTURBANCES)(person, lines[number], len(asked[number]))
        person.messages.nth(2 * len(asked[number]) - 1).wait_for()
        person.reply(2 * len(asked[number]))
    for number, person in enumerate(people):
        person.page.reload()
        person.messages.nth(2 * len(asked[number]) - 1).wait_for()
        person.reply(2 * len(asked[number]))
        told = [words.strip().splitlines()[-1] for words in person.messages.all_inner_texts()]  # after the icon's name
        assert told[::2] == asked[number]
        assert len(told) == 2 * len(asked[number])
