"""Blank cells below a label that holds for several rows: kept blank, and the receipt offers to fill them."""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from registry.receipt import ReceiptEntry
from registry.sentences import quoted, sentence
from registry.values.cells import Cells, Mask

FEWEST_ROWS = 4
MOST_FILLED = 0.7
FEWEST_FILLED = 0.01
ALWAYS = 0.95
PLAIN = re.compile(r"[-+]?[\d.,' ]+")
"""An amount: blank, it says nothing of the row above."""


def fill_offers(names: Sequence[str], columns: Sequence[Cells], chosen: Sequence[str]) -> Iterator[ReceiptEntry]:
    """An entry for each column at the left whose labels stand in the first row of a group only, and one for columns
    that are blank wherever the first column repeats the row above."""
    rows = len(columns[0].codes)
    if rows < FEWEST_ROWS or len(columns) < 2:
        return
    filled = [cells.codes >= 0 for cells in columns]
    together = {mask.tobytes() for place, mask in enumerate(filled) if place and (mask == filled[0]).all()}
    leading = next((place for place, mask in enumerate(filled) if mask.mean() >= ALWAYS), len(columns))
    for place in range(min(leading, len(columns) - 1)):
        if names[place] not in chosen and _is_label(
            columns[place], filled[place], is_block=filled[place].tobytes() in together
        ):
            count = int((~filled[place]).sum())
            told = sentence("missing.group_label", column=names[place], count=count)
            yield ReceiptEntry("unsure", told, names[place], count, choice=("fill_down", names[place]))
    if leading == 0:
        yield from _repeating(names, columns, filled, chosen)


def _is_label(cells: Cells, filled: Mask, *, is_block: bool) -> bool:
    """Whether the first row is filled, most are blank, and the words that follow one another differ; columns of a block
    are blank in the same rows as the first one, which proves as much, of dates too."""
    share = float(filled.mean())
    if not filled[0] or not FEWEST_FILLED < share <= MOST_FILLED:
        return False
    labels = cells.codes[filled]
    if is_block:
        return not all(PLAIN.fullmatch(value) for value in cells.values)
    words = all(any(sign.isalpha() for sign in cells.values[code]) for code in labels.tolist())
    return words and len(labels) > 1 and bool((np.diff(labels) != 0).all())


def _repeating(
    names: Sequence[str], columns: Sequence[Cells], filled: Sequence[Mask], chosen: Sequence[str]
) -> Iterator[ReceiptEntry]:
    """Orders of several lines: what belongs to the order stands in its first line only. What is blank there too
    belongs to none: runners that share a "did not finish" have no time.
    """
    key = columns[0].codes
    repeats: Mask = np.concatenate([[False], key[1:] == key[:-1]])
    if not repeats.any():
        return
    heads: Mask = np.concatenate([repeats[1:], [False]]) & ~repeats
    found = [
        place
        for place in range(1, len(columns))
        if names[place] not in chosen
        and not filled[place][repeats].any()
        and min(filled[place][~repeats].mean(), filled[place][heads].mean()) >= ALWAYS
    ]
    if found:
        shown = quoted(names[place] for place in found)
        told = sentence("missing.group_values", shown=shown, places=len(found), column=names[0])
        yield ReceiptEntry("unsure", told, None, int(repeats.sum()), choice=("fill_down", names[found[0]]))
