"""From text to types, column by column: missing cells, then numbers, dates, truth values, categories, identifiers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from registry import category_rules, date_rules, number_rules
from registry.cells import Cells
from registry.dataset import ReadingChoices
from registry.number_text import Decimal
from registry.profile import ColumnKind
from registry.receipt import ReceiptEntry
from registry.sentences import counted, quoted, were
from registry.word_lists import DOUBTFUL_TOKENS, folded, is_missing

EDGE_BLANKS = " \t\n\r\f\v\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u202f\u205f\u3000\ufeff"


@dataclass(frozen=True)
class FileContext:
    """What the other columns and the lines around the table say."""

    decimal: Decimal
    day_first: bool | None
    choices: ReadingChoices


@dataclass(frozen=True)
class TypedColumn:
    """A column with its type. `data` has one entry a row."""

    name: str
    kind: ColumnKind
    unit: str | None
    data: "pd.Series[object]"
    entries: tuple[ReceiptEntry, ...]


def clean_cells(name: str, cells: Cells, fault_codes: Sequence[str] = ()) -> tuple[Cells, tuple[ReceiptEntry, ...]]:
    """The cells without outer blanks; missing tokens and announced fault codes hold nothing. The receipt counts each."""
    entries = []
    stripped = [value.strip(EDGE_BLANKS) for value in cells.values]
    padded = [index for index, value in enumerate(cells.values) if stripped[index] != value and stripped[index]]
    codes = {value for value in stripped if value and _is_fault_code(value, fault_codes)}
    missing = {value for value in stripped if is_missing(value)}
    if padded:
        count = cells.count_of(padded)
        sentence = f"Blanks around {counted(count, 'cell')} of “{name}” {were(count)} removed."
        entries.append(ReceiptEntry("converted", sentence, name, count, cells.lines_of(padded)))
    for what, tokens in (("counts as missing", missing - {""}), ("is announced as a code for missing", codes)):
        for token in sorted(tokens):
            found = [index for index, value in enumerate(stripped) if value == token]
            count = cells.count_of(found)
            if count:
                sentence = f"“{token}” in {counted(count, 'cell')} of “{name}” {what}."
                entries.append(ReceiptEntry("converted", sentence, name, count, cells.lines_of(found)))
    replacement = [None if value in missing or value in codes else value for value in stripped]
    return cells.replaced(replacement), tuple(entries)


def _is_fault_code(value: str, codes: Sequence[str]) -> bool:
    if value in codes:
        return True
    numeric = re.fullmatch(r"[-−]?\d+([.,]0+)?", value)
    return bool(numeric) and re.sub(r"[.,]0+$", "", value).replace("−", "-") in codes


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
    return dated or _numbered(name, unit, cells, context) or _worded(name, unit, cells, ())


def _dated(name: str, unit: str | None, cells: Cells, context: FileContext) -> TypedColumn | None:
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
    return None


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
    kind: ColumnKind = "identifier" if reading.whole and _names_things(name, cells, reading) else "number"
    return TypedColumn(name, kind, reading.unit or unit, data, reading.entries)


def _names_things(name: str, cells: Cells, reading: number_rules.NumberColumn) -> bool:
    if reading.unit is not None:
        return False
    if category_rules.named_as_identifier(name) or category_rules.named_as_code(name):
        return True
    unnamed = re.fullmatch(r"column_\d+|index|unnamed: \d+|row|x", name, re.I) is not None
    first = int(reading.values.min())
    return (
        unnamed and len(cells.values) == len(cells.codes) and int(reading.values.max()) - first == len(cells.codes) - 1
    )


def _worded(name: str, unit: str | None, cells: Cells, entries: tuple[ReceiptEntry, ...]) -> TypedColumn:
    repeated = category_rules.is_category_like(cells)
    if category_rules.named_as_identifier(name) or category_rules.has_identifier_shape(cells):
        return TypedColumn(name, "identifier", unit, _texts(cells.values, cells), entries)
    if repeated:
        cells, said = category_rules.unify_spellings(name, cells)
        entries = (*entries, *said)
    return TypedColumn(name, "text", unit, _texts(cells.values, cells), entries)


def doubtful_tokens(entries: Sequence[ReceiptEntry], typed: TypedColumn) -> ReceiptEntry | None:
    """A word for tokens that count as missing in a column of words, where they could be an answer."""
    if typed.kind != "text":
        return None
    tokens = [entry.text.split("”")[0].lstrip("“") for entry in entries if "counts as missing" in entry.text]
    doubtful = [token for token in tokens if folded(token) in DOUBTFUL_TOKENS]
    if not doubtful:
        return None
    sentence = (
        f"{quoted(doubtful)} in “{typed.name}” could be an answer of its own; keep the column as text to have it back."
    )
    return ReceiptEntry("assumed", sentence, typed.name)


def _floats(values: "np.ndarray[tuple[int], np.dtype[np.float64]]", cells: Cells) -> "pd.Series[object]":
    return pd.Series(np.append(values, np.nan)[cells.codes], dtype="float64")


def _numbers(reading: number_rules.NumberColumn, cells: Cells, missing: bool) -> "pd.Series[object]":
    if not missing and reading.whole:
        return pd.Series(reading.values[cells.codes], dtype="int64")
    values = reading.values.astype(np.float64)
    values[list(reading.failed)] = np.nan
    return _floats(values, cells)


def _texts(values: Sequence[str], cells: Cells) -> "pd.Series[object]":
    distinct = pd.Series([*values, None], dtype="str")
    return distinct.take(np.where(cells.codes < 0, len(values), cells.codes)).reset_index(drop=True)


def _booleans(values: "np.ndarray[tuple[int], np.dtype[np.bool_]]", cells: Cells) -> "pd.Series[object]":
    missing = cells.codes < 0
    truth = np.append(values, False)[cells.codes]
    if not missing.any():
        return pd.Series(truth, dtype="bool")
    return pd.Series(pd.array(truth, dtype="boolean")).mask(missing)


def _moments(reading: date_rules.DateColumn, cells: Cells) -> "pd.Series[object]":
    moments = np.append(reading.values, 0).view("datetime64[us]").copy()
    moments[list(reading.failed)] = np.datetime64("NaT")
    moments[-1] = np.datetime64("NaT")
    return pd.Series(moments[cells.codes])
