"""Very many different numbers of a few shapes ("1.234,50", "$5"): the rules judge some of each shape, and the digits of
all the others are read at once."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from registry.values.cells import Cells
from registry.values.number_text import (
    Decimal,
    Ends,
    NumberForm,
    ends_of,
    number_form,
    plain_number,
    proven_decimal,
    read_digits,
)
from registry.values.value_shapes import Places, ValueShape, shapes_of, standing_for

FIRST_VALUES = 1_000
"""The rules look at as many at most where they look at the first ones."""
OF_EACH = 20
"""The rules count no more different values of a shape than this."""
MOST_DIGITS = 15
"""Whole numbers of as many digits, and powers of ten of as many zeros, are exact: so is their quotient."""
GROUP = 3
Values = npt.NDArray[np.float64] | npt.NDArray[np.int64] | npt.NDArray[np.uint64]


@dataclass(frozen=True)
class _Numbers:
    """The values of a shape as the rules for single cells take them apart: their digits, with a zero first or not."""

    shape: ValueShape
    form: NumberForm


@dataclass(frozen=True)
class ShapedNumbers:
    """`cells` are the values that stand for all, each at its place of `kept`; each row holds one of its own shape."""

    cells: Cells
    kept: Places
    parts: tuple[_Numbers, ...]
    count: int

    def all_values(self, read: Values) -> Values | None:
        """The numbers of all values, given those of `cells`; None where these do not show how the digits are meant."""
        found: Values = read[np.zeros(self.count, dtype=np.int64)]
        for part in self.parts:
            numbers = self._numbers(part, read)
            if numbers is None:
                return None
            found[part.shape.places] = numbers
        return found

    def _numbers(self, part: _Numbers, read: Values) -> Values | None:
        at = np.searchsorted(self.kept, part.shape.places)
        shown = self.kept[np.minimum(at, len(self.kept) - 1)] == part.shape.places
        own: Values = read[at[shown]]
        if shown.all():
            return own
        whole = part.shape.digits(0, len(part.shape.first))
        whole = -whole if part.form.negative else whole
        if not own.any():
            return None  # zeros show no decimals
        for decimals in _decimals(part.form.digits):
            if read.dtype == np.int64 and decimals:
                continue
            numbers: Values = whole if read.dtype == np.int64 else _fractions(whole, decimals, part.form.negative)
            if np.array_equal(numbers[shown], own):
                return numbers
        return None


def _fractions(whole: npt.NDArray[np.int64], decimals: int, negative: bool) -> npt.NDArray[np.float64]:
    numbers: npt.NDArray[np.float64] = whole / 10.0**decimals
    return np.copysign(numbers, -1.0) if negative else numbers


def _decimals(digits: str) -> list[int]:
    """How many digits may stand behind the decimal sign: those behind its last sign, or none."""
    signs = [place for place, sign in enumerate(digits) if not sign.isdigit()]
    return sorted({0, *(sum(map(str.isdigit, digits[place:])) for place in signs[-1:])}, reverse=True)


def shaped_numbers(cells: Cells) -> ShapedNumbers | None:
    """Values that stand for all of a column; None where each of them has to be judged by itself."""
    shapes = shapes_of(cells.values)
    if shapes is None:
        return None
    ends = ends_of([shape.text for shape in shapes])
    parts: list[_Numbers] = []
    for shape in shapes:
        found = _parts(shape, ends)
        if found is None:
            return None
        parts.extend(found)
    if _prove_by_slips([part.form for part in parts]):
        return None
    kept = np.zeros(len(cells.values), dtype=bool)
    kept[:FIRST_VALUES] = True
    moved = np.arange(len(cells.values))
    for part in parts:
        places = part.shape.places
        kept[places[:OF_EACH]] = True
        moved[places] = np.where(kept[places], places, places[0])
    standing = np.flatnonzero(kept)
    return ShapedNumbers(standing_for(cells, standing, moved), standing, tuple(parts), len(cells.values))


def plain_numbers(values: Sequence[str], decimal: Decimal = ".") -> npt.NDArray[np.float64]:
    """Each value as a number for comparisons, as `plain_number` reads it; nan for what is none."""
    shapes = shapes_of(values)
    if shapes is None:
        return np.array([_or_nan(plain_number(value, decimal=decimal)) for value in values], dtype=np.float64)
    read = np.full(len(values), np.nan)
    for shape in shapes:
        if number_form(shape.text) is None:
            continue
        parts = _parts(shape, "units")
        if parts is None:
            read[shape.places] = [
                _or_nan(plain_number(values[place], decimal=decimal)) for place in shape.places.tolist()
            ]
        for part in parts or ():
            digits = read_digits(part.form.digits, proven_decimal(part.form.evidence, decimal))
            if digits is not None:
                whole = part.shape.digits(0, len(part.shape.first))
                whole = -whole if part.form.negative else whole
                read[part.shape.places] = _fractions(whole, len(digits.partition(".")[2]), part.form.negative)
    return read


def _or_nan(number: float | None) -> float:
    return np.nan if number is None else number


def _parts(shape: ValueShape, ends: Ends) -> list[_Numbers] | None:
    """The numbers of a shape, those with a zero in front apart; None where it has none, or other digits beside."""
    form = number_form(shape.text, ends)
    digits = [place for place in range(len(shape.first)) if shape.is_digit(place)]
    if form is None or form.exponent or not 0 < len(digits) <= MOST_DIGITS:
        return None
    if [sign for sign in form.digits if sign.isdigit()] != [chr(shape.first[place]) for place in digits]:
        return None
    parts = [(part, number_form(part.text, ends)) for part in shape.divided(digits[0])]
    return [_Numbers(part, own) for part, own in parts if own is not None] if all(own for _, own in parts) else None


def _prove_by_slips(forms: Sequence[NumberForm]) -> bool:
    """Whether decimal commas could be slips among thousands, which is a matter of how many there are."""
    proofs = [form for form in forms if form.evidence == "," and "." not in form.digits]
    return bool(proofs) and all(len(form.digits.rpartition(",")[2]) > GROUP for form in proofs)
