"""A conversation that is opened again: how far the reading of its files is, where that takes a while.

It is opened in a thread of its own: a reload of the page neither breaks that off nor begins it anew.
"""

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

import streamlit as st

from agent.service import AnalystService
from pages.components.catalogue import say
from pages.components.load_runner import AT_ONCE_SECONDS
from registry.watching import Reached, watching

POLL_SECONDS = 0.3


class Reopening:
    """One conversation on its way into memory, and how far that is."""

    def __init__(self, open_it: Callable[[], bool]) -> None:
        self.reached: Reached | None = None
        worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reopen")
        self.is_mine: Future[bool] = worker.submit(self._open, open_it)
        worker.shutdown(wait=False)

    def _open(self, open_it: Callable[[], bool]) -> bool:
        with watching(self._note):
            return open_it()

    def _note(self, reached: Reached) -> None:
        self.reached = reached

    def is_done(self, seconds: float) -> bool:
        """Whether it is over, or will be within so many seconds, which are waited."""
        return bool(wait([self.is_mine], seconds).done)


class Reopenings:
    """The conversations that are being opened. Safe to use from any thread."""

    def __init__(self, service: AnalystService) -> None:
        self._service = service
        self._lock = threading.Lock()
        self._under_way: dict[tuple[str, str], Reopening] = {}

    def of(self, conversation_id: str, owner: str) -> Reopening:
        """The conversation as it is being opened for this person, from now on or since before."""
        with self._lock:
            self._under_way = {key: one for key, one in self._under_way.items() if not one.is_mine.done()}
            key = conversation_id, owner
            if key not in self._under_way:
                self._under_way[key] = Reopening(lambda: self._service.owns(conversation_id, owner))
            return self._under_way[key]


def is_mine(service: AnalystService, reopenings: Reopenings, conversation_id: str, owner: str) -> bool:
    """Whether the conversation belongs to this person; it is open then, and the page has shown how far it was
    meanwhile. Errors as `AnalystService.owns`."""
    if service.is_open(conversation_id):
        return service.owns(conversation_id, owner)
    opening = reopenings.of(conversation_id, owner)
    if not opening.is_done(AT_ONCE_SECONDS):
        _show(opening)
    return opening.is_mine.result()


def _show(opening: Reopening) -> None:
    place = st.empty()
    while not opening.is_done(POLL_SECONDS):
        place.progress(opening.reached.share if opening.reached else 0.0, say("loading.again"))
    place.empty()
