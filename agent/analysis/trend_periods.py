"""The calendar side of a trend: which period a row falls in, which periods the data cover only in part,
and which rows stand behind a period."""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

import narwhals as nw

from agent.analysis.aggregating.cell_rows import DERIVED, OF_THE_LAST, UP_TO_HERE, Row, is_value, keep_rows
from agent.analysis.frames.ledger import with_step
from agent.analysis.frames.rows import Prepared
from agent.analysis.frames.schema import Column
from agent.analysis.frames.source import Frame, records, row_count
from agent.analysis.periods import a_year_before, first_day, label, ordinal, parse_span
from agent.analysis.transforms.dateparts import ordinal_expression
from agent.analysis.words import count_of, refusal, say
from agent.specs.base import AnyOf, Filter, filters_in
from agent.specs.locales import date_words
from agent.specs.measures import Grain, TimeTrend

PERIOD = "__period"
_FIRST_YEAR, _LAST_YEAR = 1, 9998
OPEN_END = _LAST_YEAR + 1
"""Systems write a date of this year where something has no end; no calendar period follows it."""


def holds_years(column: Column, grain: Grain) -> bool:
    """Whether a column of whole numbers is to be read as years."""
    return column.kind == "number" and column.storage == "number" and column.whole and grain == "year"


def without_open_ends(name: str, data: Prepared) -> Prepared:
    """Only the rows whose date is one: dates of the year 9999 mean "no end" and have no place on a time axis. The
    ledger counts those left out and a note says so.
    """
    if data.schema[name].storage != "moment":
        return data
    frame = data.frame.filter(nw.col(name).dt.year() < OPEN_END)
    left = data.rows - (kept := row_count(frame))
    if not left:
        return data
    year = str(OPEN_END)
    ledger = with_step(data.ledger, "open ends left out", say("detail.open_ends", column=name, year=year), kept)
    said = say("note.open_ends", rows=count_of(left, "row"), column=name, year=year)
    return replace(data, frame=frame, ledger=ledger).noted(said)


def with_period(spec: TimeTrend, data: Prepared) -> Prepared:
    """The rows with the ordinal of their period. DataError for a number that is no year."""
    years = holds_years(data.schema[spec.date_col], spec.grain)
    made = nw.col(spec.date_col).cast(nw.Int64) if years else ordinal_expression(spec.date_col, spec.grain)
    if years:
        _check_years(spec.date_col, data)
    return data.with_column(Column(PERIOD, "number", "number"), made)


def _check_years(name: str, data: Prepared) -> None:
    year = nw.col(name)
    found = records(data.frame.select(year.min().alias("first"), year.max().alias("last")))
    ends = [end for end in (found["first"][0], found["last"][0]) if end is not None and end == end]
    odd = [end for end in ends if not _FIRST_YEAR <= end <= _LAST_YEAR]
    if odd:
        raise refusal("no_year", column=name, value=int(odd[0]))


@dataclass(frozen=True)
class Partial:
    """A period that the data cover in part, as results label it, and the sentence that says so."""

    label: str
    note: str


def partial_ends(data: Prepared, spec: TimeTrend) -> list[Partial]:
    """The first and the last period where they are covered in part: a tenth, and two days, at least, are missing.

    Days without a row that fulfils other conditions are covered where the data have rows around them.
    """
    if spec.grain == "day" or not data.rows or data.schema[spec.date_col].storage != "moment":
        return []
    return partial_periods(spec.grain, *_covered(data, spec))


def _covered(data: Prepared, spec: TimeTrend) -> tuple[date, date]:
    """The first and the last day that the rows could be of: those of all rows, within the dates asked for; those of the
    rows themselves where the dates asked for are no plain span."""
    own = _ends(data.frame, spec.date_col)
    on_date = [one for one in filters_in(spec.row_filters) if one.col == spec.date_col]
    spans = [_span_of(one) for one in on_date]
    if data.unfiltered is None or None in spans or any(isinstance(one, AnyOf) for one in spec.row_filters if on_date):
        return own
    first, last = _ends(data.unfiltered, spec.date_col)
    known = [span for span in spans if span is not None]
    first = max([first, *(low for low, _ in known if low is not None)])
    last = min([last, *(high for _, high in known if high is not None)])
    return min(first, own[0]), max(last, own[1])


def _ends(frame: Frame, name: str) -> tuple[date, date]:
    moment = nw.col(name)
    dated = frame.filter(moment.dt.year() < OPEN_END)
    found = records(dated.select(moment.min().alias("first"), moment.max().alias("last")))
    return found["first"][0].date(), found["last"][0].date()


def _span_of(condition: Filter) -> tuple[date | None, date | None] | None:
    """The first and last day that a condition on a date allows, None at an open end; None where it is no plain span."""
    values = condition.value if isinstance(condition.value, list) else [condition.value]
    spans = [parse_span(value) for value in values if isinstance(value, str)]
    if len(spans) != len(values) or not spans or None in spans:
        return None
    starts = [span.start.date() for span in spans if span is not None]
    ends = [span.end.date() for span in spans if span is not None]
    day = timedelta(days=1)
    allowed: dict[str, tuple[date | None, date | None]] = {
        "==": (starts[0], ends[0] - day),
        "between": (starts[0], ends[-1] - day),
        ">=": (starts[0], None),
        ">": (ends[0], None),
        "<=": (None, ends[0] - day),
        "<": (None, starts[0] - day),
    }
    return allowed.get(condition.op)


def partial_periods(grain: Grain, first: Any, last: Any) -> list[Partial]:
    """The periods of the first and of the last day where the days from one to the other cover them in part."""
    start, end = ordinal(first, grain), ordinal(last, grain)
    opened, closed = first_day(start, grain), first_day(end + 1, grain)
    found = []
    if (first - opened).days >= max(2, (first_day(start + 1, grain) - opened).days / 10):
        name = label(start, grain)
        found.append(Partial(name, _partial("first", name, first)))
    if (closed - last).days - 1 >= max(2, (closed - first_day(end, grain)).days / 10):
        name = label(end, grain)
        found.append(Partial(name, _partial("last", name, last)))
    return found


def _partial(which: str, period: str, day: Any) -> str:
    return say(f"note.{which}_partial", period=date_words(period), day=date_words(day.isoformat()))


def rows_of_period(spec: TimeTrend, data: Prepared, row: Row, column: str) -> Prepared:
    """The rows of the cell's period; of those before it too where it adds them up, and of the one that it is compared
    with."""
    data = with_period(spec, data.complete([spec.date_col]))
    span = parse_span(str(row.get("period", "")))
    if span is None:
        return data
    number = ordinal(span.start.date(), spec.grain)
    if column.endswith(UP_TO_HERE) and spec.cumulative:
        return keep_rows(data, nw.col(PERIOD) <= number)
    if column.endswith(OF_THE_LAST) and spec.moving is not None:
        shown = (
            _known(spec, data, row)
            if spec.gaps == "skip" or spec.growth == "first"
            else range(number + 1 - spec.moving, number + 1)
        )
        first = [each for each in shown if each <= number][-spec.moving :]
        return keep_rows(data, (nw.col(PERIOD) >= first[0]) & (nw.col(PERIOD) <= number))
    mask = nw.col(PERIOD) == number
    base = _base(spec, data, row, number) if _is_growth(spec, column) else None
    return keep_rows(data, mask if base is None else mask | (nw.col(PERIOD) == base))


def _is_growth(spec: TimeTrend, column: str) -> bool:
    return spec.growth != "none" and column.endswith(DERIVED) and not column.endswith((UP_TO_HERE, OF_THE_LAST))


def _base(spec: TimeTrend, data: Prepared, row: Row, number: int) -> int | None:
    """The period that a change is told against."""
    if spec.growth == "year":
        return a_year_before(number, spec.grain)
    if spec.growth == "previous" and spec.gaps == "fill":
        return number - 1
    earlier = [each for each in _known(spec, data, row) if each < number]
    if not earlier:
        return None
    return earlier[0] if spec.growth == "first" else earlier[-1]


def _known(spec: TimeTrend, data: Prepared, row: Row) -> list[int]:
    """The periods that have rows, in order; of the row's group where each group has its own."""
    of_group = spec.gaps == "skip" and spec.group_col is not None and spec.group_col in row
    group = str(spec.group_col)
    frame = data.frame.filter(is_value(data, group, row[group])) if of_group else data.frame
    return sorted(int(each) for each in records(frame.select(nw.col(PERIOD)).unique())[PERIOD])
