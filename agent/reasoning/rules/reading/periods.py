"""Periods of a question as filters on a date column, with what the data's span says about missing years."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from agent.reasoning.rules.reading.dates import DateMention
from agent.reasoning.rules.reading.period_words import Period
from agent.specs.base import FilterOp, Scalar
from agent.specs.transforms import DatePart
from registry.profile import ColumnProfile

_PARTS: dict[str, DatePart] = {"month": "month", "quarter": "quarter", "half": "half"}


@dataclass(frozen=True)
class PeriodFilter:
    """A filter on a date column, or on a `part` of it."""

    op: FilterOp
    value: Scalar | list[Scalar]
    part: DatePart | None
    words: str


def data_years(column: ColumnProfile) -> tuple[int, int] | None:
    """First and last year of a date column; None when its dates are not known (they read two ways)."""
    if column.first is None or column.last is None or not column.first[:4].isdecimal():
        return None
    return int(column.first[:4]), int(column.last[:4])


def resolved_year(column: ColumnProfile, year: int | None) -> int | None:
    """The year that a bare month means: the one talked about, else the data's only one, else none."""
    years = data_years(column)
    if year is not None:
        return year
    return years[0] if years and years[0] == years[1] else None


def period_text(period: Period, column: ColumnProfile, year: int | None) -> str | None:
    """The period as filters write it; None when no year can be told."""
    if period.from_end is not None:
        found = list(_from_end(period, column))
        return found[0].value if found and isinstance(found[0].value, str) else None
    known = period.year if period.year is not None else resolved_year(column, year)
    return period.text(known) if known is not None else None


def period_filter(mention: DateMention, column: ColumnProfile, year: int | None) -> Iterator[PeriodFilter]:
    """The filter of a date mention; a month without any year means that month of every year."""
    period = mention.period
    if period.from_end is not None:
        yield from _from_end(period, column)
        return
    start = period_text(period, column, year)
    if start is None:
        part = _PARTS.get(period.unit)
        if part and period.number is not None:
            last = mention.until.number if mention.until else None
            if last is not None:
                yield PeriodFilter("between", [period.number, last], part, "every year")
            else:
                yield PeriodFilter("==", period.number, part, "every year")
        return
    if mention.until is not None:
        end = period_text(mention.until, column, period.year if period.year is not None else year)
        if end is not None:
            yield PeriodFilter("between", [start, end], None, f"{start} to {end}")
        return
    yield PeriodFilter(mention.op, start, None, start)  # type: ignore[arg-type]  # mentions only name filter operators


def _from_end(period: Period, column: ColumnProfile) -> Iterator[PeriodFilter]:
    """The last month, the first quarter, the last 3 months: counted from the ends of the data."""
    edge = column.last if period.from_end == -1 else column.first
    if edge is None:
        return
    day = date.fromisoformat(edge[:10])
    if period.unit == "day":
        other = (
            day - timedelta(days=period.length - 1)
            if period.from_end == -1
            else day + timedelta(days=period.length - 1)
        )
        first, last = sorted((day.isoformat(), other.isoformat()))
    elif period.unit == "week":
        start = day - timedelta(days=day.weekday()) - timedelta(weeks=period.length - 1 if period.from_end == -1 else 0)
        first, last = start.isoformat(), (start + timedelta(days=7 * period.length - 1)).isoformat()
    else:
        step = period.length - 1 if period.from_end == 1 else 1 - period.length
        labels = sorted((_label(period.unit, day), _label(period.unit, day, step)))
        first, last = labels[0], labels[1]
    value: Scalar | list[Scalar] = first if first == last else [first, last]
    yield PeriodFilter(
        "==" if first == last else "between", value, None, f"{first} to {last}" if first != last else first
    )


def _label(unit: str, day: date, step: int = 0) -> str:
    """The period that holds the day, `step` periods later."""
    if unit == "year":
        return str(day.year + step)
    size = {"month": 1, "quarter": 3, "half": 6}[unit]
    index = (day.year * 12 + day.month - 1) // size + step
    year, place = divmod(index, 12 // size)
    return {"month": f"{year}-{place + 1:02d}", "quarter": f"{year}-Q{place + 1}", "half": f"{year}-H{place + 1}"}[unit]


def previous_period(label: str) -> str | None:
    """The period before: 2015-12 -> 2015-11, 2015-Q1 -> 2014-Q4, 2015 -> 2014; None for anything else."""
    return _beside(label, -1)


def next_period(label: str) -> str | None:
    """The period after: 2015-12 -> 2016-01, 2015-Q4 -> 2016-Q1, 2015 -> 2016; None for anything else."""
    return _beside(label, 1)


def _beside(label: str, step: int) -> str | None:
    if len(label) == 4 and label.isdecimal():
        return str(int(label) + step)
    year, _, rest = label.partition("-")
    if not year.isdecimal() or not rest:
        return None
    if rest[0] in "QH" and rest[1:].isdecimal():
        size = 3 if rest[0] == "Q" else 6
        month = (int(rest[1:]) - 1) * size + 1
        return _label("quarter" if rest[0] == "Q" else "half", date(int(year), month, 1), step)
    return _label("month", date(int(year), int(rest), 1), step) if rest.isdecimal() else None
