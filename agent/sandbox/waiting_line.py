"""At most so many runs at once; the others wait in the order they came, and know their place."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_LOOK_SECONDS = 0.1


class StoppedWaiting(Exception):  # noqa: N818 - not an error: the person wanted it
    """The person stopped the run before it had a place."""


class WaitingLine:
    """Places for runs. Safe to use from threads."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._running = 0
        self._waiting: deque[object] = deque()
        self._changed = threading.Condition()

    @contextmanager
    def place(self, on_position: Callable[[int], None] | None, stopped: Callable[[], bool]) -> Iterator[None]:
        """A place, for the block. While it waits, `on_position` is told 1 for the next in line, 2 for the one after
        it and so on, at each change, and 0 when a place is free. StoppedWaiting when `stopped()` says so first."""
        self._wait(on_position or (lambda _: None), stopped)
        try:
            yield
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    def _wait(self, on_position: Callable[[int], None], stopped: Callable[[], bool]) -> None:
        ticket = object()
        told = 0
        with self._changed:
            self._waiting.append(ticket)
        try:
            while not self._takes_place(ticket):
                position = self._position(ticket)
                if position != told:
                    on_position(position)
                    told = position
                if stopped():
                    raise StoppedWaiting
                with self._changed:
                    self._changed.wait(_LOOK_SECONDS)
        finally:
            self._leave(ticket)
        if told:
            on_position(0)

    def _takes_place(self, ticket: object) -> bool:
        with self._changed:
            free = self._running < self._places and self._waiting[0] is ticket
            if free:
                self._running += 1
                self._waiting.popleft()
                self._changed.notify_all()
            return free

    def _position(self, ticket: object) -> int:
        with self._changed:
            return self._waiting.index(ticket) + 1

    def _leave(self, ticket: object) -> None:
        with self._changed:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
                self._changed.notify_all()
