"""So many places in all and for each; who had a place least recently is next."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.fair_line import FairLine, StoppedWaiting


def never() -> bool:
    return False


def served(line: FairLine, who: str, order: list[str], at: Callable[[int], None] | None = None) -> None:
    with line.place(who, at, never):
        order.append(who)


def waiting(line: FairLine, pool: ThreadPoolExecutor, people: str, order: list[str]) -> None:
    """All of them in the line, one after the other."""
    for who in people:
        joined = threading.Event()
        pool.submit(served, line, who, order, lambda _, joined=joined: joined.set())  # type: ignore[misc]
        assert joined.wait(120)


@given(people=st.text("abcd", min_size=1, max_size=8))
def test_nobody_waits_for_more_than_one_turn_of_each_other_person(people: str) -> None:
    line, order = FairLine(1, 1), list[str]()
    with ThreadPoolExecutor(len(people)) as pool:
        line.take("first", lambda _: None, never)
        waiting(line, pool, people, order)
        line.give_back("first")
    in_order = sorted(set(people), key=people.index)
    assert order == [who for each in range(len(people)) for who in in_order if people.count(who) > each]


def test_a_person_with_all_their_places_is_passed_over() -> None:
    line = FairLine(2, 1)
    order: list[str] = []
    with ThreadPoolExecutor(2) as pool:
        line.take("ann", lambda _: None, never)
        joined = threading.Event()
        second = pool.submit(served, line, "ann", order, lambda _: joined.set())
        assert joined.wait(120)
        served(line, "bob", order)
        assert order == ["bob"]
        line.give_back("ann")
        second.result(120)
    assert order == ["bob", "ann"]


def test_the_place_in_the_line_is_told_at_each_change() -> None:
    line, told = FairLine(1, 1), list[int]()
    came = threading.Condition()

    def tell(position: int) -> None:
        with came:
            told.append(position)
            came.notify_all()

    def until(position: int) -> None:
        with came:
            assert came.wait_for(lambda: told[-1:] == [position], 10)

    line.take("ann", lambda _: None, never)
    stop = threading.Event()
    with ThreadPoolExecutor(2) as pool:
        before, joined = [], threading.Event()

        def gives_up() -> None:
            with pytest.raises(StoppedWaiting):
                line.take("bob", lambda _: joined.set(), stop.is_set)
            before.append("gave up")

        pool.submit(gives_up)
        assert joined.wait(120)
        pool.submit(served, line, "cid", [], tell)
        until(2)
        stop.set()
        until(1)
        line.give_back("ann")
        until(0)
    assert told == [2, 1, 0] and before == ["gave up"]
