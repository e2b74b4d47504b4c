"""Which row stands before another: by the date that the words speak of, where the rows lie that far apart."""

from collections.abc import Mapping
from datetime import date

from agent.reasoning.rules.reading.preparing.unclear import UnclearError
from registry.profile import ColumnProfile, DatasetProfile

_SPACING: Mapping[str, tuple[float, float]] = {
    "day": (0.9, 4.0), "week": (6.0, 9.0), "month": (27.0, 33.0), "quarter": (85.0, 96.0), "year": (355.0, 376.0),
}  # fmt: skip
"""Days between rows that lie one such time apart, gaps of the calendar (days without trade) among them."""


def order_of_rows(unit: str, table: DatasetProfile) -> str | None:
    """The date by which one row stands before another; None where the rows are compared as they stand."""
    dates = [column for column in table.columns if column.kind in ("date", "datetime")]
    once = [column for column in dates if column.unique == column.count == table.rows]
    if not unit:
        return once[0].name if len(once) == 1 and len(dates) == 1 else None
    fits = [column for column in once if _lies_apart(column, unit)]
    if len(fits) != 1:
        raise UnclearError(unit)
    return fits[0].name


def _lies_apart(column: ColumnProfile, unit: str) -> bool:
    if column.first is None or column.last is None or column.count < 2:
        return False
    days = (date.fromisoformat(column.last[:10]) - date.fromisoformat(column.first[:10])).days
    low, high = _SPACING[unit]
    return low <= days / (column.count - 1) <= high
