"""Cells that are no numbers in a column of numbers: they count as missing where they are few, and it is told."""

from dataclasses import dataclass

from registry.receipt import Judgement, ReceiptAction, ReceiptEntry
from registry.sentences import SHOWN, quoted, sentence
from registry.values.cells import Cells
from registry.values.number_text import is_bound

CONVERTED_SHARE = 0.95
CONVERTED_CELLS = 20
REMARKS = 2
FEWEST_MEASURED = 3
MEASURED_SHARE = 0.25
"""Of the numbers of a column that have decimals: it holds measurements."""
LONGEST_MARK = 4
"""Letters of a word that may stand for "no value" among measurements."""
REMARKED_SHARE = 0.75
MEASURED_VALUES = 15
FEWEST_BESIDE_BOUNDS = 3


@dataclass(frozen=True)
class NotNumbers:
    """Why a column that looks like numbers was left as text; the entries say it."""

    entries: tuple[ReceiptEntry, ...] = ()
    identifier: bool = False


def too_many_failed(name: str, cells: Cells, failed: tuple[int, ...]) -> NotNumbers | None:
    """None when so few cells fail that the column is one of numbers all the same."""
    bad = cells.count_of(failed)
    good = cells.filled - bad
    if good >= CONVERTED_CELLS and (good >= cells.filled * CONVERTED_SHARE or _is_one_remark(cells, failed, good)):
        return None
    if good < cells.filled * 0.5:
        return NotNumbers()
    if _are_marks(cells, failed):
        return None
    if good >= FEWEST_BESIDE_BOUNDS and all(is_bound(cells.values[index]) for index in failed):
        return None
    shown = quoted(cells.values[index] for index in failed)
    told = sentence("numbers.left_as_text", column=name, count=bad, shown=shown)
    return NotNumbers((ReceiptEntry("warning", told, name, bad, cells.lines_of(failed)),))


def _are_marks(cells: Cells, failed: tuple[int, ...]) -> bool:
    """Whether one or two short words stand for "no value" among measurements: s and c (secret), EX, abs."""
    texts = [cells.values[index] for index in failed]
    measured = {value for index, value in enumerate(cells.values) if index not in failed}
    if len(texts) > REMARKS or len(measured) < FEWEST_MEASURED:
        return False
    decimals = sum(any(sign in value for sign in ".,") for value in measured)
    return (
        all(text.isalpha() and len(text) <= LONGEST_MARK for text in texts)
        and decimals >= len(measured) * MEASURED_SHARE
    )


def _is_one_remark(cells: Cells, failed: tuple[int, ...], good: int) -> bool:
    """Whether one or two words without digits stand for "no measurement" among many different numbers: absent."""
    words = all(not any(sign.isdigit() for sign in cells.values[index]) for index in failed)
    different = len(cells.values) - len(failed)
    return words and len(failed) <= REMARKS and different >= MEASURED_VALUES and good >= cells.filled * REMARKED_SHARE


def made_missing(name: str, cells: Cells, failed: tuple[int, ...]) -> ReceiptEntry:
    """What the receipt says of the cells that count as missing."""
    bad = cells.count_of(failed)
    shown = quoted(cells.values[index] for index in failed)
    judged = Judgement("cells_missing", tuple(cells.values[index] for index in failed[:SHOWN]))
    action: ReceiptAction = "unsure"
    if all(is_bound(cells.values[index]) for index in failed):
        why = "bounds"
    elif _are_marks(cells, failed):
        why = "marks"
    else:
        action, why = "warning", "missing"
    told = sentence(f"numbers.{why}", count=bad, column=name, shown=shown)
    return ReceiptEntry(action, told, name, bad, cells.lines_of(failed), ("kinds", (name, "text")), judged)
