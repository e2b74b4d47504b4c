"""The lines of a text, cut out only where they are looked at: a large file has millions of them."""

from collections.abc import Sequence
from functools import cached_property
from typing import overload

import numpy as np
import numpy.typing as npt

END = b"\n"[0]
BLOCK = 1_000_000
"""Bytes that are looked at at once."""


class TextLines(Sequence[str]):
    """The physical lines of a text in UTF-8, each with its line end."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    @cached_property
    def starts(self) -> npt.NDArray[np.int64]:
        """Where each line begins, and where the last one ends."""
        written = np.frombuffer(self.content, dtype=np.uint8)
        blocks = range(0, len(written), BLOCK)
        found = [np.flatnonzero(written[start : start + BLOCK] == END) + (start + 1) for start in blocks]
        ends = np.concatenate([np.zeros(0, dtype=np.int64), *found])
        whole = not len(written) or (len(ends) and ends[-1] == len(written))
        return np.concatenate([[0], ends] if whole else [[0], ends, [len(written)]]).astype(np.int64)

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        at = place if place >= 0 else place + len(self)
        if not 0 <= at < len(self):
            raise IndexError(place)
        return self.content[self.starts[at] : self.starts[at + 1]].decode()
