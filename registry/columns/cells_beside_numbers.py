"""Cells that are no numbers in a column of numbers: they count as missing where they are few, and it is told."""

from collections.abc import Sequence
from dataclasses import dataclass

from registry.receipt import Judgement, ReceiptAction, ReceiptEntry
from registry.sentences import SHOWN, quoted, sentence
from registry.values.cells import Cells
from registry.values.number_text import NumberForm, is_bound

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
LEAST_MEASURED = 6
"""Different numbers beside a remark in a short list; fewer, or numbers that count on, may be levels as the word is."""
FEWEST_AMOUNTS = 2


@dataclass(frozen=True)
class NotNumbers:
    """Why a column that looks like numbers was left as text; the entries say it."""

    entries: tuple[ReceiptEntry, ...] = ()
    identifier: bool = False


def too_many_failed(
    name: str, cells: Cells, failed: tuple[int, ...], forms: Sequence[NumberForm | None]
) -> NotNumbers | None:
    """None when so few cells fail that the column is one of numbers all the same; `forms` are those of all values."""
    bad = cells.count_of(failed)
    good = cells.filled - bad
    if good >= CONVERTED_CELLS and good >= cells.filled * CONVERTED_SHARE:
        return None
    if good < cells.filled * 0.5:
        return NotNumbers()
    if _are_marks(cells, failed):
        return None
    bounds = tuple(index for index in failed if is_bound(cells.values[index]))
    if good >= FEWEST_BESIDE_BOUNDS and len(bounds) == len(failed):
        return None
    rest = tuple(index for index in failed if index not in bounds)
    if _are_words(cells, rest) and (_are_remarks(cells, rest, good) or _are_amounts(forms, rest)):
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


def _are_words(cells: Cells, failed: tuple[int, ...]) -> bool:
    """Whether the cells that fail are one or two words without digits."""
    words = all(not any(sign.isdigit() for sign in cells.values[index]) for index in failed)
    return words and 0 < len(failed) <= REMARKS


def _are_remarks(cells: Cells, failed: tuple[int, ...], good: int) -> bool:
    """Whether words stand for "no measurement" among many different numbers (absent), or one word among some that do
    not count on."""
    if good < cells.filled * REMARKED_SHARE:
        return False
    different = len(cells.values) - len(failed)
    if good >= CONVERTED_CELLS and different >= MEASURED_VALUES:
        return True
    return len(failed) == 1 and different >= LEAST_MEASURED and not _count_on(cells, failed)


def _count_on(cells: Cells, failed: tuple[int, ...]) -> bool:
    """Whether the numbers are whole and none is left out between the lowest and the highest: floors, ranks, levels."""
    texts = [value for index, value in enumerate(cells.values) if index not in failed]
    if not all(text.isdecimal() for text in texts):
        return False
    numbers = {int(text) for text in texts}
    return max(numbers) - min(numbers) < len(numbers)


def _are_amounts(forms: Sequence[NumberForm | None], failed: tuple[int, ...]) -> bool:
    """Whether one word stands beside numbers that all have the sign of a currency: what is free has no amount."""
    known = [form for form in forms if form is not None]
    return len(failed) == 1 and len(known) >= FEWEST_AMOUNTS and all(form.is_currency for form in known)


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
        few = bad <= cells.filled * (1 - CONVERTED_SHARE)
        action, why = "warning" if few else "unsure", "missing"
    told = sentence(f"numbers.{why}", count=bad, column=name, shown=shown)
    return ReceiptEntry(action, told, name, bad, cells.lines_of(failed), ("kinds", (name, "text")), judged)
