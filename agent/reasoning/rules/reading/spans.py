"""Places in a question: what takes which tokens."""

from typing import Protocol


class Spanned(Protocol):
    """Anything that takes tokens [start, end) of the question."""

    @property
    def start(self) -> int: ...

    @property
    def end(self) -> int: ...


def positions_of(*spans: Spanned) -> frozenset[int]:
    """All token positions that the spans take."""
    return frozenset(position for span in spans for position in range(span.start, span.end))
