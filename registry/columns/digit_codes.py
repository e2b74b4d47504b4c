"""Columns of digits that are no numbers: codes with leading zeros, codes that look like powers of ten, versions."""

import re
from collections.abc import Sequence

import numpy as np
import pyarrow.compute as pc  # type: ignore[import-untyped]

from registry.columns.category_rules import named_as_code, named_as_identifier, named_as_version
from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import SHOWN, Sentence, sentence
from registry.values.cells import Cells
from registry.values.number_text import LEADING_ZERO

ROOM_CODE = re.compile(r"\d{1,4}[Ee]\d{1,3}")
POWER = re.compile(r"\d+[eE]\d+")
VERSION = re.compile(r"\d{1,4}(\.\d{1,4})?")
WHOLE_OR_CODE = re.compile(r"\d{1,6}([Ee]\d{1,3})?")
"""Codes of rooms and parts look like powers of ten; real ones come with points or signs."""


def entry_of_codes(name: str, cells: Cells) -> ReceiptEntry | None:
    """What the receipt says of a column whose digits are codes or versions; None for one of numbers."""
    if cells.plain_kind is None and _are_codes(name, cells.values):
        return _room_codes(name, cells)
    if (
        named_as_version(name)
        and any("." in text for text in cells.values)
        and all(map(VERSION.fullmatch, cells.values))
    ):
        return _versions(name, cells)
    if _leading_with_zero(cells) and all(map(_is_digits_or_power, cells.values)):
        return _leading_zeros(name, cells)
    return None


def _leading_with_zero(cells: Cells) -> list[int]:
    """The places of the values that begin with a zero before other digits."""
    texts = cells.texts
    if texts is None or not (cells.plain_kind is not None or pc.all(pc.string_is_ascii(texts)).as_py()):
        return [index for index, value in enumerate(cells.values) if LEADING_ZERO.match(value)]
    leading = pc.match_substring_regex(texts, LEADING_ZERO.pattern).to_numpy(zero_copy_only=False)
    places: list[int] = np.flatnonzero(leading).tolist()
    return places


def _are_codes(name: str, values: Sequence[str]) -> bool:
    """Whether whole numbers and powers of ten are codes: by an E as nobody writes it in numbers, or by their name."""
    if any(map(ROOM_CODE.fullmatch, values)) and all(map(WHOLE_OR_CODE.fullmatch, values)):
        return True
    named = named_as_identifier(name) or named_as_code(name)
    return named and any(map(POWER.fullmatch, values)) and all(map(_is_digits_or_power, values))


def _room_codes(name: str, cells: Cells) -> ReceiptEntry:
    found = [index for index, value in enumerate(cells.values) if POWER.fullmatch(value)]
    return _kept(name, sentence("numbers.codes", column=name, example=cells.values[found[0]]), cells, found)


def _versions(name: str, cells: Cells) -> ReceiptEntry:
    """A word where the number would have been another: 1.10 is no 1.1."""
    found = [index for index, value in enumerate(cells.values) if "." in value]
    return _kept(name, sentence("numbers.versions", column=name), cells, found)


def _leading_zeros(name: str, cells: Cells) -> ReceiptEntry:
    zeros = _leading_with_zero(cells)
    return _kept(name, sentence("numbers.leading_zeros", column=name), cells, zeros)


def _kept(name: str, told: Sentence, cells: Cells, found: Sequence[int]) -> ReceiptEntry:
    judged = Judgement("kept_text", tuple(cells.values[index] for index in found[:SHOWN]))
    choice = ("kinds", (name, "number"))
    return ReceiptEntry("assumed", told, name, cells.count_of(found), cells.lines_of(found), choice, judged)


def _is_digits_or_power(text: str) -> bool:
    return text.isdigit() or POWER.fullmatch(text) is not None
