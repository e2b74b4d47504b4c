"""Places for so many at once, and so many of one person; the others wait, one of each person in turn."""

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count

LOOK_SECONDS = 0.1
_MOST_REMEMBERED = 10_000  # persons, of whom it is known when they had their last place


class StoppedWaiting(Exception):  # noqa: N818 - not an error: the person wanted it
    """The person stopped before there was a place."""


@dataclass(frozen=True)
class _Ticket:
    """Somebody who waits; numbers go up."""

    person: str
    number: int


class FairLine:
    """Round robin over persons (Nagle, RFC 970): who had a place least recently is next, whoever came first. A person
    who has all places that one may have is passed over. Safe to use from threads."""

    def __init__(self, places: int, places_each: int) -> None:
        self._places = places
        self._places_each = places_each
        self._running: Counter[str] = Counter()
        self._waiting: list[_Ticket] = []
        self._served: dict[str, int] = {}  # when they had their last place
        self._numbers = count(1)
        self._changed = threading.Condition()

    @contextmanager
    def place(
        self, person: str, on_position: Callable[[int], None] | None, stopped: Callable[[], bool]
    ) -> Iterator[None]:
        """A place, for the block. While it waits, `on_position` is told 1 for the next in line, 2 for the one after
        it and so on, at each change, and 0 when a place is free. StoppedWaiting when `stopped()` says so first."""
        self.take(person, on_position or _nobody_listens, stopped)
        try:
            yield
        finally:
            self.give_back(person)

    def take(self, person: str, on_position: Callable[[int], None], stopped: Callable[[], bool]) -> None:
        """As `place`, until `give_back`."""
        ticket = self._joined(person)
        told = 0
        try:
            while not self._takes_place(ticket):
                position = self._position(ticket)
                if position != told:
                    on_position(position)
                    told = position
                if stopped():
                    raise StoppedWaiting
                with self._changed:
                    self._changed.wait(LOOK_SECONDS)
        finally:
            self._leave(ticket)
        if told:
            on_position(0)

    def give_back(self, person: str) -> None:
        """The place is free for others."""
        with self._changed:
            self._running[person] -= 1
            self._running += Counter()  # forgets those who have none
            self._changed.notify_all()

    def _joined(self, person: str) -> _Ticket:
        with self._changed:
            ticket = _Ticket(person, next(self._numbers))
            self._waiting.append(ticket)
            return ticket

    def _takes_place(self, ticket: _Ticket) -> bool:
        with self._changed:
            if ticket is not self._next():
                return False
            self._waiting.remove(ticket)
            self._running[ticket.person] += 1
            self._served.pop(ticket.person, None)
            self._served[ticket.person] = next(self._numbers)
            if len(self._served) > _MOST_REMEMBERED:
                del self._served[next(iter(self._served))]
            self._changed.notify_all()
            return True

    def _next(self) -> _Ticket | None:
        if self._running.total() >= self._places:
            return None
        free = [ticket for ticket in self._in_order() if self._running[ticket.person] < self._places_each]
        return free[0] if free else None

    def _position(self, ticket: _Ticket) -> int:
        with self._changed:
            return self._in_order().index(ticket) + 1

    def _in_order(self) -> list[_Ticket]:
        """Who waits, in rounds: the first of each person, then the second of each, and so on."""
        rounds: Counter[str] = Counter()
        keyed: list[tuple[int, int, int, _Ticket]] = []
        for ticket in self._waiting:
            keyed.append((rounds[ticket.person], self._served.get(ticket.person, 0), ticket.number, ticket))
            rounds[ticket.person] += 1
        return [ticket for *_, ticket in sorted(keyed, key=lambda one: one[:3])]

    def _leave(self, ticket: _Ticket) -> None:
        with self._changed:
            if ticket in self._waiting:
                self._waiting.remove(ticket)
                self._changed.notify_all()


def _nobody_listens(position: int) -> None:
    """Nobody wants to know."""
