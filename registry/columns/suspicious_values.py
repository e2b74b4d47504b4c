"""Values that look like codes although nobody announced them: left as they are, and the receipt is unsure."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from registry.columns.date_columns import DateColumn
from registry.columns.number_rules import NumberColumn
from registry.receipt import ReceiptEntry
from registry.sentences import sentence
from registry.values.cells import Cells

CODES: tuple[float, ...] = (
    -99999, -9999, -9998, -999.9, -999, -998, -99.99, -99.9, -99, -98, -97, -96, -88, -77, -66, -55,
    99.9, 99.99, 999, 998, 997, 999.9, 9999, 9998, 99999, 999999, 9999999,
)  # fmt: skip
SORTED_CODES = np.sort(np.array(CODES))
FAR = 2.0
FEWEST_OTHERS = 3
MOST_SHARE = 0.5
SENTINEL_DAYS: tuple[str, ...] = (
    "1900-01-01", "1899-12-30", "1899-12-31", "1970-01-01", "1980-01-01", "1601-01-01", "1753-01-01", "9999-12-31",
    "2099-12-31", "2999-12-31", "1111-11-11",
)  # fmt: skip
"""Days that programs write for "none"."""
SENTINELS = {written: int(np.datetime64(written, "D").astype(np.int64)) for written in SENTINEL_DAYS}
"""Each as days since 1970."""
DAY = 86_400 * 1_000_000
FAR_DAYS = 365


def suspicious_numbers(name: str, cells: Cells, reading: NumberColumn) -> Iterator[ReceiptEntry]:
    """An entry for each usual code that lies far from all other values: at least twice their span, or below zero where
    nothing else is."""
    values = reading.values.astype(np.float64)
    if reading.failed:
        values = np.delete(values, list(reading.failed))
    is_code = _are_codes(values)
    if not is_code.any():
        return
    is_code &= _is_outside(values, is_code)
    others = values[~is_code]
    if len(others) < FEWEST_OTHERS or is_code.sum() > len(others) * MOST_SHARE:
        return
    low, high = float(others.min()), float(others.max())
    for code in sorted({float(value) for value in values[is_code]}):
        distance = low - code if code < low else code - high
        if distance > FAR * (high - low) or (code < 0 <= low and -code > high / FAR):
            found = np.flatnonzero(reading.values == code).tolist()
            yield _number_entry(name, cells, f"{code:g}", found)


def _are_codes(values: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """The values that are among the usual codes."""
    places = np.searchsorted(SORTED_CODES, values)
    found: npt.NDArray[np.bool_] = SORTED_CODES[np.minimum(places, len(SORTED_CODES) - 1)] == values
    return found


def _is_outside(values: npt.NDArray[np.float64], is_code: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The values that are no ordinary ones: below or above all that are no codes."""
    plain = values[~is_code]
    if not len(plain):
        return np.zeros(len(values), dtype=bool)
    outside: npt.NDArray[np.bool_] = (values < plain.min()) | (values > plain.max())
    return outside


def _number_entry(name: str, cells: Cells, code: str, found: list[int]) -> ReceiptEntry:
    count = cells.count_of(found)
    told = sentence("missing.code_number", column=name, code=code, count=count)
    return ReceiptEntry("unsure", told, name, count, cells.lines_of(found), ("missing_words", (name, code)))


def suspicious_days(name: str, cells: Cells, reading: DateColumn) -> Iterator[ReceiptEntry]:
    """An entry for a day that programs write for "none", when all other days lie a year or more away."""
    days = reading.values // DAY
    for written, day in SENTINELS.items():
        if day not in days:
            continue
        found = [index for index in np.flatnonzero(days == day).tolist() if index not in reading.failed]
        others = np.delete(days, [*found, *reading.failed])
        if found and len(others) and np.abs(others - day).min() > FAR_DAYS:
            count = cells.count_of(found)
            told = sentence("missing.code_day", column=name, code=written, count=count)
            choice = ("missing_words", (name, cells.values[found[0]]))
            yield ReceiptEntry("unsure", told, name, count, cells.lines_of(found), choice)
