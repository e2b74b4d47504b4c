"""A preparation that cannot be told: the words that begin it, and what they may mean."""

from collections.abc import Sequence


class UnclearError(Exception):
    """A clause that prepares but is not clear. `columns`: what a word of it may mean, where that is the trouble."""

    def __init__(self, said: str = "", columns: Sequence[str] = ()) -> None:
        super().__init__(said)
        self.said, self.columns = said, tuple(columns)


class ScaleError(UnclearError):
    """`normalise X`: from 0 to 1, or in deviations? `ways`: the clause said in both ways."""

    def __init__(self, said: str, ways: Sequence[str]) -> None:
        super().__init__(said)
        self.ways = tuple(ways)
