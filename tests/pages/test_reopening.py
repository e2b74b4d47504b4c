"""A conversation that is opened again is opened once, whoever looks, and how far it is can be seen."""

import threading
from collections.abc import Callable
from typing import cast

import pytest

from agent.errors import TallyError
from agent.service import AnalystService
from pages.components.reopening import Reopenings, is_mine
from registry.watching import Reached, reached


class Stored:
    """A service whose conversation is opened as long as `opening` says."""

    def __init__(self, opening: Callable[[], bool], *, is_open: bool = False) -> None:
        self.opened = 0
        self._opening = opening
        self._is_open = is_open

    def is_open(self, _conversation_id: str) -> bool:
        return self._is_open

    def owns(self, _conversation_id: str, _owner: str) -> bool:
        self.opened += 1
        return self._opening()


def test_it_is_opened_once_for_all_who_wait_and_tells_how_far_it_is() -> None:
    told, go_on = threading.Event(), threading.Event()

    def open_slowly() -> bool:
        reached("columns", 3, 10)
        told.set()
        return go_on.wait(60)

    service = Stored(open_slowly)
    reopenings = Reopenings(cast(AnalystService, service))
    first = reopenings.of("c1", "me")
    assert told.wait(60)
    assert reopenings.of("c1", "me") is first and reopenings.of("c1", "other") is not first
    assert first.reached == Reached("columns", 3, 10) and not first.is_done(0)
    go_on.set()
    assert first.is_mine.result(60) and first.is_done(0)
    assert service.opened == 2


def test_what_goes_wrong_is_told_and_the_next_look_tries_again() -> None:
    def fail() -> bool:
        raise TallyError("The disk is full.", "Make room.")

    service = Stored(fail)
    reopenings = Reopenings(cast(AnalystService, service))
    for _ in range(2):
        with pytest.raises(TallyError, match="The disk is full"):
            is_mine(cast(AnalystService, service), reopenings, "c1", "me")
    assert service.opened == 2


def test_an_open_conversation_needs_no_thread() -> None:
    here = threading.current_thread()
    service = Stored(lambda: threading.current_thread() is here, is_open=True)
    assert is_mine(cast(AnalystService, service), Reopenings(cast(AnalystService, service)), "c1", "me")
