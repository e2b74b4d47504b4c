"""A column as text: its distinct values once, and a code for every row. Typing works on the distinct values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from registry.sentences import first_lines
from registry.values.arrow_texts import ArrowTexts, PlainKind, plain_kind

NativeValues = npt.NDArray[Any]
"""Of int64, float64, bool or datetime64[us]."""
Codes = npt.NDArray[np.int32]
Lines = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

MISSING = -1
"""The code of a cell that holds no value."""


@dataclass(frozen=True)
class Cells:
    """Row i holds `values[codes[i]]`, and nothing where the code is MISSING. `lines` are physical line numbers.

    `native` are the same distinct values as numbers, dates or truth values, where that is known without their texts.
    """

    values: Sequence[str]
    codes: Codes
    lines: Lines
    native: NativeValues | None = None

    @property
    def texts(self) -> "pa.Array | None":
        """The distinct values as an Arrow array, for a look at all of them at once; None when they lie elsewhere."""
        return self.values.array if self.native is None and isinstance(self.values, ArrowTexts) else None

    @cached_property
    def plain_kind(self) -> PlainKind | None:
        """What all values but empty ones are, where they are texts of one plain kind; None where they are not."""
        return None if self.native is not None else plain_kind(self.values)

    def counts(self) -> npt.NDArray[np.int64]:
        """How many rows hold each distinct value."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.values)).astype(np.int64)

    def where(self, test: Callable[[str], bool], like: str | None = None) -> Mask:
        """The rows whose value passes the test. No value passes it that does not match `like` (RE2, in compatibility
        form, whatever its case): a quick look before each one is tested."""
        if like is None or self.native is not None or not isinstance(self.values, ArrowTexts):
            return self.rows_of([index for index, value in enumerate(self.values) if test(value)])
        likely = self.values.matching(like)
        values = self.values.array.take(pa.array(likely, pa.int64())).to_pylist()
        return self.rows_of([index for index, value in zip(likely, values, strict=True) if test(value)])

    def texts_at(self, rows: "npt.NDArray[np.int64]") -> list[str]:
        """The texts of some rows; "" where there is none."""
        codes = self.codes[rows]
        if isinstance(self.values, ArrowTexts) and len(self.values):
            own = self.values.array.take(pa.array(np.maximum(codes, 0))).cast(pa.string()).to_pylist()
            return [text if code >= 0 else "" for code, text in zip(codes.tolist(), own, strict=True)]
        return [self.values[code] if code >= 0 else "" for code in codes.tolist()]

    @cached_property
    def is_full(self) -> bool:
        """Whether every row holds something other than blanks."""
        return not (self.native is None and self._blank) and not bool((self.codes < 0).any())

    def filled_rows(self) -> Mask:
        """The rows that hold something other than blanks."""
        if self.native is not None:
            return self.codes >= 0
        if not self._blank:
            return np.ones(len(self.codes), dtype=bool)
        return ~self.rows_of(self._blank)

    @cached_property
    def _blank(self) -> Sequence[int]:
        """The indices of values that are nothing but blanks."""
        if (texts := self.texts) is not None and self.plain_kind is not None:
            place = pc.index(texts, "").as_py()
            return (place,) if place >= 0 else ()
        if texts is not None:
            blank = pc.equal(pc.utf8_trim_whitespace(texts), "").to_numpy(zero_copy_only=False)
            return tuple(np.flatnonzero(blank).tolist())
        return tuple(index for index, value in enumerate(self.values) if not value or value.isspace())

    def rows_of(self, indices: Sequence[int]) -> Mask:
        """The rows that hold one of the values of these indices."""
        chosen = np.zeros(len(self.values) + 1, dtype=bool)
        chosen[list(indices)] = True
        chosen[-1] = False
        return chosen[self.codes]

    def lines_of(self, indices: Sequence[int]) -> tuple[int, ...]:
        """The first twenty lines on which one of these values stands."""
        return first_lines(self.lines[self.rows_of(indices)])

    def count_of(self, indices: Sequence[int]) -> int:
        """How many rows hold one of these values."""
        return int(self.rows_of(indices).sum())

    def kept(self, rows: Mask) -> "Cells":
        """Only these rows."""
        return replace(self, codes=self.codes[rows], lines=self.lines[rows])

    def replaced(self, replacement: Sequence[str | None]) -> "Cells":
        """Each distinct value replaced by another, or by nothing; equal ones become one, unused ones go."""
        used = self.counts() > 0
        index: dict[str, int] = {}
        moved = np.full(len(self.values) + 1, MISSING, dtype=np.int32)
        for old, value in enumerate(replacement):
            if value is not None and used[old]:
                moved[old] = index.setdefault(value, len(index))
        return Cells(tuple(index), moved[self.codes], self.lines)

    def used(self) -> "Cells":
        """Only the values that a row holds."""
        used = self.counts() > 0
        if self.native is not None or used.all():
            return self
        moved = np.append(np.where(used, np.cumsum(used) - 1, MISSING), MISSING).astype(np.int32)
        if (texts := self.texts) is not None:
            return Cells(ArrowTexts(texts.filter(pa.array(used))), moved[self.codes], self.lines)
        kept = tuple(value for value, is_used in zip(self.values, used, strict=True) if is_used)
        return Cells(kept, moved[self.codes], self.lines)

    @property
    def filled(self) -> int:
        """How many rows hold a value."""
        return int((self.codes >= 0).sum())
