"""Distinct values that stay in Arrow's memory, and become Python's strings only where a rule looks at each of them."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import overload

import pyarrow as pa  # type: ignore[import-untyped]

FIRST = 1_000


class ArrowTexts(Sequence[str]):
    """A sequence of texts over an Arrow array without nulls, of strings or of what can be written as such."""

    def __init__(self, array: "pa.Array") -> None:
        self.array = array

    @cached_property
    def texts(self) -> list[str]:
        """All of them as Python's strings."""
        texts: list[str] = self.array.cast(pa.string()).to_pylist()
        return texts

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[str]:
        """The first ones are made alone: often they answer what is asked of all."""
        if "texts" not in self.__dict__:
            yield from self[:FIRST]
            yield from islice(self.texts, FIRST, None)
        else:
            yield from self.texts

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        if "texts" in self.__dict__:
            return self.texts[place]
        if not isinstance(place, slice):
            text: str = self.array[int(place)].cast(pa.string()).as_py()
            return text
        indices = range(*place.indices(len(self.array)))
        texts: list[str] = self.array.take(pa.array(indices, pa.int64())).cast(pa.string()).to_pylist()
        return texts
