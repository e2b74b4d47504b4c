"""Amounts written as fractions, 1 1/2 and 3/4: numbers."""

import re

import numpy as np

from registry.columns.number_rules import NumberColumn
from registry.receipt import ReceiptEntry
from registry.sentences import Figure, sentence
from registry.values.cells import Cells

FRACTION = re.compile(
    r"(?P<sign>[+-])?(?:(?P<whole>\d{1,6})(?:\s+|$|(?=[¼-¾⅐-⅞])))?"
    r"(?:(?P<of>\d{1,3})[/⁄](?P<parts>\d{1,3})|(?P<sign_of>[¼-¾⅐-⅞]))?"
)
SIGNS = dict(
    zip(
        "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞",
        (1 / 4, 1 / 2, 3 / 4, 1 / 7, 1 / 9, 1 / 10, 1 / 3, 2 / 3, 0.2, 0.4, 0.6, 0.8, 1 / 6, 5 / 6, 0.125, 0.375,
         0.625, 0.875),
        strict=True,
    )
)  # fmt: skip
USUAL_PARTS = frozenset({2, 3, 4, 5, 6, 8, 10, 12, 16, 32, 64})


def read_fractions(name: str, cells: Cells) -> NumberColumn | None:
    """A column of fractions as numbers, when one stands behind a whole number: 1/2 alone may be a day or two of
    something. None for everything else."""
    if cells.native is not None or cells.plain_kind is not None:
        return None
    found = []
    for value in cells.values:
        match = FRACTION.fullmatch(value)
        if match is None or not value:
            return None
        found.append(match)
    mixed = [place for place, match in enumerate(found) if match["whole"] and (match["of"] or match["sign_of"])]
    if not mixed or not all(map(_is_proper, found)):
        return None
    values = np.array([_number(match) for match in found])
    example = cells.values[mixed[0]]
    told = sentence("numbers.fractions", column=name, example=example, read=Figure(f"{values[mixed[0]]:.6g}"))
    entry = ReceiptEntry("converted", told, name, cells.filled, choice=("kinds", (name, "text")))
    return NumberColumn(values, False, None, (), (entry,))


def _is_proper(match: re.Match[str]) -> bool:
    if match["of"] is None:
        return True
    return 0 < int(match["of"]) < int(match["parts"]) and int(match["parts"]) in USUAL_PARTS


def _number(match: re.Match[str]) -> float:
    part = int(match["of"]) / int(match["parts"]) if match["of"] else SIGNS.get(match["sign_of"] or "", 0.0)
    number = int(match["whole"] or 0) + part
    return -number if match["sign"] == "-" else number
