"""Numbers that stand for moments: days that spreadsheets count, seconds that machines count."""

import re
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from registry.columns.category_rules import header_words
from registry.columns.compact_dates import holds_compact_hours, is_date_header
from registry.columns.date_columns import DateColumn
from registry.receipt import Judgement, ReceiptEntry
from registry.sentences import sentence
from registry.values.cells import Cells

WHOLE_OR_QUARTER = re.compile(r"\d{5}(?:[.,]\d{1,10})?")
FIRST_DAY, LAST_DAY = 25_569, 62_092  # 1970 to 2069, as spreadsheets count days since 1899-12-30
EPOCHS: tuple[tuple[str, int, int], ...] = (
    ("seconds", 10, 1_000_000),
    ("milliseconds", 13, 1_000),
    ("microseconds", 16, 1),
)
"""Counted since 1970: the unit, how many digits it has today, and how many microseconds it is."""
FIRST_SECOND, LAST_SECOND = 946_684_800, 2_208_988_800  # 2000 to 2039
EPOCH_WORDS = frozenset({"ts", "epoch", "unix", "unixtime", "utc", "timestamp", "time"})
DAY = 86_400 * 1_000_000


@dataclass(frozen=True)
class _Counted:
    """Microseconds since 1970 of each distinct value, and what the receipt says."""

    values: npt.NDArray[np.int64]
    entry: ReceiptEntry


def read_counted_dates(name: str, cells: Cells) -> DateColumn | None:
    """A column of days as spreadsheets count them, or of seconds as machines do; None when its name or its numbers
    speak against it. It is told with the choice to leave the numbers."""
    if holds_compact_hours(name, cells):
        return None  # 2025010113 is an hour of 2025 rather than a second of 2034
    counted = _serial_days(name, cells) or _epoch(name, cells)
    if counted is None:
        return None
    return DateColumn(counted.values, bool((counted.values % DAY == 0).all()), (), (counted.entry,))


def _serial_days(name: str, cells: Cells) -> _Counted | None:
    if not _names_a_moment(name) or not all(map(WHOLE_OR_QUARTER.fullmatch, cells.values)):
        return None
    days = np.array([float(value.replace(",", ".")) for value in cells.values])
    if days.min() < FIRST_DAY or days.max() > LAST_DAY:
        return None
    moments = np.round((days - FIRST_DAY) * 86_400).astype(np.int64) * 1_000_000
    day = f"{np.datetime64(int(moments[0]), 'us').item():%Y-%m-%d}"
    return _Counted(moments, _told(name, cells, "dates.serial", day))


def _names_a_moment(name: str) -> bool:
    words = header_words(name)
    return is_date_header(name) or words[-1:] in (["at"], ["on"], ["am"])


def _epoch(name: str, cells: Cells) -> _Counted | None:
    if not (set(header_words(name)) & EPOCH_WORDS or _names_a_moment(name)) or not all(
        map(str.isdecimal, cells.values)
    ):
        return None
    digits = {len(value) for value in cells.values}
    unit = next((each for each in EPOCHS if digits == {each[1]}), None)
    if unit is None:
        return None
    what, _, factor = unit
    moments = np.array([int(value) for value in cells.values], dtype=np.int64) * factor
    if moments.min() < FIRST_SECOND * 1_000_000 or moments.max() > LAST_SECOND * 1_000_000:
        return None
    moment = f"{np.datetime64(int(moments[0]), 'us').item():%Y-%m-%d %H:%M:%S}"
    return _Counted(moments, _told(name, cells, f"dates.epoch.{what}", moment))


def _told(name: str, cells: Cells, key: str, read: str) -> ReceiptEntry:
    judged = Judgement("dates_read", (f"{cells.values[0]} → {read}",))
    told = sentence(key, column=name, example=cells.values[0], read=read)
    return ReceiptEntry("unsure", told, name, cells.filled, choice=("kinds", (name, "number")), judged=judged)
