"""Distinct values that stay in Arrow's memory, and become Python's strings only where a rule looks at each of them."""

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Literal, overload

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

HEAD, FIRST = 20, 1_000


class ArrowTexts(Sequence[str]):
    """A sequence of texts over an Arrow array without nulls, of strings or of what can be written as such."""

    def __init__(self, array: "pa.Array") -> None:
        self.array = array
        self._matching: dict[str, list[int]] = {}

    @cached_property
    def texts(self) -> list[str]:
        """All of them as Python's strings."""
        texts: list[str] = self.array.cast(pa.string()).to_pylist()
        return texts

    @cached_property
    def head(self) -> list[str]:
        """The first few."""
        few: list[str] = self.array[:HEAD].cast(pa.string()).to_pylist()
        return few

    def matching(self, form: str) -> list[int]:
        """The places of those that match a form of RE2 in compatibility form, whatever their case. They are looked for
        once."""
        if form not in self._matching:
            ascii_only = pc.all(pc.string_is_ascii(self.array)).as_py()
            plain = self.array if ascii_only else pc.utf8_normalize(self.array, form="NFKC")
            found = pc.match_substring_regex(plain, form, ignore_case=True).to_numpy(zero_copy_only=False)
            self._matching[form] = np.flatnonzero(found).tolist()
        return self._matching[form]

    def __len__(self) -> int:
        return len(self.array)

    def __iter__(self) -> Iterator[str]:
        """The first ones are made alone: often they answer what is asked of all."""
        if "texts" not in self.__dict__:
            yield from self.head
            yield from self[HEAD:FIRST]
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
            if 0 <= place < len(self.head):
                return self.head[place]
            text: str = self.array[int(place)].cast(pa.string()).as_py()
            return text
        indices = range(*place.indices(len(self.array)))
        texts: list[str] = self.array.take(pa.array(indices, pa.int64())).cast(pa.string()).to_pylist()
        return texts


def signs_of(texts: pa.Array) -> bytes:
    """All texts of an array of strings one after the other, in UTF-8."""
    _, offsets, signs = texts.buffers()
    if signs is None or not len(texts):
        return b""
    places = np.frombuffer(offsets, dtype=np.int32)
    start, end = int(places[texts.offset]), int(places[texts.offset + len(texts)])
    written: bytes = signs[start:end].to_pybytes()
    return written


# ----------------------------------------------------------------
# Columns of plain numbers or plain moments, known by one look at all their texts instead of one look at each. Most
# cells of most files are written as programs write them. Whatever is not is left to the rules for single cells.


PlainKind = Literal["number", "moment"]

NUMBER = r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?"
"""Whole below 2^53 when there is no point in it."""
MOMENT = (
    r"[12][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"(?:[ T](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,6})?)?)?"
)
"""A day of ISO 8601, perhaps with a time of day and without an offset."""
KINDS: tuple[tuple[PlainKind, str], ...] = (("number", NUMBER), ("moment", MOMENT))
CLEAN = r"(?!00(?:00)?[-/.]00)[+-]?[0-9][ -~]*+(?<! )"
"""Begins with a digit as no word for "missing" does, is no zero date, and has no blanks around it."""
THOUSANDS = re.compile(r"^[+-]?[1-9][0-9]{0,2}\.[0-9]{3}$", re.M)
PEEKED = 3
"""Texts that are looked at before all are."""


def plain_kind(values: Sequence[str]) -> PlainKind | None:
    """What all these texts but empty ones are, when they are all of one plain kind; None when none is filled."""
    filled = next(filter(None, _first(values)), "")
    for kind, form in KINDS:
        if re.fullmatch(form, filled):
            return kind if _all_are(values, form) else None
    return None


def begin_with_digits(values: Sequence[str]) -> bool:
    """Whether all these texts but empty ones begin with a digit or a sign before one, are no zero dates, and have no
    blanks around them: none of them says that there is no value."""
    return not isinstance(values, ArrowTexts) and _all_are(values[:PEEKED], CLEAN) and _all_are(values, CLEAN)


def decimal_points(numbers: Sequence[str]) -> int:
    """In how many of these plain numbers the point can be no sign for thousands."""
    joined = "\n".join(numbers)
    return joined.count(".") - len(THOUSANDS.findall(joined))


def _first(values: Sequence[str]) -> Iterator[str]:
    """The first ones, without a look at the others."""
    return (values[place] for place in range(min(PEEKED, len(values))))


def _all_are(values: Sequence[str], form: str) -> bool:
    """Whether every text has the form or is empty."""
    if isinstance(values, ArrowTexts):
        return bool(pc.all(pc.match_substring_regex(values.array, f"^(?:{form})?$")).as_py())
    joined = "\n".join(values) + "\n"
    return re.fullmatch(rf"(?:(?:{form})?\n)*+", joined) is not None and joined.count("\n") == len(values)
