"""A hundred turns while browsers do what browsers do, at random: none is lost, none is doubled. Run with `-m slow`."""

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

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


def nothing(person: Reader) -> None:
    """A turn that nobody disturbs."""


def reload(person: Reader) -> None:
    person.page.reload()


def reload_twice(person: Reader) -> None:
    person.page.reload()
    person.page.reload()


def send_again(person: Reader) -> None:
    """A second Enter, and the page's own box may be locked already."""
    person.page.keyboard.press("Enter")


def look_from_second_tab(person: Reader) -> None:
    second = person.tab()
    second.goto(person.page.url)
    second.get_by_test_id("stChatMessage").first.wait_for()
    second.close()


def cut_connection(person: Reader) -> None:
    """The network goes away for a moment: the browser connects again by itself."""
    person.context.set_offline(True)
    person.page.wait_for_timeout(100)
    person.context.set_offline(False)


DISTURBANCES: tuple[Callable[[Reader], None], ...] = (
    nothing, reload, reload_twice, send_again, look_from_second_tab, cut_connection,
)  # fmt: skip


@pytest.mark.slow
@pytest.mark.timeout(3_000)
def test_no_turn_is_lost_and_none_is_doubled(newcomer: Callable[..., Reader], keeping: str) -> None:
    draw = random.Random(SEED)
    people = [with_sample(newcomer(keeping)) for _ in range(PEOPLE)]
    asked: Mapping[int, list[str]] = {number: [] for number in range(PEOPLE)}
    for turn in range(TURNS):
        number = turn % PEOPLE
        person, question = people[number], draw.choice(QUESTIONS)
        person.say(question)
        asked[number].append(question)
        draw.choice(DISTURBANCES)(person)
        person.messages.nth(2 * len(asked[number]) - 1).wait_for()
        person.reply(2 * len(asked[number]))
    for number, person in enumerate(people):
        person.page.reload()
        person.messages.nth(2 * len(asked[number]) - 1).wait_for()
        person.reply(2 * len(asked[number]))
        told = [words.strip().splitlines()[-1] for words in person.messages.all_inner_texts()]  # after the icon's name
        assert told[::2] == asked[number]
        assert len(told) == 2 * len(asked[number])
