"""Distinct values of one shape, looked at together: the same signs at the same places, whatever their digits are.

What the rules for single cells see in one value of a shape they see in all of them, but for what the digits say. So the
rules judge a few values of each shape, and the digits of all others are read by whole columns.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa  # type: ignore[import-untyped]

from registry.values.arrow_texts import ArrowTexts
from registry.values.cells import Cells

FEWEST_VALUES = 2_000
"""Fewer are as quickly judged one by one."""
MOST_SHAPES = 500
ZERO, ONE = b"01"
AS_ONES = bytes.maketrans(b"0123456789", b"1111111111")
Places = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ValueShape:
    """The values of one shape: `first` of them in UTF-8, and the places of all among the distinct values, in order."""

    first: bytes
    places: Places
    starts: Places  # of their bytes in `written`
    written: npt.NDArray[np.uint8]

    @property
    def text(self) -> str:
        """The first value."""
        return self.first.decode()

    def signs_at(self, place: int) -> npt.NDArray[np.uint8]:
        """The byte that each value has at a place."""
        return self.written[self.starts + place]

    def is_digit(self, place: int) -> bool:
        """Whether the values have digits at a place."""
        return self.first[place : place + 1].isdigit()

    def digits(self, start: int, end: int) -> Numbers:
        """The digits from a place up to another as one whole number each; other signs between them are left out."""
        whole = np.zeros(len(self.places), dtype=np.int64)
        for place in range(start, end):
            if self.is_digit(place):
                whole = whole * 10 + (self.signs_at(place) - ZERO)
        return whole

    def divided(self, place: int) -> "list[ValueShape]":
        """The values that have a zero at a place, and the others."""
        zero = self.signs_at(place) == ZERO
        if zero.all() or not zero.any():
            return [self]
        return [self._only(zero), self._only(~zero)]

    def _only(self, chosen: npt.NDArray[np.bool_]) -> "ValueShape":
        starts = self.starts[chosen]
        first = self.written[starts[0] : starts[0] + len(self.first)].tobytes()
        return replace(self, first=first, places=self.places[chosen], starts=starts)


def shapes_of(values: Sequence[str]) -> list[ValueShape] | None:
    """The shapes of many values in order of appearance; None for few values and for very many shapes."""
    if len(values) < FEWEST_VALUES:
        return None
    texts = values.array if isinstance(values, ArrowTexts) else pa.array(values, pa.string())
    if texts.type != pa.string():
        return None
    _, offsets, signs = texts.buffers()
    if signs is None:
        return None
    shaped = pa.Array.from_buffers(
        pa.string(), len(texts), [None, offsets, pa.py_buffer(bytes(signs).translate(AS_ONES))], offset=texts.offset
    ).dictionary_encode()
    if len(shaped.dictionary) > MOST_SHAPES:
        return None
    codes = shaped.indices.to_numpy(zero_copy_only=False)
    starts = np.frombuffer(offsets, dtype=np.int32)[texts.offset : texts.offset + len(texts)].astype(np.int64)
    written = np.frombuffer(signs, dtype=np.uint8)
    order = np.argsort(codes, kind="stable")
    bounds = np.searchsorted(codes[order], np.arange(len(shaped.dictionary) + 1))
    found = []
    for code, shape in enumerate(shaped.dictionary.to_pylist()):
        places = order[bounds[code] : bounds[code + 1]].astype(np.int64)
        first = written[starts[places[0]] : starts[places[0]] + len(shape.encode())].tobytes()
        found.append(ValueShape(first, places, starts[places], written))
    return found


def standing_for(cells: Cells, kept: Places, moved: Places) -> Cells:
    """The cells with only the `kept` values; the rows of any other value hold the one at its place in `moved`."""
    places = np.full(len(cells.values) + 1, -1, dtype=np.int32)
    places[kept] = np.arange(len(kept), dtype=np.int32)
    target = np.append(places[moved], np.int32(-1))
    return Cells(tuple(_each(cells.values, kept)), target[cells.codes], cells.lines)


def _each(values: Sequence[str], places: Places) -> Sequence[str]:
    """The values at some places."""
    if isinstance(values, ArrowTexts):
        texts: list[str] = values.array.take(pa.array(places)).to_pylist()
        return texts
    return [values[place] for place in places.tolist()]
