"""Wide tables: columns named after years, quarters or months hold one measure. They are read as rows of time and value.

The profile that reasoning sees is the long one; the specs unpivot the columns only where time or value is used.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache

from agent.reasoning.rules.reading.text import normalised, tokens_of
from agent.specs.measures import Aggregation, Grain
from agent.specs.transforms import Unpivot
from registry.date_text import MONTHS
from registry.profile import ColumnProfile, DatasetProfile, NumericSummary, ValueCount

_FEWEST = 3
_WORD = re.compile(r"[^\W\d_]+")
_YEARLESS = 4  # a leap year that no data are of
_NAMED_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
VALUE = "Value"
_NAMES: dict[Grain, str] = {"year": "Year", "quarter": "Quarter", "month": "Month"}
_UNIT_NAMES = frozenset({"unit", "units", "einheit", "単位", "unité", "unidad"})
_NOT_ADDED = re.compile(
    r"[%°]|\b(rate|rates|ratio|index|share|percent\w*|average|mean|median|per|temperatures?|prices?|scores?|quote|"
    r"anteil\w*|preis\w*|durchschnitt\w*|mittel\w*|temperatur\w*|age|alter|density)\b|率|平均|気温|価格|指数",
    re.IGNORECASE,
)
_GENERAL = frozenset(
    {
        "by",
        "per",
        "wide",
        "long",
        "table",
        "data",
        "year",
        "month",
        "quarter",
        "country",
        "of",
        "in",
        "and",
        "the",
        "for",
    }
)


@dataclass(frozen=True)
class LongProfile(DatasetProfile):
    """A wide table as if it had one column of time and one of values; `unpivot` is the step that makes them."""

    unpivot: Unpivot | None = None
    grain: Grain | None = "year"  # None: months of no known year, in the order of the columns
    adds_up: bool = True


@dataclass(frozen=True)
class _Period:
    grain: Grain
    first_day: date  # in the year YEARLESS for a month whose column names none
    rest: str  # what else stands in the column's name: the measure


def long_form(table: DatasetProfile, question: str = "") -> DatasetProfile:
    """The long profile of a wide table; any other table as it is, and so one whose months have no year when the
    question is about one of them: its column then answers."""
    long = _long_form(table)
    undated = isinstance(long, LongProfile) and long.grain is None
    return table if undated and any(word in MONTHS for word in _WORD.findall(question.casefold())) else long


@lru_cache(maxsize=64)
def _long_form(table: DatasetProfile) -> DatasetProfile:
    found = [(column, period) for column in table.columns if (period := _period_of(column)) is not None]
    kinds = {(period.grain, period.rest) for _, period in found}
    has_dates = any(column.kind in ("date", "datetime", "ambiguous_date") for column in table.columns)
    days = {period.first_day for _, period in found}
    if len(found) < _FEWEST or len(kinds) != 1 or has_dates or len(days) < len(found):
        return table
    grain, rest = kinds.pop()
    found, is_dated = _dated(found, table)
    days = {period.first_day for _, period in found}
    wide = [column for column, _ in found]
    of_time = {column.name for column in wide}
    kept = [column for column in table.columns if column.name not in of_time]
    taken = {column.name for column in kept}
    name = next(name for name in (_NAMES[grain], "Period", "Period of value") if name not in taken)
    value = next(text for text in (rest, VALUE, "Value of period") if text and text not in taken)
    step = Unpivot(
        cols=[column.name for column in wide],
        name=name,
        value=value,
        periods={column.name: period.first_day.isoformat() for column, period in found} if is_dated else {},
    )
    unit = wide[0].unit or _unit_column(kept)
    times = len(wide)
    columns = [
        *(_repeated(column, times) for column in kept),
        _time(name, days, table.rows) if is_dated else _months_named(name, wide, table.rows),
        _values(value, wide, unit),
    ]
    return LongProfile(
        table.dataset_id, table.name, table.version, table.rows * times, tuple(columns), 0, table.title,
        unpivot=step, grain=grain if is_dated else None,
        adds_up=not _NOT_ADDED.search(f"{rest} {unit or ''} {table.title} {table.name}"),
    )  # fmt: skip


def _dated(
    found: list[tuple[ColumnProfile, _Period]], table: DatasetProfile
) -> tuple[list[tuple[ColumnProfile, _Period]], bool]:
    """The periods with their years, and whether they have any: months alone are of the one year that the file names."""
    if all(period.first_day.year != _YEARLESS for _, period in found):
        return found, True
    years = set(_NAMED_YEAR.findall(f"{table.title} {table.name}"))
    if len(years) != 1:
        return found, False
    year = int(years.pop())
    return [(column, replace(period, first_day=period.first_day.replace(year=year))) for column, period in found], True


def unpivot_of(table: DatasetProfile) -> Unpivot | None:
    """The step that makes the table long; None for a table that is not wide."""
    return table.unpivot if isinstance(table, LongProfile) else None


def grain_of(table: DatasetProfile) -> Grain | None:
    """What the columns of a wide table stand for: years, quarters or months."""
    return table.grain if isinstance(table, LongProfile) else None


def made_columns(table: DatasetProfile) -> frozenset[str]:
    """The columns that only exist after the step: time and value."""
    step = unpivot_of(table)
    return frozenset({step.name, step.value}) if step else frozenset()


def value_column(table: DatasetProfile) -> ColumnProfile | None:
    """The column of values of a wide table."""
    step = unpivot_of(table)
    return table.column(step.value) if step else None


def aggregation_of(table: DatasetProfile) -> Aggregation:
    """Amounts add up; rates, prices and temperatures do not."""
    return "sum" if isinstance(table, LongProfile) and table.adds_up else "mean"


def subject_words(table: DatasetProfile) -> frozenset[str]:
    """The words that say what the values are: of the lines above the table and of the file's name."""
    said = tokens_of(f"{table.title} {table.name.rsplit('.', 1)[0]}")
    return frozenset(token.stem for token in said if token.is_word) - _GENERAL


def entity_column(table: DatasetProfile) -> ColumnProfile | None:
    """The column that names what each row of the wide file is about: the first text with a value of its own a row."""
    step = unpivot_of(table)
    if step is None:
        return None
    rows = table.rows / len(step.cols)
    named = [column for column in table.columns if column.kind in ("text", "identifier")]
    return next((column for column in named if column.unique >= rows), named[0] if named else None)


def _period_of(column: ColumnProfile) -> _Period | None:
    if column.kind != "number":
        return None
    text = normalised(column.name)
    for reader in (_quarter, _month, _year):
        found = reader(text)
        if found is not None:
            return found
    return None


def _rest(text: str, start: int, end: int) -> str:
    return re.sub(r"\s+", " ", f"{text[:start]} {text[end:]}").strip(" -_.,:;()[]/")


def _year(text: str) -> _Period | None:
    found = re.search(r"(?<!\d)(?:FY|CY|X|Y)?\s?((?:19|20)\d\d)(?:年度?)?(?!\d)", text)
    if found is None or re.search(r"\d", _rest(text, *found.span())):
        return None
    return _Period("year", date(int(found.group(1)), 1, 1), _rest(text, *found.span()))


def _quarter(text: str) -> _Period | None:
    for shape, year, number in (
        (r"\bQ([1-4])[\s/_-]*((?:19|20)\d\d)\b", 2, 1),
        (r"\b((?:19|20)\d\d)[\s/_-]*Q([1-4])\b", 1, 2),
        (r"((?:19|20)\d\d)年第?([1-4])四半期", 1, 2),
    ):
        found = re.search(shape, text, re.IGNORECASE)
        if found:
            first = date(int(found.group(year)), int(found.group(number)) * 3 - 2, 1)
            return _Period("quarter", first, _rest(text, *found.span()))
    return None


def _month(text: str) -> _Period | None:
    found = re.search(r"(?<!\d)((?:19|20)\d\d)(?:[-/.]|年)(0?[1-9]|1[0-2])月?(?!\d)", text)
    if found:
        return _Period("month", date(int(found.group(1)), int(found.group(2)), 1), _rest(text, *found.span()))
    found = re.search(r"(?<!\d)(0[1-9]|1[0-2])[-/.]((?:19|20)\d\d)(?!\d)", text)
    if found:
        return _Period("month", date(int(found.group(2)), int(found.group(1)), 1), _rest(text, *found.span()))
    found = re.search(r"\b([^\W\d_]{3,9})\.?[\s'/-]*((?:19|20)\d\d|\d\d)\b", text)
    number = MONTHS.get(found.group(1).casefold()) if found else None
    if found is None or number is None:
        alone = MONTHS.get(text.strip(" .").casefold())
        return None if alone is None else _Period("month", date(_YEARLESS, alone, 1), "")
    year = int(found.group(2)) + (2000 if len(found.group(2)) == 2 else 0)
    return _Period("month", date(year, number, 1), _rest(text, *found.span()))


def _unit_column(columns: list[ColumnProfile]) -> str | None:
    """The unit that a column of units gives to all rows."""
    found = next((column for column in columns if column.name.casefold() in _UNIT_NAMES and column.unique == 1), None)
    return found.top_values[0].value if found and found.top_values else None


def _repeated(column: ColumnProfile, times: int) -> ColumnProfile:
    return ColumnProfile(
        column.name, column.kind, column.dtype, column.count * times, column.missing * times, column.unique,
        column.numeric, column.first, column.last, column.top_values, column.unit, column.samples,
    )  # fmt: skip


def _time(name: str, days: set[date], rows: int) -> ColumnProfile:
    texts = sorted(day.isoformat() for day in days)
    return ColumnProfile(name, "date", "period", rows * len(days), 0, len(days), first=texts[0], last=texts[-1])


def _months_named(name: str, wide: list[ColumnProfile], rows: int) -> ColumnProfile:
    """The months as words, in the order of their columns."""
    counts = tuple(ValueCount(column.name, rows) for column in wide)
    return ColumnProfile(name, "text", "str", rows * len(wide), 0, len(wide), top_values=counts)


def _values(name: str, wide: list[ColumnProfile], unit: str | None) -> ColumnProfile:
    known = list(_summaries(wide))
    numeric = None
    if known:
        mean = sum(each.mean for each in known) / len(known)
        numeric = NumericSummary(
            min(each.minimum for each in known), max(each.maximum for each in known), mean, mean,
            max(each.std for each in known), max(each.variance for each in known),
            all(each.is_integer for each in known),
        )  # fmt: skip
    return ColumnProfile(
        name, "number", "float64", sum(column.count for column in wide), sum(column.missing for column in wide),
        sum(column.unique for column in wide), numeric, unit=unit,
    )  # fmt: skip


def _summaries(wide: list[ColumnProfile]) -> Iterator[NumericSummary]:
    return (column.numeric for column in wide if column.numeric is not None)
