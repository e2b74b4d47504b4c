"""Someone may watch a file being read: be told how far it is, and end it between two steps.

Where nobody watches, nothing is told. A step that is left to a library ends before anybody can end the reading.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Literal, TypeVar

T = TypeVar("T")
Part = Literal["characters", "rows", "columns", "summary"]
"""What reading is at: telling characters from bytes; finding rows; typing columns; counting what is in them."""
_BEGINS: Mapping[Part, float] = {"characters": 0.0, "rows": 0.25, "columns": 0.5, "summary": 0.75}
"""The share of the time that is over when a part begins, as measured on a million rows of ten columns."""
_LENGTH = 0.25


@dataclass(frozen=True)
class Reached:
    """How far reading is: in which part, how many of its steps, rows or columns are done (`of` 0: nobody knows of how
    many), and which share of the whole way (0 to 1) that is."""

    part: Part
    done: int
    of: int

    @property
    def share(self) -> float:
        return _BEGINS[self.part] + (_LENGTH * self.done / self.of if self.of else 0.0)


Watcher = Callable[[Reached], None]
"""Is told in the thread that reads. What it raises ends the reading, and nothing is kept of it."""
_watcher: ContextVar[Watcher | None] = ContextVar("reading_watcher", default=None)


@contextmanager
def watching(watcher: Watcher) -> Iterator[None]:
    """What this thread reads within it is told to the watcher."""
    before = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(before)


def reached(part: Part, done: int, of: int) -> None:
    """Tells the watcher, if there is one. Raises what it raises."""
    watcher = _watcher.get()
    if watcher is not None:
        watcher(Reached(part, done, of))


def each(part: Part, things: Iterable[T], of: int) -> Iterator[T]:
    """The things one by one, the watcher told before each of them."""
    for done, thing in enumerate(things):
        reached(part, done, of)
        yield thing
