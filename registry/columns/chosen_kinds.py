"""Columns of the kind that a person says they are: what fits is read so, what does not becomes missing and is told."""

from collections import Counter
from collections.abc import Callable
from typing import Literal

import numpy as np
import numpy.typing as npt

from registry.columns.date_columns import DateColumn
from registry.columns.date_rules import AmbiguousDates, read_dates
from registry.columns.number_rules import NumberColumn, long_integers
from registry.errors import ReadingChoiceError
from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import SHOWN, quoted, sentence
from registry.values.cells import Cells
from registry.values.date_text import COMPACT, PATTERNS, date_parts, time_of_day
from registry.values.decimal_signs import decimal_evidence
from registry.values.number_text import Decimal, number_form, read_digits
from registry.values.word_lists import NO_WORDS, YES_WORDS, folded

SIGNS: tuple[Decimal, Decimal] = (".", ",")


def as_numbers(name: str, cells: Cells, decimal: Decimal, decimal_chosen: bool) -> tuple[Cells, NumberColumn]:
    """The cells that are numbers, and the numbers. A decimal sign that was chosen counts more than what cells show.

    ReadingChoiceError when not one cell is a number.
    """
    votes = decimal_evidence(cells)
    sign = decimal if decimal_chosen or votes["."] == votes[","] else "." if votes["."] > votes[","] else ","
    cells, entries = _fitting(name, cells, lambda value: _number(value, sign) is not None, "number")
    texts = [_number(value, sign) or "" for value in cells.values]
    units = Counter(form.unit for value in cells.values if (form := number_form(value)) is not None)
    whole = all(text.lstrip("-").isdigit() for text in texts)
    values = long_integers([int(text) for text in texts]) if whole else np.array([float(text) for text in texts])
    whole = values.dtype.kind in "iu"
    return cells, NumberColumn(values, whole, next(iter(units)) if len(units) == 1 else None, (), entries)


def is_number(value: str) -> bool:
    """Whether a cell is a number with one decimal sign or the other."""
    return any(_number(value, sign) is not None for sign in SIGNS)


def _number(value: str, decimal: Decimal) -> str | None:
    form = number_form(value)
    own = None if form is None else decimal if form.evidence in ("either", "none") else form.evidence
    digits = None if form is None else read_digits(form.digits, "," if own == "," else ".")
    return None if form is None or digits is None else f"{'-' if form.negative else ''}{digits}{form.exponent}"


def as_dates(
    name: str, cells: Cells, day_first: bool | None, file_day_first: bool | None
) -> tuple[Cells, DateColumn | AmbiguousDates, tuple[ReceiptEntry, ...]]:
    """The cells that are dates, and the dates; ambiguous ones until the order of day and month is known.

    ReadingChoiceError when no cell is a date, or they cannot be read in one way.
    """
    cells, entries = _fitting(name, cells, _is_date, "date")
    reading = read_dates(name, cells, day_first, file_day_first, said=True)
    if not isinstance(reading, DateColumn | AmbiguousDates):
        raise ReadingChoiceError(sentence("refused.dates_apart", column=name), sentence("do.say_order"))
    return cells, reading, entries


def _is_date(value: str) -> bool:
    return any(date_parts(pattern, value) is not None for _, pattern in (*PATTERNS, ("ymd", COMPACT)))


def as_times(name: str, cells: Cells) -> tuple[Cells, tuple[str, ...], tuple[ReceiptEntry, ...]]:
    """The cells that are times of day, and the times as HH:MM:SS. ReadingChoiceError when none is one."""
    cells, entries = _fitting(name, cells, lambda value: time_of_day(value) is not None, "time")
    return cells, tuple(time_of_day(value) or "" for value in cells.values), entries


def as_booleans(name: str, cells: Cells) -> tuple[Cells, npt.NDArray[np.bool_], tuple[ReceiptEntry, ...]]:
    """The cells that say yes or no, and the truth of each distinct value. ReadingChoiceError when none says it."""
    cells, entries = _fitting(name, cells, lambda value: folded(value) in YES_WORDS | NO_WORDS, "boolean")
    return cells, np.array([folded(value) in YES_WORDS for value in cells.values], dtype=bool), entries


def _fitting(
    name: str, cells: Cells, fits: Callable[[str], bool], kind: Literal["number", "date", "time", "boolean"]
) -> tuple[Cells, tuple[ReceiptEntry, ...]]:
    """The cells that fit; the others hold nothing, and the entry says which they were."""
    failed = [index for index, value in enumerate(cells.values) if not fits(value)]
    if not failed:
        return cells, ()
    if len(failed) == len(cells.values):
        said = sentence(f"refused.no_cell.{kind}", column=name, shown=quoted(cells.values, 3))
        raise ReadingChoiceError(said, sentence("do.another_kind"))
    bad = cells.count_of(failed)
    shown = quoted(cells.values[index] for index in failed)
    told = sentence(f"chosen.{kind}", count=bad, column=name, shown=shown)
    judged = Judgement("cells_missing", tuple(cells.values[index] for index in failed[:SHOWN]))
    kept = cells.replaced([value if fits(value) else None for value in cells.values])
    return kept, (ReceiptEntry("warning", told, name, bad, cells.lines_of(failed), ("kinds", (name, "text")), judged),)
