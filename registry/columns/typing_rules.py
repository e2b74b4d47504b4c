"""From text to types, column by column: truth values, then dates, numbers, categories, identifiers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np
import pandas as pd
import pyarrow as pa  # type: ignore[import-untyped]

from registry.columns import category_rules, chosen_kinds, clock_numbers, date_columns, date_rules, number_rules
from registry.columns.abbreviations import abbreviation_offers, brought_together
from registry.columns.cells_beside_numbers import NotNumbers
from registry.columns.durations import read_durations
from registry.columns.fractions import read_fractions
from registry.columns.missing_rules import Beside
from registry.columns.suspicious_values import suspicious_days, suspicious_numbers
from registry.dataset import ChosenKind, ReadingChoices
from registry.profile import ColumnKind
from registry.receipt import ReceiptEntry
from registry.sentences import sentence
from registry.values.cells import Cells
from registry.values.many_texts import text_series
from registry.values.number_text import READS_BOTH_WAYS, Decimal

UNNAMED = re.compile(r"column_\d+|index|unnamed: \d+|row|#", re.I)
FEWEST_KEYS = 10
"""A column called Member with fewer numbers than this may hold a flag, a class or a count."""
FIRST_LONG_NUMBER = 1_000
LONGEST_CALENDAR = 31
"""A counter up to this may be days, months or hours."""


@dataclass(frozen=True)
class FileContext:
    """What the other columns and the lines around the table say."""

    decimal: Decimal
    day_first: bool | None
    choices: ReadingChoices
    first_column: str = ""  # a plain counter in this column names the rows
    numbers: frozenset[str] = frozenset()  # texts that the format knows to be numbers although they read both ways
    kept: frozenset[str] = frozenset()  # columns whose digits are text on purpose, as the format knows
    beside: Mapping[str, Beside] = field(default_factory=dict)  # what columns show of one another

    def decimal_of(self, cells: Cells) -> Decimal:
        """The decimal sign to assume in a column: the point where the format knows its numbers."""
        open_values = [value for value in cells.values if READS_BOTH_WAYS.fullmatch(value)] if self.numbers else []
        return "." if open_values and self.numbers.issuperset(open_values) else self.decimal


@dataclass(frozen=True)
class TypedColumn:
    """A column with its type. `data` has one entry a row."""

    name: str
    kind: ColumnKind
    unit: str | None
    data: "pd.Series[Any]"
    entries: tuple[ReceiptEntry, ...]


def type_column(name: str, unit: str | None, cells: Cells, context: FileContext) -> TypedColumn:
    """The column with the type that its cells prove; text when they prove none."""
    if not cells.values:
        return TypedColumn(name, "empty", unit, _floats(np.array([np.nan]), cells), ())
    if name in context.choices.keep_text:
        return TypedColumn(name, "text", unit, _texts(cells.values, cells), ())
    kind = dict(context.choices.kinds).get(name)
    if kind is not None:
        return _choose(name, unit, cells, kind, context)
    if name in context.kept:
        return TypedColumn(name, "identifier", unit, _texts(cells.values, cells), (_kept_digits(name),))
    booleans = category_rules.read_booleans(cells)
    if booleans is not None:
        return TypedColumn(name, "boolean", unit, _booleans(booleans, cells), ())
    counted = _counted(name, unit, cells)
    if counted is not None:
        return counted
    dated = _resolve_dates(name, unit, cells, context)
    if isinstance(dated, TypedColumn):
        return dated
    return _numbered(name, unit, cells, context) or _word(name, unit, cells, dated, context)


def _counted(name: str, unit: str | None, cells: Cells) -> TypedColumn | None:
    """The column as durations, as fractions, or as dates that are counted in days or seconds; None when it is none."""
    hours = read_durations(name, cells)
    if hours is not None:
        return TypedColumn(name, "number", hours.unit, _numbers(hours, cells, True), hours.entries)
    if (parts := read_fractions(name, cells)) is not None:
        return TypedColumn(name, "number", unit, _numbers(parts, cells, True), parts.entries)
    moments = clock_numbers.read_counted_dates(name, cells)
    if moments is None:
        return None
    kind: ColumnKind = "date" if moments.midnight else "datetime"
    return TypedColumn(name, kind, unit, _moments(moments, cells), moments.entries)


def _choose(name: str, unit: str | None, cells: Cells, kind: ChosenKind, context: FileContext) -> TypedColumn:
    """The column as the person says it is."""
    match kind:
        case "number":
            decided = context.choices.decimal is not None
            cells, numbers = chosen_kinds.as_numbers(name, cells, context.decimal_of(cells), decided)
            data = _numbers(numbers, cells, cells.filled < len(cells.codes))
            return TypedColumn(name, kind, numbers.unit or unit, data, numbers.entries)
        case "date" | "datetime":
            first = dict(context.choices.day_first).get(name)
            cells, dates, entries = chosen_kinds.as_dates(name, cells, first, context.day_first)
            if isinstance(dates, date_rules.AmbiguousDates):
                return TypedColumn(name, "ambiguous_date", unit, _texts(cells.values, cells), dates.entries)
            return _dates_as(kind, TypedColumn(name, kind, unit, _moments(dates, cells), (*entries, *dates.entries)))
        case "time":
            cells, times, entries = chosen_kinds.as_times(name, cells)
            return TypedColumn(name, kind, unit, _texts(times, cells), entries)
        case "boolean":
            cells, truth, entries = chosen_kinds.as_booleans(name, cells)
            return TypedColumn(name, kind, unit, _booleans(truth, cells), entries)
        case "text":
            return _as_text(name, unit, cells, (), context)
        case "identifier":
            return TypedColumn(name, kind, unit, _texts(cells.values, cells), ())


def _dates_as(kind: ChosenKind, column: TypedColumn) -> TypedColumn:
    """Days where the person asks for days: the times of day go, and the receipt says so."""
    days = column.data.dt.normalize()
    later = int((days != column.data).sum() - column.data.isna().sum())
    if kind != "date" or not later:
        return column
    told = sentence("chosen.days", count=later, column=column.name)
    entry = ReceiptEntry("converted", told, column.name, later, (), ("kinds", (column.name, "datetime")))
    return replace(column, data=days, entries=(*column.entries, entry))


def _kept_digits(name: str) -> ReceiptEntry:
    told = sentence("numbers.digits_as_text", column=name)
    return ReceiptEntry("assumed", told, name, choice=("kinds", (name, "number")))


def _resolve_dates(
    name: str, unit: str | None, cells: Cells, context: FileContext
) -> TypedColumn | tuple[ReceiptEntry, ...]:
    """The column as dates or times, or what there is to say about dates that are none."""
    chosen: Mapping[str, bool] = dict(context.choices.day_first)
    has_commas = context.decimal == ","
    reading = date_rules.read_dates(name, cells, chosen.get(name), context.day_first, has_commas=has_commas)
    match reading:
        case date_columns.DateColumn():
            kind: ColumnKind = "date" if reading.midnight else "datetime"
            entries = (*reading.entries, *suspicious_days(name, cells, reading))
            return TypedColumn(name, kind, unit, _moments(reading, cells), entries)
        case date_rules.TimeColumn():
            return TypedColumn(name, "time", unit, _texts(reading.values, cells), reading.entries)
        case date_rules.AmbiguousDates():
            return TypedColumn(name, "ambiguous_date", unit, _texts(cells.values, cells), reading.entries)
        case date_rules.NotDates():
            return reading.entries
    return ()


def _numbered(name: str, unit: str | None, cells: Cells, context: FileContext) -> TypedColumn | None:
    chosen = context.choices.decimal is not None
    reading = number_rules.read_numbers(name, cells, context.decimal_of(cells), decimal_chosen=chosen)
    if reading is None:
        return None
    if isinstance(reading, NotNumbers):
        if reading.identifier:
            return TypedColumn(name, "identifier", unit, _texts(cells.values, cells), reading.entries)
        return _word(name, unit, cells, reading.entries, context)
    if reading.unit is not None and category_rules.named_as_identifier(name):
        return None  # "KR 85" below a name of references is no amount
    missing = cells.filled < len(cells.codes) or bool(reading.failed)
    data = _numbers(reading, cells, missing)
    kind: ColumnKind = "identifier" if reading.whole and _names_things(name, cells, reading, context) else "number"
    doubts = suspicious_numbers(name, cells, reading) if kind == "number" else ()
    entries = (*reading.entries, *doubts)
    return TypedColumn(name, kind, reading.unit or unit, data, entries)


def _names_things(name: str, cells: Cells, reading: number_rules.NumberColumn, context: FileContext) -> bool:
    if reading.unit is not None:
        return False
    if category_rules.only_says_number(name) and not _look_like_numbers_of_things(cells, reading):
        return False
    if category_rules.named_as_identifier(name) or category_rules.named_as_code(name):
        return True
    if category_rules.names_a_thing(name) and _are_keys(reading):
        return True
    unnamed = UNNAMED.fullmatch(name) is not None
    if (
        not (unnamed or name == context.first_column)
        or len(cells.values) != len(cells.codes)
        or category_rules.measures_order(name)
    ):
        return False
    values = reading.values[cells.codes]
    counter = bool((np.diff(values) == 1).all()) and int(values[0]) in (0, 1)
    return counter and (unnamed or len(values) > LONGEST_CALENDAR)


def _look_like_numbers_of_things(cells: Cells, reading: number_rules.NumberColumn) -> bool:
    """Whether numbers could name things: all are long, or each row has one of its own and they count on, or many rows
    have."""
    if float(reading.values.min()) < 0:
        return False
    if float(reading.values.min()) >= FIRST_LONG_NUMBER:
        return True
    different = len(cells.values) >= cells.filled * category_rules.NEARLY_UNIQUE
    ordered = np.sort(reading.values)
    return different and (len(ordered) >= FEWEST_KEYS or bool((np.diff(ordered) == 1).all()))


def _are_keys(reading: number_rules.NumberColumn) -> bool:
    """Whether the distinct numbers could be keys of things: many of them, none below zero."""
    return len(reading.values) >= FEWEST_KEYS and float(reading.values.min()) >= 0


def _word(
    name: str, unit: str | None, cells: Cells, entries: tuple[ReceiptEntry, ...], context: FileContext
) -> TypedColumn:
    if category_rules.named_as_identifier(name) or category_rules.has_identifier_shape(cells):
        return TypedColumn(name, "identifier", unit, _texts(cells.values, cells), entries)
    return _as_text(name, unit, cells, entries, context)


def _as_text(
    name: str, unit: str | None, cells: Cells, entries: tuple[ReceiptEntry, ...], context: FileContext
) -> TypedColumn:
    """Words; spellings of one category are brought together unless the person says that they differ."""
    chosen = dict(context.choices.spellings).get(name)
    if chosen or (chosen is None and category_rules.is_category_like(cells)):
        cells, said = category_rules.unify_spellings(name, cells)
        cells, more = brought_together(name, cells) if chosen else (cells, abbreviation_offers(name, cells))
        entries = (*entries, *said, *more)
    return TypedColumn(name, "text", unit, _texts(cells.values, cells), entries)


def _floats(values: "np.ndarray[tuple[int], np.dtype[np.float64]]", cells: Cells) -> "pd.Series[Any]":
    return pd.Series(np.append(values, np.nan)[cells.codes], copy=False)


def _numbers(reading: number_rules.NumberColumn, cells: Cells, missing: bool) -> "pd.Series[Any]":
    if not missing and reading.whole:
        return pd.Series(reading.values[cells.codes], copy=False)
    if reading.whole and int(np.abs(reading.values.astype(np.float64)).max()) >= number_rules.EXACT_INTEGER:
        return _long_integers(reading, cells)
    if not missing and not reading.failed:
        return pd.Series(reading.values.astype(np.float64, copy=False)[cells.codes], copy=False)
    values = reading.values.astype(np.float64)
    values[list(reading.failed)] = np.nan
    return _floats(values, cells)


def _long_integers(reading: number_rules.NumberColumn, cells: Cells) -> "pd.Series[Any]":
    """Whole numbers that floating point would round, with gaps."""
    gaps = (cells.codes < 0) | cells.rows_of(reading.failed)
    values = cast("np.ndarray[tuple[int], np.dtype[np.int64]]", reading.values)
    return pd.Series(pd.arrays.IntegerArray(values[np.where(cells.codes < 0, 0, cells.codes)], gaps))


def _texts(values: Sequence[str], cells: Cells) -> "pd.Series[Any]":
    if values is cells.values and (texts := cells.texts) is not None:
        return text_series(texts, cells.codes)
    return text_series(pa.array(values, pa.string()), cells.codes)


def _booleans(values: "np.ndarray[tuple[int], np.dtype[np.bool_]]", cells: Cells) -> "pd.Series[Any]":
    missing = cells.codes < 0
    truth = np.append(values, False)[cells.codes]
    if not missing.any():
        return pd.Series(truth, dtype="bool")
    return pd.Series(pd.array(truth, dtype="boolean")).mask(missing)


def _moments(reading: date_columns.DateColumn, cells: Cells) -> "pd.Series[Any]":
    moments = np.append(reading.values, 0).view("datetime64[us]").copy()
    moments[list(reading.failed)] = np.datetime64("NaT")
    moments[-1] = np.datetime64("NaT")
    return pd.Series(moments[cells.codes], copy=False)
