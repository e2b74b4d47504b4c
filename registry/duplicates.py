"""Rows that repeat an earlier one exactly."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pandas as pd

from registry.receipt import ReceiptEntry
from registry.sentences import sentence

MANY = 20_000
"""Cells from which on rows are compared by a number each, and only those of the same number cell by cell."""
SEVERAL = 10
"""Columns after which a look is taken whether any rows are still alike."""
FEW_ALIKE = 0.1
FACTOR = np.uint64(0x9E3779B97F4A7C15)  # 2^64 divided by the golden ratio: Knuth, The Art of Computer Programming 6.4


def repeated_rows(frame: pd.DataFrame) -> int:
    """How many rows are equal to one above them in every column; a missing value equals another.

    Equal rows have equal numbers in `mixed`; of rows with equal numbers the cells decide. Columns of plain numbers are
    looked at first, as often no two rows are alike in them.
    """
    if frame.size < MANY:
        return int(frame.duplicated().sum())
    plain = [name for name, dtype in frame.dtypes.items() if isinstance(dtype, np.dtype) and dtype.kind in "ifM"]
    mixed = np.zeros(len(frame), dtype=np.uint64)
    for number, name in enumerate(plain, 1):
        mixed = _mix(mixed, _bits(frame[name].to_numpy()))
        if number % SEVERAL == 0 and not _alike(mixed).any():
            return 0
    alike = _alike(mixed)
    if alike.mean() > FEW_ALIKE:
        for name in frame.columns.difference(plain):
            mixed = _mix(mixed, pd.factorize(frame[name])[0].astype(np.uint64))
        alike = _alike(mixed)
    return int(frame.loc[alike].duplicated().sum()) if alike.any() else 0


def repeated_entries(count: int) -> list[ReceiptEntry]:
    """What the receipt says of them."""
    if not count:
        return []
    return [ReceiptEntry("warning", sentence("rows.repeated", count=count), None, count)]


def _bits(values: npt.NDArray[Any]) -> npt.NDArray[np.uint64]:
    """A number for each value, equal where the values are: missing ones are, and so are zero and minus zero."""
    if values.dtype.kind == "f":
        values = np.where(np.isnan(values), np.nan, values + 0.0)
    return values.view(np.uint64)


def _mix(mixed: npt.NDArray[np.uint64], bits: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    mixed = (mixed ^ bits) * FACTOR
    return mixed ^ (mixed >> np.uint64(29))


def _alike(mixed: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
    return pd.Series(mixed).duplicated(keep=False).to_numpy()
