"""When is a column of text a column of numbers, and which numbers?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from registry.columns.category_rules import named_as_code, named_as_identifier, named_as_version, names_a_thing
from registry.columns.cells_beside_numbers import NotNumbers, made_missing, too_many_failed
from registry.columns.digit_codes import entry_of_codes
from registry.columns.number_units import FLAGGED, in_one_unit, unit_of_cells, with_one_plural, written_entries
from registry.receipt import ReceiptEntry
from registry.sentences import sentence
from registry.values.arrow_texts import signs_of
from registry.values.cells import Cells
from registry.values.decimal_signs import decimal_of_column, points_may_group, without_odd
from registry.values.number_text import (
    LONGEST,
    Decimal,
    Ends,
    NumberForm,
    ends_of,
    number_form,
    read_digits,
)
from registry.values.shaped_numbers import Values, shaped_numbers

PLAIN_CHARACTERS = frozenset("0123456789.+-eE")
PLAIN_NUMBER = re.compile(r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$")
EXACT_INTEGER = 2**53
LOWEST_SIGNED, ABOVE_UNSIGNED = -(2**63), 2**64
"""Whole numbers in 64 bits: from the first on with a sign, below the second without one."""


FIRST = 500
"""Different values that show whether points could group thousands."""
DIFFERENT_LENGTHS = 3
"""Numbers of so many lengths measure; names have the same one, or two."""


@dataclass(frozen=True)
class NumberColumn:
    """A column read as numbers; `failed` are the indices of values that are none and became missing."""

    values: Values  # of each distinct value
    whole: bool
    unit: str | None
    failed: tuple[int, ...]
    entries: tuple[ReceiptEntry, ...]


def read_numbers(
    name: str, cells: Cells, file_decimal: Decimal, decimal_chosen: bool = False
) -> NumberColumn | NotNumbers | None:
    """The column as numbers; NotNumbers when it must stay text although it looks like numbers; None for words. A sign
    that the person chose is the one of cells that read both ways."""
    if cells.native is not None:
        return _native(name, cells)
    if cells.plain_kind == "moment":
        return None
    if cells.plain_kind is None and not _are_mostly_numbers(cells.values):
        return None
    said = entry_of_codes(name, cells)
    if said is not None:
        return NotNumbers((said,), identifier=not named_as_version(name))
    plainly = cells.plain_kind or set("".join(cells.values)) <= PLAIN_CHARACTERS
    if file_decimal == "." and plainly and not points_may_group(cells.values[:FIRST]):
        plain = _plain(name, cells)
        if plain is not None:
            return plain
    return _form(name, cells, file_decimal, decimal_chosen)


def _native(name: str, cells: Cells) -> NumberColumn | NotNumbers | None:
    """Numbers that were numbers in the file."""
    values = cells.native
    if values is None or values.dtype.kind not in "if":
        return None
    if values.dtype.kind == "i" and (values.max() > EXACT_INTEGER or values.min() < -EXACT_INTEGER):
        return _whole(name, cells, values.tolist(), None, (), ())
    return NumberColumn(values, values.dtype.kind == "i", None, (), ())


def _are_mostly_numbers(values: Sequence[str]) -> bool:
    """Whether half of some values that stand for all are numbers."""
    sample = values[:: max(1, len(values) // 200)]
    others, ends = 0, ends_of(sample)
    for value in sample:
        others += not _is_number(value, ends)
        if others > len(sample) * 0.5:
            return False
    return True


def _is_number(value: str, ends: Ends) -> bool:
    return (len(value) <= LONGEST and PLAIN_NUMBER.match(value) is not None) or number_form(value, ends) is not None


def _plain(name: str, cells: Cells) -> NumberColumn | NotNumbers | None:
    """The quick way for numbers as programs write them."""
    if cells.plain_kind and (texts := cells.texts) is not None:
        return _plain_texts(texts)
    if cells.plain_kind is None and not all(map(PLAIN_NUMBER.match, cells.values)):
        return None
    if all(value.lstrip("+-").isdigit() for value in cells.values):
        return _whole(name, cells, [int(value) for value in cells.values], None, (), ())
    return _column(np.array([float(value) for value in cells.values]), None, (), ())


def _plain_texts(texts: pa.Array) -> NumberColumn:
    """Plain numbers that lie in Arrow's memory; none of them is too long to be exact."""
    written = signs_of(texts)
    if b"+" in written:
        texts = pc.if_else(pc.starts_with(texts, "+"), pc.utf8_slice_codeunits(texts, 1), texts)
    whole = b"." not in written
    values = texts.cast(pa.int64() if whole else pa.float64()).to_numpy(zero_copy_only=False)
    return NumberColumn(values, whole, None, (), ())


def _column(
    values: npt.NDArray[np.float64], unit: str | None, failed: tuple[int, ...], entries: tuple[ReceiptEntry, ...]
) -> NumberColumn | None:
    return NumberColumn(values, False, unit, failed, entries) if np.isfinite(values).all() or failed else None


def _whole(
    name: str,
    cells: Cells,
    integers: list[int],
    unit: str | None,
    failed: tuple[int, ...],
    entries: tuple[ReceiptEntry, ...],
) -> NumberColumn | NotNumbers:
    large = [index for index, value in enumerate(integers) if abs(value) > EXACT_INTEGER]
    if not large:
        return NumberColumn(np.array(integers, dtype=np.int64), True, unit, failed, entries)
    count, lines = cells.count_of(large), cells.lines_of(large)
    if _name_things(name, integers, large):
        told = sentence("numbers.long_names", column=name)
        entry = ReceiptEntry("assumed", told, name, count, lines, ("kinds", (name, "number")))
        return NotNumbers((entry,), identifier=True)
    values = long_integers(integers)
    if values.dtype.kind == "f" and len({len(str(value)) for value in integers}) >= DIFFERENT_LENGTHS:
        told = sentence("numbers.rounded_off", column=name)
        entry = ReceiptEntry("unsure", told, name, count, lines, ("kinds", (name, "identifier")))
        return NumberColumn(values, False, unit, failed, (*entries, entry))
    if values.dtype.kind == "f":
        told = sentence("numbers.too_long", column=name)
        entry = ReceiptEntry("unsure", told, name, count, lines, ("kinds", (name, "number")))
        return NotNumbers((entry,), identifier=True)
    told = sentence("numbers.all_digits", column=name)
    entry = ReceiptEntry("unsure", told, name, count, lines, ("kinds", (name, "identifier")))
    return NumberColumn(values, True, unit, failed, (*entries, entry))


def long_integers(integers: Sequence[int]) -> Values:
    """Whole numbers in 64 bits, with or without a sign; rounded to floating point where they are longer."""
    low, high = min(integers), max(integers)
    if low >= LOWEST_SIGNED and high < -LOWEST_SIGNED:
        return np.array(integers, dtype=np.int64)
    if low >= 0 and high < ABOVE_UNSIGNED:
        return np.array(integers, dtype=np.uint64)
    return np.array([float(value) for value in integers])


def _name_things(name: str, integers: Sequence[int], large: Sequence[int]) -> bool:
    """Whether long numbers are names: the header says so, or all are as long as one another and each stands once."""
    if named_as_identifier(name) or named_as_code(name) or names_a_thing(name):
        return True
    lengths = {len(str(value)) for value in integers}
    return len(large) == len(integers) and len(lengths) == 1 and min(integers) > 0 and len(integers) > 1


def _form(name: str, cells: Cells, file_decimal: Decimal, decimal_chosen: bool) -> NumberColumn | NotNumbers | None:
    """The numbers of each value, which some values of each shape show where there are very many."""
    few = shaped_numbers(cells)
    if few is not None:
        reading = _form_each(name, few.cells, file_decimal, decimal_chosen)
        if isinstance(reading, NumberColumn) and not reading.failed:
            values = few.all_values(reading.values)
            if values is not None:
                return replace(reading, values=values)
    return _form_each(name, cells, file_decimal, decimal_chosen)


def _form_each(
    name: str, cells: Cells, file_decimal: Decimal, decimal_chosen: bool
) -> NumberColumn | NotNumbers | None:
    ends = ends_of(cells.values)
    forms = without_odd([number_form(value, ends) for value in cells.values])
    forms, mixed_entries = in_one_unit(name, cells, with_one_plural(cells, forms))
    unit, unit_entries, fits = unit_of_cells(name, cells, forms)
    if not fits:
        return NotNumbers(unit_entries)
    decimal, decimal_entries = decimal_of_column(name, cells, forms, file_decimal, decimal_chosen)
    texts = [_number_text(form, decimal, unit) for form in forms]
    failed = tuple(index for index, text in enumerate(texts) if text is None)
    entries = [*mixed_entries, *unit_entries, *decimal_entries, *written_entries(name, cells, forms, ends, decimal)]
    if failed:
        refusal = too_many_failed(name, cells, failed, forms)
        if refusal is not None:
            return refusal
        entries.append(made_missing(name, cells, failed))
    whole = all(text is None or text.lstrip("-").isdigit() for text in texts)
    if whole:
        integers = [0 if text is None else int(text) for text in texts]
        return _whole(name, cells, integers, unit or None, failed, tuple(entries))
    values = np.array([np.nan if text is None else float(text) for text in texts])
    if np.isinf(values).any():
        return None
    return NumberColumn(values, False, unit or None, failed, tuple(entries))


def _number_text(form: NumberForm | None, decimal: Decimal, unit: str | None) -> str | None:
    if form is None or (form.unit is not None and unit != FLAGGED and form.unit != unit):
        return None
    own = form.evidence
    digits = read_digits(form.digits, decimal if own in ("either", "none") else "." if own == "." else ",")
    return None if digits is None else f"{'-' if form.negative else ''}{digits}{form.exponent}"
