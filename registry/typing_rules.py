"""From text to types, column by column: truth values, then dates, numbers, categories, identifiers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from registry import category_rules, date_rules, number_rules
from registry.cells import Cells
from registry.dataset import ReadingChoices
from registry.number_text import Decimal
from registry.profile import ColumnKind
from registry.receipt import ReceiptEntry
from registry.suspicious_values import suspicious_code

UNNAMED = re.compile(r"column_\d+|index|unnamed: \d+|row|#", re.I)
FEWEST_KEYS = 10
"""A column called Member with fewer numbers than this may hold a flag, a class or a count."""
LONGEST_CALENDAR = 31
"""A counter up to this may be days, months or hours."""


@dataclass(frozen=True)
class FileContext:
    """What the other columns and the lines around the table say."""

    decimal: Decimal
    day_first: bool | None
    choices: ReadingChoices
    first_column: str = ""  # a plain counter in this column names the rows


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
    booleans = category_rules.read_booleans(cells)
    if booleans is not None:
        return TypedColumn(name, "boolean", unit, _booleans(booleans, cells), ())
    dated = _dated(name, unit, cells, context)
    if isinstance(dated, TypedColumn):
        return dated
    return _numbered(name, unit, cells, context) or _worded(name, unit, cells, dated)


def _dated(name: str, unit: str | None, cells: Cells, context: FileContext) -> TypedColumn | tuple[ReceiptEntry, ...]:
    """The column as dates or times, or what there is to say about dates that are none."""
    chosen: Mapping[str, bool] = dict(context.choices.day_first)
    reading = date_rules.read_dates(name, cells, chosen.get(name), context.day_first)
    match reading:
        case date_rules.DateColumn():
            kind: ColumnKind = "date" if reading.midnight else "datetime"
            return TypedColumn(name, kind, unit, _moments(reading, cells), reading.entries)
        case date_rules.TimeColumn():
            return TypedColumn(name, "time", unit, _texts(reading.values, cells), reading.entries)
        case date_rules.AmbiguousDates():
            return TypedColumn(name, "ambiguous_date", unit, _texts(cells.values, cells), reading.entries)
        case date_rules.NotDates():
            return reading.entries
    return ()


def _numbered(name: str, unit: str | None, cells: Cells, context: FileContext) -> TypedColumn | None:
    reading = number_rules.read_numbers(name, cells, context.decimal)
    if reading is None:
        return None
    if isinstance(reading, number_rules.NotNumbers):
        if reading.identifier:
            return TypedColumn(name, "identifier", unit, _texts(cells.values, cells), reading.entries)
        return _worded(name, unit, cells, reading.entries)
    missing = cells.filled < len(cells.codes) or bool(reading.failed)
    data = _numbers(reading, cells, missing)
    kind: ColumnKind = "identifier" if reading.whole and _names_things(name, cells, reading, context) else "number"
    warning = suspicious_code(name, cells, reading) if kind == "number" else None
    entries = (*reading.entries, warning) if warning else reading.entries
    return TypedColumn(name, kind, reading.unit or unit, data, entries)


def _names_things(name: str, cells: Cells, reading: number_rules.NumberColumn, context: FileContext) -> bool:
    if reading.unit is not None:
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


def _are_keys(reading: number_rules.NumberColumn) -> bool:
    """Whether the distinct numbers could be keys of things: many of them, none below zero."""
    return len(reading.values) >= FEWEST_KEYS and float(reading.values.min()) >= 0


def _worded(name: str, unit: str | None, cells: Cells, entries: tuple[ReceiptEntry, ...]) -> TypedColumn:
    repeated = category_rules.is_category_like(cells)
    if category_rules.named_as_identifier(name) or category_rules.has_identifier_shape(cells):
        return TypedColumn(name, "identifier", unit, _texts(cells.values, cells), entries)
    if repeated:
        cells, said = category_rules.unify_spellings(name, cells)
        entries = (*entries, *said)
    return TypedColumn(name, "text", unit, _texts(cells.values, cells), entries)


def _floats(values: "np.ndarray[tuple[int], np.dtype[np.float64]]", cells: Cells) -> "pd.Series[Any]":
    return pd.Series(np.append(values, np.nan)[cells.codes], dtype="float64")


def _numbers(reading: number_rules.NumberColumn, cells: Cells, missing: bool) -> "pd.Series[Any]":
    if not missing and reading.whole:
        return pd.Series(reading.values[cells.codes], dtype="int64")
    values = reading.values.astype(np.float64)
    values[list(reading.failed)] = np.nan
    return _floats(values, cells)


def _texts(values: Sequence[str], cells: Cells) -> "pd.Series[Any]":
    distinct = pd.Series([*values, None], dtype="str")
    return distinct.take(np.where(cells.codes < 0, len(values), cells.codes)).reset_index(drop=True)


def _booleans(values: "np.ndarray[tuple[int], np.dtype[np.bool_]]", cells: Cells) -> "pd.Series[Any]":
    missing = cells.codes < 0
    truth = np.append(values, False)[cells.codes]
    if not missing.any():
        return pd.Series(truth, dtype="bool")
    return pd.Series(pd.array(truth, dtype="boolean")).mask(missing)


def _moments(reading: date_rules.DateColumn, cells: Cells) -> "pd.Series[Any]":
    moments = np.append(reading.values, 0).view("datetime64[us]").copy()
    moments[list(reading.failed)] = np.datetime64("NaT")
    moments[-1] = np.datetime64("NaT")
    return pd.Series(moments[cells.codes])
